import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { planPaymentChecks } from '#/slices/billing/billing.ts'
import { sandboxCredentials } from '#/app/wiring.ts'
import { signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { send } from '../http-request.ts'
import {
  consent,
  fault,
  madeAt,
  mollieWebhook,
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
  product = await startTestProduct()
})
after(() => product?.stop())

const paymentOf = async (holder: TestHolder) => (await madeAt(product, 'mollie', holder)).payments.at(-1)

async function activeHolder(): Promise<TestHolder> {
  const holder = await product.createHolder()
  await press((await started(holder)).redirectUrl, 'pay')
  await untilStatus(holder, 'active')
  return holder
}

test('a holder begins with nothing set up', async () => {
  const { updatedAt, ...rest } = await statusOf(await product.createHolder())
  assert.ok(Date.parse(updatedAt))
  assert.deepEqual(rest, {
    status: 'not_started',
    paymentProvider: null,
    method: null,
    mandateStatus: 'none',
    currentSetupId: null,
    setupExpiresAt: null,
    lastEventAt: null,
    failureCode: null,
    consentRecordedAt: null,
  })
})

test('without consent nothing is started, here or at the provider', async () => {
  const holder = await product.createHolder()
  for (const body of [consent({ paymentConsent: false }), { clientRequestId: randomUUID() }]) {
    const { status, body: answer } = await start(holder, body)
    assert.deepEqual([status, answer.error.code], [400, 'EXPLICIT_CONSENT_REQUIRED'])
  }
  assert.equal((await start(holder, consent({ paymentConsent: 'yes' }))).body.error.code, 'VALIDATION_FAILED')
  assert.equal((await start(holder, consent({ locale: 'xx' }))).body.error.code, 'VALIDATION_FAILED')
  assert.equal((await statusOf(holder)).status, 'not_started')
  assert.deepEqual((await madeAt(product, 'mollie', holder)).customers, [])
})

test('a set-up is pending until the provider says how it went, and the mandate is then shown masked', async () => {
  const holder = await product.createHolder()
  const setup = await started(holder)
  assert.ok(setup.redirectUrl.startsWith(`${product.sandboxUrl}/mollie/checkout/tr_`))
  const pending = await statusOf(holder)
  assert.deepEqual(
    [pending.status, pending.paymentProvider, pending.currentSetupId, pending.setupExpiresAt, pending.mandateStatus],
    ['setup_pending', 'mollie', setup.setupId, setup.expiresAt, 'none'],
  )
  assert.ok(pending.consentRecordedAt)
  assert.equal(await press(setup.redirectUrl, 'pay'), `${product.baseUrl}/billing/return`)
  const { lastEventAt, consentRecordedAt, updatedAt, ...active } = await untilStatus(holder, 'active')
  assert.equal(consentRecordedAt, pending.consentRecordedAt)
  assert.ok(lastEventAt && updatedAt >= lastEventAt)
  assert.deepEqual(active, {
    status: 'active',
    paymentProvider: 'mollie',
    method: { type: 'sepa_direct_debit', label: '•••• 0000', validUntil: null },
    mandateStatus: 'valid',
    currentSetupId: null,
    setupExpiresAt: null,
    failureCode: null,
  })
})

test('a set-up that was started is in the audit trail from the same moment on', async () => {
  const holder = await product.createHolder()
  const { setupId } = await started(holder)
  const { rows } = await product.operator.query(
    `select e.xmin::text = s.xmin::text as is_one_transaction from audit_event e
     join payment_setup s on s.platform_holder_id = e.platform_holder_id and s.id = any(e.subjects)
     where e.platform_holder_id = $1 and e.action = 'startHolderPaymentSetup' and s.id = $2`,
    [holder.id, setupId],
  )
  assert.deepEqual(rows, [{ isOneTransaction: true }])
})

test('a card is shown with its last day', async () => {
  const holder = await product.createHolder()
  await press((await started(holder)).redirectUrl, 'pay', 'creditcard')
  const { method } = await untilStatus(holder, 'active')
  assert.deepEqual(method, { type: 'card', label: '•••• 6787', validUntil: '2031-08-31' })
})

for (const [action, failureCode] of [
  ['fail', 'declined'],
  ['cancel', 'cancelled_by_user'],
  ['expire', 'expired'],
] as const) {
  test(`a set-up that ends by ${action} is failed as ${failureCode}, and a new one may follow`, async () => {
    const holder = await product.createHolder()
    const first = await started(holder)
    await press(first.redirectUrl, action)
    const failed = await untilStatus(holder, 'failed')
    assert.deepEqual([failed.failureCode, failed.currentSetupId, failed.mandateStatus], [failureCode, null, 'none'])
    const second = await started(holder)
    assert.notEqual(second.setupId, first.setupId)
    const pending = await statusOf(holder)
    assert.deepEqual([pending.status, pending.failureCode], ['setup_pending', null])
    assert.equal((await madeAt(product, 'mollie', holder)).customers.length, 1, 'the customer is kept')
    await press(second.redirectUrl, 'pay')
    await untilStatus(holder, 'active')
  })
}

