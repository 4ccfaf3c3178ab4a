import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type { Mandate, PaymentFailure, PaymentMethod, PaymentProvider, ProviderSetup } from '#/ports/billing.ts'
import { allowedCheckoutUrl } from './checkout-url.ts'
import { paymentFailure } from './payment-failure.ts'
import type { DestinationGuard } from '#/providers/destination-guard.ts'
import { callVendor, isSuccess, type VendorCall } from '#/providers/vendor-call.ts'
import { dateOrNull, instantOrNull } from '#/providers/vendor-time.ts'

export type MollieOptions = {
  /** Default https://api.mollie.com; a path prefix is kept. */
  readonly baseUrl?: string
  /** `live_…` or `test_…`. */
  readonly apiKey: string
  readonly guard: DestinationGuard
}

/**
 * Mollie API v2: a first payment of one cent, which creates a mandate. The classic webhook carries only the id of the
 * payment, so there is nothing in it to forge.
 * Sources: https://docs.mollie.com/docs/recurring-payments, https://docs.mollie.com/reference/webhooks.
 */
export function molliePayments({ baseUrl: configuredUrl, apiKey, guard }: MollieOptions): PaymentProvider {
  const baseUrl = guard.baseUrl('The Mollie base URL', configuredUrl ?? 'https://api.mollie.com')
  const call = (method: 'GET' | 'POST', path: string, signal: AbortSignal, post?: { key: string; body: object }) =>
    callVendor(
      new URL(`${baseUrl.pathname.replace(/\/$/, '')}/v2${path}`, baseUrl),
      {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/hal+json',
          ...(post ? { 'content-type': 'application/json', 'idempotency-key': post.key } : {}),
        },
        ...(post ? { body: JSON.stringify(post.body) } : {}),
      },
      signal,
    )

  return {
    name: 'mollie',

    async createCustomer({ platformHolderId, name, email, locale }, key, signal) {
      const body = { name, ...(email && { email }), ...mollieLocale(locale), metadata: { platformHolderId } }
      const answer = await call('POST', '/customers', signal, { key, body })
      if (!isSuccess(answer) || !fits(Customer, answer.body)) return paymentFailure(answer)
      return { outcome: 'created', customerReference: answer.body.id }
    },

    async startSetup(setup, signal) {
      const body = {
        amount: { currency: 'EUR', value: '0.01' },
        description: 'Tijdig',
        sequenceType: 'first',
        redirectUrl: setup.returnUrl,
        webhookUrl: setup.webhookUrl,
        metadata: { platformHolderId: setup.platformHolderId, setupId: setup.setupId },
        ...mollieLocale(setup.locale),
      }
      const path = `/customers/${encodeURIComponent(setup.customerReference)}/payments`
      // Of this customer: what was answered for one that is gone must not be answered for the next.
      const key = `${setup.setupId}-payment-${setup.customerReference}`
      const answer = await call('POST', path, signal, { key, body })
      if (isAbsent(answer)) return { outcome: 'customer_unknown' }
      if (!isSuccess(answer) || !fits(Payment, answer.body)) return paymentFailure(answer)
      const { id, expiresAt, _links: links } = answer.body
      const redirectUrl = allowedCheckoutUrl(links?.checkout?.href ?? '', {
        hosts: ['mollie.com'],
        baseUrl,
        isProduction: guard.isProduction,
      })
      if (redirectUrl === null)
        return { outcome: 'refused', detail: 'the checkout page is not on a host of the provider' }
      return { outcome: 'started', setupReference: id, redirectUrl, expiresAt: instantOrNull(expiresAt) }
    },

    async readSetup({ platformHolderId, setupId, setupReference, customerReference }, signal) {
      const answer = await call('GET', `/payments/${encodeURIComponent(setupReference)}`, signal)
      if (isAbsent(answer)) return { outcome: 'absent' }
      if (!isSuccess(answer) || !fits(Payment, answer.body)) return paymentFailure(answer)
      const { mandateId, metadata } = answer.body
      if (metadata?.platformHolderId !== platformHolderId || metadata.setupId !== setupId) return { outcome: 'foreign' }
      const outcome = outcomeOf(answer.body)
      if (!mandateId || outcome.payment === 'failed') return { outcome: 'setup', setup: { ...outcome, mandate: null } }
      const path = `/customers/${encodeURIComponent(customerReference)}/mandates/${encodeURIComponent(mandateId)}`
      const mandate = mandateOf(mandateId, await call('GET', path, signal))
      return 'outcome' in mandate ? mandate : { outcome: 'setup', setup: { ...outcome, mandate } }
    },

    readWebhook({ rawBody }) {
      const id = new URLSearchParams(rawBody).get('id') ?? ''
      return /^tr_[A-Za-z0-9]{1,64}$/.test(id) ? { reference: id } : 'unrelated'
    },
  }
}

