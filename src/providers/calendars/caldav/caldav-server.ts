import { createAccount, davRequest, fetchCalendars, propfind, syncCollection, type DAVResponse } from 'tsdav'
import type { CalendarFailure, CalendarGrant, CalendarWindow } from '#/ports/calendar.ts'
import {
  changesOf,
  failureOf,
  hrefsOf,
  objectsOf,
  textOf,
  type Answered,
  type CalDavChanges,
  type CalDavObject,
  type TooLarge,
} from './caldav-answers.ts'
import type { CalDavMark } from './caldav-cursor.ts'
import { AnswerTooLarge, davFetch } from './dav-fetch.ts'

export type BasicGrant = Extract<CalendarGrant, { kind: 'basic' }>
export type CalDavCalendar = { readonly url: string; readonly name: string; readonly timeZoneText: string }

/** The calls of CalDAV (RFC 4791) and sync-collection (RFC 6578) this adapter makes, with outcomes as data. */
export type CalDavServer = {
  /** `elsewhere`: there are none here, but the server refers to another origin. */
  calendars(): Promise<
    Answered<{ calendars: readonly CalDavCalendar[] }> | { readonly outcome: 'elsewhere'; readonly serverUrl: string }
  >
  mark(calendarUrl: string): Promise<Answered<{ mark: CalDavMark }>>
  /** Addresses at which the account's owner is invited; none where the server does not say. */
  ownAddresses(calendarUrl: string): Promise<Answered<{ addresses: readonly string[] }>>
  /** Objects with an occurrence in the window. */
  hrefsIn(calendarUrl: string, window: CalendarWindow): Promise<Answered<{ hrefs: readonly string[] }> | TooLarge>
  /** Objects with their texts, in as many calls as their size needs. */
  objects(calendarUrl: string, hrefs: readonly string[]): Promise<Answered<{ objects: readonly CalDavObject[] }>>
  changes(calendarUrl: string, syncToken: string): Promise<CalDavChanges>
}

const namespaces = {
  'xmlns:d': 'DAV:',
  'xmlns:c': 'urn:ietf:params:xml:ns:caldav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
}

