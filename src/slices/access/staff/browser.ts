import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { isOfAgent } from '#/kernel/operation.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { authenticateRequest, type Authenticated, type CredentialSource } from '#/slices/access/authenticate.ts'
import { endedNamedCookies, namedTokens, sessionCookieName, sessionCookies } from '#/slices/access/session-cookie.ts'
import { deviceCookie } from '#/slices/sign-in-codes/sign-in-codes.ts'
import type { SignIn } from './code.ts'
import { organizationsOf } from './organizations.ts'
import type { StaffSignIn } from './session.ts'
import { selectOwnAccount } from './store.ts'
import { browserCookie, knownBrowser, placeOf } from './used-browser.ts'

// What the routes of the sign-in of staff share.

/** `login`: the datastore of the recipients' sign-in, as tijdig_login. */
export type SignInOptions = Omit<SignIn, 'requestId'> & { readonly login: pg.Pool }

/** The session of a member of staff at an organization. */
export type StaffSession = { readonly holder: string; readonly id: string; readonly actorId: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a member of staff whom `admit` let in; null until then. */
    staffSession: StaffSession | null
  }
}

/** Answers in the envelope of the API, never to be cached. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  data: object | null,
): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ data, requestId: request.id })
}

/** A hook that refuses pages of other sites. A caller without an Origin header is no browser. */
export function refuseForeignOrigin(baseUrl: string) {
  return async ({ headers: { origin } }: FastifyRequest): Promise<void> => {
    if (origin !== undefined && origin !== new URL(baseUrl).origin) throw new AppError('CSRF_REQUIRED')
  }
}

/**
 * For a change by cookie, after `refuseForeignOrigin`. All of them are for people only.
 *
 * @throws AppError CSRF_REQUIRED; HUMAN_CONFIRMATION_REQUIRED for an agent's
 */
export function requireCsrfProof({ headers }: FastifyRequest): void {
  if (headers.origin === undefined || headers['x-service-csrf'] !== '1') throw new AppError('CSRF_REQUIRED')
  if (isOfAgent(headers)) throw new AppError('HUMAN_CONFIRMATION_REQUIRED')
}

/**
 * The session of a member of staff.
 *
 * @param isToEnd it is only to be ended: also at a suspended organization, and from where that lets nobody in
 * @throws AppError BROWSER_SESSION_REQUIRED, or as `authenticateRequest` does
 */
export async function staffSession(
  { services, ...source }: CredentialSource & { readonly services: Services },
  request: FastifyRequest,
  isToEnd = false,
): Promise<StaffSession> {
  const { identity } = await authenticateRequest(source, request, services, {
    isHeardWhenSuspended: isToEnd,
    isHeardFromOutside: isToEnd,
  })
  const { platformHolderId: holder, credentialId: id, actorId } = identity
  if (identity.authentication !== 'session' || holder === null) throw new AppError('BROWSER_SESSION_REQUIRED')
  return { holder, id, actorId }
}

/**
 * For routes that only staff who are signed in may call: `admit` is their hook, which refuses everybody else, and changes
 * without proof of CSRF, before anything they sent is looked at; `own` tells the handler who they are.
 *
 * @param isToEnd as for `staffSession`
 */
export function forOwn(options: SignInOptions, isToEnd = false) {
  const refuseForeign = refuseForeignOrigin(options.services.baseUrl)
  return {
    async admit(request: FastifyRequest): Promise<void> {
      await refuseForeign(request)
      request.staffSession = await staffSession(options, request, isToEnd)
      if (request.method !== 'GET') requireCsrfProof(request)
    },
    own(request: FastifyRequest): SignIn & { readonly session: StaffSession } {
      const { id: requestId, staffSession: session } = request
      if (!session) throw new Error('A handler ran for a request that was not admitted')
      return { ...options, requestId, session }
    },
  }
}

/**
 * Gives a browser that has none its number before it signs in: so it has the same one in all its tabs, and whoever signs
 * in by two of them at once is told of one browser.
 */
export function keepBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, baseUrl }: Pick<Services, 'keys' | 'baseUrl'>,
): FastifyReply {
  if (knownBrowser(keys, request.headers.cookie, baseUrl) !== null) return reply
  const { browserId } = placeOf(request, keys, baseUrl)
  return reply.header('set-cookie', browserCookie(keys, browserId, baseUrl))
}

/** 201 with the session and its cookies, or 200 with organizations to choose from. */
export async function answerSignedIn(
  { services, ...source }: CredentialSource & { readonly services: Services },
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: Exclude<StaffSignIn, { outcome: 'refused' }>,
): Promise<FastifyReply> {
  // Nobody is signed in yet: the same call with one of these as platformHolderId does that.
  if (signedIn.outcome === 'choice') return answer(request, reply, 200, { organizations: signedIn.organizations })
  const { emailKey, browserId } = signedIn
  const { baseUrl, keys } = services
  const { cookies, session } = await enter({ services, ...source }, request, signedIn)
  const device = { header: request.headers.cookie, baseUrl }
  reply.header('set-cookie', [
    ...cookies,
    deviceCookie(keys, device, emailKey),
    browserCookie(keys, browserId, baseUrl),
  ])
  return answer(request, reply, 201, session)
}

/**
 * What a browser is told and given with a session. Those it has for other organizations stay when they are of the same
 * person; those of anybody else are out of reach from now on.
 */
export async function enter(
  { services, ...source }: CredentialSource & { readonly services: Services },
  request: FastifyRequest,
  { token, email }: { readonly token: string; readonly email: string },
) {
  const { baseUrl } = services
  const { raw, ip } = request
  const { cookie } = request.headers
  const signedIn = { headers: { cookie: `${sessionCookieName(baseUrl)}=${token}` }, raw, ip }
  const authenticated = await authenticateRequest(source, signedIn, services)
  const holder = authenticated.identity.platformHolderId
  if (holder === null) throw new Error('The session that was opened is not one of staff')
  const held = namedTokens(cookie, baseUrl).map((one) => one.token)
  const kept = await organizationsOf(source, held, email)
  const cookies = [...sessionCookies(baseUrl, holder, token), ...endedNamedCookies(cookie, baseUrl, [holder, ...kept])]
  return { cookies, session: await describeSession(source.pool, authenticated, services) }
}

/**
 * A session as the browser sees it. Environment and time keep anybody from taking a sandbox, whose clock can be moved,
 * for production. Only staff get our address for support (recipients ask the organization), their own, by which they know as
 * whom they are signed in, and the language they chose for the portal, which its first page needs.
 */
export async function describeSession(
  pool: pg.Pool,
  { identity, now }: Authenticated,
  { environment, supportEmail }: Services,
) {
  const { actorId, role, platformHolderId: holder, recipientId } = identity
  const session = { actorId, role, platformHolderId: holder, environment, now: formatInstant(now) }
  if (identity.role === 'recipient') return { ...session, recipientId }
  const [own] = await inTransaction(pool, { holder: identity.platformHolderId }, (tx) =>
    tx.rows(selectOwnAccount, [identity.platformHolderId, actorId]),
  )
  const { email = null, interfaceLocale = null, worksElsewhere = false } = own ?? {}
  const { scopes, staffRole, locations } = identity
  return { ...session, supportEmail, email, interfaceLocale, worksElsewhere, staffRole, scopes, locations }
}
