import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import { audit, auditActor } from '#/kernel/audit.ts'
import { claimClientRequest, storeAnswer } from '#/kernel/client-request.ts'
import type { Ctx, Identity, Services } from '#/kernel/context.ts'
import { inTransaction, repeatWhileLocked } from '#/kernel/db.ts'
import { AppError, type ErrorCode } from '#/kernel/errors.ts'
import { isId, platformId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import {
  isRepeatableContract,
  isWithStatus,
  needsCsrf,
  type Operation,
  type OperationContract,
} from '#/kernel/operation.ts'
import { readPage, type Page } from '#/kernel/page.ts'
import type { RateLimiter } from '#/kernel/rate-limit.ts'
import { isResourceId } from '#/kernel/schema.ts'
import { envelope } from './envelope.ts'
import { asPrecondition, checkIfMatch, etagOf } from './if-match.ts'
import { acceptStrictJson, refuseBody } from './json-body.ts'
import { noteCaller } from './known-caller.ts'

/** What the surface needs from the application to serve operations. */
export type RestOptions = {
  readonly operations: readonly Operation[]
  readonly pool: pg.Pool
  readonly services: Services
  readonly log: Log
  readonly rateLimiter: RateLimiter
  readonly allowances: Readonly<Record<'default' | 'intake', number>>
  /** Says who is asking. Throws AppError 401 or 403. */
  readonly authenticate: (
    request: FastifyRequest,
    contract: OperationContract,
  ) => Promise<{ identity: Identity; now: Temporal.Instant }>
}

const prefix = '/api/v1'

/** Serves every operation under /api/v1, each through the same steps, in the order of the contract's refusals. */
export function serveOperations(app: FastifyInstance, options: RestOptions): void {
  acceptStrictJson(app)
  for (const operation of options.operations) app.route(routeOf(operation, options))
}

function routeOf(operation: Operation, options: RestOptions): RouteOptions {
  const { contract } = operation
  return {
    method: contract.method,
    url: pathOf(contract),
    ...(contract.spendsOnRead ? { exposeHeadRoute: false } : {}),
    config: {
      operationId: contract.operationId,
      anonymousCalls: 'refused',
      isRepeatable: isRepeatableContract(contract),
    },
    bodyLimit: contract.bodyLimitBytes ?? 262_144,
    schema: {
      params: contract.params,
      querystring: contract.query,
      ...(contract.body ? { body: contract.body } : {}),
      response: contract.file
        ? {}
        : Object.fromEntries(contract.success.map((status) => [status, envelope(contract.data)])),
    },
    onRequest: (request, reply) => admit(operation, options, request, reply),
    handler: (request, reply) => serve(operation, options, request, reply),
  }
}

/** Where an operation is served, as the router writes it. */
export function pathOf({ path }: OperationContract): string {
  return prefix + path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Everything that is refused before the body is read: who, what kind of credential, CSRF, role, scope, allowance. */
async function admit(
  { contract }: Operation,
  options: RestOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { identity, now } = await options.authenticate(request, contract)
  const name = contract.rateLimit ?? 'default'
  const allowance = { name, perMinute: options.allowances[name] }
  noteCaller(request, { credentialId: identity.credentialId, allowance })
  const refusal = forbiddance(contract, identity, request, options.services.baseUrl)
  // What is forbidden counts too: whoever asks for it without end hears 429 in the end.
  reply.headers(await options.rateLimiter.takeOrRefuse(identity.credentialId, allowance))
  if (refusal !== null) throw new AppError(refusal)
  admitted.set(request, { identity, now })
}

const admitted = new WeakMap<FastifyRequest, { identity: Identity; now: Temporal.Instant }>()
/** Why a caller who is known may not make this call; null when they may. */
function forbiddance(
  contract: OperationContract,
  { authentication, role, scopes }: Identity,
  request: FastifyRequest,
  baseUrl: string,
): ErrorCode | null {
  if (contract.role !== 'either' && contract.role !== role) return 'ROLE_FORBIDDEN'
  const scheme = { session: 'browserSession', api_key: 'apiKey', recipient_session: 'recipientSession' } as const
  if (!contract.auth.includes(scheme[authentication]))
    return contract.auth.includes('browserSession') ? 'BROWSER_SESSION_REQUIRED' : 'API_KEY_REQUIRED'
  if (authentication === 'session' && needsCsrf(contract) && !hasCsrfProof(request, baseUrl)) return 'CSRF_REQUIRED'
  return contract.scope === null || scopes.includes(contract.scope) ? null : 'SCOPE_MISSING'
}

/** A browser sends Origin with every cross-site change and page scripts cannot forge it; the header needs a preflight. */
function hasCsrfProof(request: FastifyRequest, baseUrl: string): boolean {
  const { origin, 'x-service-csrf': proof } = request.headers
  return origin === new URL(baseUrl).origin && proof === '1'
}

async function serve(
  operation: Operation,
  options: RestOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { contract } = operation
  const who = admitted.get(request)
  if (!who) throw new Error('A handler ran for a request that was not admitted')
  if (contract.body === null) refuseBody(request.body)
  const { params, query, body } = request as { params: Record<string, string>; query: Fields; body: ParsedBody }
  const page = pageOf(contract, who.identity, { params, query }, options.services.keys.pageToken)
  const platformHolderId = tenantOf(contract, who.identity, params)
  const ifMatch = contract.method === 'GET' ? undefined : request.headers['if-match']
  checkIfMatch(ifMatch, body?.expectedVersion)
  const call = { ...who, platformHolderId, requestId: request.id, input: { params, query, body, page } }
  const answer = await answerOf(operation, options, call).catch((error: unknown) => {
    throw asPrecondition(error, ifMatch)
  })
  if (answer.isReplayed) reply.header('idempotent-replayed', 'true')
  const etag = contract.method === 'GET' && etagOf(contract, answer.data)
  if (etag) reply.header('etag', etag)
  reply.header('cache-control', 'no-store')
  if (contract.file)
    reply
      .type(`${contract.file.mediaType}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${contract.file.name}"`)
  await reply.code(answer.status).send(contract.file ? answer.data : { data: answer.data, requestId: request.id })
}

/** Who asks for what, of which tenant. */
type Call = Pick<Ctx, 'identity' | 'now' | 'platformHolderId' | 'requestId'> & {
  readonly input: {
    readonly params: Fields
    readonly query: Fields
    readonly body: ParsedBody
    readonly page: Page | null
  }
}
type Fields = Record<string, unknown>
type ParsedBody = { readonly clientRequestId?: string; readonly expectedVersion?: number } | undefined

async function answerOf(operation: Operation, { pool, services, log }: RestOptions, call: Call): Promise<Answer> {
  const { contract } = operation
  const { input, ...caller } = call
  const { recipientId } = caller.identity
  // Whatever recipients do is about themselves, also when no handler says so.
  const subjectsAtFirst = recipientId === null ? [] : [recipientId]
  const baseFor = (subjects: Set<string>) => ({
    ...caller,
    services,
    log,
    touch: (...ids: string[]) => ids.forEach((id) => subjects.add(id)),
  })
  const step = <T>(subjects: Set<string>, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTransaction(
      pool,
      {
        // A recipient belongs to no holder: bound to none, the policies show only what is their own.
        holder: caller.identity.platformHolderId,
        recipient: recipientId,
        commitWithoutWaiting: contract.method === 'GET',
      },
      (tx) => work({ ...baseFor(subjects), tx }),
    )
  if ('handleInSteps' in operation) {
    const subjects = new Set(subjectsAtFirst)
    let isNoted = false
    const plainStep = <T>(work: (ctx: Ctx) => Promise<T>) => step(subjects, work)
    const notedStep = async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => {
      const done = await plainStep(async (ctx) => {
        const result = await work(ctx)
        noteRequest(ctx, contract, subjects)
        return result
      })
      isNoted = true
      return done
    }
    const result = await operation.handleInSteps({ ...baseFor(subjects), step: plainStep, notedStep }, input)
    if (!isNoted) await plainStep(async (ctx) => noteRequest(ctx, contract, subjects))
    return { ...statusOf(contract, result), isReplayed: isWithStatus(result) && result.isReplayed }
  }
  const inOneStep = (subjects: Set<string>) =>
    step(subjects, async (ctx) => {
      const { params, body } = input
      const key = body?.clientRequestId && {
        platformHolderId: caller.platformHolderId,
        actorId: caller.identity.actorId,
        operationId: contract.operationId,
        clientRequestId: body.clientRequestId,
      }
      const replayed = key && (await claimClientRequest(ctx.tx, key, { params, body }))
      const answer = replayed || statusOf(contract, await operation.handle(ctx, input))
      if (key && !replayed) storeAnswer(ctx.tx, key, { ...answer, subjects: [...subjects] })
      if (replayed) ctx.touch(...replayed.subjects)
      noteRequest(ctx, contract, subjects)
      return { ...answer, isReplayed: Boolean(replayed) }
    })
  // What a run touched that was rolled back is no subject of the one that counts.
  return repeatWhileLocked(() => inOneStep(new Set(subjectsAtFirst)))
}

type Answer = { readonly status: number; readonly data: unknown; readonly isReplayed: boolean }

/** One audit row for each request that was answered. */
function noteRequest(ctx: Ctx, { operationId }: OperationContract, subjects: ReadonlySet<string>): void {
  const { tx, platformHolderId, identity, requestId } = ctx
  const actor = auditActor(identity)
  audit(tx, { platformHolderId, actor, action: operationId, requestId, subjects: [...subjects] })
}

/** The page a list was asked for. A token that is not ours is told before anybody looks whether what is asked for exists. */
function pageOf(
  { operationId, query: { properties } }: OperationContract,
  { platformHolderId, actorId }: Identity,
  { params, query }: { readonly params: Readonly<Record<string, string>>; readonly query: Fields },
  key: Buffer,
): Page | null {
  if (!('pageToken' in properties)) return null
  return readPage(key, [operationId, platformHolderId ?? '', actorId, ...Object.values(params)], query)
}

function statusOf(contract: OperationContract, result: unknown): { status: number; data: unknown } {
  return isWithStatus(result)
    ? { status: result.status, data: result.data }
    : { status: contract.success[0], data: result }
}

/** Ids that name nothing of the caller's are all the same 404, whoever owns them. */
function tenantOf(contract: OperationContract, identity: Identity, params: Readonly<Record<string, string>>): string {
  for (const [name, schema] of Object.entries(contract.params.properties)) {
    if (isResourceId(schema) && !isId(params[name] ?? '')) throw new AppError('NOT_FOUND')
  }
  if (identity.platformHolderId === null) return platformId
  if ('platformHolderId' in params && params.platformHolderId !== identity.platformHolderId)
    throw new AppError('NOT_FOUND')
  return identity.platformHolderId
}
