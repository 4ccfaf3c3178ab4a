import { now } from '#web/api/clock.ts'
import { read, type DataOf } from '#web/api/client.ts'
import { addDays, dayOf, startOfDay } from '#web/ui/time/days.ts'

export type CallList = DataOf<'listHolderCalls'>
export type ToCall = CallList['items'][number]

export type CallListSearch = {
  /** `2026-11-24`; the next seven days when left out. */
  readonly day?: string
}

/** Whom to call about the appointments of a day, or of the seven that begin with today. */
export function callList(holder: string, timeZone: string, { day }: CallListSearch) {
  const first = day ?? dayOf(now(), timeZone)
  return read('listHolderCalls', {
    params: { platformHolderId: holder },
    query: { from: startOfDay(first, timeZone), to: startOfDay(addDays(first, day ? 1 : 7), timeZone) },
  })
}
