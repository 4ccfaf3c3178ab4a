import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type { CalendarFailure, CalendarGrant, CalendarReader } from '#/ports/calendar.ts'
import type { CalendarAuthorizer } from '#/ports/calendar-authorization.ts'
import { parsedJson } from '#/providers/parsed-json.ts'
import { failureOf, getJson, isGone, type CalendarCall } from './calendar-call.ts'
import { GraphEvent, toEvent } from './microsoft-event.ts'
import { oauthAuthorizer } from './oauth-authorizer.ts'

export type MicrosoftOptions = {
  readonly clientId: string
  readonly clientSecret: string
  /** `common`, `organizations` or the id of one tenant. */
  readonly tenant: string
  /** One address in place of both of Microsoft's hosts; null for Microsoft itself. */
  readonly baseUrl: string | null
}

/** Asks for permission to read Microsoft 365 calendars (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). */
export function microsoftAuthorizer({ clientId, clientSecret, tenant, baseUrl }: MicrosoftOptions): CalendarAuthorizer {
  const login = `${baseUrl ?? 'https://login.microsoftonline.com'}/${tenant}`
  return oauthAuthorizer({
    name: 'microsoft_365',
    clientId,
    clientSecret,
    issuer: `${login}/v2.0`,
    authorizationEndpoint: new URL(`${login}/oauth2/v2.0/authorize`),
    tokenEndpoint: new URL(`${login}/oauth2/v2.0/token`),
    // Microsoft lets only owners revoke a permission, in their own settings.
    revocationEndpoint: null,
    scope: 'offline_access Calendars.Read',
    neededScopes: ['Calendars.Read'],
    parameters: { prompt: 'select_account' },
  })
}

/** Reads Microsoft 365 calendars by Graph: the delta of a calendar view, in which recurrences are expanded. */
export function microsoftReader({ baseUrl }: MicrosoftOptions): CalendarReader {
  const api = `${baseUrl ?? 'https://graph.microsoft.com'}/v1.0`
  const graph = (url: string, grant: CalendarGrant, signal: AbortSignal) =>
    getJson(new URL(url), headers(grant), signal)

  async function readCalendars(grant: CalendarGrant, signal: AbortSignal) {
    const calendars: Static<typeof GraphCalendar>[] = []
    let url: string | undefined = `${api}/me/calendars?$top=100`
    while (url !== undefined) {
      const call: CalendarCall = await graph(url, grant, signal)
      if (call.outcome !== 'answered' || call.status !== 200) return failure(call)
      if (!fits(CalendarPage, call.body)) return unreadable
      calendars.push(...call.body.value)
      url = ownLink(api, call.body['@odata.nextLink'])
    }
    return { outcome: 'read', calendars } as const
  }

  /** Occurrences of a series hold only their times: the rest is in the master, on this page or fetched here. */
  async function readMasters(
    events: readonly Static<typeof GraphEvent>[],
    grant: CalendarGrant,
    signal: AbortSignal,
  ): Promise<Map<string, Static<typeof GraphEvent>> | CalendarFailure> {
    const masters = new Map(events.filter(({ type }) => type === 'seriesMaster').map((event) => [event.id, event]))
    const wanted = events.flatMap(({ type, seriesMasterId, subject }) =>
      type === 'occurrence' && seriesMasterId && subject === undefined ? [seriesMasterId] : [],
    )
    for (const id of new Set(wanted)) {
      if (masters.has(id)) continue
      const call = await graph(`${api}/me/events/${encodeURIComponent(id)}`, grant, signal)
      // A series deleted during the read: its occurrences come as removed the next time.
      if (call.outcome === 'answered' && call.status === 404) continue
      if (call.outcome !== 'answered' || call.status !== 200) return failure(call)
      if (fits(GraphEvent, call.body)) masters.set(id, call.body)
    }
    return masters
  }

  return {
    name: 'microsoft_365',

    async listCalendars(grant, signal) {
      const read = await readCalendars(grant, signal)
      if (read.outcome !== 'read') return read
      const account = read.calendars.find((calendar) => calendar.isDefaultCalendar)?.owner?.address
      return {
        outcome: 'calendars',
        calendars: read.calendars.map(({ id, name, isDefaultCalendar }) => ({
          calendarId: id,
          name: name ?? id,
          timeZone: null,
          isPrimary: isDefaultCalendar ?? false,
        })),
        ...(account ? { account } : {}),
      }
    },

    async listChanges(grant, { calendarId, cursor, window }, signal) {
      const position = cursor === null ? null : parsedJson(cursor)
      if (cursor !== null && !fits(Position, position)) return { outcome: 'cursor_invalid' }
      let selfEmails: readonly string[]
      let url: string | undefined
      if (fits(Position, position)) {
        selfEmails = selfEmailsOf(position)
        url = ownLink(api, position.link)
        if (url === undefined) return { outcome: 'cursor_invalid' }
      } else {
        // The owners of the main calendar and, where shared, of this one tell which attendee is the account itself.
        const read = await readCalendars(grant, signal)
        if (read.outcome !== 'read') return read
        const own = read.calendars.filter(({ id, isDefaultCalendar }) => id === calendarId || isDefaultCalendar)
        selfEmails = [...new Set(own.flatMap(({ owner }) => owner?.address?.toLowerCase() ?? []))]
        const query = new URLSearchParams({ startDateTime: window.from.toString(), endDateTime: window.to.toString() })
        url = `${api}/me/calendars/${encodeURIComponent(calendarId)}/calendarView/delta?${query}`
      }
      const call = await graph(url, grant, signal)
      if (call.outcome === 'answered' && isCursorLost(call)) return { outcome: 'cursor_invalid' }
      if (call.outcome !== 'answered' || call.status !== 200) return failure(call)
      if (!fits(EventPage, call.body)) return unreadable
      const { value, '@odata.nextLink': nextLink, '@odata.deltaLink': deltaLink } = call.body
      const link = ownLink(api, nextLink ?? deltaLink)
      if (link === undefined) return unreadable
      const masters = await readMasters(value, grant, signal)
      if (!(masters instanceof Map)) return masters
      return {
        outcome: 'page',
        events: value
          .filter(({ type }) => type !== 'seriesMaster')
          .map((event) => toEvent({ ...masters.get(event.seriesMasterId ?? ''), ...event }, selfEmails)),
        cursor: JSON.stringify({ link, selfEmails }),
        isLast: nextLink === undefined,
      }
    },

    async findEvent(grant, { calendarId, eventId, cursor }, signal) {
      const position = parsedJson(cursor)
      const path = `${encodeURIComponent(calendarId)}/events/${encodeURIComponent(eventId)}`
      const call = await graph(`${api}/me/calendars/${path}`, grant, signal)
      if (call.outcome === 'answered' && isGone(call)) return { outcome: 'gone' }
      if (call.outcome !== 'answered' || call.status !== 200) return failure(call)
      if (!fits(GraphEvent, call.body)) return unreadable
      const masters = await readMasters([call.body], grant, signal)
      if (!(masters instanceof Map)) return masters
      const event = { ...masters.get(call.body.seriesMasterId ?? ''), ...call.body }
      return { outcome: 'found', event: toEvent(event, fits(Position, position) ? selfEmailsOf(position) : []) }
    },
  }
}

