import type { DAVResponse } from 'tsdav'
import type { CalendarFailure } from '#/ports/calendar.ts'
import { misdirected } from './dav-fetch.ts'

export type Answered<T> = ({ readonly outcome: 'answered' } & T) | CalendarFailure
/** An answer that is too large to be read: ask for less. */
export type TooLarge = { readonly outcome: 'too_large' }
/**
 * An object of a calendar: its text, or why there is none. `unread`: it exists, but the server does not show it;
 * `too_large`: it is not fetched.
 */
export type CalDavObject =
  | { readonly href: string; readonly state: 'read'; readonly text: string }
  | { readonly href: string; readonly state: 'gone' | 'unread' | 'too_large' }

export type CalDavChanges =
  | Answered<{
      readonly changed: readonly string[]
      readonly deleted: readonly string[]
      readonly syncToken: string
      /** The server has more to tell after this token. */
      readonly isPartial: boolean
    }>
  | { readonly outcome: 'token_unknown' }

/** The answer of sync-collection (RFC 6578). */
export function changesOf(url: string, answers: readonly DAVResponse[]): CalDavChanges {
  const [first] = answers
  const next = textOf(multistatusOf(first)?.['syncToken'])
  if (!first || next === null) {
    // RFC 6578, 3.2: the precondition for a token the server no longer knows. Some answer 404, 409 or 410 instead.
    const isUnknown = [403, 404, 409, 410, 412].includes(first?.status ?? 0) && !isPlainRefusal(first)
    return isUnknown ? ({ outcome: 'token_unknown' } as const) : failureOf(first?.status ?? 0)
  }
  const own = new URL(url).pathname
  const members = answers.flatMap(({ href, status }) => (typeof href === 'string' ? [{ href, status }] : []))
  const objects = members.filter(({ href }) => pathOf(url, href) !== own)
  return {
    outcome: 'answered' as const,
    changed: objects.filter(({ status }) => status < 300).map(({ href }) => pathOf(url, href)),
    deleted: objects.filter(({ status }) => status === 404 || status === 410).map(({ href }) => pathOf(url, href)),
    syncToken: next,
    isPartial: members.some(({ status }) => status === 507),
  }
}

/** A 403 that says nothing of the token is a missing permission. */
function isPlainRefusal(answer: DAVResponse | undefined): boolean {
  return answer?.status === 403 && !String(answer.raw ?? '').includes('valid-sync-token')
}

/**
 * The answer of calendar-query or calendar-multiget (RFC 4791). One that was cut off (507, section 7.8) counts as none:
 * what it leaves out would look deleted.
 */
export function objectsOf(url: string, answers: readonly DAVResponse[]): Answered<{ objects: CalDavObject[] }> {
  const [first] = answers
  if (!first || multistatusOf(first) === null) return failureOf(first?.status ?? 0)
  if (answers.some(({ status }) => status === 507)) return { outcome: 'unavailable', retryAfterSeconds: null }
  const own = new URL(url).pathname
  const objects = answers.flatMap(({ href, status, props }): CalDavObject[] => {
    if (typeof href !== 'string' || pathOf(url, href) === own) return []
    const path = pathOf(url, href)
    if (status === 404 || status === 410) return [{ href: path, state: 'gone' }]
    const data: unknown = props?.['calendarData']
    const text = textOf(data) ?? textOf((data as { _cdata?: unknown } | undefined)?._cdata)
    return [text === null ? { href: path, state: 'unread' } : { href: path, state: 'read', text }]
  })
  return { outcome: 'answered', objects }
}

function multistatusOf(answer: DAVResponse | undefined): Record<string, unknown> | null {
  const raw: unknown = answer?.raw
  if (typeof raw !== 'object' || raw === null || !('multistatus' in raw)) return null
  return typeof raw.multistatus === 'object' ? (raw.multistatus as Record<string, unknown>) : null
}

/** The failure that a status stands for. */
export function failureOf(status: number): CalendarFailure {
  // Misdirected: a stored calendar lies at another origin, which the owner has to confirm.
  if (status === 401 || status === misdirected) return { outcome: 'consent_revoked' }
  // A deleted calendar counts as one that may no longer be read.
  if (status === 403 || status === 404 || status === 410) return { outcome: 'permission_missing' }
  return { outcome: 'unavailable', retryAfterSeconds: null }
}

/** The addresses in a property that holds `href` once, several times or not at all. */
export function hrefsOf(property: unknown): string[] {
  const href: unknown = (property as { href?: unknown } | undefined)?.href
  const all: unknown[] = Array.isArray(href) ? href : [href]
  return all.flatMap((one) => textOf(one) ?? textOf((one as { _text?: unknown } | undefined)?._text) ?? [])
}

/** The library turns text that looks like a number into one. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Servers write addresses in full or from the root; the path is the same in both. */
function pathOf(base: string, href: string): string {
  return new URL(href, base).pathname
}
