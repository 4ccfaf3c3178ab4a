import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shareTestProduct, type TestProduct } from '../../harness.ts'
import { staffOf, startAuthorization } from '../../integration-world.ts'
import { send, sendBytes, type Reply, type RequestOptions } from '../http-request.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api', 'login')
})
after(() => product?.stop())

const challenges = '/api/v1/recipient/auth/challenges'
const sessions = '/api/v1/recipient/auth/sessions'

/** Every answer forbids sniffing, framing, caching and referrers. */
function assertLockedDown({ headers: given, text }: Reply, name: string): void {
  const headers = given as Readonly<Record<string, string | undefined>>
  assert.equal(headers['x-content-type-options'], 'nosniff', name)
  assert.match(headers['content-security-policy'] ?? '', /^default-src 'none';.*frame-ancestors 'none'/, name)
  assert.match(headers['referrer-policy'] ?? '', /^(no-referrer|same-origin)$/, name)
  assert.equal(headers['cache-control'], 'no-store', name)
  assert.match(headers['x-request-id'] ?? '', /^req_[0-9a-f]{32}$/, name)
  assert.doesNotMatch(text, /\bat \/|node_modules|\.ts\b|select |postgres|fastify|FST_|SyntaxError/i, name)
}

function assertRefused(reply: Reply, status: number, code: string, name: string): void {
  assert.equal(reply.status, status, `${name}: ${reply.text}`)
  assert.equal(reply.body.error.code, code, name)
  assert.equal(reply.body.requestId, reply.headers['x-request-id'])
  assertLockedDown(reply, name)
}

/** A page for people, instead of an error for programs. */
function assertPage(reply: Reply, status: number, name: string): void {
  assert.equal(reply.status, status, `${name}: ${reply.text}`)
  assert.match(reply.headers['content-type'] ?? '', /^text\/html; charset=utf-8$/, name)
  assert.match(reply.text, /<html lang="nl" dir="ltr">[\s\S]*<h1>/, name)
  assertLockedDown(reply, name)
}

const atLogin = (path: string, options: RequestOptions = {}) => send(product.loginUrl + path, options)
const atApi = (path: string, options: RequestOptions = {}) => send(product.baseUrl + path, options)

