import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'

import { defaultAccount, type CalendarAccounts, type VendorEvent } from './calendar-accounts.ts'
import type { OAuthTwin } from './oauth-twin.ts'

const place = { account: Type.Optional(Type.String()), calendarId: Type.Optional(Type.String()) }
const putBody = Type.Object({ ...place, event: Type.Object({ id: Type.String({ minLength: 1 }) }) })
const removeQuery = Type.Object(place)
const pagesBody = Type.Object({ areRemembered: Type.Boolean() })
const addBody = Type.Object({
  account: Type.Optional(Type.String()),
  calendarId: Type.String({ minLength: 1 }),
  name: Type.String(),
  owner: Type.Optional(Type.String()),
})

/**
 * What a person or a test does in a calendar: events (`/control/events`), calendars (`/control/calendars`), and the
 * ways in which a vendor ends access.
 */
export function calendarControl(app: FastifyInstance, accounts: CalendarAccounts, oauth: OAuthTwin): void {
  const calendarOf = (given: { account?: string; calendarId?: string }) =>
    accounts.calendar(given.account ?? defaultAccount, given.calendarId ?? 'primary')

  app.post<{ Body: Static<typeof putBody> }>(
    '/control/events',
    { schema: { body: putBody } },
    async (request, reply) => {
      const calendar = calendarOf(request.body)
      if (!calendar) return reply.code(404).send({ error: 'There is no such calendar.' })
      // Safe: the schema has checked the id, and the twin returns the rest as it came.
      const event = request.body.event as VendorEvent
      accounts.put(calendar, event)
      return { calendarId: calendar.calendarId, event }
    },
  )
  app.delete<{ Params: { eventId: string }; Querystring: Static<typeof removeQuery> }>(
    '/control/events/:eventId',
    { schema: { querystring: removeQuery } },
    async (request, reply) => {
      const calendar = calendarOf(request.query)
      const isRemoved = calendar !== undefined && accounts.remove(calendar, request.params.eventId)
      return reply.code(isRemoved ? 200 : 404).send({ isRemoved })
    },
  )
  app.post<{ Body: Static<typeof addBody> }>('/control/calendars', { schema: { body: addBody } }, async (request) => {
    const { account = defaultAccount, owner = null, ...calendar } = request.body
    accounts.add(account, { ...calendar, owner })
    return {}
  })
  app.delete<{ Params: { calendarId: string }; Querystring: Static<typeof removeQuery> }>(
    '/control/calendars/:calendarId',
    { schema: { querystring: removeQuery } },
    async (request, reply) => {
      const isRemoved = accounts.takeAway(request.query.account ?? defaultAccount, request.params.calendarId)
      return reply.code(isRemoved ? 200 : 404).send({ isRemoved })
    },
  )
  app.post('/control/forget-cursors', async () => {
    accounts.forgetMarks()
    return {}
  })
  app.post<{ Body: Static<typeof pagesBody> }>('/control/pages', { schema: { body: pagesBody } }, async (request) => {
    accounts.remembersPages = request.body.areRemembered
    return {}
  })
  app.post('/control/revoke-permissions', async () => {
    oauth.revokeAll()
    return {}
  })
  app.post('/control/expire-access', async () => {
    oauth.expireAccess()
    return {}
  })
  app.get('/control/refreshes', async () => ({ count: oauth.refreshes() }))
  app.get<{ Querystring: { account?: string } }>('/control/permissions', async (request) => ({
    count: oauth.permissions(request.query.account ?? defaultAccount),
  }))
}
