import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import type { Identity, Services } from '#/kernel/context.ts'
import { isDatabaseUnavailable } from '#/kernel/db.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import { answer, checkIds, forbiddance, openCall } from '#/kernel/execute.ts'
import { platformId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { isRepeatableContract, type AnyInput, type Operation, type OperationContract } from '#/kernel/operation.ts'
import type { RateLimiter } from '#/kernel/rate-limit.ts'
import { faultsOf, toAppError } from './api-error.ts'
import { envelope } from './envelope.ts'
import { asPrecondition, checkIfMatch } from './if-match.ts'
import { acceptStrictJson, refuseBody } from './json-body.ts'
import { isRepeatable } from './route-config.ts'

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
  refuseOtherMethods(app, options.operations)
}

/** 405 with Allow for every other method of the operations' paths. */
export function refuseOtherMethods(app: FastifyInstance, operations: readonly Pick<Operation, 'contract'>[]): void {
  for (const [path, methods] of methodsByPath(operations)) app.route(methodNotAllowed(prefix + path, methods))
}

function routeOf(operation: Operation, options: RestOptions): RouteOptions {
  const { contract } = operation
  return {
    method: contract.method,
    url: pathOf(contract),
    ...(contract.spendsOnRead ? { exposeHeadRoute: false } : {}),
    config: { anonymousCalls: 'refused', isRepeatable: isRepeatableContract(contract) },
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
  callers.set(request, identity.credentialId)
  const refusal = forbiddance(contract, identity, () => hasCsrfProof(request, options.services.baseUrl))
  const name = contract.rateLimit ?? 'default'
  const allowance = { name, perMinute: options.allowances[name] }
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
export function callerOf(request: FastifyRequest): Admitted {
  const who = admitted.get(request)
  if (!who) throw new Error('A handler ran for a request that was not admitted')
  return who
}

/** The credential of a request that is known, for the log line of a refusal. */
const callers = new WeakMap<FastifyRequest, string>()

/** Whether a call came with a good credential, so that it counts against the allowance of that one. */
export function isCallerKnown(request: FastifyRequest): boolean {
  return callers.has(request)
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
  const who = callerOf(request)
  if (contract.body === null) refuseBody(request.body)
  const platformHolderId = tenantOf(contract, who.identity, request.params as Record<string, string>)
  const ifMatch = contract.method === 'GET' ? undefined : request.headers['if-match']
  checkIfMatch(ifMatch, (request.body as { expectedVersion?: number } | undefined)?.expectedVersion)
  const call = openCall(options, { ...who, platformHolderId, requestId: request.id }, contract.method === 'GET')
  const { params, query, body } = request as AnyInput
  const given = await answer(call, operation, { params, query, body }).catch((error: unknown) => {
    throw asPrecondition(error, ifMatch)
  })
  if (given.isReplayed) reply.header('idempotent-replayed', 'true')
  const version = (given.data as { version?: unknown }).version
  if (contract.method === 'GET' && typeof version === 'number') reply.header('etag', `"v${version}"`)
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

function methodsByPath(operations: readonly Pick<Operation, 'contract'>[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { contract } of operations) {
    const path = contract.path.replaceAll(/\{(\w+)\}/g, ':$1')
    methods.set(path, [
      ...(methods.get(path) ?? []),
      contract.method,
      ...(contract.method === 'GET' && !contract.spendsOnRead ? ['HEAD'] : []),
    ])
  }
  return methods
}

/** 405 with Allow for every method of a path but those that are allowed. */
export function methodNotAllowed(url: string, allowed: readonly string[]): RouteOptions {
  return {
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !allowed.includes(method)),
    url,
    exposeHeadRoute: false,
    onRequest: async () => {
      throw new AppError('METHOD_NOT_ALLOWED', { headers: { allow: allowed.join(', ') } })
    },
    handler: () => undefined,
  }
}

/**
 * Turns whatever was thrown into an ApiError answer. What we refuse on purpose with a 5xx, such as a provider that does not
 * answer, is a warning; only what nobody foresaw is an error. Who was kept out leaves a line too, with ids alone.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const refusal = toRefusal(error)
  noteRefusal(refusal, error, request, log)
  // Somebody who tries again after a 503 may find that the first try had done its work.
  const retryable = refusal.isRetryable && (refusal.status !== 503 || isRepeatable(request))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  if (refusal.status === 503 && retryable) reply.header('retry-after', '5')
  void reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toAppError(refusal, request.id, retryable))
}

function noteRefusal(refusal: AppError, error: unknown, request: FastifyRequest, log: Log): void {
  const { code, status } = refusal
  const where = { requestId: request.id, operation: request.routeOptions.url }
  if (keptOut.has(status)) log.info({ ...where, code, credentialId: callers.get(request) }, 'request refused')
  if (status < 500) return
  if (refusal === error && refusal.cause === undefined) log.warn({ ...where, code }, 'request refused')
  else log.error({ ...where, err: error }, 'request failed')
}

const keptOut = new Set([401, 403, 429])

/** The refusal a thrown thing becomes. */
export function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new AppError('SERVICE_UNAVAILABLE', { cause: error })
  const { code, validation, validationContext } = error as Partial<FastifyError>
  if (validation) return faultsOf(validation, validationContext ?? 'body')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('BODY_TOO_LARGE', { cause: error, headers: { connection: 'close' } })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('UNSUPPORTED_MEDIA_TYPE', { cause: error })
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new AppError('MALFORMED_JSON', { cause: error })
  if (code === 'FST_ERR_BAD_URL')
    return invalid({
      path: 'params',
      code: 'invalid_format',
      message: 'A percent sign in the path must begin a byte of UTF-8 in hexadecimal, such as %C3%A9.',
    })
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return invalid({ path: 'params', code: 'too_long', message: 'A part of the path is longer than 200 characters.' })
  return new AppError('INTERNAL_ERROR', { cause: error })
}