test('the login server refuses what it cannot read in the form of all errors', async () => {
  const number = '+31612340101'
  for (const [body, status, code] of [
    ['', 400, 'MALFORMED_JSON'],
    ['{', 400, 'MALFORMED_JSON'],
    [`{"phoneNumberE164":"${number}","phoneNumberE164":"${number}"}`, 400, 'MALFORMED_JSON'],
    ['{"phoneNumberE164":"\\ud800"}', 400, 'MALFORMED_JSON'],
    ['{"phoneNumberE164":"+316\\u0000"}', 400, 'MALFORMED_JSON'],
    [`{"phoneNumberE164":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, 400, 'MALFORMED_JSON'],
    ['[]', 400, 'VALIDATION_FAILED'],
    ['null', 400, 'VALIDATION_FAILED'],
    ['{"phoneNumberE164":1e300}', 400, 'VALIDATION_FAILED'],
    ['{"phoneNumberE164":31612340101}', 400, 'VALIDATION_FAILED'],
    [`{"phoneNumberE164":["${number}"]}`, 400, 'VALIDATION_FAILED'],
    ['{"phoneNumberE164":"+31\u202e\u2066"}', 400, 'VALIDATION_FAILED'],
    [`{"phoneNumberE164":"${number}","surprise":1}`, 400, 'UNKNOWN_FIELD'],
    [`{"phoneNumberE164":"${'1'.repeat(4_096)}"}`, 413, 'BODY_TOO_LARGE'],
  ] as const)
    assertRefused(await atLogin(challenges, { method: 'POST', body }), status, code, body.slice(0, 60))
  assertRefused(
    await atLogin(`${challenges}?x=1`, { method: 'POST', body: `{"phoneNumberE164":"${number}"}` }),
    400,
    'UNKNOWN_FIELD',
    'query',
  )
})

test('the login server takes JSON alone', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=latin1',
    '',
  ])
    for (const path of [challenges, sessions]) {
      const reply = await atLogin(path, { method: 'POST', body: '{}', headers: { 'content-type': type } })
      assertRefused(reply, 415, 'UNSUPPORTED_MEDIA_TYPE', type)
    }
})

test('the login server names the methods it takes, and knows nothing but its own paths', async () => {
  for (const [path, allow] of [
    [challenges, 'POST'],
    [sessions, 'POST'],
    [`${sessions}/current`, 'DELETE'],
  ] as const)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (method === allow) continue
      const reply = await atLogin(path, { method })
      assert.deepEqual([reply.status, reply.headers.allow], [405, allow], `${method} ${path}`)
      assertLockedDown(reply, `${method} ${path}`)
    }
  for (const path of ['/', '/api/v1', '/api/v1/me', '/reference', '/a/x', '/metrics', `${challenges}/`, '/.env', '//x'])
    assertRefused(await atLogin(path), 404, 'NOT_FOUND', path)
  assertRefused(await atLogin('/%zz'), 400, 'VALIDATION_FAILED', 'no address')
})

test('tokens that are none of ours end in 401 on the login server', async () => {
  const current = `${sessions}/current`
  assertRefused(await atLogin(current, { method: 'DELETE' }), 401, 'UNAUTHENTICATED', 'none')
  for (const token of ['x', 'x'.repeat(43), 'x'.repeat(5_000), "' or 1=1"]) {
    const reply = await atLogin(current, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    assert.equal(reply.status, 401, token)
    assertLockedDown(reply, token.slice(0, 20))
  }
})

test('what is no HTTP is refused with the same headers', async () => {
  for (const url of [product.baseUrl, product.loginUrl]) {
    const { text } = await sendBytes(url, ['BREW / HTTP/1.1\r\nhost: x\r\n\r\n'])
    assert.match(text, /^HTTP\/1\.1 400 /)
    for (const header of ['x-content-type-options: nosniff', 'cache-control: no-store', 'referrer-policy: no-referrer'])
      assert.ok(text.includes(`\r\n${header}\r\n`), header)
    assert.match(text, /content-security-policy: default-src 'none'/)
  }
})

test('payment webhooks refuse a body of ten megabytes without reading it', async () => {
  const head = (path: string, framing: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n${framing}\r\n\r\n`
  for (const path of ['/webhooks/payments/mollie', '/webhooks/payments/stripe']) {
    const chunk = `40000\r\n${'x'.repeat(0x40000)}\r\n`
    for (const parts of [
      [head(path, 'content-length: 10000000'), 'id=tr_'],
      [head(path, 'transfer-encoding: chunked'), chunk, chunk],
    ]) {
      const { text, isClosed } = await sendBytes(product.baseUrl, parts)
      assert.match(text, /^HTTP\/1\.1 413 [\s\S]*"code":"BODY_TOO_LARGE"/)
      assert.ok(isClosed)
    }
  }
})

test('what payment providers never send is answered without a fault', async () => {
  const bodies = [
    '',
    'id=',
    'id=%00',
    'id=%ED%A0%80',
    'id=a&id=b',
    'id[]=tr_x',
    '{"id":"tr_\\u0000"}',
    `id=${'x'.repeat(60_000)}`,
  ]
  for (const body of [...bodies, '['.repeat(60_000)])
    for (const type of ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data; boundary=x']) {
      const name = `${type} ${body.slice(0, 20)}`
      const options = { method: 'POST', body, headers: { 'content-type': type } }
      // Mollie's webhook is unsigned: an unknown id is answered like a known one.
      assert.equal((await atApi('/webhooks/payments/mollie', options)).status, 200, name)
      assertRefused(await atApi('/webhooks/payments/stripe', options), 401, 'UNAUTHENTICATED', name)
    }
  for (const signature of [
    '',
    't=1,v1=',
    't=x,v1=y',
    `t=${'9'.repeat(400)},v1=00`,
    't=1,t=2,v1=0',
    'é',
    ','.repeat(5_000),
  ]) {
    const headers = { 'stripe-signature': signature }
    const reply = await atApi('/webhooks/payments/stripe', { method: 'POST', body: '{}', headers })
    assertRefused(reply, 401, 'UNAUTHENTICATED', signature.slice(0, 20))
  }
  assertRefused(await atApi('/webhooks/payments/paypal', { method: 'POST' }), 404, 'NOT_FOUND', 'unknown provider')
})

test('the end of an authorization is a calm page whatever stands in its address', async () => {
  const holder = await product.createHolder()
  const headers = await staffOf(product, holder)
  const state = (await startAuthorization(holder, 'google_calendar')).searchParams.get('state') ?? ''
  for (const query of [
    '',
    '?',
    '?state',
    '?state=',
    '?code=1',
    '?state=%00',
    '?state=%ED%A0%80',
    '?state[]=x',
    '?state[a]=x',
    `?state=${state}&state=${state}`,
    `?state=${'x'.repeat(43)}`,
    `?state=${'x'.repeat(4_000)}`,
    '?state=%E2%80%AEx',
    '?__proto__=1&constructor=2',
  ])
    assertPage(await atApi(`/integrations/callback${query}`, { headers }), 400, query.slice(0, 40))
  for (const path of ['/integrations/caldav/x', `/integrations/caldav/${state}`])
    assertPage(await atApi(path, { headers }), 400, path)

  // Nonsense in the answer ends an authorization, and the owner is told.
  assertPage(
    await atApi(`/integrations/callback?state=${state}&code=a&code=b&error=x&iss=%00`, { headers }),
    200,
    'nonsense',
  )
  assertPage(await atApi(`/integrations/callback?state=${state}&code=a`, { headers }), 400, 'again')
})

test('the CalDAV form bears any field', async () => {
  const holder = await product.createHolder()
  const url = await startAuthorization(holder, 'caldav')
  const staff = await staffOf(product, holder)
  const post = (body: string, headers: Record<string, string> = {}) =>
    send(url.href, {
      method: 'POST',
      body,
      headers: { origin: product.baseUrl, 'content-type': 'application/x-www-form-urlencoded', ...staff, ...headers },
    })
  for (const body of [
    '',
    'serverUrl=https%3A%2F%2Fcal.example',
    'serverUrl=https%3A%2F%2Fcal.example&username=x',
    'serverUrl=https%3A%2F%2F%00&username=%00&appPassword=%00',
    'serverUrl=%ED%A0%80&username=%E2%80%AEx&appPassword=x',
    `serverUrl=https://${'x'.repeat(10_000)}&username=x&appPassword=x`,
    'serverUrl[]=a&username[x]=b&appPassword=c',
    'serverUrl=https://[::ffff:127.0.0.1]:1/&username=x&appPassword=x',
    'serverUrl=https://127.0.0.1:1/&username=a%3Ab%0D%0Ax%3A1&appPassword=%0D%0A',
  ]) {
    const reply = await post(body)
    assertPage(reply, 422, body.slice(0, 60))
    assert.match(reply.text, /aria-invalid="true" aria-describedby="fault"/)
  }
  assertRefused(await post('a'.repeat(20_000)), 413, 'BODY_TOO_LARGE', 'large')
  assertRefused(await post('{}', { 'content-type': 'application/json' }), 415, 'UNSUPPORTED_MEDIA_TYPE', 'JSON')
  assertRefused(await post('', { origin: 'null' }), 403, 'CSRF_REQUIRED', 'origin')
})

test('a bounce with its token twice is refused as a request that does not fit', async () => {
  const reply = await atApi('/webhooks/email/bounce?token=a&token=b', { method: 'POST', body: 'Subject: x\r\n\r\n' })
  assertRefused(reply, 400, 'VALIDATION_FAILED', 'token twice')
  assert.equal(reply.body.error.details[0].path, 'query.token')
})

test('an unsubscribe link that mail programs broke is told to people as a page, to both methods', async () => {
  for (const token of ['x', '%00', '..%2F', '%E2%80%AE', 'A'.repeat(86)]) {
    assertPage(await atApi(`/u/${token}`), 404, token)
    assertPage(await atApi(`/u/${token}`, { method: 'POST' }), 404, token)
  }
})

test('a refusal on purpose is a warning without a trace in the log, and never an error', async () => {
  const before = product.logLines.length
  // Without a sandbox, no provider can be reached.
  const holder = await product.createHolder()
  const body = { clientRequestId: crypto.randomUUID(), paymentConsent: true }
  const { status } = await holder.call('POST', '/billing/payment-setup', body)
  assert.equal(status, 503)
  const lines = product.logLines
    .slice(before)
    .map((line) => JSON.parse(line) as { level: string; msg: string; code?: string })
  assert.deepEqual(
    lines.filter(({ msg }) => msg === 'request refused').map(({ level, code }) => [level, code]),
    [['warn', 'PROVIDER_UNAVAILABLE']],
  )
  assert.deepEqual(
    lines.filter(({ level }) => level === 'error'),
    [],
  )
})
