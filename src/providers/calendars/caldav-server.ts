import { createAccount, davRequest, fetchCalendars, propfind, syncCollection, type DAVResponse } from 'tsdav'
import type { CalendarFailure, CalendarGrant, CalendarWindow } from '#/ports/calendar.ts'
import type { CalDavMark } from './caldav-cursor.ts'
import { davFetch } from './dav-fetch.ts'

export type BasicGrant = Extract<CalendarGrant, { kind: 'basic' }>
export type Answered<T> = ({ readonly outcome: 'answered' } & T) | CalendarFailure
/** An object of a calendar; without text when it is gone. */
export type CalDavObject = { readonly href: string; readonly text: string | null }
export type CalDavCalendar = { readonly url: string; readonly name: string; readonly timeZoneText: string }

/** The calls of CalDAV (RFC 4791) and sync-collection (RFC 6578) this adapter makes, with outcomes as data. */
export type CalDavServer = {
  calendars(): Promise<Answered<{ calendars: readonly CalDavCalendar[] }>>
  mark(calendarUrl: string): Promise<Answered<{ mark: CalDavMark }>>
  /** Objects with an occurrence in the window, with their texts. */
  objectsIn(calendarUrl: string, window: CalendarWindow): Promise<Answered<{ objects: readonly CalDavObject[] }>>
  objects(calendarUrl: string, hrefs: readonly string[]): Promise<Answered<{ objects: readonly CalDavObject[] }>>
  /** `isPartial`: the server has more to tell after this token. */
  changes(
    calendarUrl: string,
    syncToken: string,
  ): Promise<
    | Answered<{ changed: readonly string[]; deleted: readonly string[]; syncToken: string; isPartial: boolean }>
    | { readonly outcome: 'token_unknown' }
  >
}

const namespaces = {
  'xmlns:d': 'DAV:',
  'xmlns:c': 'urn:ietf:params:xml:ns:caldav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
}
const objectProps = { 'd:getetag': {}, 'c:calendar-data': {} }

export function calDavServer(grant: BasicGrant, isProduction: boolean, signal: AbortSignal): CalDavServer {
  const statuses: number[] = []
  const credentials = Buffer.from(`${grant.username}:${grant.appPassword}`).toString('base64')
  const call = {
    headers: { authorization: `Basic ${credentials}` },
    fetch: davFetch({ isProduction, signal, onStatus: (status) => statuses.push(status) }),
  }
  // What the library throws quotes addresses and answers, so it goes no further than the status it was thrown for.
  const ask = async <T>(work: () => Promise<T | CalendarFailure>): Promise<T | CalendarFailure> => {
    statuses.length = 0
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return failureOf(statuses.at(-1) ?? 0)
    }
  }
  const report = (url: string, body: Record<string, unknown>): Promise<DAVResponse[]> =>
    davRequest({
      url,
      init: { method: 'REPORT', namespace: 'c', headers: { ...call.headers, depth: '1' }, body },
      fetch: call.fetch,
    })
  return {
    calendars: () =>
      ask(async () => {
        const account = { serverUrl: grant.serverUrl, accountType: 'caldav' as const }
        const found = await fetchCalendars({ account: await createAccount({ account, ...call }), ...call })
        const withEvents = found.filter(
          ({ components = [] }) => components.length === 0 || components.includes('VEVENT'),
        )
        const calendars = withEvents.map(({ url, displayName, timezone }) => ({
          url,
          name: typeof displayName === 'string' && displayName !== '' ? displayName : lastSegment(url),
          timeZoneText: timezone ?? '',
        }))
        return { outcome: 'answered', calendars }
      }),
    mark: (url) =>
      ask(async () => {
        const props = { 'd:sync-token': {}, 'cs:getctag': {} }
        const [answer] = await propfind({ url, props, depth: '0', ...call })
        if (!answer?.ok) return failureOf(answer?.status ?? 0)
        return {
          outcome: 'answered',
          mark: { syncToken: textOf(answer.props?.['syncToken']), ctag: textOf(answer.props?.['getctag']) },
        }
      }),
    objectsIn: (url, { from, to }) =>
      ask(async () => {
        const range = { 'time-range': { _attributes: { start: compact(from), end: compact(to) } } }
        const events = { 'comp-filter': { _attributes: { name: 'VEVENT' }, ...range } }
        const filter = { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, ...events } }
        return objectsOf(
          url,
          await report(url, { 'calendar-query': { _attributes: namespaces, 'd:prop': objectProps, filter } }),
        )
      }),
    objects: (url, hrefs) =>
      ask(async () => {
        const query = { _attributes: namespaces, 'd:prop': objectProps, 'd:href': [...hrefs] }
        return objectsOf(url, await report(url, { 'calendar-multiget': query }))
      }),
    changes: (url, syncToken) =>
      ask(async () => {
        const answers = await syncCollection({ url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken, ...call })
        return changesOf(url, answers)
      }),
  }
}

function changesOf(url: string, answers: readonly DAVResponse[]) {
  const [first] = answers
  const next = textOf(multistatusOf(first)?.['syncToken'])
  if (!first || next === null) {
    // RFC 6578, 3.2: the precondition of a token the server no longer knows. Some answer 404, 409 or 410 instead.
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

function objectsOf(url: string, answers: readonly DAVResponse[]): Answered<{ objects: CalDavObject[] }> {
  const [first] = answers
  if (!first || multistatusOf(first) === null) return failureOf(first?.status ?? 0)
  const objects = answers.flatMap(({ href, status, props }): CalDavObject[] => {
    if (typeof href !== 'string') return []
    if (status === 404 || status === 410) return [{ href: pathOf(url, href), text: null }]
    const data: unknown = props?.['calendarData']
    const text = textOf(data) ?? textOf((data as { _cdata?: unknown } | undefined)?._cdata)
    return text === null ? [] : [{ href: pathOf(url, href), text }]
  })
  return { outcome: 'answered', objects }
}

function multistatusOf(answer: DAVResponse | undefined): Record<string, unknown> | null {
  const raw: unknown = answer?.raw
  if (typeof raw !== 'object' || raw === null || !('multistatus' in raw)) return null
  return typeof raw.multistatus === 'object' ? (raw.multistatus as Record<string, unknown>) : null
}

function failureOf(status: number): CalendarFailure {
  if (status === 401) return { outcome: 'consent_revoked' }
  // A calendar that is gone is one that may no longer be read.
  if (status === 403 || status === 404 || status === 410) return { outcome: 'permission_missing' }
  return { outcome: 'unavailable', retryAfterSeconds: null }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Servers write addresses whole or from the root; the path is the same in both. */
function pathOf(base: string, href: string): string {
  return new URL(href, base).pathname
}

function lastSegment(url: string): string {
  return decodeURIComponent(new URL(url).pathname.split('/').findLast((part) => part !== '') ?? url)
}

/** The form of iCalendar: 20261203T133000Z. */
function compact(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}
