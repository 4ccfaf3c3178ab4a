import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Type, type Static } from 'typebox'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import type { RateLimiter } from '#/kernel/rate-limit.ts'
import { strictObject } from '#/kernel/schema.ts'
import { authenticateRequest } from './authenticate.ts'
import { sessionCookie, sessionCookieName } from './session-cookie.ts'
import { createStaffSession, endStaffSession, requestSignInCode } from './staff-sign-in.ts'

const CodeRequest = strictObject({ email: Type.String({ minLength: 3, maxLength: 254, format: 'email' }) })
const SessionRequest = strictObject({
  email: Type.String({ minLength: 3, maxLength: 254, format: 'email' }),
  code: Type.String({ pattern: '^[0-9]{6}$' }),
})

export type SignInOptions = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly rateLimiter: RateLimiter
  readonly anonymousPerMinute: number
}

/** Browser sign-in of staff, outside the contract: /auth/staff/code, /auth/staff/session, /auth/session, /auth/sign-out. */
export function serveStaffSignIn(
  app: FastifyInstance,
  { pool, services, rateLimiter, anonymousPerMinute }: SignInOptions,
): void {
  const sameOrigin = (request: FastifyRequest) => {
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(services.baseUrl).origin) throw new AppError('CSRF_REQUIRED')
  }
  const admit = async (request: FastifyRequest) => {
    sameOrigin(request)
    const rate = await rateLimiter.take(request.ip, { name: 'anonymous', perMinute: anonymousPerMinute })
    if (!rate.isAllowed) throw new AppError('RATE_LIMITED', { headers: { 'retry-after': String(rate.resetSeconds) } })
  }
  const signIn = (request: FastifyRequest) => ({ pool, services, requestId: request.id })

  app.post<{ Body: Static<typeof CodeRequest> }>(
    '/auth/staff/code',
    { schema: { body: CodeRequest }, onRequest: admit },
    async (request, reply) => {
      const resendAfterSeconds = await requestSignInCode(signIn(request), request.body.email)
      return reply
        .code(202)
        .header('cache-control', 'no-store')
        .send({ data: { resendAfterSeconds }, requestId: request.id })
    },
  )

  app.post<{ Body: Static<typeof SessionRequest> }>(
    '/auth/staff/session',
    { schema: { body: SessionRequest }, onRequest: admit },
    async (request, reply) => {
      const token = await createStaffSession(signIn(request), request.body.email, request.body.code)
      const { identity } = await authenticateRequest(pool, withCookie(request, services, token), services)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('set-cookie', sessionCookie(services.baseUrl, token))
        .send({ data: describeSession(identity), requestId: request.id })
    },
  )

  app.get('/auth/session', async (request, reply) => {
    const { identity } = await authenticateRequest(pool, request, services)
    if (identity.authentication !== 'session') throw new AppError('BROWSER_SESSION_REQUIRED')
    return reply.header('cache-control', 'no-store').send({ data: describeSession(identity), requestId: request.id })
  })

  app.post('/auth/sign-out', { onRequest: async (request) => sameOrigin(request) }, async (request, reply) => {
    const { identity } = await authenticateRequest(pool, request, services)
    if (identity.authentication !== 'session' || identity.platformHolderId === null)
      throw new AppError('BROWSER_SESSION_REQUIRED')
    if (request.headers.origin === undefined || request.headers['x-service-csrf'] !== '1')
      throw new AppError('CSRF_REQUIRED')
    await endStaffSession(signIn(request), {
      holder: identity.platformHolderId,
      id: identity.credentialId,
      actorId: identity.actorId,
    })
    return reply
      .header('cache-control', 'no-store')
      .header('set-cookie', sessionCookie(services.baseUrl, ''))
      .send({ data: { signedOut: true }, requestId: request.id })
  })
}

function withCookie(
  request: FastifyRequest,
  { baseUrl }: Services,
  token: string,
): Pick<FastifyRequest, 'headers' | 'raw'> {
  return { headers: { cookie: `${sessionCookieName(baseUrl)}=${token}` }, raw: request.raw }
}

function describeSession({
  actorId,
  role,
  platformHolderId,
}: {
  actorId: string
  role: string
  platformHolderId: string | null
}) {
  return { actorId, role, platformHolderId }
}
