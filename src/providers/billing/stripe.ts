import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type { Mandate, PaymentMethod, PaymentProvider, ProviderSetup } from '#/ports/billing.ts'
import { allowedCheckoutUrl } from './checkout-url.ts'
import { paymentFailure } from './payment-failure.ts'
import { isStripeSignature } from './stripe-signature.ts'
import type { DestinationGuard } from '#/providers/destination-guard.ts'
import { parsedJson } from '#/providers/parsed-json.ts'
import { callVendor, isSuccess, type VendorCall } from '#/providers/vendor-call.ts'

export type StripeOptions = {
  /** Default https://api.stripe.com; a path prefix is kept. */
  readonly baseUrl?: string
  /** `sk_live_…`, `sk_test_…` or a restricted `rk_…`. */
  readonly apiKey: string
  /** Signing secrets in force (`whsec_…`); two during rotation. */
  readonly webhookSecrets: readonly string[]
  readonly guard: DestinationGuard
}

/** The version of the schemas below; Stripe keeps answering in it. */
const apiVersion = '2025-03-31.basil'

/**
 * Stripe Checkout in set-up mode. Cancelling leaves the session open until it expires.
 * Sources: https://docs.stripe.com/api/checkout/sessions, https://docs.stripe.com/payments/save-and-reuse.
 */
export function stripePayments({
  baseUrl: configuredUrl,
  apiKey,
  webhookSecrets,
  guard,
}: StripeOptions): PaymentProvider {
  const baseUrl = guard.baseUrl('The Stripe base URL', configuredUrl ?? 'https://api.stripe.com')
  const headers = { authorization: `Bearer ${apiKey}`, 'stripe-version': apiVersion }
  const urlOf = (path: string) => new URL(`${baseUrl.pathname.replace(/\/$/, '')}/v1${path}`, baseUrl)
  const post = (path: string, key: string, fields: Record<string, string>, signal: AbortSignal) =>
    callVendor(
      urlOf(path),
      { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: new URLSearchParams(fields) },
      signal,
    )

  return {
    name: 'stripe',

    async createCustomer({ platformHolderId, name, email }, key, signal) {
      const fields = { name, ...(email && { email }), 'metadata[platformHolderId]': platformHolderId }
      const answer = await post('/customers', key, fields, signal)
      if (!isSuccess(answer) || !fits(Customer, answer.body)) return paymentFailure(answer)
      return { outcome: 'created', customerReference: answer.body.id }
    },

    async startSetup(setup, signal) {
      const fields = {
        mode: 'setup',
        currency: 'eur',
        customer: setup.customerReference,
        'payment_method_types[0]': 'sepa_debit',
        'payment_method_types[1]': 'ideal',
        'payment_method_types[2]': 'card',
        success_url: setup.returnUrl,
        cancel_url: setup.returnUrl,
        client_reference_id: setup.setupId,
        locale: stripeLocales.has(setup.locale) ? setup.locale : 'auto',
        'metadata[platformHolderId]': setup.platformHolderId,
      }
      const key = `${setup.setupId}-session-${setup.customerReference}`
      const answer = await post('/checkout/sessions', key, fields, signal)
      if (isCustomerMissing(answer)) return { outcome: 'customer_unknown' }
      if (!isSuccess(answer) || !fits(Session, answer.body)) return paymentFailure(answer)
      const redirectUrl = allowedCheckoutUrl(answer.body.url ?? '', {
        hosts: ['checkout.stripe.com'],
        baseUrl,
        isProduction: guard.isProduction,
      })
      if (redirectUrl === null)
        return { outcome: 'refused', detail: 'the checkout page is not on a host of the provider' }
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(answer.body.expires_at * 1_000)
      return { outcome: 'started', setupReference: answer.body.id, redirectUrl, expiresAt }
    },

    async readSetup({ platformHolderId, setupId, setupReference }, signal) {
      const url = urlOf(`/checkout/sessions/${encodeURIComponent(setupReference)}`)
      for (const path of ['setup_intent.payment_method', 'setup_intent.mandate'])
        url.searchParams.append('expand[]', path)
      const answer = await callVendor(url, { headers }, signal)
      if (answer.answered && answer.status === 404) return { outcome: 'absent' }
      if (!isSuccess(answer) || !fits(Session, answer.body)) return paymentFailure(answer)
      const { client_reference_id: madeFor, metadata } = answer.body
      if (madeFor !== setupId || metadata?.['platformHolderId'] !== platformHolderId) return { outcome: 'foreign' }
      return { outcome: 'setup', setup: setupOf(answer.body) }
    },

    readWebhook({ headers: given, rawBody }) {
      if (!isStripeSignature(given['stripe-signature'], webhookSecrets, rawBody, Date.now())) return 'forged'
      const event: unknown = parsedJson(rawBody)
      if (!fits(Event, event)) return 'unrelated'
      const { id, object } = event.data.object
      return object === 'checkout.session' || object === 'mandate' ? { reference: id } : 'unrelated'
    },
  }
}

