import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sandboxCredentials } from '#/app/wiring.ts'
import { startTestProduct, type TestProduct } from '../../harness.ts'
import { send, type Reply } from '../http-request.ts'
import { startMinuteClock, type MinuteClock } from './minute-clock.ts'

const perMinute = 20

let clock: MinuteClock
let product: TestProduct
before(async () => {
  clock = startMinuteClock()
  product = await startTestProduct({
    roles: ['api', 'login'],
    env: { TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: String(perMinute), TIJDIG_TRUSTED_PROXIES: '127.0.0.1' },
  })
})
after(async () => {
  clock?.restore()
  await product?.stop()
})

/** Each test calls from its own address, from the start of a minute. */
let address = 0
beforeEach(() => {
  address += 1
  clock.nextMinute()
})
const from = () => ({ 'x-forwarded-for': `198.51.100.${address}` })

const isLimited = (reply: Reply) =>
  reply.status === 429 && reply.body.error.code === 'RATE_LIMITED' && Number(reply.headers['retry-after']) >= 1

/** Calls until it is refused. @returns the answers before that */
async function untilLimited(ask: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (;;) {
    const reply = await ask()
    if (isLimited(reply)) return replies
    replies.push(reply)
    assert.ok(replies.length <= perMinute, `${replies.length} calls passed`)
  }
}

const call = (path: string, method = 'GET', headers: Record<string, string> = {}, body?: unknown) =>
  send(product.baseUrl + path, { method, headers: { ...from(), ...headers }, ...(body === undefined ? {} : { body }) })

test('what needs no credential says what is left of the allowance of an address', async () => {
  for (const [path, method] of [
    ['/u/nothing', 'GET'],
    ['/api/v1/openapi.json', 'GET'],
    ['/api/v1/openapi.yaml', 'GET'],
    ['/auth/staff/code', 'POST'],
    ['/auth/recipient/code', 'POST'],
    ['/nowhere', 'GET'],
    ['/api/v1/me', 'PUT'],
  ] as const) {
    const { headers } = await call(path, method)
    assert.equal(headers['ratelimit-policy'], `"anonymous";q=${perMinute};w=60`, path)
    assert.match(String(headers.ratelimit), /^"anonymous";r=\d+;t=\d+$/, path)
  }
})

test('a page that anybody may read is served as often as the allowance says, and health checks always', async () => {
  const pages = await untilLimited(() => call('/api/v1/openapi.yaml'))
  assert.ok(pages.every(({ status }) => status === 200))
  const checks = Array.from({ length: 3 * perMinute }, () => ['/healthz', '/readyz']).flat()
  const health = await Promise.all(checks.map((path) => call(path)))
  assert.ok(health.every(({ status, headers }) => status === 200 && headers.ratelimit === undefined))
})

for (const [what, path, method] of [
  ['forged receipts', '/webhooks/sms/twilio/status?ref=x', 'POST'],
  ['forged inbound messages', '/webhooks/sms/twilio/inbound', 'POST'],
  ['bounces with a wrong token', '/webhooks/email/bounce?token=guess', 'POST'],
  ['guessed cookies', '/auth/session', 'GET'],
  ['guessed cookies at the sign-out', '/auth/sign-out', 'POST'],
  ['guessed cookies at an operation', '/api/v1/me', 'GET'],
] as const)
  test(`${what} are counted, and refused past the allowance`, async () => {
    const guess = { cookie: `tijdig_session=${'a'.repeat(43)}` }
    const replies = await untilLimited(() => call(path, method, guess))
    assert.ok(replies.length > 0 && replies.every(({ status }) => status === 401), replies[0]?.text ?? 'none passed')
  })

test('genuine webhooks come in any number from one address, also while it guesses', async () => {
  const mail = (token: string) =>
    call(
      `/webhooks/email/bounce?token=${token}`,
      'POST',
      { 'content-type': 'message/rfc822' },
      'Subject: hello\r\n\r\n',
    )
  await untilLimited(() => mail('guess'))
  for (let count = 0; count < 3 * perMinute; count += 1)
    assert.equal((await mail(sandboxCredentials.bounceToken)).status, 200)
})

test('what Mollie, who signs nothing, says of payments that are not ours is counted', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const replies = await untilLimited(() => call('/webhooks/payments/mollie', 'POST', form, 'id=tr_unknown'))
  assert.ok(replies.length > 0 && replies.every(({ status }) => status === 200), replies[0]?.text ?? 'none passed')
})

test('the login server says what is left and refuses past the allowance', async () => {
  const challenge = () =>
    send(`${product.loginUrl}/api/v1/recipient/auth/challenges`, {
      method: 'POST',
      headers: from(),
      body: { phoneNumberE164: 'x' },
    })
  const replies = await untilLimited(challenge)
  for (const { status, headers } of replies) {
    assert.equal(status, 400)
    assert.equal(headers['ratelimit-policy'], `"anonymous";q=${perMinute};w=60`)
  }
})

test('who is kept out leaves a line in the log with code, operation and credential, and nothing else', async () => {
  const holder = await product.createHolder()
  const bearer = { authorization: `Bearer ${holder.apiKey}` }
  const unknown = await call('/api/v1/me', 'GET', { authorization: 'Bearer guess' })
  const forbidden = await call('/api/v1/api-keys', 'POST', bearer, {})
  const lineOf = ({ body }: Reply) => {
    const lines = product.logLines.filter((line) => line.includes(body.requestId) && line.includes('request refused'))
    assert.equal(lines.length, 1)
    const line = JSON.parse(lines[0] ?? '')
    assert.deepEqual(
      Object.keys(line).filter((name) => !['level', 'time', 'pid', 'hostname', 'msg', 'credentialId'].includes(name)),
      ['requestId', 'operation', 'code'],
    )
    return line
  }
  const first = lineOf(unknown)
  assert.deepEqual([first.code, first.operation, first.credentialId], ['UNAUTHENTICATED', 'getApiIdentity', undefined])
  const { rows } = await product.operator.query<{ id: string }>(
    'select id from api_key where platform_holder_id = $1',
    [holder.id],
  )
  const second = lineOf(forbidden)
  assert.deepEqual(
    [second.code, second.operation, second.credentialId],
    ['BROWSER_SESSION_REQUIRED', 'createApiKey', rows[0]?.id],
  )
})