test('twenty equal calls at once make one customer and one payment, and get one answer', async () => {
  const holder = await product.createHolder()
  const body = consent()
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(holder, body)))
  for (const { status, body: answer } of answers) assert.equal(status, 201, JSON.stringify(answer))
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size, 1)
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true').length, 1)
  const made = await madeAt(product, 'mollie', holder)
  assert.deepEqual([made.customers.length, made.payments.length], [1, 1])
  const again = await start(holder, body)
  assert.deepEqual(again.body.data, answers[0]?.body.data)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await start(holder, { ...body, locale: 'en' })
  assert.deepEqual([other.status, other.body.error.code], [409, 'REQUEST_ID_REUSED'])
})

test('twenty different calls at once join the one set-up that is pending', async () => {
  const holder = await product.createHolder()
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(holder)))
  assert.equal(new Set(answers.map(({ body }) => body.data.setupId)).size, 1)
  const made = await madeAt(product, 'mollie', holder)
  assert.deepEqual([made.customers.length, made.payments.length], [1, 1])
  assert.equal((await started(holder)).setupId, answers[0]?.body.data.setupId)
})

test('an answer that was kept is given again after the set-up is decided, and starts nothing', async () => {
  const holder = await product.createHolder()
  const body = consent()
  const first = await start(holder, body)
  await press(first.body.data.redirectUrl, 'cancel')
  await untilStatus(holder, 'failed')
  assert.deepEqual((await start(holder, body)).body.data, first.body.data)
  assert.equal((await statusOf(holder)).status, 'failed')
})

test('the return of the browser decides nothing, whatever its address says', async () => {
  const holder = await product.createHolder()
  const { setupId, redirectUrl } = await started(holder)
  const before = await storedBilling(product, holder)
  const id = redirectUrl.split('/').at(-1) ?? ''
  for (const query of ['', '?success=true', `?id=${id}&status=paid`, `?setupId=${setupId}&status=failed`]) {
    const page = await send(`${product.baseUrl}/billing/return${query}`)
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(page.text, /<html lang="nl" dir="ltr">[\s\S]*<main>[\s\S]*<h1>/)
    assert.doesNotMatch(page.text, /<script|\b(paid|betaald|gelukt|mislukt|success)\b/i)
    assert.equal(page.headers['cache-control'], 'no-store')
  }
  await untilAsked(product)
  assert.deepEqual(await storedBilling(product, holder), before)
})

