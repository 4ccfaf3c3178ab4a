import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendCheckoutPage } from './checkout-page.ts'
import { mandateObject, sessionObject, stripeProblem, type TwinSession } from './stripe-resource.ts'
import { deliverPaymentEvent, inBackground, neverAnswer, type TwinWorld } from '#/sandbox/twin-world.ts'

/**
 * Stripe's API under `/stripe` (https://docs.stripe.com/api), as far as Checkout in set-up mode needs it, and the
 * checkout page. Events are signed as Stripe signs them, in real time. As at the vendor, Cancel leads back and leaves
 * the session open, and a payment that fails may be tried again. `GET /calls` lists what was made; it is no route of
 * the vendor's. A session that is left alone expires by the test clock, without an event.
 */
export async function stripeTwin(app: FastifyInstance, world: TwinWorld): Promise<void> {
  const customers = new Map<string, string | null>()
  const sessions = new Map<string, TwinSession>()
  const first = new Map<string, { readonly body: string; readonly id: string }>()
  const now = () => world.options.clock.now()
  const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  const api = (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      if (request.headers.authorization !== `Bearer ${world.options.stripe.apiKey}`)
        return stripeProblem(reply, 401, 'invalid_request_error', 'Invalid API Key provided')
      const fault = world.faults.take('stripe', null, request.method === 'GET' ? 'lookup' : 'call')
      if (fault === 'blackhole') return neverAnswer(reply)
      if (fault === 'error') return stripeProblem(reply, 500, 'api_error', 'An error occurred')
      if (fault === 'refuse') return stripeProblem(reply, 402, 'card_error', 'The request was refused')
      // Handlers return their answer instead of sending it, so that it can still be held back.
      const answer = await handler(request, reply)
      if (reply.sent) return answer
      if (fault === 'timeout') return neverAnswer(reply)
      if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
      return answer
    }
  }
  /** An Idempotency-Key makes nothing twice. Null: it came with other parameters before, which is an error. */
  const once = (request: FastifyRequest, make: () => string): string | null => {
    const key = String(request.headers['idempotency-key'] ?? newId('key'))
    const body = String(request.body)
    const known = first.get(key)
    if (known) return known.body === body ? known.id : null
    const id = make()
    first.set(key, { body, id })
    return id
  }
  const reused = (reply: FastifyReply) =>
    stripeProblem(
      reply,
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters',
    )
  const refresh = async (session: TwinSession) => {
    if (session.status === 'open' && Temporal.Instant.compare(await now(), session.expiresAt) >= 0)
      session.status = 'expired'
  }

  app.post(
    '/v1/customers',
    api(async (request, reply) => {
      const form = request.body as URLSearchParams
      const id = once(request, () => {
        const made = newId('cus')
        customers.set(made, form.get('metadata[platformHolderId]'))
        return made
      })
      return id === null
        ? reused(reply)
        : { id, object: 'customer', livemode: false, name: form.get('name'), email: form.get('email') }
    }),
  )

  app.post(
    '/v1/checkout/sessions',
    api(async (request, reply) => {
      const form = request.body as URLSearchParams
      const customer = form.get('customer') ?? ''
      const returnUrls = [form.get('success_url') ?? '', form.get('cancel_url') ?? ''] as const
      if (
        form.get('mode') !== 'setup' ||
        form.get('currency') !== 'eur' ||
        !returnUrls.every((text) => URL.canParse(text))
      )
        return stripeProblem(reply, 400, 'invalid_request_error', 'Missing or invalid parameters')
      if (!customers.has(customer))
        return stripeProblem(reply, 400, 'invalid_request_error', `No such customer: '${customer}'`, {
          code: 'resource_missing',
          param: 'customer',
        })
      const at = await now()
      const id = once(request, () => {
        const made = newId('cs_test')
        sessions.set(made, {
          id: made,
          customer,
          clientReferenceId: form.get('client_reference_id'),
          metadata: metadataOf(form),
          status: 'open',
          intentId: newId('seti'),
          mandateId: newId('mandate'),
          mandateStatus: 'active',
          hasFailed: false,
          method: null,
          successUrl: returnUrls[0],
          cancelUrl: returnUrls[1],
          createdAt: at,
          expiresAt: at.add({ hours: 24 }),
        })
        return made
      })
      const session = id === null ? undefined : sessions.get(id)
      return session ? sessionObject(session, originOf(request)) : reused(reply)
    }),
  )

  app.get(
    '/v1/checkout/sessions/:id',
    api(async (request, reply) => {
      const session = sessions.get((request.params as { id: string }).id)
      if (!session) return stripeProblem(reply, 404, 'invalid_request_error', 'No such checkout.session')
      await refresh(session)
      return sessionObject(session, originOf(request), true)
    }),
  )

  type Checkout = { Params: { id: string }; Body: URLSearchParams }
  app.get<Checkout>('/checkout/:id', async (request, reply) => {
    const session = sessions.get(request.params.id)
    if (!session) return reply.code(404).send({ error: 'No such session.' })
    await refresh(session)
    return sendCheckoutPage(reply, {
      vendor: 'Stripe',
      reference: session.id,
      status: session.status,
      returnUrl: session.cancelUrl,
      methods: [
        { action: 'sepa_debit', label: 'SEPA direct debit' },
        { action: 'card', label: 'Card' },
      ],
      actions:
        session.status === 'open'
          ? checkoutActions
          : session.status === 'complete'
            ? [{ action: 'revoke', label: 'Revoke mandate' }]
            : [],
    })
  })
  app.post<Checkout>('/checkout/:id', async (request, reply) => {
    const session = sessions.get(request.params.id)
    if (!session) return reply.code(404).send({ error: 'No such session.' })
    await refresh(session)
    const action = request.body.get('action') ?? ''
    const type = decide(session, action, request.body.get('method') === 'card' ? 'card' : 'sepa_debit')
    if (type === null) return reply.code(409).send({ error: 'This session cannot do that now.' })
    if (type !== 'none') {
      const object = type === 'mandate.updated' ? mandateObject(session) : sessionObject(session, originOf(request))
      const event = { id: newId('evt'), object: 'event', type, livemode: false, data: { object } }
      inBackground(
        world,
        deliverPaymentEvent(world, 'stripe', () => signedEvent(world, event)),
      )
    }
    // A payment that failed leaves the person on the page, to try again.
    if (action === 'fail') return reply.redirect(request.url, 303)
    return reply.redirect(action === 'pay' ? session.successUrl : session.cancelUrl, 303)
  })

  app.get<{ Querystring: { platformHolderId?: string } }>('/calls', async ({ query }) => {
    const made = [...customers].filter(([, holder]) => holder === query.platformHolderId).map(([id]) => id)
    return {
      customers: made,
      sessions: [...sessions.values()]
        .filter(({ customer }) => made.includes(customer))
        .map(({ id, status }) => ({ id, status })),
    }
  })
}

