import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type { CalendarEvent, CalendarFailure, CalendarGrant, CalendarReader, EventAttendee } from '#/ports/calendar.ts'
import type { CalendarAuthorizer } from '#/ports/calendar-authorization.ts'
import { parsedJson } from '#/providers/parsed-json.ts'
import { failureOf, getJson, isGone, type CalendarCall } from './calendar-call.ts'
import { instantOrNull } from '#/providers/vendor-time.ts'
import { oauthAuthorizer } from './oauth-authorizer.ts'
import { plainText } from './plain-text.ts'

export type GoogleOptions = {
  readonly clientId: string
  readonly clientSecret: string
  /** One address in place of all of Google's hosts; null for Google itself. */
  readonly baseUrl: string | null
}

const scopes = [
  'https://www.googleapis.com/auth/calendar.events.readonly',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
]

/** Asks permission to read Google calendars (https://developers.google.com/identity/protocols/oauth2/web-server). */
export function googleAuthorizer({ clientId, clientSecret, baseUrl }: GoogleOptions): CalendarAuthorizer {
  return oauthAuthorizer({
    name: 'google_calendar',
    clientId,
    clientSecret,
    issuer: 'https://accounts.google.com',
    authorizationEndpoint: new URL(`${baseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`),
    tokenEndpoint: new URL(`${baseUrl ?? 'https://oauth2.googleapis.com'}/token`),
    revocationEndpoint: new URL(`${baseUrl ?? 'https://oauth2.googleapis.com'}/revoke`),
    scope: scopes.join(' '),
    neededScopes: scopes,
    // Google gives a refresh token only for offline access, and only with a new consent.
    parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  })
}

/** Reads Google calendars by API v3: recurrences expanded, changes by sync token. */
export function googleReader({ baseUrl }: GoogleOptions): CalendarReader {
  const api = `${baseUrl ?? 'https://www.googleapis.com'}/calendar/v3`

  async function readCalendars(grant: CalendarGrant, signal: AbortSignal) {
    const calendars: Static<typeof CalendarEntry>[] = []
    let pageToken: string | undefined
    do {
      const url = new URL(`${api}/users/me/calendarList`)
      url.searchParams.set('maxResults', '250')
      if (pageToken) url.searchParams.set('pageToken', pageToken)
      const call = await getJson(url, authorization(grant), signal)
      if (call.outcome !== 'answered' || call.status !== 200) return failure(call)
      if (!fits(CalendarList, call.body)) return { outcome: 'unavailable', retryAfterSeconds: null } as const
      calendars.push(...(call.body.items ?? []))
      pageToken = call.body.nextPageToken
    } while (pageToken)
    // The id of the primary calendar is the address of the account.
    return { outcome: 'read', calendars, account: calendars.find((calendar) => calendar.primary)?.id } as const
  }

  return {
    name: 'google_calendar',

    async listCalendars(grant, signal) {
      const read = await readCalendars(grant, signal)
      if (read.outcome !== 'read') return read
      return {
        outcome: 'calendars',
        calendars: read.calendars
          .filter((calendar) => !calendar.deleted)
          .map(({ id, summary, summaryOverride, timeZone, primary }) => ({
            calendarId: id,
            name: summaryOverride ?? summary ?? id,
            timeZone: timeZone ?? null,
            isPrimary: primary ?? false,
          })),
        ...(read.account ? { account: read.account } : {}),
      }
    },

    async listChanges(grant, { calendarId, cursor, window }, signal) {
      let position = cursor === null ? null : parsedJson(cursor)
      if (cursor === null) {
        // `self` marks the calendar itself: on a second calendar the owner is an attendee like any other.
        const read = await readCalendars(grant, signal)
        if (read.outcome !== 'read') return read
        position = { from: window.from.toString(), to: window.to.toString(), account: read.account }
      }
      if (!fits(Position, position)) return { outcome: 'cursor_invalid' }
      const { account } = position
      const url = new URL(`${api}/calendars/${encodeURIComponent(calendarId)}/events`)
      url.searchParams.set('singleEvents', 'true')
      url.searchParams.set('maxResults', '250')
      if (position.sync) url.searchParams.set('syncToken', position.sync)
      if (position.page) url.searchParams.set('pageToken', position.page)
      if (position.from) url.searchParams.set('timeMin', position.from)
      if (position.to) url.searchParams.set('timeMax', position.to)
      const call = await getJson(url, authorization(grant), signal)
      if (call.outcome === 'answered' && (call.status === 410 || (call.status === 400 && cursor !== null)))
        return { outcome: 'cursor_invalid' }
      if (call.outcome !== 'answered' || call.status !== 200) return failure(call)
      if (!fits(EventPage, call.body)) return { outcome: 'unavailable', retryAfterSeconds: null }
      const { items = [], nextPageToken, nextSyncToken } = call.body
      const next = nextPageToken ? { ...position, page: nextPageToken } : { sync: nextSyncToken, account }
      return {
        outcome: 'page',
        events: items.map((event) => toEvent(event, { account, calendarId })),
        cursor: JSON.stringify(next),
        isLast: nextPageToken === undefined,
      }
    },

    async findEvent(grant, { calendarId, eventId, cursor }, signal) {
      const position = parsedJson(cursor)
      const account = fits(Position, position) ? position.account : undefined
      const path = `calendars/${encodeURIComponent(calendarId)}/events/${encodeURIComponent(eventId)}`
      const call = await getJson(new URL(`${api}/${path}`), authorization(grant), signal)
      if (call.outcome === 'answered' && isGone(call)) return { outcome: 'gone' }
      if (call.outcome !== 'answered' || call.status !== 200) return failure(call)
      if (!fits(GoogleEvent, call.body)) return { outcome: 'unavailable', retryAfterSeconds: null }
      return { outcome: 'found', event: toEvent(call.body, { account, calendarId }) }
    },
  }
}

