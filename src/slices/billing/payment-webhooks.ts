import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import type { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import type { PaymentProviderName } from '#/ports/billing.ts'
import { enqueueReadBack } from './payment-jobs.ts'
import { findByReference } from '#/slices/billing/setup/setup-store.ts'

/**
 * Webhooks of payment providers. They only say that something may have changed: a job asks the provider, so the answer
 * is quick, repeats become one, and a provider that is unavailable is asked again. An unrelated webhook gets the same
 * 200. When the database is unavailable the answer is 503, so that the provider tries again. Forged calls count against
 * the allowance of their address; so do unrelated ones from Mollie, which signs nothing.
 */
export function servePaymentWebhooks(
  app: FastifyInstance,
  { pool, services, rateLimiter, anonymousPerMinute }: PaymentWebhookOptions,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_, body, done) => done(null, body))

  for (const name of ['mollie', 'stripe'] as const) {
    app.post(`/webhooks/payments/${name}`, { config }, async (request, reply) => {
      const isOurs = await accept({ pool, services, name, request })
      if (!isOurs && name === 'mollie') await rateLimiter.takeAnonymous(request.ip, anonymousPerMinute)
      return reply.code(200).header('cache-control', 'no-store').send()
    })
  }
}

const config = { anonymousCalls: 'refused', isRepeatable: true } as const

export type PaymentWebhookOptions = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly rateLimiter: RateLimiter
  /** Calls a minute that one address may make without being known. */
  readonly anonymousPerMinute: number
}

type Incoming = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly name: PaymentProviderName
  readonly request: FastifyRequest
}

/** @returns whether it is about a set-up of ours */
async function accept({ pool, services, name, request }: Incoming): Promise<boolean> {
  const provider = services.payments[name]
  if (!provider) throw new AppError('NOT_CONFIGURED')
  const webhook = provider.readWebhook({
    url: services.baseUrl + request.url,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([header, value]) => [
        header,
        Array.isArray(value) ? value.join(', ') : value,
      ]),
    ),
    rawBody: typeof request.body === 'string' ? request.body : '',
  })
  if (webhook === 'forged') throw new AppError('UNAUTHENTICATED')
  if (webhook === 'unrelated') return false
  return inTransaction(pool, { holder: null }, async (tx) => {
    const targets = await findByReference(tx, name, webhook.reference)
    for (const target of targets) enqueueReadBack(tx, target)
    return targets.length > 0
  })
}