export function calDavServer(grant: BasicGrant, isProduction: boolean, signal: AbortSignal): CalDavServer {
  const statuses: number[] = []
  const elsewhere: URL[] = []
  const { origin } = new URL(grant.serverUrl)
  const credentials = Buffer.from(`${grant.username}:${grant.appPassword}`).toString('base64')
  const call = {
    fetch: davFetch({
      isProduction,
      signal,
      origin,
      authorization: `Basic ${credentials}`,
      onElsewhere: (address) => elsewhere.push(address),
      onStatus: (status) => statuses.push(status),
    }),
  }
  // The library's errors quote addresses and answers, so only the last status is passed on.
  const askSized = async <T>(work: () => Promise<T | CalendarFailure>): Promise<T | CalendarFailure | TooLarge> => {
    statuses.length = 0
    try {
      return await work()
    } catch (error) {
      if (error instanceof AnswerTooLarge) return { outcome: 'too_large' }
      if (!(error instanceof Error)) throw error
      return failureOf(statuses.at(-1) ?? 0)
    }
  }
  const ask = async <T extends { readonly outcome: string }>(work: () => Promise<T | CalendarFailure>) => {
    const answer = await askSized(work)
    return isTooLarge(answer) ? unavailable : answer
  }
  const report = (url: string, body: Record<string, unknown>): Promise<DAVResponse[]> =>
    davRequest({
      url,
      init: { method: 'REPORT', namespace: 'c', headers: { depth: '1' }, body },
      ...call,
    })
  const objects: CalDavServer['objects'] = async (url, hrefs) => {
    const query = {
      _attributes: namespaces,
      'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
      'd:href': [...hrefs],
    }
    const found = await askSized(async () => objectsOf(url, await report(url, { 'calendar-multiget': query })))
    if (found.outcome !== 'too_large') return found
    const [only] = hrefs
    if (hrefs.length <= 1) return { outcome: 'answered', objects: only ? [{ href: only, state: 'too_large' }] : [] }
    const half = Math.ceil(hrefs.length / 2)
    const first = await objects(url, hrefs.slice(0, half))
    if (first.outcome !== 'answered') return first
    const second = await objects(url, hrefs.slice(half))
    return second.outcome === 'answered' ? { ...second, objects: [...first.objects, ...second.objects] } : second
  }
  return {
    async calendars() {
      const listed = await ask<Answered<{ calendars: readonly CalDavCalendar[] }>>(async () => {
        const account = { serverUrl: grant.serverUrl, accountType: 'caldav' as const }
        const found = await fetchCalendars({ account: await createAccount({ account, ...call }), ...call })
        const withEvents = found.filter(
          ({ url, components = [] }) =>
            new URL(url).origin === origin && (components.length === 0 || components.includes('VEVENT')),
        )
        const calendars = withEvents.map(({ url, displayName, timezone }) => ({
          url,
          name: typeof displayName === 'string' && displayName !== '' ? displayName : lastSegment(url),
          timeZoneText: timezone ?? '',
        }))
        return { outcome: 'answered', calendars }
      })
      const hasCalendars = listed.outcome === 'answered' && listed.calendars.length > 0
      const named = elsewhere.at(-1)
      // A wrong password is to be corrected here first.
      if (hasCalendars || statuses.at(-1) === 401 || !named) return listed
      return { outcome: 'elsewhere', serverUrl: named.href }
    },
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
    ownAddresses: (url) =>
      ask(async () => {
        // RFC 5397 and RFC 6638, 2.4.1. A server that has neither can be read all the same.
        const none = { outcome: 'answered', addresses: [] } as const
        const [self] = await propfind({ url, props: { 'd:current-user-principal': {} }, depth: '0', ...call })
        if (!self?.ok) return isMissing(self?.status) ? none : failureOf(self?.status ?? 0)
        const [principal] = hrefsOf(self.props?.['currentUserPrincipal'])
        if (principal === undefined) return none
        const address = new URL(principal, url)
        if (address.origin !== origin) return none
        const props = { 'c:calendar-user-address-set': {} }
        const [owner] = await propfind({ url: address.href, props, depth: '0', ...call })
        if (!owner?.ok) return isMissing(owner?.status) ? none : failureOf(owner?.status ?? 0)
        const hrefs = hrefsOf(owner.props?.['calendarUserAddressSet'])
        const addresses = hrefs.flatMap((href) => /^mailto:(.+@.+)$/i.exec(href.trim())?.[1]?.toLowerCase() ?? [])
        return { outcome: 'answered', addresses: [...new Set(addresses)].slice(0, 50) }
      }),
    hrefsIn: (url, { from, to }) =>
      askSized(async () => {
        const range = { 'time-range': { _attributes: { start: compact(from), end: compact(to) } } }
        const events = { 'comp-filter': { _attributes: { name: 'VEVENT' }, ...range } }
        const filter = { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, ...events } }
        const query = { _attributes: namespaces, 'd:prop': { 'd:getetag': {} }, filter }
        const found = objectsOf(url, await report(url, { 'calendar-query': query }))
        return found.outcome === 'answered' ? { ...found, hrefs: found.objects.map(({ href }) => href) } : found
      }),
    objects,
    changes: async (url, syncToken) => {
      const props = { 'd:getetag': {} }
      const told = await askSized(async () =>
        changesOf(url, await syncCollection({ url, props, syncLevel: 1, syncToken, ...call })),
      )
      // So many changes are read from the start, part by part.
      return told.outcome === 'too_large' ? { outcome: 'token_unknown' } : told
    },
  }
}

const unavailable: CalendarFailure = { outcome: 'unavailable', retryAfterSeconds: null }

function isTooLarge(answer: { readonly outcome: string }): answer is TooLarge {
  return answer.outcome === 'too_large'
}

function isMissing(status: number | undefined): boolean {
  return status === 403 || status === 404 || status === 405 || status === 501
}

function lastSegment(url: string): string {
  return decodeURIComponent(new URL(url).pathname.split('/').findLast((part) => part !== '') ?? url)
}

/** As iCalendar writes it: 20261203T133000Z. */
function compact(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}
