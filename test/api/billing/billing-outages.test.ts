import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings, type ConfigurationError } from '#/app/settings/read-settings.ts'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { readBack } from '#/slices/billing/read-back.ts'
import { eventually, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import {
  consent,
  madeAt,
  mollieWebhook,
  press,
  started,
  statusOf,
  storedBilling,
  untilAsked,
  untilStatus,
} from './billing-world.ts'
import { send } from '../http-request.ts'
import { startSecondApi } from '../second-api.ts'
import { startTcpProxy, type TcpProxy } from '../load/tcp-proxy.ts'

let product: TestProduct
let proxy: TcpProxy
let api: { url: string; stop(): Promise<void> }
before(async () => {
  product = await startTestProduct()
  const database = new URL(product.databaseUrl)
  proxy = await startTcpProxy(database.hostname, Number(database.port || 5432))
  database.hostname = '127.0.0.1'
  database.port = String(proxy.port)
  api = await startSecondApi(product, { databaseUrl: database.href })
})
after(async () => {
  await api?.stop()
  await proxy?.stop()
  await product?.stop()
})

/** A payment that was made while no webhook reached us. */
async function paidInSilence(): Promise<{ holder: TestHolder; id: string }> {
  const holder = await product.createHolder()
  const { redirectUrl } = await started(holder)
  const id = redirectUrl.split('/').at(-1) ?? ''
  const rename = (from: string, to: string) =>
    product.operator.query(`update payment_setup set setup_reference = $2 where setup_reference = $1`, [from, to])
  await rename(id, `${id}x`)
  await press(redirectUrl, 'pay')
  await eventually(async () => (await madeAt(product, 'mollie', holder)).payments[0].status === 'paid')
  await untilAsked(product)
  await rename(`${id}x`, id)
  return { holder, id }
}

for (const how of ['cut', 'swallow'] as const) {
  test(`a webhook while the database is away (${how}) is 503, and applies once when the provider comes back`, async () => {
    const { holder, id } = await paidInSilence()
    assert.equal((await mollieWebhook(api.url, 'tr_unknown')).status, 200)
    proxy[how]()
    const refused = await mollieWebhook(api.url, id)
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal((await statusOf(holder)).status, 'setup_pending')
    proxy.heal()
    await eventually(async () => (await mollieWebhook(api.url, id)).status === 200)
    await mollieWebhook(api.url, id)
    await untilStatus(holder, 'active')
    await untilAsked(product)
    const [row] = await storedBilling(product, holder)
    assert.deepEqual([row.state, Number(row.events)], ['confirmed', 1])
  })
}

test('without an account at a provider payment cannot be set up: 503 NOT_CONFIGURED', async () => {
  const holder = await product.createHolder()
  const production = await startSecondApi(product, {
    environment: 'production',
    email: { ...product.settings.email, smtpUrl: 'smtps://127.0.0.1:465' },
  })
  try {
    const url = `${production.url}/api/v1/platform-holders/${holder.id}/billing`
    const headers = { authorization: `Bearer ${holder.apiKey}` }
    const refused = await send(`${url}/payment-setup`, { method: 'POST', body: consent(), headers })
    assert.deepEqual([refused.status, refused.body.error.code], [503, 'NOT_CONFIGURED'])
    assert.equal((await send(`${url}/status`, { headers })).body.data.status, 'not_started')
  } finally {
    await production.stop()
  }
})

test('a set-up at a provider that is no longer configured runs out, and another can be begun', async () => {
  const holder = await product.createHolder()
  const { setupId } = await started(holder)
  const pool = openPool({ databaseUrl: product.databaseUrl, role: 'tijdig_api', size: 2, onIdleError: assert.fail })
  const ask = () =>
    readBack({
      payments: { chosen: null, mollie: null, stripe: null },
      log: createLog('silent'),
      step: (work) => inTransaction(pool, { holder: holder.id }, work),
      platformHolderId: holder.id,
      setupId,
      patience: new Temporal.Duration(),
    })
  try {
    assert.equal(await ask(), 'unavailable')
    assert.equal((await statusOf(holder)).status, 'setup_pending')
    await product.operator.query(`update payment_setup set expires_at = tijdig_now() where id = $1`, [setupId])
    assert.equal(await ask(), 'applied')
  } finally {
    await pool.end()
  }
  const { status, failureCode } = await statusOf(holder)
  assert.deepEqual([status, failureCode], ['failed', 'expired'])
  assert.notEqual((await started(holder)).setupId, setupId)
})

test('a payment that was made for another holder decides nothing', async () => {
  const [holder, other] = [await product.createHolder(), await product.createHolder()]
  const own = (await started(holder)).redirectUrl.split('/').at(-1) ?? ''
  const { redirectUrl } = await started(other)
  const foreign = redirectUrl.split('/').at(-1) ?? ''
  const refer = (from: string, to: string) =>
    product.operator.query('update payment_setup set setup_reference = $2 where setup_reference = $1', [from, to])
  await refer(foreign, `${foreign}x`)
  await refer(own, foreign)
  await press(redirectUrl, 'pay')
  await eventually(async () => (await madeAt(product, 'mollie', other)).payments[0].status === 'paid')
  assert.equal((await mollieWebhook(product.baseUrl, foreign)).status, 200)
  await untilAsked(product)
  for (const { id } of [holder, other]) {
    const [row] = (await product.operator.query('select state from payment_setup where platform_holder_id = $1', [id]))
      .rows
    assert.equal(row.state, 'pending')
  }
})

test('a live key outside production is refused at start, and named without being shown', () => {
  for (const [name, key] of [
    ['TIJDIG_MOLLIE_API_KEY', 'live_secret'],
    ['TIJDIG_STRIPE_API_KEY', 'sk_live_secret'],
    ['TIJDIG_STRIPE_API_KEY', 'rk_live_secret'],
  ] as const)
    assert.throws(
      () => readSettings({ TIJDIG_ENVIRONMENT: 'beta', [name]: key }),
      (error: ConfigurationError) => error.message.includes(name) && !error.message.includes(key),
    )
})
