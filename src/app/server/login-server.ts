import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TObject } from 'typebox'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { isRepeatableContract, type OperationInput } from '#/kernel/operation.ts'
import { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { bearerTokenOf } from '#/slices/access/access.ts'
import type { LoginOperation } from '#/slices/recipient-sign-in/login-operation.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import type { Datastore } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { acceptStrictJson, refuseBody } from '#/surfaces/rest/json-body.ts'
import { pathOf } from '#/surfaces/rest/rest.ts'
import { drain } from './drain.ts'
import { serveHealth } from './health.ts'
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
  for (const operation of loginOperations) app.route(routeOf(operation, options))
  const { main, pool: login, environment } = options.datastore
  serveHealth(app, { pool: main, login, environment })
  refuseOtherMethods(app, routes)
  await app.ready()
  return app
}

function routeOf(operation: LoginOperation, options: LoginServerOptions): RouteOptions {
  const { contract } = operation
  const [status] = contract.success
  return {
    method: contract.method,
    url: pathOf(contract),
    config: { operationId: contract.operationId, isRepeatable: isRepeatableContract(contract) },
    bodyLimit: 4_096,
    schema: {
      querystring: contract.query,
      ...(contract.body ? { body: contract.body } : {}),
      ...(status === 204 ? {} : { response: { [status]: contract.data } }),
    },
    onRequest: async (request) => {
      if (contract.auth.includes('recipientSession')) tokenOf(request)
    },
    handler: (request, reply) => serve(operation, options, request, reply),
  }
}

async function serve(
  { contract, handle }: LoginOperation,
  { datastore, services, signIn: limits, log }: LoginServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (contract.body === null) refuseBody(request.body)
  const token = contract.auth.includes('recipientSession') ? tokenOf(request) : null
  const call = {
    datastore,
    services,
    limits,
    log,
    requestId: request.id,
    address: request.ip,
    cookie: request.headers.cookie,
    token,
    setCookie: (value: string) => void reply.header('set-cookie', value),
  }
  const data = await handle(call, request as OperationInput<TObject, TObject, TObject>)
  const [status] = contract.success
  reply.code(status).header('cache-control', 'no-store')
  await reply.send(status === 204 ? undefined : data)
}

/** @throws AppError UNAUTHENTICATED without a token, INVALID_RECIPIENT_SESSION for one that is none of ours */
function tokenOf(request: FastifyRequest): string {
  const token = bearerTokenOf(request)
  if (token === null) throw new AppError('UNAUTHENTICATED')
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) throw new AppError('INVALID_RECIPIENT_SESSION')
  return token
}
