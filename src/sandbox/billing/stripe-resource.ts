import type { FastifyReply } from 'fastify'

export type TwinSession = {
  readonly id: string
  readonly customer: string
  readonly clientReferenceId: string | null
  readonly metadata: Readonly<Record<string, string>>
  status: 'open' | 'complete' | 'expired'
  readonly intentId: string
  readonly mandateId: string
  mandateStatus: 'active' | 'inactive'
  hasFailed: boolean
  method: 'card' | 'sepa_debit' | null
  readonly successUrl: string
  readonly cancelUrl: string
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** @param isExpanded whether the set-up intent is included in full, with its method and mandate */
export function sessionObject(session: TwinSession, origin: string, isExpanded = false): object {
  const { id, customer, status } = session
  return {
    id,
    object: 'checkout.session',
    livemode: false,
    mode: 'setup',
    currency: 'eur',
    customer,
    client_reference_id: session.clientReferenceId,
    metadata: session.metadata,
    status,
    payment_status: 'no_payment_required',
    setup_intent: isExpanded ? intentObject(session) : session.intentId,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    created: seconds(session.createdAt),
    expires_at: seconds(session.expiresAt),
    url: status === 'open' ? `${origin}/stripe/checkout/${id}` : null,
  }
}

function intentObject(session: TwinSession): object {
  const { method, hasFailed } = session
  return {
    id: session.intentId,
    object: 'setup_intent',
    status: session.status === 'complete' ? 'succeeded' : 'requires_payment_method',
    last_setup_error: hasFailed && !method ? { type: 'card_error', code: 'setup_attempt_failed' } : null,
    payment_method: method && {
      id: `pm_${session.intentId}`,
      object: 'payment_method',
      type: method,
      ...methodDetails[method],
    },
    mandate: method && mandateObject(session),
  }
}

const methodDetails = {
  card: { card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 } },
  sepa_debit: { sepa_debit: { bank_code: '37040044', country: 'DE', last4: '3000' } },
}

export function mandateObject({ mandateId, mandateStatus }: TwinSession): object {
  return { id: mandateId, object: 'mandate', livemode: false, status: mandateStatus, type: 'multi_use' }
}

/** Stripe's error body. */
export function stripeProblem(
  reply: FastifyReply,
  status: number,
  type: string,
  message: string,
  more: { readonly code?: string; readonly param?: string } = {},
): FastifyReply {
  return reply.code(status).send({ error: { type, message, ...more } })
}

function seconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1_000)
}