const unreadable = { outcome: 'unavailable', retryAfterSeconds: null } as const

const Position = Type.Object({
  link: Type.String(),
  selfEmails: Type.Optional(Type.Array(Type.String())),
  /** In older cursors, which had one address. */
  account: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

function selfEmailsOf({ selfEmails, account }: Static<typeof Position>): readonly string[] {
  return selfEmails ?? (account ? [account.toLowerCase()] : [])
}

const GraphCalendar = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  isDefaultCalendar: Type.Optional(Type.Boolean()),
  owner: Type.Optional(Type.Union([Type.Object({ address: Type.Optional(Type.String()) }), Type.Null()])),
})
const links = {
  '@odata.nextLink': Type.Optional(Type.String()),
  '@odata.deltaLink': Type.Optional(Type.String()),
}
const CalendarPage = Type.Object({ value: Type.Array(GraphCalendar), ...links })
const EventPage = Type.Object({ value: Type.Array(GraphEvent), ...links })
const Problem = Type.Object({ error: Type.Object({ code: Type.String() }) })

function headers(grant: CalendarGrant): Record<string, string> {
  return {
    prefer: 'odata.maxpagesize=50, outlook.timezone="UTC", outlook.body-content-type="text"',
    ...(grant.kind === 'oauth' ? { authorization: `Bearer ${grant.accessToken}` } : {}),
  }
}

/** A link from Graph, followed only within the API, so that the token goes nowhere else. */
function ownLink(api: string, link: string | undefined): string | undefined {
  return link?.startsWith(`${api}/`) ? link : undefined
}

function isCursorLost({ status, body }: Extract<CalendarCall, { outcome: 'answered' }>): boolean {
  const code = fits(Problem, body) ? body.error.code : ''
  return status === 410 || /^(syncStateNotFound|syncStateInvalid|resyncRequired)$/i.test(code)
}

function failure(call: CalendarCall): CalendarFailure {
  return call.outcome === 'answered' ? failureOf(call) : call
}
