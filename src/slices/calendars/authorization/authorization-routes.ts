import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Identity, Services } from '#/kernel/context.ts'
import { inTransaction, runOnce, type HolderTx } from '#/kernel/postgres/db.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import type { CalendarFailure, CalendarGrant } from '#/ports/calendar.ts'
import { codeVerifierOf } from './authorization-state.ts'
import { beginTry, endTry, findAuthorization, useAuthorization, type AuthorizationRow } from './authorization-store.ts'
import { connectGrant, failAuthorization, type Completion } from './connect.ts'
import { sendCalDavForm, sendResult, type ConnectionResult, type FormFault } from './pages.ts'

export type AuthorizationRouteOptions = {
  /** Acts as tijdig_api. */
  readonly pool: pg.Pool
  readonly services: Services
  /** Identifies the caller, by the session of an organization where the browser has several. Throws AppError 401 or 403. */
  readonly authenticate: (request: FastifyRequest, organization: string) => Promise<{ readonly identity: Identity }>
}

/**
 * Where an authorization ends, outside the contract: `/integrations/callback`, to which providers send the owner back,
 * and `/integrations/caldav/{state}`, our own page for servers without OAuth. A state counts once, for ten minutes, and
 * only in the browser session that started it or, started with an API key, in one of the organization's staff, so that
 * nobody can be tricked into connecting a calendar to an organization that is not theirs.
 */
export function serveAuthorizations(app: FastifyInstance, options: AuthorizationRouteOptions): void {
  const { pool, services } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )

  /** The authorization behind a state, and who completes it; otherwise answers with a page that says why not. */
  const open = async (request: FastifyRequest, reply: FastifyReply, state: string): Promise<Completion | null> => {
    const [row] = isState.test(state) ? await runOnce(pool, findAuthorization, [sha256(state)]) : []
    const staff = row && (await staffCompleting(options, request, row))
    if (row?.isOpen && staff) {
      const signal = AbortSignal.timeout(20_000)
      return { pool, services, requestId: request.id, authorization: row, actorId: staff.actorId, signal }
    }
    if (!row || staff) await sendResult({ request, reply }, 400, 'not_open')
    else await sendResult({ request, reply }, 403, row.authentication === 'session' ? 'other_session' : 'staff_only')
    return null
  }

  app.get<{ Querystring: { state?: string | string[] } }>('/integrations/callback', async (request, reply) => {
    const state = String(request.query.state ?? '')
    const completion = await open(request, reply, state)
    if (!completion) return reply
    const { authorization } = completion
    const isFirst = await inTransaction(pool, { holder: authorization.platformHolderId }, (tx) =>
      useAuthorization(tx, authorization.id),
    )
    if (!isFirst) return sendResult({ request, reply }, 400, 'not_open')
    const page = await completeByAnswer(completion, request.url, state)
    return sendResult({ request, reply }, page === 'not_open' ? 400 : 200, page)
  })

  app.get<{ Params: { state: string } }>('/integrations/caldav/:state', async (request, reply) => {
    const completion = await open(request, reply, request.params.state)
    if (!completion) return reply
    if (completion.authorization.provider !== 'caldav') return sendResult({ request, reply }, 400, 'not_open')
    return sendCalDavForm({ request, reply }, { serverUrl: '', username: '' }, null)
  })

  app.post<{ Params: { state: string }; Body: URLSearchParams }>(
    '/integrations/caldav/:state',
    async (request, reply) => {
      // Only our own page may post here: whoever started the authorization knows its state and could plant it elsewhere.
      if (request.headers.origin !== new URL(services.baseUrl).origin) throw new AppError('CSRF_REQUIRED')
      const completion = await open(request, reply, request.params.state)
      if (!completion) return reply
      if (completion.authorization.provider !== 'caldav') return sendResult({ request, reply }, 400, 'not_open')
      const grant = readForm(request.body)
      if (!isAllowedServer(grant.serverUrl, services.environment))
        return sendCalDavForm({ request, reply }, grant, 'address')
      const { outcome, serverUrl = grant.serverUrl } = await connectCalDav(completion, grant)
      if (outcome === 'replaced') return sendResult({ request, reply }, 400, 'not_open')
      if (outcome === 'connected') return sendResult({ request, reply }, 200, 'connected')
      return sendCalDavForm({ request, reply }, { serverUrl, username: grant.username }, outcome)
    },
  )
}

