import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { answer, openCall, requestedPage } from '#/kernel/execute.ts'
import { isRepeatableContract, type AnyInput, type Operation, type OperationContract } from '#/kernel/operation.ts'
import { admit, admittedCaller, checkTenant, type RestOptions } from './admission.ts'
import { envelope } from './envelope.ts'
import { asPrecondition, checkIfMatch, etagOf } from './if-match.ts'
import { acceptStrictJson, refuseBody } from './json-body.ts'

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
  checkTenant(contract, who.identity, params)
  const ifMatch = contract.method === 'GET' ? undefined : request.headers['if-match']
  checkIfMatch(ifMatch, (body as { expectedVersion?: number } | undefined)?.expectedVersion)
  const call = openCall(options, { ...who, requestId: request.id }, contract.method === 'GET')
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
