import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import type { OperationInput } from '#/kernel/operation.ts'
import { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { bearerTokenOf } from '#/slices/access/access.ts'
import type { LoginOperation } from '#/slices/recipient-sign-in/login-operation.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import type { Datastore } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { acceptStrictJson } from '#/surfaces/rest/json-body.ts'
import { routeOf } from '#/surfaces/rest/rest.ts'
import { drain } from './drain.ts'
import { serveHealth } from '#/app/server/health/health.ts'
import { createServer, type ServerOptions } from './http-server.ts'
import { followRoutes, refuseOtherMethods } from './other-methods.ts'
import type { SignInLimits } from '#/ports/sign-ins.ts'

export type LoginServerOptions = Omit<ServerOptions, 'rateLimiter'> & {
  readonly datastore: Datastore
  readonly services: Services
  readonly signIn: SignInLimits
}

/**
 * The login server of recipients: an origin, a datastore and a database role of its own. Answers have no envelope;
 * errors have the form of all others.
 */
export async function createLoginServer(options: LoginServerOptions): Promise<FastifyInstance> {
  const app = createServer({ ...options, rateLimiter: new RateLimiter(options.datastore.main) })
  const routes = followRoutes(app)
  app.addHook('preClose', () => drain(app.server))
  acceptStrictJson(app)
  for (const operation of loginOperations)
    app.route(
      routeOf(operation.contract, {
        anonymousCalls: 'every',
        answers: (data) => data,
        admit: async (request) => void tokenOf(operation, request),
        serve: (request, reply) => serve(operation, options, request, reply),
      }),
    )
  const { main, pool: login, environment } = options.datastore
  serveHealth(app, { pool: main, login, environment, life: options.life })
  refuseOtherMethods(app, routes)
  await app.ready()
  return app
}

async function serve(
  operation: LoginOperation,
  { datastore, services, signIn: limits, log }: LoginServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const call = {
    datastore,
    services,
    limits,
    log,
    requestId: request.id,
    address: request.ip,
    cookie: request.headers.cookie,
    token: tokenOf(operation, request),
    setCookie: (value: string) => void reply.header('set-cookie', value),
  }
  const data = await operation.handle(call, request as OperationInput<TObject, TObject, TObject>)
  const [status] = operation.contract.success
  await reply.code(status).send(status === 204 ? undefined : data)
}

/**
 * The token of a call; null for an operation that asks for none.
 *
 * @throws AppError UNAUTHENTICATED without one, INVALID_RECIPIENT_SESSION for a malformed one
 */
function tokenOf({ contract }: LoginOperation, request: FastifyRequest): string | null {
  if (!contract.auth.includes('recipientSession')) return null
  const token = bearerTokenOf(request)
  if (token === null) throw new AppError('UNAUTHENTICATED')
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) throw new AppError('INVALID_RECIPIENT_SESSION')
  return token
}
