import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { ResourceId, strictObject } from '#/kernel/schema.ts'
import { namedSessionCookie, namedTokens, sessionCookie, sessionTokenOf } from '#/slices/access/session-cookie.ts'
import { answer, enter, forOwn, type SignInOptions } from './browser.ts'
import { listOrganizations, organizationsOf, switchOrganization } from './organizations.ts'
import { readOwnEmail } from './proof.ts'
import { endStaffSession } from './session.ts'
import { placeOf } from './used-browser.ts'

export const SwitchRequest = strictObject({ platformHolderId: ResourceId })

/** For staff who are signed in and work for several organizations (docs/sign-in.md). */
export function serveOrganizations(app: FastifyInstance, options: SignInOptions): void {
  const { admit, own } = forOwn(options)
  const toEnd = forOwn(options, true).admit
  const { baseUrl } = options.services
  const route = { config: { anonymousCalls: 'refused' }, onRequest: admit, bodyLimit: 4_096 } as const

  app.get('/auth/staff/organizations', { config: route.config, onRequest: admit }, async (request, reply) =>
    answer(request, reply, 200, { organizations: await listOrganizations(own(request)) }),
  )

  app.post<{ Body: Static<typeof SwitchRequest> }>(
    '/auth/staff/switch',
    { ...route, schema: { body: SwitchRequest } },
    async (request, reply) => {
      const { platformHolderId } = request.body
      const { cookie } = request.headers
      const caller = own(request)
      const { holder } = caller.session
      const email = await readOwnEmail(caller)
      const held = namedTokens(cookie, baseUrl).find(({ organization }) => organization === platformHolderId)?.token
      // Another tab may be there already.
      const isHeld = held !== undefined && (await organizationsOf(caller, [held], email)).includes(platformHolderId)
      const token = isHeld
        ? held
        : await switchOrganization(caller, {
            email,
            platformHolderId,
            place: placeOf(request, options.services.keys, baseUrl),
          })
      const { cookies, session } = await enter(options, request, { token, email })
      // Of the last sign-in until now, and from now on one beside others.
      const left = namedSessionCookie(baseUrl, holder, sessionTokenOf(cookie, baseUrl, holder))
      return answer(request, reply.header('set-cookie', [left, ...cookies]), 201, session)
    },
  )

  app.post('/auth/staff/leave', { ...route, onRequest: toEnd }, async (request, reply) => {
    const caller = own(request)
    const { holder } = caller.session
    const { cookie } = request.headers
    const ended = sessionTokenOf(cookie, baseUrl, holder)
    await endStaffSession(caller, caller.session)
    const next = namedTokens(cookie, baseUrl).find(({ organization }) => organization !== holder)
    const isLast = sessionTokenOf(cookie, baseUrl, null) === ended
    const cookies = [
      namedSessionCookie(baseUrl, holder, ''),
      ...(isLast ? [sessionCookie(baseUrl, next?.token ?? '')] : []),
    ]
    return answer(request, reply.header('set-cookie', cookies), 200, { signedOut: true })
  })
}
