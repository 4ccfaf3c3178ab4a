import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Type, type Static } from 'typebox'
import { audit } from '#/kernel/audit.ts'
import type { Identity, Services } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { ResourceId, strictObject } from '#/kernel/schema.ts'
import { deviceCookie } from '#/slices/sign-in-codes/sign-in-codes.ts'
import {
  endOwnSession,
  findOwnBrowserSession,
  type OwnSession,
  type SessionSource,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { authenticateRequest } from '#/slices/access/authenticate.ts'
import { sessionCookie, sessionCookieName, sessionTokenOf } from '#/slices/access/session-cookie.ts'
import { requestSignInCode, type StaffSignInLimits } from './code.ts'
import { createStaffSession, endStaffSession } from './session.ts'

export const CodeRequest = strictObject({ email: Type.String({ minLength: 3, maxLength: 254, format: 'email' }) })
export const SessionRequest = strictObject({
  email: Type.String({ minLength: 3, maxLength: 254, format: 'email' }),
  /** Six digits, or eighteen; spaces between every six are how a mail shows them. */
  code: Type.String({ pattern: '^[0-9]{6}( ?[0-9]{6} ?[0-9]{6})?$' }),
  platformHolderId: Type.Optional(ResourceId),
})

export type SignInOptions = {
  readonly pool: pg.Pool
  /** The datastore of the recipients' sign-in, as tijdig_login. */
  readonly login: pg.Pool
  readonly services: Services
  readonly limits: StaffSignInLimits
  readonly log: Log
}

/**
 * Browser sign-in of staff, outside the contract: /auth/staff/code, /auth/staff/session; and, for recipients too,
 * /auth/session and /auth/sign-out. A session is for one organization. Whoever works for several says which with
 * `platformHolderId`; without it the answer is 200 with `organizations` to choose from instead of 201 with a session.
 */
export function serveStaffSignIn(app: FastifyInstance, { pool, login, services, limits, log }: SignInOptions): void {
  const source = { pool, login }
  const sameOrigin = async (request: FastifyRequest) => {
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(services.baseUrl).origin) throw new AppError('CSRF_REQUIRED')
  }
  const signIn = (request: FastifyRequest) => ({ pool, services, limits, log, requestId: request.id })

  /** Ends a member of staff's session. */
  const ofStaff = async (request: FastifyRequest) => {
    const { identity } = await authenticateRequest(source, request, services)
    const { platformHolderId: holder, credentialId: id, actorId } = identity
    if (identity.authentication !== 'session' || holder === null) throw new AppError('BROWSER_SESSION_REQUIRED')
    return () => endStaffSession(signIn(request), { holder, id, actorId })
  }
  /** Ends a recipient's, whether or not it is linked; null when the cookie is no recipient's. */
  const ofRecipient = async (request: FastifyRequest) => {
    if (request.headers.authorization !== undefined) return null
    const sessions = { pool, login, environment: services.environment }
    const token = sessionTokenOf(request.headers.cookie, services.baseUrl)
    const session = await findOwnBrowserSession(sessions, token)
    return session && (() => endRecipientSession(signIn(request), sessions, session))
  }

  app.post<{ Body: Static<typeof CodeRequest> }>(
    '/auth/staff/code',
    { schema: { body: CodeRequest }, onRequest: sameOrigin, bodyLimit: 4_096 },
    async (request, reply) => {
      const resendAfterSeconds = await requestSignInCode(signIn(request), {
        email: request.body.email,
        address: request.ip,
        cookie: request.headers.cookie,
      })
      return reply
        .code(202)
        .header('cache-control', 'no-store')
        .send({ data: { resendAfterSeconds }, requestId: request.id })
    },
  )

  app.post<{ Body: Static<typeof SessionRequest> }>(
    '/auth/staff/session',
    { schema: { body: SessionRequest }, onRequest: sameOrigin, bodyLimit: 4_096 },
    async (request, reply) => {
      const { body } = request
      const signedIn = await createStaffSession(signIn(request), { ...body, code: body.code.replaceAll(' ', '') })
      // Nobody is signed in yet: the same call with one of these as platformHolderId does that.
      if (signedIn.outcome === 'choice')
        return reply
          .code(200)
          .header('cache-control', 'no-store')
          .send({ data: { organizations: signedIn.organizations }, requestId: request.id })
      const { token, emailKey } = signedIn
      const device = { header: request.headers.cookie, baseUrl: services.baseUrl }
      const { identity } = await authenticateRequest(source, withCookie(request, services, token), services)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('set-cookie', [sessionCookie(services.baseUrl, token), deviceCookie(services.keys, device, emailKey)])
        .send({ data: describeSession(identity), requestId: request.id })
    },
  )

  // Whoever is signed in may ask as often as they like; guessing a cookie counts.
  const config = { anonymousCalls: 'refused' } as const
  app.get('/auth/session', { config }, async (request, reply) => {
    const { identity } = await authenticateRequest(source, request, services)
    if (identity.authentication !== 'session') throw new AppError('BROWSER_SESSION_REQUIRED')
    return reply.header('cache-control', 'no-store').send({ data: describeSession(identity), requestId: request.id })
  })

  app.post('/auth/sign-out', { config, onRequest: sameOrigin, bodyLimit: 4_096 }, async (request, reply) => {
    const end = (await ofRecipient(request)) ?? (await ofStaff(request))
    if (request.headers.origin === undefined || request.headers['x-service-csrf'] !== '1')
      throw new AppError('CSRF_REQUIRED')
    await end()
    return reply
      .header('cache-control', 'no-store')
      .header('set-cookie', sessionCookie(services.baseUrl, ''))
      .send({ data: { signedOut: true }, requestId: request.id })
  })
}

async function endRecipientSession(
  { pool, requestId }: { pool: pg.Pool; requestId: string },
  source: SessionSource,
  { sessionId, profileId }: OwnSession,
): Promise<void> {
  await endOwnSession(source, sessionId)
  await inTransaction(pool, { holder: null }, async (tx) =>
    audit(tx, {
      platformHolderId: null,
      actor: { kind: 'recipient', id: profileId },
      action: 'recipientSignedOut',
      requestId,
      subjects: [sessionId],
    }),
  )
}

function withCookie(
  request: FastifyRequest,
  { baseUrl }: Services,
  token: string,
): Pick<FastifyRequest, 'headers' | 'raw'> {
  return { headers: { cookie: `${sessionCookieName(baseUrl)}=${token}` }, raw: request.raw }
}

function describeSession({ actorId, role, platformHolderId, recipientId }: Identity) {
  return { actorId, role, platformHolderId, ...(recipientId === null ? {} : { recipientId }) }
}
