import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Type, type Static } from 'typebox'
import { audit } from '#/kernel/audit.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { ResourceId, strictObject } from '#/kernel/schema.ts'
import { authenticateRequest } from '#/slices/access/authenticate.ts'
import { serveInvitations } from '#/slices/access/members/routes.ts'
import { servePasskeys } from '#/slices/access/passkeys/routes.ts'
import {
  endedNamedCookies,
  hasSession,
  namedTokens,
  sessionCookie,
  sessionTokenOf,
} from '#/slices/access/session-cookie.ts'
import {
  endOwnSession,
  findOwnBrowserSession,
  type OwnSession,
  type SessionSource,
} from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import {
  answer,
  answerSignedIn,
  describeSession,
  forOwn,
  keepBrowser,
  refuseForeignOrigin,
  requireCsrfProof,
  staffSession,
  type SignInOptions,
} from './browser.ts'
import { requestSignInCode } from './code.ts'
import { proveByCode, requestProofCode, signOutEverywhere } from './proof.ts'
import { serveOrganizations } from './organization-routes.ts'
import { endBrowserSessions } from './organizations.ts'
import { createStaffSession } from './session.ts'
import { freshMinutes } from './store.ts'
import { placeOf } from './used-browser.ts'

export const CodeRequest = strictObject({ email: Type.String({ minLength: 3, maxLength: 254, format: 'email' }) })
/** Six digits, or eighteen; spaces between every six are how a mail shows them. */
const code = Type.String({ pattern: '^[0-9]{6}( ?[0-9]{6} ?[0-9]{6})?$' })
export const SessionRequest = strictObject({
  email: Type.String({ minLength: 3, maxLength: 254, format: 'email' }),
  code,
  platformHolderId: Type.Optional(ResourceId),
})
export const ProofRequest = strictObject({ code })

/**
 * Browser sign-in of staff, outside the contract: /auth/staff/code, /auth/staff/session; and, for recipients too,
 * /auth/session, /auth/recipient/session and /auth/sign-out. A session is for one organization. Whoever works for several says which with
 * `platformHolderId`; without it the answer is 200 with `organizations` to choose from instead of 201 with a session.
 */
export function serveStaffSignIn(app: FastifyInstance, options: SignInOptions): void {
  const { pool, login, services } = options
  const onRequest = refuseForeignOrigin(services.baseUrl)
  const signIn = (request: FastifyRequest) => ({ ...options, requestId: request.id })
  app.decorateRequest('staffSession', null)
  servePasskeys(app, options)
  serveInvitations(app, options)

  /**
   * Ends a member of staff's sessions in this browser, also at an organization that is suspended or lets nobody in from
   * there: they would be good again afterwards.
   */
  const ofStaff = async (request: FastifyRequest) => {
    const session = await staffSession(options, request, true)
    const others = namedTokens(request.headers.cookie, services.baseUrl).map(({ token }) => token)
    return () => endBrowserSessions({ ...signIn(request), session }, others)
  }
  /** Ends a recipient's, whether or not it is linked; null when the cookie is no recipient's. */
  const ofRecipient = async (request: FastifyRequest) => {
    if (request.headers.authorization !== undefined || request.headers['x-tijdig-organization'] !== undefined)
      return null
    const sessions = { pool, login, environment: services.environment }
    const token = sessionTokenOf(request.headers.cookie, services.baseUrl, null)
    const session = await findOwnBrowserSession(sessions, token)
    return session && (() => endRecipientSession(signIn(request), sessions, session))
  }

  app.post<{ Body: Static<typeof CodeRequest> }>(
    '/auth/staff/code',
    { schema: { body: CodeRequest }, onRequest, bodyLimit: 4_096 },
    async (request, reply) => {
      const resendAfterSeconds = await requestSignInCode(signIn(request), {
        email: request.body.email,
        address: request.ip,
        cookie: request.headers.cookie,
      })
      return answer(request, keepBrowser(request, reply, services), 202, { resendAfterSeconds })
    },
  )

  app.post<{ Body: Static<typeof SessionRequest> }>(
    '/auth/staff/session',
    { schema: { body: SessionRequest }, onRequest, bodyLimit: 4_096 },
    async (request, reply) => {
      const { body } = request
      const place = placeOf(request, services.keys, services.baseUrl)
      const signedIn = await createStaffSession(signIn(request), {
        ...body,
        code: body.code.replaceAll(' ', ''),
        place,
      })
      return answerSignedIn(options, request, reply, signedIn)
    },
  )

  serveProofs(app, options)
  serveOrganizations(app, options)

  // Whoever is signed in may ask as often as they like; guessing a cookie counts.
  const config = { anonymousCalls: 'refused' } as const
  app.get('/auth/session', { config }, async (request, reply) => {
    const authenticated = await authenticateRequest(options, request, services)
    if (authenticated.identity.authentication !== 'session') throw new AppError('BROWSER_SESSION_REQUIRED')
    return answer(request, reply, 200, await describeSession(pool, authenticated, services))
  })
  // A browser notes each refusal in its console, and most who open the app of recipients are not signed in.
  app.get('/auth/recipient/session', { config }, async (request, reply) => {
    const { authorization, cookie } = request.headers
    if (authorization === undefined && !hasSession(cookie, services.baseUrl)) return answer(request, reply, 200, null)
    const { identity } = await authenticateRequest(options, request, services)
    const { actorId, role, recipientId } = identity
    return answer(request, reply, 200, { actorId, role, recipientId })
  })

  app.post('/auth/sign-out', { config, onRequest, bodyLimit: 4_096 }, async (request, reply) => {
    const end = (await ofRecipient(request)) ?? (await ofStaff(request))
    requireCsrfProof(request)
    await end()
    return answer(request, reply.header('set-cookie', endedCookies(request, services.baseUrl)), 200, {
      signedOut: true,
    })
  })
}

/** For staff who are signed in: giving a code anew, and ending all sessions. By passkey: /auth/staff/passkey/proof. */
function serveProofs(app: FastifyInstance, options: SignInOptions): void {
  const { admit, own } = forOwn(options)
  const route = { config: { anonymousCalls: 'refused' }, onRequest: admit, bodyLimit: 4_096 } as const

  app.post('/auth/staff/proof/code', route, async (request, reply) => {
    const asked = { address: request.ip, cookie: request.headers.cookie }
    const resendAfterSeconds = await requestProofCode(own(request), asked)
    return answer(request, reply, 202, { resendAfterSeconds })
  })

  app.post<{ Body: Static<typeof ProofRequest> }>(
    '/auth/staff/proof',
    { ...route, schema: { body: ProofRequest } },
    async (request, reply) => {
      await proveByCode(own(request), request.body.code.replaceAll(' ', ''))
      return answer(request, reply, 200, { freshForSeconds: freshMinutes * 60 })
    },
  )

  app.post('/auth/staff/sign-out-everywhere', route, async (request, reply) => {
    await signOutEverywhere(own(request))
    const ended = endedCookies(request, options.services.baseUrl)
    return answer(request, reply.header('set-cookie', ended), 200, { signedOut: true })
  })
}

function endedCookies({ headers: { cookie } }: FastifyRequest, baseUrl: string): string[] {
  return [sessionCookie(baseUrl, ''), ...endedNamedCookies(cookie, baseUrl)]
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
