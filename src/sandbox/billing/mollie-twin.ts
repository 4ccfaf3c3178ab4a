import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import { sendCheckoutPage } from './checkout-page.ts'
import { customerResource, mandateResource, mollieProblem, paymentResource } from './mollie-resource.ts'
import type { TwinCustomer, TwinMandate, TwinPayment } from './mollie-resource.ts'
import { deliverPaymentEvent, inBackground, neverAnswer, type TwinWorld } from '#/sandbox/twin-world.ts'

const url = Type.String({ pattern: '^https?://[^\\s"<>]{1,1000}$' })
const NewCustomer = Type.Object({
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String({ pattern: '@' })),
  locale: Type.Optional(Type.String({ pattern: '^[a-z]{2}_[A-Z]{2}$' })),
  metadata: Type.Optional(Type.Object({ platformHolderId: Type.Optional(Type.String()) })),
})
const NewPayment = Type.Object({
  amount: Type.Object({ currency: Type.Literal('EUR'), value: Type.String({ pattern: '^\\d+\\.\\d\\d$' }) }),
  description: Type.String({ minLength: 1, maxLength: 255 }),
  sequenceType: Type.Literal('first'),
  redirectUrl: url,
  webhookUrl: url,
  locale: Type.Optional(Type.String({ pattern: '^[a-z]{2}_[A-Z]{2}$' })),
  metadata: Type.Optional(Type.Unknown()),
})

/** Mollie gives a person a quarter of an hour to pay by iDEAL. */
const paymentMinutes = 15

/**
 * Mollie's API v2 under `/mollie` (https://docs.mollie.com), as far as setting up a mandate needs it, and the checkout
 * page with a button for each outcome. Classic webhooks: `id=tr_…`, unsigned, retried until answered. `GET /calls`
 * lists what was made; it is no route of the vendor's. A payment that is left alone expires by the test clock, without
 * a webhook.
 */
