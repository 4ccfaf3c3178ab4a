import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sandboxCredentials } from '#/app/wiring.ts'
import { planPaymentChecks } from '#/slices/billing/billing.ts'
import { startTestProduct, type TestProduct } from '../../harness.ts'
import {
  consent,
  fault,
  madeAt,
  press,
  start,
  started,
  statusOf,
  storedBilling,
  untilAsked,
  untilStatus,
} from './billing-world.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct({ env: { TIJDIG_PAYMENT_PROVIDER: 'stripe' } })
})
after(() => product?.stop())

const webhookSecret: string = sandboxCredentials.stripe.webhookSecret
const sign = (body: string, seconds = Math.floor(Date.now() / 1_000), secret = webhookSecret) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

function webhook(body: string, signature?: string): Promise<Response> {
  return fetch(`${product.baseUrl}/webhooks/payments/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    body,
  })
}

const eventOf = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })

test('a session that is completed makes the holder active, by direct debit or card', async () => {
  for (const [method, wanted] of [
    ['sepa_debit', { type: 'sepa_direct_debit', label: '•••• 3000', validUntil: null }],
    ['card', { type: 'card', label: '•••• 4242', validUntil: '2031-08-31' }],
  ] as const) {
    const holder = await product.createHolder()
    const { redirectUrl } = await started(holder)
    assert.ok(redirectUrl.startsWith(`${product.sandboxUrl}/stripe/checkout/cs_test_`))
    assert.equal(await press(redirectUrl, 'pay', method), `${product.baseUrl}/billing/return`)
    const active = await untilStatus(holder, 'active')
    assert.deepEqual([active.paymentProvider, active.method, active.mandateStatus], ['stripe', wanted, 'valid'])
  }
})

test('a session that is left or fails stays pending, as at the vendor, and may still be completed', async () => {
  const holder = await product.createHolder()
  const { redirectUrl } = await started(holder)
  assert.equal(await press(redirectUrl, 'cancel'), `${product.baseUrl}/billing/return`)
  await press(redirectUrl, 'fail')
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'setup_pending')
  assert.equal((await started(holder)).redirectUrl, redirectUrl)
  await press(redirectUrl, 'pay')
  await untilStatus(holder, 'active')
})

test('a session that expires is failed: as expired, or as declined when the person had tried', async () => {
  for (const [actions, failureCode] of [
    [['expire'], 'expired'],
    [['fail', 'expire'], 'declined'],
  ] as const) {
    const holder = await product.createHolder()
    const { redirectUrl } = await started(holder)
    for (const action of actions) await press(redirectUrl, action)
    assert.equal((await untilStatus(holder, 'failed')).failureCode, failureCode)
  }
})

test('a mandate that is revoked at the vendor asks for action', async () => {
  const holder = await product.createHolder()
  const { redirectUrl } = await started(holder)
  await press(redirectUrl, 'pay')
  await untilStatus(holder, 'active')
  await press(redirectUrl, 'revoke')
  assert.equal((await untilStatus(holder, 'action_required')).mandateStatus, 'invalid')
})

test('twenty equal calls at once make one customer and one session; a lost answer makes no second one', async () => {
  const holder = await product.createHolder()
  await fault(product, 'stripe', 'timeout', 1)
  assert.equal((await start(holder)).body.error.code, 'PROVIDER_UNAVAILABLE')
  const body = consent()
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(holder, body)))
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size, 1)
  const made = await madeAt(product, 'stripe', holder)
  assert.deepEqual([made.customers.length, made.sessions.length], [1, 1])
})

test('a webhook without a good and recent signature is 401, and nothing is asked or changed', async () => {
  const holder = await product.createHolder()
  await started(holder)
  const { sessions } = await madeAt(product, 'stripe', holder)
  const body = eventOf('checkout.session.completed', {
    id: sessions[0].id,
    object: 'checkout.session',
    status: 'complete',
  })
  const now = Math.floor(Date.now() / 1_000)
  const before = await storedBilling(product, holder)
  for (const signature of [
    undefined,
    'v1=00',
    sign(body, now, 'whsec_other'),
    sign(body, now - 301),
    // Far in the future, because some time passes before it is checked.
    sign(body, now + 600),
    sign(`${body} `),
    sign(body).replace(/v1=..../, 'v1=0000'),
  ]) {
    const reply = await webhook(body, signature)
    assert.equal(reply.status, 401, String(signature))
    assert.equal(JSON.parse(await reply.text()).error.code, 'UNAUTHENTICATED')
  }
  await untilAsked(product)
  assert.deepEqual(await storedBilling(product, holder), before)
})

test("a signed webhook's words are not taken: what the session really is decides", async () => {
  const holder = await product.createHolder()
  await started(holder)
  const { sessions } = await madeAt(product, 'stripe', holder)
  const body = eventOf('checkout.session.completed', {
    id: sessions[0].id,
    object: 'checkout.session',
    status: 'complete',
  })
  const replies = await Promise.all(Array.from({ length: 10 }, () => webhook(body, sign(body))))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'setup_pending')
})

test('signed events of other kinds, of unknown sessions and malformed ones are 200 and change nothing', async () => {
  const holder = await product.createHolder()
  await started(holder)
  const before = await storedBilling(product, holder)
  for (const body of [
    eventOf('checkout.session.completed', { id: 'cs_test_unknown', object: 'checkout.session' }),
    eventOf('customer.created', { id: 'cus_1', object: 'customer' }),
    eventOf('x', { pad: 'x'.repeat(30_000) }),
    '[]',
    'not json',
  ]) {
    const reply = await webhook(body, sign(body))
    assert.deepEqual([reply.status, await reply.text()], [200, ''], body.slice(0, 80))
  }
  const huge = JSON.stringify({ pad: 'x'.repeat(300_000) })
  assert.equal((await webhook(huge, sign(huge))).status, 413)
  await untilAsked(product)
  assert.deepEqual(await storedBilling(product, holder), before)
})

test('a session that nobody used is failed as expired once its term has passed', async () => {
  const holder = await product.createHolder()
  const { expiresAt } = await started(holder)
  await product.clock.set(Temporal.Instant.from(expiresAt).add({ seconds: 1 }).toString())
  await planPaymentChecks(product.operator)
  assert.equal((await untilStatus(holder, 'failed')).failureCode, 'expired')
})

test('a customer that the provider no longer knows is made anew, once, and the set-up goes on', async () => {
  const holder = await product.createHolder()
  await press((await started(holder)).redirectUrl, 'pay', 'card')
  await untilStatus(holder, 'active')
  // As after it was deleted there, or with the key of another account.
  await product.operator.query(
    `update payment_setup set customer_reference = 'cst_gone' where platform_holder_id = $1`,
    [holder.id],
  )
  const { redirectUrl } = await started(holder)
  const made = await madeAt(product, 'stripe', holder)
  assert.equal(made.customers.length, 2)
  const { rows } = await product.operator.query<{ reference: string }>(
    `select customer_reference as reference from payment_setup where platform_holder_id = $1 order by created_at desc, id desc limit 1`,
    [holder.id],
  )
  assert.equal(rows[0]?.reference, made.customers[1])
  await press(redirectUrl, 'pay', 'card')
  await untilStatus(holder, 'active')
})
