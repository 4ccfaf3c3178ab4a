import { now } from '#web/api/clock.ts'
import { read, type DataOf } from '#web/api/client.ts'
import { addDays, dayOf, startOfDay } from '#web/ui/time/days.ts'
import type { DeliverySearch, Grouping, Period } from './delivery-search.ts'

export type Report = DataOf<'getHolderReminderReport'>
export type ReportGroup = Report['groups'][number]

/** At most this many days can be reported at once. */
const longestDays = 366

export function isPossible({ from, to }: Period): boolean {
  return from <= to && addDays(from, longestDays) > to
}

/** The period of the address; where that is missing or impossible, the four weeks up to its last day or today. */
export function periodOf({ from = '', to }: DeliverySearch, timeZone: string): Period {
  const last = to ?? dayOf(now(), timeZone)
  return from !== '' && isPossible({ from, to: last }) ? { from, to: last } : { from: addDays(last, -27), to: last }
}

export function report(holder: string, period: Period, groupBy: Grouping | 'day') {
  return read('getHolderReminderReport', {
    params: { platformHolderId: holder },
    query: { ...period, groupBy },
  })
}

/** At most this many days can be asked why people were not reached. */
const longestReasonsDays = 31

export function hasReasons({ from, to }: Period): boolean {
  return addDays(from, longestReasonsDays) > to
}

/** Why no message of an appointment arrived, the most frequent reason first. */
export function reasons(holder: string, timeZone: string, { from, to }: Period) {
  return read('getHolderDeliveryReasons', {
    params: { platformHolderId: holder },
    query: { from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) },
  })
}
