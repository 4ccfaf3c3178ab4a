import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import type { Log } from '#/kernel/log.ts'
import { FairTurns } from '#/kernel/flow/fair-turns.ts'
import { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { InHand } from '#/surfaces/rest/in-hand.ts'
import type { Standby } from '#/kernel/postgres/connecting/standby.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { authenticateRequest } from '#/slices/access/access.ts'
import { createEventWaits } from '#/slices/events/events.ts'
import { serveStaffSignIn } from '#/slices/access/staff/routes.ts'
import { serveRecipientSignIn, textBrowserCode } from '#/slices/recipient-sign-in/sessions/browser-routes.ts'
import { heldSignIns, type Datastore } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { servePaymentWebhooks } from '#/slices/billing/payment-webhooks.ts'
import { serveAuthorizations } from '#/slices/calendars/authorization/authorization-routes.ts'
import { serveDeliveryWebhooks } from '#/slices/replies/delivery-webhooks.ts'
import { serveMessageLinks } from '#/slices/replies/message-link/message-link-routes.ts'
import { serveUnsubscribe } from '#/slices/replies/unsubscribe-routes.ts'
import { executeAgentAction } from '#/slices/agents/agents.ts'
import { serveMcp } from '#/surfaces/agents/mcp.ts'
import type { RestOptions } from '#/surfaces/rest/admission.ts'
import { serveOperations } from '#/surfaces/rest/rest.ts'
import { drain, type Life } from './drain.ts'
import { serveHealth } from '#/app/server/health/health.ts'
import { serveContract } from '#/app/server/web/contract.ts'
import { createServer, type ServerOptions } from './http-server.ts'
import { operations } from '#/app/operations.ts'
import { followRoutes, refuseOtherMethods } from './other-methods.ts'
import { servePages } from '#/app/server/web/pages.ts'
import type { SignInLimits } from '#/ports/sign-ins.ts'
import { builtWeb, notFoundPage, serveWeb } from '#/app/server/web/web.ts'

export type HttpOptions = {
  /** Acts as tijdig_api. */
  readonly pool: pg.Pool
  /** Acts as tijdig_api. */
  readonly standby: Standby | null
  /** Where recipients sign in. */
  readonly datastore: Datastore
  readonly signIn: SignInLimits
  readonly services: Services
  readonly log: Log
  readonly limits: { readonly default: number; readonly intake: number; readonly anonymous: number }
  readonly trustedProxies: readonly string[]
  readonly onUnlistedProxy: ServerOptions['onUnlistedProxy']
  /** Public origin of the login server. */
  readonly loginUrl: string
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly bounceTokens: readonly string[]
  /** Serves what the demo needs; null where there is no demo. */
  readonly serveDemo: ((app: FastifyInstance) => Promise<void>) | null
  readonly onAnswer: ServerOptions['onAnswer']
  readonly onRefusal: ServerOptions['onRefusal']
  readonly life: Life
  readonly keyCalls: NonNullable<ServerOptions['keyCalls']>
  /** Folder in which the files of earlier releases of the web apps are; null for that of the builds made here. */
  readonly keptWeb: string | null
}

/** How long a company look-up in hand may still take once the process is told to stop. */
const lookupsEndAfterMs = 4_000

/** The API and its pages, ready to listen or to be tested; it reads no environment and opens no socket itself. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, pool, services, datastore } = options
  const source = { pool, login: datastore.pool }
  const rateLimiter = new RateLimiter(pool)
  const anonymousPerMinute = options.limits.anonymous
  const web = {
    hasDemo: options.serveDemo !== null,
    loginUrl: options.loginUrl,
    conversationOrigin: services.voiceAgent.conversationOrigin,
  }
  const files = builtWeb(options.keptWeb)
  const app = createServer({
    ...options,
    baseUrl: services.baseUrl,
    rateLimiter,
    anonymousPerMinute,
    notFoundPage: notFoundPage(web, files),
  })
  const routes = followRoutes(app)
  app.addHook('preClose', async () => {
    // A silent register would otherwise hold up the stop for as long as a person waits for it.
    setTimeout(() => services.companies?.stop(), lookupsEndAfterMs).unref()
  })
  // Whoever waits for events is answered at once, and asks again elsewhere.
  const eventWaits = createEventWaits(pool, log)
  app.addHook('preClose', () => eventWaits.stop())
  app.addHook('preClose', () => drain(app.server))
  const calls: Omit<RestOptions, 'operations'> = {
    pool,
    standby: options.standby,
    services: { ...services, signIns: heldSignIns(datastore.pool), eventWaits },
    log,
    rateLimiter,
    inHand: new InHand(),
    fairTurns: new FairTurns(),
    allowances: options.limits,
    authenticate: (request, contract) =>
      authenticateRequest(source, request, services, {
        isHeardWhenSuspended: contract.isHeardWhenSuspended,
        onKey: (key) => {
          request.knownKey = { ...key, knownAtMs: performance.now() }
        },
      }),
  }
  serveOperations(app, { ...calls, operations })
  serveMcp(app, { ...calls, executeAction: executeAgentAction })
  serveStaffSignIn(app, { services, ...source, limits: options.signIn, log })
  const recipientSignIn = { services, datastore, limits: options.signIn, log }
  serveRecipientSignIn(app, recipientSignIn)
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
  await app.register(async (scope) => servePaymentWebhooks(scope, { pool, services, rateLimiter, anonymousPerMinute }))
  serveMessageLinks(app, {
    pool,
    services,
    rateLimiter,
    textCode: (request, phoneNumber) => textBrowserCode(recipientSignIn, request, phoneNumber),
  })
  await app.register(async (scope) => serveUnsubscribe(scope, { pool, services }))
  await app.register(async (scope) =>
    serveAuthorizations(scope, {
      services,
      pool,
      authenticate: (request, organization) => authenticateRequest(source, request, services, { organization }),
    }),
  )
  serveHealth(app, { pool, login: options.datastore.pool, environment: services.environment, life: options.life })
  serveContract(app)
  servePages(app, services.baseUrl)
  await options.serveDemo?.(app)
  await serveWeb(app, web, files)
  refuseOtherMethods(app, routes)
  await app.ready()
  return app
}
