import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { cpuMsOf } from '#/kernel/time/cpu-ms-for-tests.ts'
import { twilioSignature } from '#/providers/sms/twilio-signature.ts'
import { shareTestProduct, type TestProduct } from '../../harness.ts'
import { send, type Reply } from '../http-request.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api', 'login')
})
after(() => product?.stop())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const names = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=`).join('&')

/** Without the limits it takes seconds, with them a hundredth of this. */
const mostMs = 500

async function timed(ask: () => Promise<Reply>): Promise<Reply> {
  const answered = Promise.withResolvers<Reply>()
  const tookMs = await cpuMsOf(() => ask().then(answered.resolve, answered.reject))
  assert.ok(tookMs < mostMs, `${Math.round(tookMs)} ms`)
  return answered.promise
}

for (const path of ['/webhooks/sms/twilio/inbound', '/webhooks/sms/twilio/status'])
  test(`no form that anybody can send to ${path} takes long to be refused`, async () => {
    for (const [what, body, status, code] of [
      ['60,000 names', names(60_000), 413, 'BODY_TOO_LARGE'],
      ['64 KiB of names', names(9_000), 400, 'VALIDATION_FAILED'],
      ['64 KiB of one name', 'a&'.repeat(32_000), 400, 'VALIDATION_FAILED'],
      ['201 names', names(201), 400, 'VALIDATION_FAILED'],
      ['200 names', names(200), 401, 'UNAUTHENTICATED'],
      ['64 KiB of one value', `a=${'%41'.repeat(21_000)}`, 401, 'UNAUTHENTICATED'],
    ] as const) {
      const reply = await timed(() =>
        send(product.baseUrl + path, { method: 'POST', body, headers: { ...form, 'x-twilio-signature': 'x' } }),
      )
      assert.deepEqual([reply.status, reply.body.error.code], [status, code], what)
    }
  })

test('a genuine form of a kind that Twilio never sends takes no longer', async () => {
  const path = '/webhooks/sms/twilio/status'
  const body = names(9_000)
  const { authToken } = smsVendors.twilio.twinAccount
  const signature = twilioSignature(authToken, product.baseUrl + path, new URLSearchParams(body))
  const headers = { ...form, 'x-twilio-signature': signature }
  const reply = await timed(() => send(product.baseUrl + path, { method: 'POST', body, headers }))
  assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_FAILED'])
})

test('payment webhooks bear any body of their size', async () => {
  for (const body of [names(9_000), 'a&'.repeat(32_000), '['.repeat(65_536), `id=${'%'.repeat(65_000)}`]) {
    const ask = (name: string) =>
      timed(() => send(`${product.baseUrl}/webhooks/payments/${name}`, { method: 'POST', body, headers: form }))
    assert.equal((await ask('mollie')).status, 200)
    assert.equal((await ask('stripe')).status, 401)
  }
})

test('headers of any content are read in time', async () => {
  for (const [name, value] of [
    ['cookie', 'a;'.repeat(7_000)],
    ['cookie', 'tijdig_session='.repeat(900)],
    ['accept-language', 'nl;q=1,'.repeat(2_000)],
    ['authorization', `Bearer ${'x'.repeat(14_000)}`],
    ['content-type', `application/json${'; charset='.repeat(1_400)}`],
    ['content-type', `application/json;${' '.repeat(14_000)}x`],
    ['if-match', '"'.repeat(14_001)],
    ['origin', 'x'.repeat(14_000)],
    ['x-forwarded-for', '127.0.0.1,'.repeat(1_400)],
    ['stripe-signature', 't=1,v1=x,'.repeat(1_500)],
  ] as const)
    for (const [path, method] of [
      ['/api/v1/me', 'GET'],
      ['/auth/staff/code', 'POST'],
      ['/auth/recipient/code', 'POST'],
      ['/webhooks/payments/stripe', 'POST'],
    ] as const) {
      const reply = await timed(() => send(product.baseUrl + path, { method, headers: { [name]: value } }))
      assert.ok(reply.status >= 400 && reply.status < 500, `${name} ${path}: ${reply.status}`)
    }
  for (const query of ['a&'.repeat(7_000), '%'.repeat(14_000), '%41'.repeat(4_600), 'a[]=1&'.repeat(2_000)]) {
    const reply = await timed(() => send(`${product.baseUrl}/integrations/callback?${query}`))
    assert.equal(reply.status, 400, query.slice(0, 10))
  }
})

test('doors without a credential read no more than a code and an address need', async () => {
  const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 29_000 }, (_, index) => [`k${index}`, 1])))
  const some = JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`k${index}`, 1])))
  for (const url of [
    `${product.baseUrl}/auth/staff/code`,
    `${product.baseUrl}/auth/staff/session`,
    `${product.baseUrl}/auth/sign-out`,
    `${product.baseUrl}/auth/recipient/code`,
    `${product.baseUrl}/auth/recipient/session`,
    `${product.loginUrl}/api/v1/recipient/auth/challenges`,
    `${product.loginUrl}/api/v1/recipient/auth/sessions`,
  ]) {
    const large = await timed(() => send(url, { method: 'POST', body: keys }))
    assert.deepEqual([large.status, large.body.error.code], [413, 'BODY_TOO_LARGE'], url)
    const small = await timed(() => send(url, { method: 'POST', body: some }))
    assert.ok([400, 401].includes(small.status), `${url}: ${small.text}`)
    assert.ok(small.body.error.details.length <= 20)
  }
})

test('a path that nothing is served at reads no body', async () => {
  const reply = await timed(() => send(`${product.baseUrl}/nowhere`, { method: 'POST', body: '{' }))
  assert.deepEqual([reply.status, reply.body.error.code], [404, 'NOT_FOUND'])
})

const signed = (path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const text = [...body].toSorted(([one], [other]) => (one < other ? -1 : 1)).map((pair) => pair.join(''))
  const signature = createHmac('sha1', smsVendors.twilio.twinAccount.authToken)
    .update(product.baseUrl + path + text.join(''))
    .digest('base64')
  const headers = { ...form, 'x-twilio-signature': signature }
  return send(product.baseUrl + path, { method: 'POST', body: body.toString(), headers })
}

test('a reply with a character that the database cannot keep is kept without it', async () => {
  const fields = { MessageSid: 'SM-with-nul', From: '+31612340177', To: '+3197010250000', Body: 'ja\0 graag' }
  const reply = await signed('/webhooks/sms/twilio/inbound', fields)
  assert.equal(reply.status, 200, reply.text)
  const { rows } = await product.operator.query<{ body: string }>(
    `select body from inbound_sms where provider_message_id = 'SM-with-nul'`,
  )
  assert.deepEqual(rows, [{ body: 'ja\ufffd graag' }])
})

test('a receipt with such a character is taken', async () => {
  const fields = { MessageSid: 'SM\0', MessageStatus: 'failed', ErrorCode: '3\0' }
  assert.equal((await signed('/webhooks/sms/twilio/status?ref=x', fields)).status, 200)
})