test('a webhook decides nothing by itself: while the payment is open at the provider, the set-up stays pending', async () => {
  const holder = await product.createHolder()
  await started(holder)
  const { id } = await paymentOf(holder)
  const before = await storedBilling(product, holder)
  for (const body of [`id=${id}`, `id=${id}&status=paid`, `id=${id}&mandateId=mdt_1`]) {
    const reply = await fetch(`${product.baseUrl}/webhooks/payments/mollie`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    assert.equal(reply.status, 200)
  }
  await untilAsked(product)
  assert.deepEqual(await storedBilling(product, holder), before)
})

test('webhooks of unknown payments get the same empty 200 as known ones, and change nothing', async () => {
  const holder = await activeHolder()
  const { id } = await paymentOf(holder)
  await untilAsked(product)
  const before = await storedBilling(product, holder)
  const known = await mollieWebhook(product.baseUrl, id)
  assert.deepEqual([known.status, await known.text()], [200, ''])
  for (const unknown of ['tr_unknown', '', 'tr_', `${id}x`, '../customers', 'x'.repeat(5_000), "tr_' or 1=1"]) {
    const reply = await mollieWebhook(product.baseUrl, unknown)
    assert.deepEqual([reply.status, await reply.text()], [200, ''], unknown)
  }
  const asJson = await fetch(`${product.baseUrl}/webhooks/payments/mollie`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  assert.equal(asJson.status, 200)
  assert.equal((await send(`${product.baseUrl}/webhooks/payments/other`, { method: 'POST', body: {} })).status, 404)
  await untilAsked(product)
  assert.deepEqual(await storedBilling(product, holder), before)
})

test('the same webhook fifty times at once has one effect', async () => {
  const holder = await product.createHolder()
  const { redirectUrl } = await started(holder)
  await press(redirectUrl, 'pay')
  const { id } = await paymentOf(holder)
  const replies = await Promise.all(Array.from({ length: 50 }, () => mollieWebhook(product.baseUrl, id)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  await untilStatus(holder, 'active')
  await untilAsked(product)
  const [row] = await storedBilling(product, holder)
  assert.deepEqual([row.state, Number(row.events)], ['confirmed', 1])
})

for (const mode of ['receipt_duplicate', 'receipt_reordered', 'receipt_late']) {
  test(`webhooks that come ${mode.replace('receipt_', '')} end alike`, async () => {
    const holder = await product.createHolder()
    const { redirectUrl } = await started(holder)
    await fault(product, 'mollie', mode, 1)
    await press(redirectUrl, 'pay')
    await untilStatus(holder, 'active')
    const [row] = await storedBilling(product, holder)
    assert.equal(Number(row.events), 1)
  })
}

test('a set-up that ended does not come back by an old webhook, and an old one never decides the new one', async () => {
  const holder = await product.createHolder()
  await press((await started(holder)).redirectUrl, 'fail')
  await untilStatus(holder, 'failed')
  const { id: old } = await paymentOf(holder)
  const { setupId, redirectUrl } = await started(holder)
  await mollieWebhook(product.baseUrl, old)
  await untilAsked(product)
  const pending = await statusOf(holder)
  assert.deepEqual([pending.status, pending.currentSetupId], ['setup_pending', setupId])
  await press(redirectUrl, 'pay')
  await untilStatus(holder, 'active')
  await mollieWebhook(product.baseUrl, old)
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'active')
})

test('a mandate that is charged back asks for action, and a new set-up makes it good', async () => {
  const holder = await activeHolder()
  const { id } = await paymentOf(holder)
  await press(`${product.sandboxUrl}/mollie/checkout/${id}`, 'revoke')
  const { mandateStatus, failureCode } = await untilStatus(holder, 'action_required')
  assert.deepEqual([mandateStatus, failureCode], ['invalid', null])
  const { redirectUrl } = await started(holder)
  assert.equal((await statusOf(holder)).status, 'setup_pending')
  await press(redirectUrl, 'pay')
  assert.equal((await untilStatus(holder, 'active')).mandateStatus, 'valid')
  await mollieWebhook(product.baseUrl, id)
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'active', 'the mandate before no longer counts')
})

test('from active, the status stays active while a new set-up is pending and when it fails', async () => {
  const holder = await activeHolder()
  const { setupId, redirectUrl } = await started(holder)
  const during = await statusOf(holder)
  assert.deepEqual([during.status, during.currentSetupId, during.mandateStatus], ['active', setupId, 'valid'])
  await press(redirectUrl, 'fail')
  await untilAsked(product)
  const after = await statusOf(holder)
  assert.deepEqual([after.status, after.currentSetupId, after.failureCode], ['active', null, 'declined'])
  await press((await started(holder)).redirectUrl, 'pay', 'creditcard')
  await untilAsked(product)
  const replaced = await statusOf(holder)
  assert.deepEqual([replaced.status, replaced.method.type, replaced.failureCode], ['active', 'card', null])
})

for (const mode of ['error', 'refuse']) {
  test(`a provider that answers ${mode} gives 503, leaves the status as it was, and the next try succeeds`, async () => {
    const holder = await product.createHolder()
    const body = consent()
    await fault(product, 'mollie', mode, 1)
    const { status, body: answer } = await start(holder, body)
    assert.deepEqual([status, answer.error.code], [503, 'PROVIDER_UNAVAILABLE'])
    assert.equal((await statusOf(holder)).status, 'not_started')
    assert.equal((await start(holder, body)).status, 201, 'a failed request burns no id')
    assert.equal((await statusOf(holder)).status, 'setup_pending')
  })
}

test('a payment whose answer was lost is not made twice', async () => {
  const holder = await product.createHolder()
  await fault(product, 'mollie', 'timeout', 1)
  assert.equal((await start(holder)).body.error.code, 'PROVIDER_UNAVAILABLE')
  assert.equal((await madeAt(product, 'mollie', holder)).customers.length, 1, 'the provider had made it')
  await started(holder)
  const made = await madeAt(product, 'mollie', holder)
  assert.deepEqual([made.customers.length, made.payments.length], [1, 1])
})

test('a provider that cannot say is asked again', async () => {
  const holder = await product.createHolder()
  const { redirectUrl } = await started(holder)
  await fault(product, 'mollie', 'error', 1)
  await press(redirectUrl, 'pay')
  await untilStatus(holder, 'active')
})

test('another holder sees nothing of it, and keys need the scopes', async () => {
  const holder = await activeHolder()
  const stranger = await product.createHolder()
  assert.equal((await statusOf(stranger)).status, 'not_started')
  const cookie = await signIn(product, holder.staffEmail)
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/billing/status`
  assert.equal((await send(url, { headers: { cookie } })).body.data.status, 'active')
  const foreign = await send(url, { headers: { authorization: `Bearer ${stranger.apiKey}` } })
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'NOT_FOUND'])
})

test("an old page that the provider still keeps open stands in nobody's way, and counts if it is paid after all", async () => {
  const holder = await product.createHolder()
  const first = await started(holder)
  await product.operator.query(`update payment_setup set expires_at = tijdig_now() where platform_holder_id = $1`, [
    holder.id,
  ])
  const second = await started(holder)
  assert.notEqual(second.setupId, first.setupId)
  await press(first.redirectUrl, 'pay')
  const active = await untilStatus(holder, 'active')
  assert.equal(active.currentSetupId, second.setupId, 'the new one is still under way')
  await press(second.redirectUrl, 'cancel')
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'active')
})

// The clock is moved only from here on.

test('a set-up whose webhook never came is failed as expired once its term has passed', async () => {
  const holder = await product.createHolder()
  const { expiresAt } = await started(holder)
  await planPaymentChecks(product.operator)
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'setup_pending', 'not before its term')
  await product.clock.set(Temporal.Instant.from(expiresAt).add({ seconds: 1 }).toString())
  await planPaymentChecks(product.operator)
  const { failureCode } = await untilStatus(holder, 'failed')
  assert.equal(failureCode, 'expired')
})

test('a set-up that was paid although no webhook ever came is found by asking', async () => {
  const holder = await product.createHolder()
  const { expiresAt, redirectUrl } = await started(holder)
  await product.operator.query(
    `update payment_setup set setup_reference = 'tr_elsewhere' where platform_holder_id = $1`,
    [holder.id],
  )
  await press(redirectUrl, 'pay')
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'setup_pending', 'the webhook named a payment we did not know')
  await product.operator.query(`update payment_setup set setup_reference = $2 where platform_holder_id = $1`, [
    holder.id,
    redirectUrl.split('/').at(-1),
  ])
  await product.clock.set(Temporal.Instant.from(expiresAt).add({ seconds: 1 }).toString())
  await planPaymentChecks(product.operator)
  await untilStatus(holder, 'active')
})

test('a set-up whose term has passed does not stand in the way of a new one', async () => {
  const holder = await product.createHolder()
  const first = await started(holder)
  await product.clock.set(Temporal.Instant.from(first.expiresAt).add({ seconds: 1 }).toString())
  const second = await started(holder)
  assert.notEqual(second.setupId, first.setupId)
  const status = await statusOf(holder)
  assert.deepEqual([status.status, status.currentSetupId], ['setup_pending', second.setupId])
})

test('a mandate that was revoked in silence is noticed within a day', async () => {
  const holder = await activeHolder()
  const { customers, payments } = await madeAt(product, 'mollie', holder)
  const url = `${product.sandboxUrl}/mollie/v2/customers/${customers[0]}/mandates/${payments[0].mandateId}`
  const headers = { authorization: `Bearer ${sandboxCredentials.mollie.apiKey}` }
  assert.equal((await fetch(url, { method: 'DELETE', headers })).status, 204)
  await planPaymentChecks(product.operator)
  await untilAsked(product)
  assert.equal((await statusOf(holder)).status, 'active')
  await product.clock.set((await product.clock.now()).add({ hours: 25 }).toString())
  await planPaymentChecks(product.operator)
  assert.equal((await untilStatus(holder, 'action_required')).mandateStatus, 'invalid')
})

test('no log line holds a key, a checkout address, a payment or an account number', async () => {
  const holder = await activeHolder()
  const { customers, payments } = await madeAt(product, 'mollie', holder)
  const log = product.logLines.join('\n')
  assert.ok(log.includes('startHolderPaymentSetup') || log.includes('/billing/payment-setup'))
  for (const secret of [
    ...Object.values(sandboxCredentials.mollie),
    ...Object.values(sandboxCredentials.stripe),
    customers[0],
    payments[0].id,
    payments[0].mandateId,
    '/mollie/checkout/',
    'NL55INGB',
  ])
    assert.ok(!log.includes(secret), secret)
})

test('a customer that the provider no longer knows is made anew, once, and the set-up goes on', async () => {
  const holder = await product.createHolder()
  await press((await started(holder)).redirectUrl, 'pay')
  await untilStatus(holder, 'active')
  // As after it was deleted there, or with the key of another account.
  await product.operator.query(
    `update payment_setup set customer_reference = 'cst_gone' where platform_holder_id = $1`,
    [holder.id],
  )
  const { redirectUrl } = await started(holder)
  const made = await madeAt(product, 'mollie', holder)
  assert.equal(made.customers.length, 2)
  const { rows } = await product.operator.query<{ reference: string }>(
    `select customer_reference as reference from payment_setup where platform_holder_id = $1 order by created_at desc, id desc limit 1`,
    [holder.id],
  )
  assert.equal(rows[0]?.reference, made.customers[1])
  await press(redirectUrl, 'pay')
  await untilStatus(holder, 'active')
})
