import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Type, type Static } from 'typebox'
import type { Services } from '#/kernel/context.ts'
import { isSameText } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import type { Log } from '#/kernel/log.ts'
import type { WebhookRequest } from '#/ports/delivery.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { acceptReceipt } from '#/slices/reminders/reminders.ts'
import { receiveInboundSms } from './inbound-sms.ts'

export type DeliveryWebhookOptions = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly log: Log
  readonly sms: Omit<SmsProvider, 'send' | 'find'>
  readonly email: Pick<EmailProvider, 'name' | 'readBounce'>
  /** Secrets that may stand in the bounce webhook's query. */
  readonly bounceTokens: readonly string[]
}

/**
 * Webhooks of providers: receipts, inbound text messages and bounced mail. Each is verified by its adapter on the raw
 * body and stored once, in a short transaction. When the database is unavailable the answer is 503, and receipts,
 * bounces and CM's inbound messages are sent again; Twilio sends an inbound message once, or a second time to a
 * fallback URL (docs/running/install.md), which is why receiving one waits for nothing else. Forged calls count against the
 * allowance of their address; genuine ones are not limited.
 */
export function serveDeliveryWebhooks(app: FastifyInstance, options: DeliveryWebhookOptions): void {
  const { pool, services, sms, email, log } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))

  const config = { anonymousCalls: 'refused', isRepeatable: true } as const
  type SmsRoute = { Params: { provider: string } }
  const ofSms = { config, bodyLimit: 65_536 }
  for (const suffix of ['', '/:token']) {
    app.post<SmsRoute>(`/webhooks/sms/:provider/status${suffix}`, ofSms, async (request, reply) => {
      checkProvider(request.params.provider, sms.name)
      const receipts = genuine(sms.readReceipts(toWebhook(request, services.baseUrl)))
      await eachByItself(receipts, (receipt) => acceptReceipt({ pool, log }, sms.name, receipt))
      return reply.code(200).send({ accepted: receipts.length })
    })
    app.post<SmsRoute>(`/webhooks/sms/:provider/inbound${suffix}`, ofSms, async (request, reply) => {
      checkProvider(request.params.provider, sms.name)
      const inbound = genuine(sms.readInbound(toWebhook(request, services.baseUrl)))
      await receiveInboundSms({ pool, services, provider: sms.name, sms: inbound, requestId: request.id })
      return reply.code(200).type(sms.inboundAnswer.contentType).send(sms.inboundAnswer.body)
    })
  }
  type BounceRoute = { Querystring: Static<typeof BounceQuery> }
  const ofBounce = { config, schema: { querystring: BounceQuery }, bodyLimit: 1_048_576 }
  app.post<BounceRoute>('/webhooks/email/bounce', ofBounce, async (request, reply) => {
    if (!options.bounceTokens.some((token) => isSameText(token, request.query.token ?? '')))
      throw new AppError('UNAUTHENTICATED')
    const receipt = await email.readBounce(typeof request.body === 'string' ? request.body : '')
    if (receipt === 'forged') throw new AppError('UNAUTHENTICATED')
    if (receipt !== 'unrelated') await acceptReceipt({ pool, log }, email.name, receipt)
    return reply.code(200).send({ accepted: receipt === 'unrelated' ? 0 : 1 })
  })
}

// The token once, and whatever else a mail server adds.
const BounceQuery = Type.Object({ token: Type.Optional(Type.String({ maxLength: 500 })) })

function checkProvider(asked: string, configured: string): void {
  if (asked !== configured) throw new AppError('NOT_FOUND')
}

function genuine<T>(read: T | 'forged' | 'malformed'): T {
  if (read === 'forged') throw new AppError('UNAUTHENTICATED')
  if (read === 'malformed') throw new AppError('VALIDATION_FAILED', { message: 'Not a webhook of this provider.' })
  return read
}

/** Vendors sign the public URL as they were given it, whatever a proxy made of the host. */
function toWebhook(request: FastifyRequest, baseUrl: string): WebhookRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
  return { url: baseUrl + request.url, headers, rawBody: typeof request.body === 'string' ? request.body : '' }
}