export async function mollieTwin(app: FastifyInstance, world: TwinWorld): Promise<void> {
  const customers = new Map<string, TwinCustomer>()
  const payments = new Map<string, TwinPayment>()
  const mandates = new Map<string, TwinMandate>()
  const first = new Map<string, object>()
  const now = () => world.options.clock.now()
  const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  const api = (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      if (request.headers.authorization !== `Bearer ${world.options.mollie.apiKey}`)
        return mollieProblem(reply, 401, 'Unauthorized Request', 'Missing authentication, or failed to authenticate')
      const fault = world.faults.take('mollie', null, request.method === 'GET' ? 'lookup' : 'call')
      if (fault === 'blackhole') return neverAnswer(reply)
      if (fault === 'error') return mollieProblem(reply, 500, 'Internal Server Error', 'An error occurred')
      if (fault === 'refuse') return mollieProblem(reply, 422, 'Unprocessable Entity', 'The request is not allowed')
      // Handlers return their answer instead of sending it, so that it can still be held back.
      const answer = await handler(request, reply)
      if (reply.sent) return answer
      if (fault === 'timeout') return neverAnswer(reply)
      if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
      return answer
    }
  }
  /** The same Idempotency-Key gives the first answer again. */
  const once = (request: FastifyRequest, make: () => object): object => {
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? first.get(key) : undefined
    const answer = known ?? make()
    if (typeof key === 'string') first.set(key, answer)
    return answer
  }
  const show = async (payment: TwinPayment, request: FastifyRequest) => {
    if (payment.status === 'open' && Temporal.Instant.compare(await now(), payment.expiresAt) >= 0)
      payment.status = 'expired'
    return paymentResource(payment, `${request.protocol}://${request.headers.host}`)
  }

  app.post(
    '/v2/customers',
    api(async (request, reply) => {
      const { body } = request
      if (!fits(NewCustomer, body)) return unprocessable(reply)
      const at = await now()
      const customer = once(request, () => {
        const made = {
          id: newId('cst'),
          name: body.name ?? null,
          email: body.email ?? null,
          platformHolderId: body.metadata?.platformHolderId ?? null,
          createdAt: at,
        }
        customers.set(made.id, made)
        return made
      }) as TwinCustomer
      reply.code(201)
      return customerResource(customer)
    }),
  )

  app.post(
    '/v2/customers/:id/payments',
    api(async (request, reply) => {
      const customer = customers.get((request.params as { id: string }).id)
      if (!customer) return mollieProblem(reply, 404, 'Not Found', 'No customer exists with this token')
      const { body } = request
      if (!fits(NewPayment, body)) return unprocessable(reply)
      const at = await now()
      const payment = once(request, () => {
        const made = newPayment(newId('tr'), customer, body, at)
        payments.set(made.id, made)
        return made
      }) as TwinPayment
      reply.code(201)
      return show(payment, request)
    }),
  )

  app.get(
    '/v2/payments/:id',
    api(async (request, reply) => {
      const payment = payments.get((request.params as { id: string }).id)
      if (!payment) return mollieProblem(reply, 404, 'Not Found', 'No payment exists with this token')
      return show(payment, request)
    }),
  )

  const mandatePath = '/v2/customers/:id/mandates/:mandateId'
  const findMandate = (request: FastifyRequest) => {
    const { id, mandateId } = request.params as { id: string; mandateId: string }
    const mandate = mandates.get(mandateId)
    return mandate?.customerId === id ? mandate : null
  }
  app.get(
    '/v2/customers/:id/mandates',
    api(async (request) => {
      const { id } = request.params as { id: string }
      const items = [...mandates.values()].filter(
        (mandate) => mandate.customerId === id && mandate.status !== 'revoked',
      )
      return { count: items.length, _embedded: { mandates: items.map(mandateResource) }, _links: {} }
    }),
  )
  app.get(
    mandatePath,
    api(async (request, reply) => {
      const mandate = findMandate(request)
      if (!mandate) return mollieProblem(reply, 404, 'Not Found', 'No mandate exists with this token')
      if (mandate.status === 'revoked') return mollieProblem(reply, 410, 'Gone', 'The mandate is no longer available')
      return mandateResource(mandate)
    }),
  )
  app.delete(
    mandatePath,
    api(async (request, reply) => {
      const mandate = findMandate(request)
      if (!mandate) return mollieProblem(reply, 404, 'Not Found', 'No mandate exists with this token')
      mandate.status = 'revoked'
      return reply.code(204).send()
    }),
  )

  type Checkout = { Params: { id: string }; Body: URLSearchParams }
  app.get<Checkout>('/checkout/:id', async (request, reply) => {
    const payment = payments.get(request.params.id)
    if (!payment) return reply.code(404).send({ error: 'No such payment.' })
    const { status } = await show(payment, request)
    return sendCheckoutPage(reply, {
      vendor: 'Mollie',
      reference: payment.id,
      status,
      returnUrl: payment.redirectUrl,
      methods: [
        { action: 'ideal', label: 'iDEAL | Wero' },
        { action: 'creditcard', label: 'Card' },
      ],
      actions:
        status === 'open' ? checkoutActions : status === 'paid' ? [{ action: 'revoke', label: 'Charge back' }] : [],
    })
  })
  app.post<Checkout>('/checkout/:id', async (request, reply) => {
    const payment = payments.get(request.params.id)
    if (!payment) return reply.code(404).send({ error: 'No such payment.' })
    await show(payment, request)
    const action = request.body.get('action') ?? ''
    if (!decide(payment, action)) return reply.code(409).send({ error: 'This payment cannot do that now.' })
    if (action === 'pay') {
      const mandate = newMandate(newId('mdt'), payment, request.body.get('method') === 'creditcard', await now())
      mandates.set(mandate.id, mandate)
      payment.mandateId = mandate.id
    }
    const mandate = mandates.get(payment.mandateId ?? '')
    // A chargeback of a direct debit ends its mandate, and Mollie calls about the payment once more.
    if (action === 'revoke' && mandate) mandate.status = 'invalid'
    inBackground(
      world,
      deliverPaymentEvent(world, 'mollie', () => webhookOf(payment)),
    )
    return reply.redirect(payment.redirectUrl, 303)
  })

  app.get<{ Querystring: { platformHolderId?: string } }>('/calls', async ({ query }) => {
    const made = [...customers.values()].filter((customer) => customer.platformHolderId === query.platformHolderId)
    const ids = new Set(made.map((customer) => customer.id))
    return {
      customers: made.map(({ id }) => id),
      payments: [...payments.values()].flatMap((payment) =>
        ids.has(payment.customerId) ? [{ id: payment.id, status: payment.status, mandateId: payment.mandateId }] : [],
      ),
    }
  })
}

const checkoutActions = [
  { action: 'pay', label: 'Pay' },
  { action: 'fail', label: 'Fail' },
  { action: 'cancel', label: 'Cancel' },
  { action: 'expire', label: 'Expire' },
]
const outcomes: Readonly<Record<string, TwinPayment['status']>> = {
  pay: 'paid',
  fail: 'failed',
  cancel: 'canceled',
  expire: 'expired',
}

function decide(payment: TwinPayment, action: string): boolean {
  if (action === 'revoke') return payment.status === 'paid'
  const outcome = outcomes[action]
  if (!outcome || payment.status !== 'open') return false
  payment.status = outcome
  return true
}

function newPayment(
  id: string,
  customer: TwinCustomer,
  body: Static<typeof NewPayment>,
  at: Temporal.Instant,
): TwinPayment {
  return {
    id,
    customerId: customer.id,
    status: 'open',
    description: body.description,
    amount: body.amount,
    redirectUrl: body.redirectUrl,
    webhookUrl: body.webhookUrl,
    metadata: body.metadata ?? null,
    mandateId: null,
    createdAt: at,
    expiresAt: at.add({ minutes: paymentMinutes }),
  }
}

function newMandate(id: string, payment: TwinPayment, isCard: boolean, at: Temporal.Instant): TwinMandate {
  return {
    id,
    customerId: payment.customerId,
    status: 'valid',
    method: isCard ? 'creditcard' : 'directdebit',
    createdAt: at,
  }
}

function webhookOf({ id, webhookUrl }: TwinPayment) {
  return {
    url: webhookUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mollie HTTP client/1.0' },
    body: new URLSearchParams({ id }).toString(),
  }
}

function unprocessable(reply: FastifyReply): FastifyReply {
  return mollieProblem(reply, 422, 'Unprocessable Entity', 'The request contains invalid or missing fields')
}
