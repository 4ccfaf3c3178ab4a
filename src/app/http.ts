import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type pg from 'pg'
import { errorCodes } from '#/kernel/errors.ts'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { RateLimiter } from '#/kernel/rate-limit.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { authenticateRequest } from '#/slices/access/access.ts'
import { serveStaffSignIn } from '#/slices/access/staff-sign-in-routes.ts'
import { serveDeliveryWebhooks } from '#/slices/replies/delivery-webhooks.ts'
import { serveUnsubscribe } from '#/slices/replies/unsubscribe-routes.ts'
import { answerError, serveOperations } from '#/surfaces/rest.ts'
import { drain } from './drain.ts'
import { serveHealth } from './health.ts'
import { operations } from './operations.ts'
import { servePages } from './pages.ts'
import { serveReference } from './reference.ts'

export type HttpOptions = {
  /** Acts as tijdig_api. */
  readonly pool: pg.Pool
  readonly services: Services
  readonly log: Log
  readonly limits: { readonly default: number; readonly intake: number; readonly anonymous: number }
  readonly trustedProxies: readonly string[]
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly bounceTokens: readonly string[]
  readonly onAnswer: (fact: { operation: string; status: number; seconds: number }) => void
}

/** The API and its pages, ready to listen or to be tested; it reads no environment and opens no socket itself. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, pool, services } = options
  const app = Fastify({
    logger: false,
    genReqId: () => `req_${randomBytes(16).toString('hex')}`,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    bodyLimit: 262_144,
    // While it stops, requests on kept connections are served like any other; see drain.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 200 },
    clientErrorHandler: refuseMalformedRequest,
    // What the router cannot read never reaches the hooks.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply, services)
      answerError(error, request, reply, log)
    },
  })
  app.addHook('preClose', () => drain(app.server))
  app.addHook('onRequest', async (request, reply) => setCommonHeaders(request, reply, services))
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.url ?? 'none'
    options.onAnswer({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        operation,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  app.setNotFoundHandler((request, reply) => answerError(new AppError('NOT_FOUND'), request, reply, log))

  const rateLimiter = new RateLimiter(pool)
  serveOperations(app, {
    operations,
    pool,
    services,
    log,
    rateLimiter,
    allowances: options.limits,
    authenticate: (request) => authenticateRequest(pool, request, services),
  })
  serveStaffSignIn(app, { pool, services, rateLimiter, anonymousPerMinute: options.limits.anonymous })
  await app.register(async (scope) =>
    serveDeliveryWebhooks(scope, {
      pool,
      services,
      log,
      sms: options.sms,
      email: options.email,
      bounceTokens: options.bounceTokens,
    }),
  )
  await app.register(async (scope) => serveUnsubscribe(scope, { pool, services }))
  serveHealth(app, { pool, environment: services.environment })
  await serveReference(app)
  servePages(app)
  await app.ready()
  return app
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, { baseUrl }: Services): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'no-referrer')
  if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** What is no HTTP at all gets the same error body, and the connection is closed. */
function refuseMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const requestId = `req_${randomBytes(16).toString('hex')}`
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const body = JSON.stringify({
    error: {
      code: 'VALIDATION_FAILED',
      message: isTooLarge ? 'The headers are too large.' : errorCodes.VALIDATION_FAILED[1],
      retryable: false,
      details: [],
    },
    requestId,
  })
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-request-id: ${requestId}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
