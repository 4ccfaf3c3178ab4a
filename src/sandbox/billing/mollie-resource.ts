import type { FastifyReply } from 'fastify'

export type TwinCustomer = {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly platformHolderId: string | null
  readonly createdAt: Temporal.Instant
}

export type TwinPayment = {
  readonly id: string
  readonly customerId: string
  status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired'
  readonly description: string
  readonly amount: { readonly currency: string; readonly value: string }
  readonly redirectUrl: string
  readonly webhookUrl: string
  readonly metadata: unknown
  mandateId: string | null
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

export type TwinMandate = {
  readonly id: string
  readonly customerId: string
  status: 'valid' | 'invalid' | 'revoked'
  readonly method: 'directdebit' | 'creditcard'
  readonly createdAt: Temporal.Instant
}

export function customerResource({ id, name, email, createdAt }: TwinCustomer): object {
  return { resource: 'customer', id, mode: 'test', name, email, createdAt: seconds(createdAt), _links: {} }
}

/** @param origin where the twin was called, for the checkout page */
export function paymentResource(payment: TwinPayment, origin: string) {
  const { id, status, customerId, mandateId } = payment
  return {
    resource: 'payment',
    id,
    mode: 'test',
    status,
    sequenceType: 'first',
    customerId,
    ...(mandateId && { mandateId }),
    amount: payment.amount,
    description: payment.description,
    metadata: payment.metadata,
    redirectUrl: payment.redirectUrl,
    webhookUrl: payment.webhookUrl,
    createdAt: seconds(payment.createdAt),
    ...(status === 'open' && { expiresAt: seconds(payment.expiresAt) }),
    _links: {
      self: { href: `${origin}/mollie/v2/payments/${id}`, type: 'application/hal+json' },
      ...(status === 'open' && { checkout: { href: `${origin}/mollie/checkout/${id}`, type: 'text/html' } }),
    },
  }
}

export function mandateResource({ id, status, method, createdAt }: TwinMandate): object {
  const details =
    method === 'directdebit'
      ? { consumerName: 'T. Test', consumerAccount: 'NL55INGB0000000000', consumerBic: 'INGBNL2A' }
      : { cardHolder: 'T. Test', cardNumber: '6787', cardLabel: 'Mastercard', cardExpiryDate: '2031-08-31' }
  return {
    resource: 'mandate',
    id,
    mode: 'test',
    status,
    method,
    details,
    mandateReference: null,
    signatureDate: createdAt.toString().slice(0, 10),
    createdAt: seconds(createdAt),
    _links: {},
  }
}

/** Mollie's error body. */
export function mollieProblem(reply: FastifyReply, status: number, title: string, detail: string): FastifyReply {
  const links = { documentation: { href: 'https://docs.mollie.com/reference/handling-errors', type: 'text/html' } }
  return reply.code(status).type('application/hal+json').send({ status, title, detail, _links: links })
}

function seconds(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replace('Z', '+00:00')
}
