import { queryOptions } from '@tanstack/react-query'
import { now } from '#web/api/clock.ts'
import { call, read, type DataOf } from '#web/api/client.ts'
import { addDays, dayOf, startOfDay } from '#web/ui/time/days.ts'
import type { Appointment } from '../appointments/delivery-pill.tsx'
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

export type ReasonCode = NonNullable<Appointment['delivery']['reasonCode']>

/** Why no message of an appointment arrived, the most frequent reason first. */
export type Reasons = {
  readonly counts: readonly (readonly [ReasonCode, number])[]
  /** False where there are more appointments than are read for one page. */
  readonly isComplete: boolean
}

const unreached = ['failed', 'suppressed', 'none', 'unknown'] as const
const pagesMax = 3

export function reasons(holder: string, timeZone: string, { from, to }: Period) {
  return queryOptions({
    queryKey: ['listHolderAppointments', 'reasons', holder, timeZone, from, to],
    queryFn: async ({ signal }): Promise<Reasons> => {
      const span = { from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) }
      const read = await Promise.all(unreached.map((status) => readUnreached(holder, span, status, signal)))
      const counts = new Map<ReasonCode, number>()
      for (const { status, delivery } of read.flatMap(({ appointments }) => appointments))
        if (status !== 'cancelled' && delivery.reasonCode !== null)
          counts.set(delivery.reasonCode, (counts.get(delivery.reasonCode) ?? 0) + 1)
      return {
        counts: [...counts].toSorted(([, one], [, other]) => other - one),
        isComplete: read.every(({ isComplete }) => isComplete),
      }
    },
  })
}

async function readUnreached(
  holder: string,
  span: Period,
  deliveryStatus: (typeof unreached)[number],
  signal: AbortSignal,
): Promise<{ readonly appointments: readonly Appointment[]; readonly isComplete: boolean }> {
  const appointments: Appointment[] = []
  let pageToken: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { ...span, deliveryStatus, pageSize: '100', ...(pageToken === undefined ? {} : { pageToken }) }
    const answer = await call('listHolderAppointments', { params: { platformHolderId: holder }, query }, signal)
    appointments.push(...answer.items)
    if (answer.nextPageToken === null) return { appointments, isComplete: true }
    pageToken = answer.nextPageToken
  }
  return { appointments, isComplete: false }
}