const Customer = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })
const Payment = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.String(),
  // What `startSetup` gave it.
  metadata: Type.Optional(
    Type.Union([
      Type.Object({ platformHolderId: Type.Optional(Type.String()), setupId: Type.Optional(Type.String()) }),
      Type.Null(),
    ]),
  ),
  mandateId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  expiresAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  _links: Type.Optional(
    Type.Object({ checkout: Type.Optional(Type.Union([Type.Object({ href: Type.String() }), Type.Null()])) }),
  ),
})
const MandateBody = Type.Object({
  id: Type.String(),
  status: Type.Union([Type.Literal('pending'), Type.Literal('valid'), Type.Literal('invalid')]),
  method: Type.String(),
  details: Type.Optional(
    Type.Object({
      consumerAccount: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      cardNumber: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      cardExpiryDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
})

const failureCodes = { canceled: 'cancelled_by_user', expired: 'expired', failed: 'declined' } as const

function outcomeOf({ status }: Static<typeof Payment>): Omit<ProviderSetup, 'mandate'> {
  if (status === 'paid') return { payment: 'paid', failureCode: null }
  if (status === 'canceled' || status === 'expired' || status === 'failed')
    return { payment: 'failed', failureCode: failureCodes[status] }
  return { payment: 'open', failureCode: null }
}

/** Mollie no longer finds a revoked mandate. The payment was found before, so the key is not the cause. */
function mandateOf(reference: string, answer: VendorCall): Mandate | PaymentFailure {
  if (isAbsent(answer)) return { reference, status: 'invalid', method: null }
  if (!isSuccess(answer) || !fits(MandateBody, answer.body)) return paymentFailure(answer)
  return { reference, status: answer.body.status, method: methodOf(answer.body) }
}

function methodOf({ method, details }: Static<typeof MandateBody>): PaymentMethod | null {
  if (method === 'directdebit')
    return { type: 'sepa_direct_debit', label: masked(details?.consumerAccount), validUntil: null }
  if (method !== 'creditcard') return null
  return { type: 'card', label: masked(details?.cardNumber), validUntil: dateOrNull(details?.cardExpiryDate) }
}

/** The last four characters only: enough to recognise one's own account. */
function masked(number: string | null | undefined): string {
  const last = (number ?? '').replaceAll(/\s/g, '').slice(-4)
  return last === '' ? '••••' : `•••• ${last}`
}

/** Mollie has a few languages, each for one country; for others it goes by the browser. */
// oxfmt-ignore
const mollieLocales: Readonly<Record<string, string>> = {
  ca: 'ca_ES', da: 'da_DK', de: 'de_DE', en: 'en_GB', es: 'es_ES', fi: 'fi_FI', fr: 'fr_FR', hu: 'hu_HU',
  it: 'it_IT', lt: 'lt_LT', lv: 'lv_LV', nl: 'nl_NL', pl: 'pl_PL', pt: 'pt_PT', sv: 'sv_SE',
}

function mollieLocale(locale: string): { locale?: string } {
  const known = mollieLocales[locale]
  return known ? { locale: known } : {}
}

function isAbsent(answer: VendorCall): boolean {
  return answer.answered && (answer.status === 404 || answer.status === 410)
}