/** https://docs.stripe.com/error-codes#resource-missing, of the field `customer`. */
function isCustomerMissing(answer: VendorCall): boolean {
  return (
    answer.answered &&
    answer.status === 400 &&
    fits(Failure, answer.body) &&
    answer.body.error.code === 'resource_missing' &&
    answer.body.error.param === 'customer'
  )
}

const Failure = Type.Object({ error: Type.Object({ code: Type.String(), param: Type.Optional(Type.String()) }) })
const Id = Type.String({ minLength: 1, maxLength: 255 })
const Customer = Type.Object({ id: Id })
const Event = Type.Object({ data: Type.Object({ object: Type.Object({ id: Id, object: Type.String() }) }) })
const Last4 = Type.Object({ last4: Type.Union([Type.String({ maxLength: 4 }), Type.Null()]) })
const PaymentMethodBody = Type.Object({
  type: Type.String(),
  sepa_debit: Type.Optional(Last4),
  card: Type.Optional(
    Type.Object({
      last4: Type.String({ maxLength: 4 }),
      exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
      exp_year: Type.Integer({ minimum: 1970, maximum: 9999 }),
    }),
  ),
})
const SetupIntent = Type.Object({
  status: Type.String(),
  last_setup_error: Type.Optional(Type.Unknown()),
  payment_method: Type.Optional(Type.Union([Type.String(), PaymentMethodBody, Type.Null()])),
  mandate: Type.Optional(Type.Union([Type.String(), Type.Object({ id: Id, status: Type.String() }), Type.Null()])),
})
const Session = Type.Object({
  id: Id,
  // What `startSetup` gave it.
  client_reference_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])),
  status: Type.String(),
  url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  expires_at: Type.Integer({ minimum: 0, maximum: 253_402_300_799 }),
  setup_intent: Type.Optional(Type.Union([Type.String(), SetupIntent, Type.Null()])),
})

function setupOf({ status, setup_intent: intent }: Static<typeof Session>): ProviderSetup {
  const details = intent && typeof intent === 'object' ? intent : null
  if (status === 'expired') {
    const failureCode = details?.last_setup_error ? 'declined' : 'expired'
    return { payment: 'failed', failureCode, mandate: null }
  }
  if (status !== 'complete' || !details) return { payment: 'open', failureCode: null, mandate: null }
  if (details.status === 'succeeded') return { payment: 'paid', failureCode: null, mandate: mandateOf(details) }
  if (details.status === 'processing') return { payment: 'open', failureCode: null, mandate: null }
  const failureCode = details.status === 'canceled' ? 'cancelled_by_user' : 'declined'
  return { payment: 'failed', failureCode, mandate: null }
}

const mandateStatuses: Readonly<Record<string, Mandate['status']>> = {
  active: 'valid',
  pending: 'pending',
  inactive: 'invalid',
}

/** Cards come without a mandate of their own: the saved method is the right to charge. */
function mandateOf({ mandate, payment_method: method }: Static<typeof SetupIntent>): Mandate {
  const body = method && typeof method === 'object' ? methodOf(method) : null
  if (mandate && typeof mandate === 'object')
    return { reference: mandate.id, status: mandateStatuses[mandate.status] ?? 'pending', method: body }
  return { reference: null, status: method ? 'valid' : 'invalid', method: body }
}

function methodOf({ type, sepa_debit: sepa, card }: Static<typeof PaymentMethodBody>): PaymentMethod | null {
  if (type === 'sepa_debit')
    return { type: 'sepa_direct_debit', label: `•••• ${sepa?.last4 ?? ''}`.trim(), validUntil: null }
  if (type === 'ideal') return { type: 'ideal', label: 'iDEAL', validUntil: null }
  if (type !== 'card' || !card) return null
  const month = Temporal.PlainYearMonth.from({ year: card.exp_year, month: card.exp_month })
  return { type: 'card', label: `•••• ${card.last4}`, validUntil: month.toPlainDate({ day: month.daysInMonth }) }
}

/** Languages of Stripe Checkout that are also ours. */
// oxfmt-ignore
const stripeLocales = new Set([
  'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'mt', 'nl',
  'pl', 'pt', 'ro', 'sk', 'sl', 'sv', 'tr', 'vi',
])
