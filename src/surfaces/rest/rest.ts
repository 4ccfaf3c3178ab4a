import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { answer, openCall, requestedPage } from '#/kernel/execution/execute.ts'
import {
  FileStream,
  isRepeatableContract,
  type AnyInput,
  type Operation,
  type OperationContract,
} from '#/kernel/operation.ts'
import { admit, admittedCaller, checkTenant, type RestOptions } from './admission.ts'
import { envelope } from './envelope.ts'
import { asPrecondition, checkIfMatch, etagOf } from './if-match.ts'
import { acceptStrictJson, refuseBody } from './json-body.ts'

const prefix = '/api/v1'

/** Serves every operation under /api/v1, each through the same steps, in the order of the contract's refusals. */
export function serveOperations(app: FastifyInstance, options: RestOptions): void {
  acceptStrictJson(app)
  for (const operation of options.operations)
    app.route(
      routeOf(operation.contract, {
        anonymousCalls: 'refused',
        answers: envelope,
        admit: (request, reply) => admit(operation, options, request, reply),
        serve: (request, reply) => serve(operation, options, request, reply),
      }),
    )
}

/** How a server serves its operations. */
export type Serving = {
  readonly anonymousCalls: 'every' | 'refused'
  /** The schema of an answer, from that of the operation's data. */
  readonly answers: (data: TSchema) => TSchema
  /** Refuses before the body is read. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** The route of an operation, on whichever server. */
export function routeOf(contract: OperationContract, { anonymousCalls, answers, admit, serve }: Serving): RouteOptions {
  const { operationId, method, params, query, body, data, success, file } = contract
  const answered = file ? [] : success.filter((status) => status !== 204)
  return {
    method,
    url: prefix + contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(contract.spendsOnRead ? { exposeHeadRoute: false } : {}),
    config: {
      operationId,
      anonymousCalls,
      isRepeatable: isRepeatableContract(contract),
      ...(contract.isPolled ? { isQuiet: true } : {}),
    },
    bodyLimit: contract.bodyLimitBytes ?? 262_144,
    schema: {
      params,
      querystring: query,
      ...(body ? { body } : {}),
      response: Object.fromEntries(answered.map((status) => [status, answers(data)])),
    },
    onRequest: admit,
    handler: (request, reply) => {
      if (body === null) refuseBody(request.body)
      reply.header('cache-control', 'no-store')
      return serve(request, reply)
    },
  }
}

async function serve(
  operation: Operation,
  options: RestOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { contract } = operation
  const who = admittedCaller(request)
  options.inHand.note(who.identity.credentialId, reply)
  // Safe because its schemas have accepted it, and ids of a path are text.
  const { params, query, body } = request as AnyInput & { params: Record<string, string> }
  const page = requestedPage(contract, who.identity, { params, query }, options.services.keys.pageToken)
  checkTenant(contract, who.identity, params)
  const ifMatch = contract.method === 'GET' ? undefined : request.headers['if-match']
  checkIfMatch(ifMatch, (body as { expectedVersion?: number } | undefined)?.expectedVersion)
  const gone = 'handleInSteps' in operation ? { gone: goneSignal(reply) } : {}
  const call = openCall(options, { ...who, ...gone, requestId: request.id }, contract.method === 'GET')
  const given = await answer(call, operation, { params, query, body, page }).catch((error: unknown) => {
    throw asPrecondition(error, ifMatch)
  })
  request.appointmentId = params['appointmentId'] ?? appointmentOf(given.data)
  if (given.isReplayed) reply.header('idempotent-replayed', 'true')
  const etag = contract.method === 'GET' && etagOf(contract, given.data)
  if (etag) reply.header('etag', etag)
  reply.code(given.status)
  if (contract.file) await sendFile(reply, given.data, contract.file)
  else await reply.send({ data: given.data, requestId: request.id })
}

/** A stream is read as fast as the client takes it; when the client goes, it ends. */
async function sendFile(reply: FastifyReply, data: unknown, file: { mediaType: string; name: string }): Promise<void> {
  const { mediaType, name } = data instanceof FileStream ? data : file
  reply.type(`${mediaType}; charset=utf-8`).header('content-disposition', `attachment; filename="${name}"`)
  await reply.send(data instanceof FileStream ? Readable.from(data.parts) : data)
}

/** Aborted when the connection is closed, or the answer was taken. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Of an intake. */
function appointmentOf(data: unknown): string | null {
  const { appointmentId } = (data ?? {}) as { appointmentId?: unknown }
  return typeof appointmentId === 'string' ? appointmentId : null
}
