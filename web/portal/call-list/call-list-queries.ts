import { read, type ItemOf } from '#web/api/client.ts'
import { addDays, isDay, startOfDay } from '#web/ui/time/days.ts'

export type ToCall = ItemOf<'listHolderCallList'>

export type CallListSearch = {
  /** `2026-11-24`; tomorrow when left out. */
  readonly day?: string
  /** Also those whom a message reached. */
  readonly all?: true
  readonly pageToken?: string
}

export function readSearch({ day, all, pageToken }: Record<string, unknown>): CallListSearch {
  return {
    day: isDay(day) ? day : undefined,
    all: all === true ? true : undefined,
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
  }
}

/** Whom to call about the appointments of a day. */
export function callList(holder: string, timeZone: string, { day = '', all, pageToken }: CallListSearch) {
  return read('listHolderCallList', {
    params: { platformHolderId: holder },
    query: {
      from: startOfDay(day, timeZone),
      to: startOfDay(addDays(day, 1), timeZone),
      reach: all ? 'any' : 'unreached',
      pageSize: '50',
      ...(pageToken ? { pageToken } : {}),
    },
  })
}
