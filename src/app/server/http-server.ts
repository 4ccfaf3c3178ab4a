import { createServer as createNodeServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { isForwarded } from '#/kernel/text/loopback.ts'
import type { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import type { CallWriter } from '#/slices/request-log/request-log.ts'
import { toAppError } from '#/surfaces/rest/api-error.ts'
import { answerError, toRefusal, type RefusalNotes } from '#/surfaces/rest/answer-error.ts'
import { chargeRefusal } from '#/surfaces/rest/known-caller.ts'
import { decorateRequests } from '#/surfaces/rest/request-state.ts'
import { anonymousCallsOf } from '#/surfaces/rest/route-config.ts'
import { boundInHand, cutOffSlowReaders } from './connections.ts'
import type { Life } from './drain.ts'
import { callOfKey } from './key-calls.ts'
import { logAnswer, newRequestId, requestIdOf } from './request-log.ts'
import { endTraceOf, traceRequest } from './request-trace.ts'
import { refuseUnclearRequest } from './unclear-request.ts'

export type ServerOptions = {
  /** Public origin of the server. */
  readonly baseUrl: string
  readonly log: Log
  readonly trustedProxies: readonly string[]
  /** Called for each request of a proxy that is not one of them. */
  readonly onUnlistedProxy: () => void
  readonly rateLimiter: RateLimiter
  /** Calls a minute that one address may make without a credential. */
  readonly anonymousPerMinute: number
  readonly onAnswer: (fact: { operation: string; status: number; seconds: number }) => void
  readonly onRefusal: RefusalNotes['onRefusal']
  readonly life: Life
  /** Keeps the calls of keys; left out where none can come. */
  readonly keyCalls?: Pick<CallWriter, 'add'>
  /** What people see at an address where nothing is; left out where there are no pages. */
  readonly notFoundPage?: {
    /** Whether the request is that of somebody who goes there, and not that of a program. */
    isFor(request: FastifyRequest): boolean
    send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  }
}

/** A server without routes: size and rate limits, request ids, common headers and one form of error. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, baseUrl, rateLimiter, anonymousPerMinute, notFoundPage } = options
  const count = (request: FastifyRequest) => rateLimiter.takeAnonymous(request.ip, anonymousPerMinute)
  const app = Fastify({
    logger: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: 262_144,
    // While it stops, requests on keep-alive connections are served like any other; see drain.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 200 },
    clientErrorHandler: refuseMalformedRequest,
    serverFactory: (handle) => serverOf(handle),
    // A request the router cannot parse never reaches the hooks.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply, baseUrl)
      answerError(error, request, reply, options)
    },
  })
  decorateRequests(app)
  app.server.on('checkExpectation', boundInHand(app.routing))
  app.addHook('onRequest', traceRequest)
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply, baseUrl)
    // Whoever is handed on by a proxy that counts is not the first address.
    if (isForwarded(request.headers) && (request.ips?.length ?? 0) < 2) options.onUnlistedProxy()
    if (anonymousCallsOf(request) === 'every') reply.headers(await count(request))
    refuseUnclearRequest(request, reply)
    if (request.is404 && !notFoundPage?.isFor(request)) throw new AppError('NOT_FOUND')
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Also to requests in hand when the stop began: whoever spreads requests begins the next one elsewhere.
    if (options.life.isLeaving) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.url ?? 'none'
    options.onAnswer({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
    logAnswer(log, request, reply)
    const call = options.keyCalls && callOfKey(request, reply)
    if (call) options.keyCalls?.add(call)
    endTraceOf(request, reply)
  })
  app.setErrorHandler(async (error, request, reply) => {
    const counted = await countedIfGuess(error, request, count)
    if (toRefusal(counted).status < 500) await chargeRefusal(request, rateLimiter, anonymousPerMinute)
    answerError(counted, request, reply, options)
    return reply
  })
  app.setNotFoundHandler((request, reply) =>
    notFoundPage?.isFor(request)
      ? notFoundPage.send(request, reply)
      : answerError(new AppError('NOT_FOUND'), request, reply, options),
  )
  return app
}

/** Node's server, with bounds on what one connection can hold. */
function serverOf(handle: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createNodeServer(
    {
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
      // Node's own is half a minute, on top of the half that a request may take.
      connectionsCheckingInterval: 5_000,
      // Node would refuse these with an empty answer; see refuseUnclearRequest.
      requireHostHeader: false,
    },
    boundInHand(handle),
  )
  server.setTimeout(60_000)
  cutOffSlowReaders(server)
  return server
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, baseUrl: string): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'no-referrer')
  // For answers that are no page; a page sets its own.
  reply.header('content-security-policy', inertPolicy)
  if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Counts a refused call without a good credential or signature against its network's allowance; beyond that it gets
 * 429. A call with one has an allowance of its own.
 */
async function countedIfGuess(
  error: unknown,
  request: FastifyRequest,
  count: (request: FastifyRequest) => Promise<unknown>,
): Promise<unknown> {
  if (anonymousCallsOf(request) !== 'refused' || request.knownCaller !== null) return error
  if (toRefusal(error).status >= 500) return error
  try {
    await count(request)
    return error
  } catch (limited) {
    return limited
  }
}

/** Answers input that never became a request with the same error body, and closes the connection. */
function refuseMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const requestId = newRequestId()
  const message = malformedBecause[error.code ?? ''] ?? 'This is no HTTP request.'
  const body = JSON.stringify(toAppError(new AppError('VALIDATION_FAILED', { message }), requestId, false))
  const headers = [
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    `content-security-policy: ${inertPolicy}`,
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

const malformedBecause: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}
