import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { inMemoryCalendarAccounts, type TwinCalendar, type VendorEvent } from './calendar-accounts.ts'
import { calendarControl } from './calendar-control.ts'
import { oauthTwin } from './oauth-twin.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'
import { sufferFault } from '#/sandbox/vendor-fault.ts'

type OneEvent = { readonly calendarId?: string; readonly eventId: string }

type DeltaQuery = {
  readonly startDateTime?: string
  readonly endDateTime?: string
  readonly $deltatoken?: string
  readonly $skiptoken?: string
}

/**
 * Microsoft's OAuth server and Graph v1.0 under `/microsoft`, as far as reading calendars needs them: the list of
 * calendars, and the delta of a calendar view with its next and delta links
 * (https://learn.microsoft.com/graph/api/event-delta).
 */
export async function microsoftTwin(app: FastifyInstance, world: TwinWorld): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  const accounts = inMemoryCalendarAccounts()
  const oauth = oauthTwin(app, {
    vendor: 'Microsoft',
    authorizePath: '/:tenant/oauth2/v2.0/authorize',
    tokenPath: '/:tenant/oauth2/v2.0/token',
    client: world.options.calendarClient,
    isRotating: true,
  })
  calendarControl(app, accounts, oauth)

  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<string | null> => {
    if (await sufferFault(world, 'microsoft', reply, (status) => problem(status === 429 ? 'TooManyRequests' : 'x')))
      return null
    const account = oauth.accountOf(request)
    if (account === null) await reply.code(401).send(problem('InvalidAuthenticationToken'))
    return account
  }

  app.get('/v1.0/me/calendars', async (request, reply) => {
    const account = await open(request, reply)
    if (account === null) return reply
    return {
      value: accounts.calendars(account).map(({ calendarId, name, isPrimary, owner }) => ({
        id: calendarId,
        name: isPrimary ? 'Agenda' : name,
        isDefaultCalendar: isPrimary,
        canEdit: isPrimary,
        owner: { name: 'Praktijk', address: owner ?? account },
      })),
    }
  })

  const oneEvent = async (request: FastifyRequest<{ Params: OneEvent }>, reply: FastifyReply) => {
    const account = await open(request, reply)
    if (account === null) return reply
    const { calendarId, eventId } = request.params
    for (const calendar of accounts.calendars(account)) {
      const stored = calendar.events.get(eventId)
      if (calendarId !== undefined && calendar !== accounts.calendar(account, calendarId)) continue
      if (stored && !stored.isDeleted) return asShownOn(calendar, account, stored.event)
    }
    return reply.code(404).send(problem('ErrorItemNotFound'))
  }
  app.get<{ Params: OneEvent }>('/v1.0/me/events/:eventId', oneEvent)
  app.get<{ Params: OneEvent }>('/v1.0/me/calendars/:calendarId/events/:eventId', oneEvent)

  app.get<{ Params: { calendarId: string }; Querystring: DeltaQuery }>(
    '/v1.0/me/calendars/:calendarId/calendarView/delta',
    async (request, reply) => {
      const account = await open(request, reply)
      if (account === null) return reply
      const calendar = accounts.calendar(account, request.params.calendarId)
      if (!calendar) return reply.code(404).send(problem('ErrorItemNotFound'))
      const { $deltatoken, $skiptoken } = request.query
      // A token carries the window and the mark, and is opaque to clients.
      const token = $deltatoken ?? $skiptoken
      const state = token === undefined ? null : readToken(token)
      const window = state ?? { ...request.query, mark: null, from: 0 }
      if (!window.startDateTime || !window.endDateTime) return reply.code(400).send(problem('ErrorInvalidParameter'))
      const changes = window.mark === null ? [...calendar.events.values()] : accounts.since(calendar, window.mark)
      if (changes === null) return reply.code(410).send(problem('syncStateNotFound'))
      const { startDateTime, endDateTime } = window
      const all = changes
        .filter(({ event, isDeleted }) =>
          window.mark === null ? !isDeleted && isWithin(event, startDateTime, endDateTime) : true,
        )
        .map(({ event, isDeleted }) =>
          // What is moved out of the window leaves the view as what is deleted does.
          isDeleted || !isWithin(event, startDateTime, endDateTime)
            ? { id: event.id, '@removed': { reason: 'deleted' } }
            : asShownOn(calendar, account, event),
        )
      const size = Number(/odata\.maxpagesize=(\d+)/.exec(String(request.headers.prefer ?? ''))?.[1] ?? 10)
      const isLast = window.from + size >= all.length
      const link = (name: string, next: object) =>
        `${request.protocol}://${request.host}${request.url.split('?')[0]}?${name}=${writeToken(next)}`
      return {
        value: all.slice(window.from, window.from + size),
        ...(isLast
          ? { '@odata.deltaLink': link('$deltatoken', { startDateTime, endDateTime, mark: accounts.mark(), from: 0 }) }
          : {
              '@odata.nextLink': link('$skiptoken', {
                ...window,
                startDateTime,
                endDateTime,
                from: window.from + size,
              }),
            }),
      }
    },
  )
}

/**
 * Graph always names an organizer, the calendar's owner unless they were invited, and says whether that is the owner
 * and what the owner answered. An occurrence of a series has its times only.
 */
function asShownOn({ owner }: TwinCalendar, account: string, event: VendorEvent): VendorEvent {
  if (event.type === 'occurrence') return event
  const ownerAddress = owner ?? account
  const own = { emailAddress: { name: 'Praktijk', address: ownerAddress } }
  const { organizer = own } = event as { organizer?: { emailAddress: { address: string } } }
  const isOrganizer = organizer.emailAddress.address.toLowerCase() === ownerAddress.toLowerCase()
  const responseStatus = { response: isOrganizer ? 'organizer' : 'notResponded', time: '0001-01-01T00:00:00Z' }
  return { isOrganizer, responseStatus, ...event, organizer }
}

type Window = {
  readonly startDateTime: string
  readonly endDateTime: string
  readonly mark: string | null
  readonly from: number
}

function writeToken(window: object): string {
  return Buffer.from(JSON.stringify(window)).toString('base64url')
}

function readToken(token: string): Window {
  return JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
}

/** Graph's times have no offset but a zone beside them, and readers ask for UTC. A series master is always shown. */
function isWithin(event: VendorEvent, startDateTime: string, endDateTime: string): boolean {
  if (event.type === 'seriesMaster') return true
  const { dateTime } = event.start as { dateTime: string }
  const start = Temporal.Instant.from(`${dateTime.replace(/Z$/, '')}Z`).epochMilliseconds
  return (
    start >= Temporal.Instant.from(startDateTime).epochMilliseconds &&
    start < Temporal.Instant.from(endDateTime).epochMilliseconds
  )
}

function problem(code: string) {
  return { error: { code, message: code } }
}
