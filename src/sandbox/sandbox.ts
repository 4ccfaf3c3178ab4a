import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'

import { clockOffset } from './clock-offset.ts'
import { controlRoutes } from './control-routes.ts'
import { webhookCourier } from '#/sandbox/sms/courier.ts'
import { dnbTwin } from '#/sandbox/companies/dnb-twin.ts'
import { elevenLabsTwin } from '#/sandbox/voice/elevenlabs-twin.ts'
import { inMemoryFaults } from './faults.ts'
import { googleTwin } from '#/sandbox/calendars/google-twin.ts'
import { inboxRoutes } from '#/sandbox/inbox/inbox-routes.ts'
import { inMemoryInbox } from '#/sandbox/inbox/inbox.ts'
import { loopbackOnly } from './loopback-only.ts'
import { microsoftTwin } from '#/sandbox/calendars/microsoft-twin.ts'
import { mollieTwin } from '#/sandbox/billing/mollie-twin.ts'
import { pageRoutes } from '#/sandbox/inbox/page-routes.ts'
import { defaultTimings, type SandboxOptions } from './sandbox-options.ts'
import { smtpTwin } from '#/sandbox/mail/smtp-twin.ts'
import { stripeTwin } from '#/sandbox/billing/stripe-twin.ts'
import type { TwinWorld } from './twin-world.ts'

export type Sandbox = {
  /** Origin of the routes and the page; the base URL of a twin is `<url>/<name>`. */
  readonly url: string
  readonly smtpUrl: string
  /** Stops both servers; webhooks on their way are dropped. */
  stop(): Promise<void>
}

/**
 * Starts the twins of all vendors on the loopback, with an inbox, fault switches and a page for people. Nothing is
 * written to disk.
 *
 * @throws Error when a port is taken
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = clockOffset(options.clock)
  const courier = webhookCourier(options.log)
  const world: TwinWorld = {
    options,
    timings: { ...defaultTimings, ...options.timings },
    inbox: inMemoryInbox(clock.offsetMs),
    faults: inMemoryFaults(),
    courier,
  }
  const app = httpServer()
  for (const { name, serve } of options.smsTwins)
    await app.register((twin) => serve(twin, world), { prefix: `/${name}` })
  await app.register((twin) => dnbTwin(twin, world), { prefix: '/dnb' })
  await app.register((twin) => googleTwin(twin, world), { prefix: '/google' })
  await app.register((twin) => microsoftTwin(twin, world), { prefix: '/microsoft' })
  await app.register((twin) => mollieTwin(twin, world), { prefix: '/mollie' })
  await app.register((twin) => stripeTwin(twin, world), { prefix: '/stripe' })
  await app.register((twin) => elevenLabsTwin(twin, world), { prefix: '/elevenlabs' })
  await inboxRoutes(app, world)
  await controlRoutes(app, world)
  await pageRoutes(app, world)

  const url = await app.listen({ host: options.host, port: options.port })
  const smtp = await smtpTwin(world).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  return {
    url,
    smtpUrl: smtp.url,
    async stop() {
      courier.stop()
      await Promise.all([app.close(), smtp.stop()])
    },
  }
}

function httpServer(): FastifyInstance {
  const app = Fastify({
    // Calls without an answer must not hold up the stop.
    forceCloseConnections: true,
    logger: false,
    // Unknown fields stay; values are coerced to the types of their schema, as query strings need.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true } },
  })
  loopbackOnly(app)
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error instanceof RangeError ? 400 : (error.statusCode ?? 500)
    return reply.code(status).send({ error: error.message })
  })
  return app
}