const isState = /^[A-Za-z0-9_-]{43}$/

/** The caller, if they may complete this authorization; else null. */
async function staffCompleting(
  { authenticate }: AuthorizationRouteOptions,
  request: FastifyRequest,
  row: AuthorizationRow,
): Promise<Identity | null> {
  try {
    const { identity } = await authenticate(request, row.platformHolderId)
    if (identity.authentication !== 'session' || identity.platformHolderId !== row.platformHolderId) return null
    return row.authentication === 'api_key' || identity.credentialId === row.credentialId ? identity : null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}

/** Exchanges what the provider sent back, and connects. @returns the page that says how it went */
async function completeByAnswer(completion: Completion, requestUrl: string, state: string): Promise<ConnectionResult> {
  const { services, authorization, signal } = completion
  const authorizer = services.calendars[authorization.provider]?.authorizer
  if (!authorizer) return 'not_open'
  const answerUrl = new URL(services.baseUrl + requestUrl)
  const codeVerifier = codeVerifierOf(services, state)
  const exchange = await authorizer.exchange({ answerUrl, state, codeVerifier, now: authorization.clock }, signal)
  if (exchange.outcome === 'denied') {
    await failAuthorization(completion, 'consent_revoked')
    return 'denied'
  }
  if (exchange.outcome !== 'granted') {
    const isMissing = exchange.outcome === 'permission_missing'
    const code = isMissing ? 'permission_missing' : 'provider_unavailable'
    await failAuthorization(completion, code, exchange.outcome === 'permission_missing' ? exchange.grant : null)
    return isMissing ? 'permission_missing' : 'unavailable'
  }
  const { outcome } = await connectGrant(completion, exchange.grant)
  if (outcome === 'connected') return 'connected'
  if (outcome === 'replaced') return 'not_open'
  const isMissing = outcome === 'permission_missing'
  await failAuthorization(completion, isMissing ? 'permission_missing' : 'provider_unavailable')
  if (outcome === 'too_many_calendars') return outcome
  return isMissing ? 'permission_missing' : 'unavailable'
}

type BasicGrant = Extract<CalendarGrant, { kind: 'basic' }>

function readForm(form: URLSearchParams): BasicGrant {
  const text = (name: string, length: number) => (form.get(name) ?? '').trim().slice(0, length)
  return {
    kind: 'basic',
    serverUrl: text('serverUrl', 2_000),
    username: text('username', 256),
    appPassword: text('appPassword', 512),
  }
}

/** Whether the address leads into a private network is for the adapter to check, which resolves it. */
function isAllowedServer(address: string, environment: Services['environment']): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  const isSandbox = environment !== 'production' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isSandbox)
}

/**
 * A wrong password may be corrected in the form, so the authorization stays open until it succeeds or expires. One
 * attempt at a time, however many processes there are: each calls a server that somebody named.
 *
 * @returns how it went; `serverUrl` is the address to confirm where the server names another one
 */
async function connectCalDav(
  completion: Completion,
  grant: BasicGrant,
): Promise<{ readonly outcome: FormFault | 'connected' | 'replaced'; readonly serverUrl?: string }> {
  if (grant.username === '') return { outcome: 'username' }
  if (grant.appPassword === '') return { outcome: 'password' }
  const { id, platformHolderId: holder } = completion.authorization
  const write = <T>(work: (tx: HolderTx) => Promise<T>) => inTransaction(completion.pool, { holder }, work)
  if (!(await write((tx) => beginTry(tx, id)))) return { outcome: 'busy' }
  try {
    const connected = await connectGrant(completion, grant)
    if (connected.outcome === 'elsewhere' || connected.outcome === 'replaced') return connected
    if (connected.outcome !== 'connected') return { outcome: faults[connected.outcome] }
    await write((tx) => useAuthorization(tx, id))
    return { outcome: 'connected' }
  } finally {
    await write((tx) => endTry(tx, id))
  }
}

const faults: Readonly<Record<CalendarFailure['outcome'] | 'no_calendars' | 'too_many_calendars', FormFault>> = {
  no_calendars: 'no_calendars',
  too_many_calendars: 'too_many_calendars',
  consent_revoked: 'credentials',
  token_expired: 'credentials',
  permission_missing: 'credentials',
  unavailable: 'unreachable',
}