/** Pages repeat the parameters of the first call; a later synchronisation has only its token. */
const Position = Type.Object({
  account: Type.Optional(Type.String()),
  sync: Type.Optional(Type.String()),
  page: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
})

const CalendarEntry = Type.Object({
  id: Type.String(),
  summary: Type.Optional(Type.String()),
  summaryOverride: Type.Optional(Type.String()),
  timeZone: Type.Optional(Type.String()),
  primary: Type.Optional(Type.Boolean()),
  deleted: Type.Optional(Type.Boolean()),
})
const CalendarList = Type.Object({
  items: Type.Optional(Type.Array(CalendarEntry)),
  nextPageToken: Type.Optional(Type.String()),
})

const Moment = Type.Object({
  dateTime: Type.Optional(Type.String()),
  date: Type.Optional(Type.String()),
  timeZone: Type.Optional(Type.String()),
})
const Person = Type.Object({
  email: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  organizer: Type.Optional(Type.Boolean()),
  self: Type.Optional(Type.Boolean()),
  resource: Type.Optional(Type.Boolean()),
  responseStatus: Type.Optional(Type.String()),
})
const GoogleEvent = Type.Object({
  id: Type.String(),
  status: Type.Optional(Type.String()),
  summary: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  location: Type.Optional(Type.String()),
  start: Type.Optional(Moment),
  end: Type.Optional(Moment),
  attendees: Type.Optional(Type.Array(Person)),
  organizer: Type.Optional(Person),
  eventType: Type.Optional(Type.String()),
})
const EventPage = Type.Object({
  items: Type.Optional(Type.Array(GoogleEvent)),
  nextPageToken: Type.Optional(Type.String()),
  nextSyncToken: Type.Optional(Type.String()),
})
const Problem = Type.Object({
  error: Type.Object({ errors: Type.Array(Type.Object({ reason: Type.String() })) }),
})

function authorization(grant: CalendarGrant): Record<string, string> {
  return grant.kind === 'oauth' ? { authorization: `Bearer ${grant.accessToken}` } : {}
}

function failure(call: CalendarCall): CalendarFailure {
  if (call.outcome !== 'answered') return call
  const reason = fits(Problem, call.body) ? call.body.error.errors[0]?.reason : undefined
  // Google also answers 403 over a rate limit or quota, or when this installation is not set up for its API.
  const isOurs = reason !== undefined && /rateLimit|quota|dailyLimit|accessNotConfigured/i.test(reason)
  return call.status === 403 && isOurs
    ? { outcome: 'unavailable', retryAfterSeconds: call.retryAfterSeconds }
    : failureOf(call)
}

/** Where an event was read. */
type Reading = { readonly account: string | undefined; readonly calendarId: string }

function toEvent(event: Static<typeof GoogleEvent>, reading: Reading): CalendarEvent {
  const { account } = reading
  const attendees = (event.attendees ?? []).flatMap((person) => toAttendee(person, account))
  const organizer = event.organizer ? toAttendee({ ...event.organizer, organizer: true }, account) : []
  return {
    eventId: event.id,
    isCancelled: event.status === 'cancelled',
    hasTime: instantOrNull(event.start?.dateTime) !== null,
    startsAt: instantOrNull(event.start?.dateTime),
    endsAt: instantOrNull(event.end?.dateTime),
    timeZone: event.start?.timeZone ?? null,
    summary: event.summary ?? null,
    description: event.description === undefined ? null : plainText(event.description),
    location: event.location ?? null,
    attendees: attendees.some(({ isOrganizer }) => isOrganizer) ? attendees : [...attendees, ...organizer],
    organizerEmail: event.organizer?.email?.toLowerCase() ?? null,
    isOwn: isOwn(event, reading),
    ownAnswer: answers.get(event.attendees?.find(({ self }) => self)?.responseStatus ?? '') ?? null,
  }
}

/**
 * Decided by the organizer. `creator` says nothing: it is the account itself even for invitations by mail and imported
 * copies. An event that Gmail made from a mail is its sender's.
 */
function isOwn({ organizer, eventType }: Static<typeof GoogleEvent>, { account, calendarId }: Reading): boolean {
  if (eventType === 'fromGmail') return false
  if (organizer === undefined || organizer.self === true) return true
  const email = organizer.email?.toLowerCase()
  return email !== undefined && (email === account?.toLowerCase() || email === calendarId.toLowerCase())
}

const answers = new Map<string, CalendarEvent['ownAnswer']>([
  ['accepted', 'accepted'],
  ['declined', 'declined'],
  ['tentative', 'tentative'],
  ['needsAction', 'needs_action'],
])

function toAttendee(person: Static<typeof Person>, account: string | undefined): EventAttendee[] {
  if (!person.email) return []
  return [
    {
      email: person.email,
      displayName: person.displayName ?? null,
      isOrganizer: person.organizer ?? false,
      isSelf: person.self === true || person.email.toLowerCase() === account?.toLowerCase(),
      isResource: person.resource ?? false,
    },
  ]
}
