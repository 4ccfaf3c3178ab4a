import type { CalendarFailure } from '#/ports/calendar.ts'
import { callVendor } from '#/providers/vendor-call.ts'

export type CalendarCall =
  | {
      readonly outcome: 'answered'
      readonly status: number
      readonly body: unknown
      readonly retryAfterSeconds: number | null
    }
  | Extract<CalendarFailure, { outcome: 'unavailable' }>

/** Several times a page of 250 events that each invite a hundred people. */
const pageMaxBytes = 32 * 1024 * 1024

/** One GET of a JSON calendar API. */
export async function getJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<CalendarCall> {
  const call = await callVendor(
    url,
    { headers: { accept: 'application/json', ...headers } },
    signal,
    undefined,
    pageMaxBytes,
  )
  if (!call.answered) return { outcome: 'unavailable', retryAfterSeconds: null }
  return { outcome: 'answered', status: call.status, body: call.body, retryAfterSeconds: call.retryAfterSeconds }
}

/** Whether the one event that was asked for does not exist. An id that means nothing any more is refused as malformed. */
export function isGone({ status }: Extract<CalendarCall, { outcome: 'answered' }>): boolean {
  return status === 404 || status === 410 || status === 400
}

/** What an answer other than 200 means, unless the vendor's own code says more. */
export function failureOf({
  status,
  retryAfterSeconds,
}: Extract<CalendarCall, { outcome: 'answered' }>): CalendarFailure {
  if (status === 401) return { outcome: 'token_expired' }
  // A calendar that is gone or no longer shared: its owner must choose again.
  if (status === 403 || status === 404) return { outcome: 'permission_missing' }
  return { outcome: 'unavailable', retryAfterSeconds }
}
