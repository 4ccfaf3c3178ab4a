import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { molliePayments } from './mollie.ts'
import { destinationGuard } from '#/providers/destination-guard.ts'

type Call = { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string }
type Reply = { readonly status: number; readonly body: unknown }

/** The adapter against a server that gives these answers in turn. */
async function against(t: TestContext, ...replies: Reply[]) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls.push({
        line: `${request.method} ${request.url}`,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      const { status, body } = replies.shift() ?? { status: 500, body: null }
      response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
  return { calls, baseUrl, mollie: molliePayments({ baseUrl, apiKey: 'test_key', guard }) }
}

const signal = () => AbortSignal.timeout(60_000)
const setup = {
  setupId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  customerReference: 'cst_1',
  locale: 'nl',
  returnUrl: 'https://tijdig.example/billing/return',
  webhookUrl: 'https://tijdig.example/webhooks/payments/mollie',
}
const { setupId, platformHolderId } = setup
const metadata = { platformHolderId, setupId }
const payment = (changes: object = {}) => ({ resource: 'payment', id: 'tr_1', status: 'open', metadata, ...changes })
const references = { setupReference: 'tr_1', customerReference: 'cst_1', platformHolderId, setupId }

test('a set-up is a first payment of one cent, made with a key of its own', async (t) => {
  const checkout = { href: 'https://www.mollie.com/checkout/x', type: 'text/html' }
  const expiresAt = '2026-12-03T13:45:00+00:00'
  const { mollie, calls } = await against(t, { status: 201, body: payment({ expiresAt, _links: { checkout } }) })
  assert.deepEqual(await mollie.startSetup(setup, signal()), {
    outcome: 'started',
    setupReference: 'tr_1',
    redirectUrl: checkout.href,
    expiresAt: Temporal.Instant.from(expiresAt),
  })
  const [call] = calls
  assert.equal(call?.line, 'POST /v2/customers/cst_1/payments')
  assert.equal(call?.headers.authorization, 'Bearer test_key')
  assert.equal(call?.headers['content-type'], 'application/json')
  assert.equal(call?.headers['idempotency-key'], `${setup.setupId}-payment-cst_1`)
  assert.deepEqual(JSON.parse(call?.body ?? ''), {
    amount: { currency: 'EUR', value: '0.01' },
    description: 'Tijdig',
    sequenceType: 'first',
    redirectUrl: setup.returnUrl,
    webhookUrl: setup.webhookUrl,
    metadata: { platformHolderId: setup.platformHolderId, setupId: setup.setupId },
    locale: 'nl_NL',
  })
})

test('a checkout page on a strange host is refused, and nobody is sent there', async (t) => {
  for (const href of ['https://evil.example/checkout', 'http://127.0.0.1:1/checkout', '']) {
    const { mollie } = await against(t, { status: 201, body: payment({ _links: { checkout: { href } } }) })
    assert.equal((await mollie.startSetup(setup, signal())).outcome, 'refused', href)
  }
})

test('a refusal is told apart from a provider that is away', async (t) => {
  for (const [status, outcome] of [
    [401, 'refused'],
    [422, 'refused'],
    [429, 'unavailable'],
    [409, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [302, 'unavailable'],
    [200, 'unavailable'],
  ] as const) {
    const { mollie } = await against(t, { status, body: { status, title: 'x' } })
    assert.equal((await mollie.startSetup(setup, signal())).outcome, outcome, String(status))
  }
  const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
  const nobody = molliePayments({ baseUrl: 'http://127.0.0.1:1', apiKey: 'test_key', guard })
  assert.equal((await nobody.readSetup(references, signal())).outcome, 'unavailable')
})

test('each state of a payment is read, and a mandate that Mollie no longer has is invalid', async (t) => {
  const read = async (...replies: Reply[]) => (await against(t, ...replies)).mollie.readSetup(references, signal())
  for (const [status, wanted, failureCode] of [
    ['open', 'open', null],
    ['pending', 'open', null],
    ['authorized', 'open', null],
    ['paid', 'paid', null],
    ['canceled', 'failed', 'cancelled_by_user'],
    ['expired', 'failed', 'expired'],
    ['failed', 'failed', 'declined'],
  ] as const)
    assert.deepEqual(await read({ status: 200, body: payment({ status }) }), {
      outcome: 'setup',
      setup: { payment: wanted, failureCode, mandate: null },
    })
  assert.deepEqual(await read({ status: 404, body: {} }), { outcome: 'absent' })
  const paid = { status: 200, body: payment({ status: 'paid', mandateId: 'mdt_1' }) }
  for (const gone of [404, 410])
    assert.deepEqual(await read(paid, { status: gone, body: {} }), {
      outcome: 'setup',
      setup: { payment: 'paid', failureCode: null, mandate: { reference: 'mdt_1', status: 'invalid', method: null } },
    })
  assert.equal((await read(paid, { status: 500, body: {} })).outcome, 'unavailable')
})

test('a payment that was made for another set-up or holder is not read', async (t) => {
  for (const strange of [null, undefined, {}, { ...metadata, setupId: 'x' }, { ...metadata, platformHolderId: 'x' }]) {
    const body = payment({ status: 'paid', mandateId: 'mdt_1', metadata: strange })
    const { mollie, calls } = await against(t, { status: 200, body })
    assert.deepEqual(await mollie.readSetup(references, signal()), { outcome: 'foreign' })
    assert.equal(calls.length, 1)
  }
})

test('a date that never was is no date, and the rest of the answer counts', async (t) => {
  const checkout = { href: 'https://www.mollie.com/checkout/x', type: 'text/html' }
  const details = { cardNumber: '6787', cardExpiryDate: '2027-02-30' }
  const { mollie } = await against(
    t,
    { status: 201, body: payment({ expiresAt: '2026-02-30T13:45:00+00:00', _links: { checkout } }) },
    { status: 200, body: payment({ status: 'paid', mandateId: 'mdt_1' }) },
    { status: 200, body: { id: 'mdt_1', status: 'valid', method: 'creditcard', details } },
  )
  const started = await mollie.startSetup(setup, signal())
  assert.ok(started.outcome === 'started')
  assert.equal(started.expiresAt, null)
  const read = await mollie.readSetup(references, signal())
  assert.ok(read.outcome === 'setup')
  assert.deepEqual(read.setup.mandate?.method, { type: 'card', label: '•••• 6787', validUntil: null })
})
