import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { inMemoryCalendarAccounts, type TwinCalendar, type VendorEvent } from './calendar-accounts.ts'
import { calendarControl } from './calendar-control.ts'
import { oauthTwin } from './oauth-twin.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'
import { sufferFault } from '#/sandbox/vendor-fault.ts'

type Query = {
  readonly syncToken?: string
  readonly pageToken?: string
  readonly maxResults?: string
  readonly timeMin?: string
  readonly timeMax?: string
}

/**
 * Google's OAuth server and Calendar API v3 under `/google`, as far as reading calendars needs them: the list of
 * calendars, and events with paging and sync tokens (https://developers.google.com/workspace/calendar/api/guides/sync).
 */
export async function googleTwin(app: FastifyInstance, world: TwinWorld): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  const accounts = inMemoryCalendarAccounts()
  const oauth = oauthTwin(app, {
    vendor: 'Google',
    authorizePath: '/o/oauth2/v2/auth',
    tokenPath: '/token',
    revokePath: '/revoke',
    client: world.options.calendarClient,
    isRotating: false,
    issuer: 'https://accounts.google.com',
  })
  calendarControl(app, accounts, oauth)

  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<string | null> => {
    if (await sufferFault(world, 'google', reply, (status) => problem(status, 'rateLimitExceeded'))) return null
    const account = oauth.accountOf(request)
    if (account === null) await reply.code(401).send(problem(401, 'authError'))
    return account
  }

  app.get('/calendar/v3/users/me/calendarList', async (request, reply) => {
    const account = await open(request, reply)
    if (account === null) return reply
    return {
      kind: 'calendar#calendarList',
      items: accounts.calendars(account).map(({ calendarId, name, timeZone, isPrimary }) => ({
        kind: 'calendar#calendarListEntry',
        id: calendarId,
        summary: name,
        timeZone,
        accessRole: isPrimary ? 'owner' : 'reader',
        ...(isPrimary ? { primary: true } : {}),
      })),
    }
  })

  app.get<{ Params: { calendarId: string; eventId: string } }>(
    '/calendar/v3/calendars/:calendarId/events/:eventId',
    async (request, reply) => {
      const account = await open(request, reply)
      if (account === null) return reply
      const { calendarId, eventId } = request.params
      const calendar = accounts.calendar(account, calendarId)
      const stored = calendar?.events.get(eventId)
      if (!calendar || !stored) return reply.code(404).send(problem(404, 'notFound'))
      const { event, isDeleted } = stored
      return isDeleted ? { kind: 'calendar#event', id: event.id, status: 'cancelled' } : asShownOn(calendar, event)
    },
  )

  app.get<{ Params: { calendarId: string }; Querystring: Query }>(
    '/calendar/v3/calendars/:calendarId/events',
    async (request, reply) => {
      const account = await open(request, reply)
      if (account === null) return reply
      const calendar = accounts.calendar(account, request.params.calendarId)
      if (!calendar) return reply.code(404).send(problem(404, 'notFound'))
      const { syncToken, pageToken, timeMin, timeMax } = request.query
      if (syncToken !== undefined && (timeMin ?? timeMax) !== undefined)
        return reply.code(400).send(problem(400, 'invalid'))
      if (pageToken !== undefined && !accounts.remembersPages)
        return reply.code(410).send(problem(410, 'fullSyncRequired'))
      const changes = syncToken === undefined ? [...calendar.events.values()] : accounts.since(calendar, syncToken)
      if (changes === null) return reply.code(410).send(problem(410, 'fullSyncRequired'))
      const all = changes
        .filter(({ event, isDeleted }) =>
          syncToken === undefined ? !isDeleted && isWithin(event, timeMin, timeMax) : true,
        )
        .map(({ event, isDeleted }) =>
          isDeleted ? { kind: 'calendar#event', id: event.id, status: 'cancelled' } : asShownOn(calendar, event),
        )
      const from = Number(pageToken ?? 0)
      const size = Math.min(Number(request.query.maxResults ?? 250), 2500)
      const isLast = from + size >= all.length
      return {
        kind: 'calendar#events',
        timeZone: calendar.timeZone,
        items: all.slice(from, from + size),
        ...(isLast ? { nextSyncToken: accounts.mark() } : { nextPageToken: String(from + size) }),
      }
    },
  )
}

type Person = { readonly email?: string }

/** Google always names an organizer (the calendar itself unless it was invited), and marks the calendar as `self`. */
function asShownOn({ calendarId }: TwinCalendar, event: VendorEvent): VendorEvent {
  const marked = ({ ...person }: Person) => ({ ...person, self: person.email === calendarId ? true : undefined })
  const { organizer = { email: calendarId }, attendees } = event as { organizer?: Person; attendees?: Person[] }
  return { ...event, organizer: marked(organizer), ...(attendees ? { attendees: attendees.map(marked) } : {}) }
}

function isWithin(event: VendorEvent, timeMin: string | undefined, timeMax: string | undefined): boolean {
  const { dateTime, date } = event.start as { dateTime?: string; date?: string }
  const start = Temporal.Instant.from(dateTime ?? `${date}T00:00:00Z`).epochMilliseconds
  return (
    (timeMin === undefined || start >= Temporal.Instant.from(timeMin).epochMilliseconds) &&
    (timeMax === undefined || start < Temporal.Instant.from(timeMax).epochMilliseconds)
  )
}

function problem(code: number, reason: string) {
  return { error: { code, message: reason, errors: [{ domain: 'calendar', reason, message: reason }] } }
}
