import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import type { Identity, Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { answer, checkIds, forbiddance, openCall, requestedPage } from '#/kernel/execute.ts'
import { platformId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { isRepeatableContract, type AnyInput, type Operation, type OperationContract } from '#/kernel/operation.ts'
import type { RateLimiter } from '#/kernel/flow/rate-limit.ts'
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
export async function admit(
  { contract }: Operation,
  options: Omit<RestOptions, 'operations'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { identity, now } = await options.authenticate(request, contract)
  const name = contract.rateLimit ?? 'default'
  const allowance = { name, perMinute: options.allowances[name] }
  noteCaller(request, { credentialId: identity.credentialId, allowance })
  const refusal = forbiddance(contract, identity, () => hasCsrfProof(request, options.services.baseUrl))
  // What is forbidden counts too: whoever asks for it without end hears 429 in the end.
  reply.headers(await options.rateLimiter.takeOrRefuse(identity.credentialId, allowance))
  if (refusal !== null) throw new AppError(refusal)
  // Whoever holds the session, a call that an agent makes for them is no act of a person.
  if (contract.isForPeopleOnly && request.headers[agentToolHeader] !== undefined)
    throw new AppError('HUMAN_CONFIRMATION_REQUIRED')
  admitted.set(request, { identity, now })
}

/** What an app sends with every call that its agent asked for. */
const agentToolHeader = 'x-voice-tool'

type Admitted = { readonly identity: Identity; readonly now: Temporal.Instant }
const admitted = new WeakMap<FastifyRequest, Admitted>()

/** Who makes a request that `admit` let in. */
export function admittedCaller(request: FastifyRequest): Admitted {
  const who = admitted.get(request)
  if (!who) throw new Error('A handler ran for a request that was not admitted')
  return who
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
  const who = admittedCaller(request)
  if (contract.body === null) refuseBody(request.body)
  // Safe because its schemas have accepted it, and ids of a path are text.
  const { params, query, body } = request as AnyInput & { params: Record<string, string> }
  const page = requestedPage(contract, who.identity, { params, query }, options.services.keys.pageToken)
  const platformHolderId = tenantOf(contract, who.identity, params)
  const ifMatch = contract.method === 'GET' ? undefined : request.headers['if-match']
  checkIfMatch(ifMatch, (body as { expectedVersion?: number } | undefined)?.expectedVersion)
  const call = openCall(options, { ...who, platformHolderId, requestId: request.id }, contract.method === 'GET')
  const given = await answer(call, operation, { params, query, body, page }).catch((error: unknown) => {
    throw asPrecondition(error, ifMatch)
  })
  if (given.isReplayed) reply.header('idempotent-replayed', 'true')
  const etag = contract.method === 'GET' && etagOf(contract, given.data)
  if (etag) reply.header('etag', etag)
  reply.header('cache-control', 'no-store')
  if (contract.file)
    reply
      .type(`${contract.file.mediaType}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${contract.file.name}"`)
  await reply.code(given.status).send(contract.file ? given.data : { data: given.data, requestId: request.id })
}

/** Ids that name nothing of the caller's are all the same 404, whoever owns them. */
export function tenantOf(
  contract: OperationContract,
  identity: Identity,
  params: Readonly<Record<string, string>>,
): string {
  checkIds(contract, params)
  if (identity.platformHolderId === null) return platformId
  if ('platformHolderId' in params && params.platformHolderId !== identity.platformHolderId)
    throw new AppError('NOT_FOUND')
  return identity.platformHolderId
}