const checkoutActions = [
  { action: 'pay', label: 'Pay' },
  { action: 'fail', label: 'Fail' },
  { action: 'cancel', label: 'Cancel' },
  { action: 'expire', label: 'Expire' },
]

/** Applies an action. @returns the event it causes, `none` without one, null when it is not possible now */
function decide(session: TwinSession, action: string, method: 'card' | 'sepa_debit'): string | null {
  if (action === 'revoke') {
    if (session.status !== 'complete') return null
    session.mandateStatus = 'inactive'
    return 'mandate.updated'
  }
  if (session.status !== 'open') return null
  if (action === 'cancel') return 'none'
  if (action === 'fail') {
    session.hasFailed = true
    return 'setup_intent.setup_failed'
  }
  if (action === 'expire') {
    session.status = 'expired'
    return 'checkout.session.expired'
  }
  if (action !== 'pay') return null
  session.status = 'complete'
  session.method = method
  return 'checkout.session.completed'
}

function signedEvent(world: TwinWorld, event: object) {
  const { webhookSecret, webhookUrl } = world.options.stripe
  const body = JSON.stringify(event)
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`, 'utf8').digest('hex')
  return {
    url: webhookUrl,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${seconds},v1=${signature}`,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
  }
}

/** The `metadata[key]=value` fields of a form. */
function metadataOf(form: URLSearchParams): Record<string, string> {
  const given = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[([^\]]{1,40})\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(given)
}

function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.headers.host}`
}
