import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '#/app/operations.ts'
import { eventually, signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment } from '../../operation-cases.ts'
import { send, sendBytes, type Reply } from '../http-request.ts'

let product: TestProduct
let holder: TestHolder
let api: string
let base: string
before(async () => {
  product = await startTestProduct()
  holder = await product.createHolder()
  api = `${product.baseUrl}/api/v1`
  base = `${api}/platform-holders/${holder.id}`
})
after(() => product?.stop())

const authorization = () => ({ authorization: `Bearer ${holder.apiKey}` })

function assertCode(reply: Reply, status: number, code: string, name = ''): void {
  assert.equal(reply.status, status, `${name}: ${reply.text}`)
  assert.equal(reply.body.error.code, code, name)
  assert.equal(reply.body.requestId, reply.headers['x-request-id'])
}

test('a method that a path does not take is 405, and Allow names those it takes', async () => {
  const allowed = new Map<string, string[]>()
  for (const { contract } of operations) {
    const path = contract.path.replaceAll(/\{(\w+)\}/g, '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05')
    const head = contract.method === 'GET' && !contract.spendsOnRead ? ['HEAD'] : []
    allowed.set(path, [...(allowed.get(path) ?? []), contract.method, ...head])
  }
  for (const [path, methods] of allowed) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((one) => !methods.includes(one))) {
      const reply = await send(api + path, { method, headers: authorization() })
      assertCode(reply, 405, 'METHOD_NOT_ALLOWED', `${method} ${path}`)
      assert.deepEqual(String(reply.headers.allow).split(', ').toSorted(), methods.toSorted(), path)
    }
  }
})

test('the intake address is not mistaken for the id of an appointment', async () => {
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const reply = await send(`${base}/appointments/intake`, { method, headers: authorization() })
    assertCode(reply, 405, 'METHOD_NOT_ALLOWED', method)
    assert.equal(reply.headers.allow, 'POST')
  }
})

test('a path that does not exist is 404, also in another spelling of one that does', async () => {
  for (const path of [
    '/api',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/me',
    '/api/v1/me/',
    '/api/v1/ME',
    '/API/v1/me',
    '/api/v1//me',
    '/api/v1/me;x=1',
    '/.env',
    '/package.json',
    '/metrics',
    '/debug',
  ]) {
    assertCode(await send(product.baseUrl + path, { headers: authorization() }), 404, 'NOT_FOUND', path)
  }
})

test('somebody who goes to an address where nothing is gets a page that says so, and a program an error', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const today = await send(`${product.baseUrl}/today`, { headers })
  for (const path of ['/todya', '/setup-of-mine/types', '/apis', '/my%20appointments?x=1']) {
    const page = await send(product.baseUrl + path, { headers })
    assert.deepEqual([page.status, page.text], [404, today.text], path)
    assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin')
    assert.match(String(page.headers['permissions-policy']), /^microphone=\(self\), camera=\(\)/)
    for (const name of ['content-type', 'content-security-policy', 'x-robots-tag'])
      assert.equal(page.headers[name], today.headers[name], `${name} of ${path}`)
  }
  for (const path of [
    '/api',
    '/api/v1/nothing',
    '/auth/nothing',
    '/assets/nothing.js',
    '/mcp/nothing',
    '/webhooks?x=1',
  ])
    assertCode(await send(product.baseUrl + path, { headers }), 404, 'NOT_FOUND', path)
  assertCode(await send(`${product.baseUrl}/todya`, { method: 'POST', headers }), 404, 'NOT_FOUND', 'POST')
})

test('metrics are not served where the API is', async () => {
  assert.equal((await send(`${product.baseUrl}/metrics`)).status, 404)
  const admin = await fetch(`http://127.0.0.1:${product.settings.ports.admin}/metrics`)
  assert.equal(admin.status, 200)
})

test('HEAD answers as GET does, without a body', async () => {
  const get = await send(`${api}/me`, { headers: authorization() })
  const head = await send(`${api}/me`, { method: 'HEAD', headers: authorization() })
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.equal(head.headers['content-length'], get.headers['content-length'])
  assert.equal((await send(`${api}/me`, { method: 'HEAD' })).status, 401)
})

test('TRACE, CONNECT and invented methods are refused', async () => {
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'BREW']) {
    const { text } = await sendBytes(
      product.baseUrl,
      [
        `${method} /api/v1/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${holder.apiKey}\r\nconnection: close\r\n\r\n`,
      ],
      1_000,
    )
    assert.doesNotMatch(text, /^HTTP\/1\.1 2/, method)
    assert.doesNotMatch(text, /tijdig_sk_/, `${method} echoes nothing`)
  }
})

const get = (extra: string) => `GET /api/v1/me HTTP/1.1\r\nhost: x\r\n${extra}`
const post = (extra: string) => `POST /api/v1/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${extra}`
const smuggled = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

for (const [name, bytes] of [
  ['a length and chunks', post(`content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`)],
  ['chunks and a length', post(`transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${smuggled}`)],
  ['two lengths', post(`content-length: 4\r\ncontent-length: 5\r\n\r\n{}  ${smuggled}`)],
  ['two equal lengths', post(`content-length: 4\r\ncontent-length: 4\r\n\r\n{}  ${smuggled}`)],
  ['a length list', post(`content-length: 4, 4\r\n\r\n{}  ${smuggled}`)],
  ['a negative length', post(`content-length: -1\r\n\r\n${smuggled}`)],
  ['a length with a sign', post(`content-length: +4\r\n\r\n{}  ${smuggled}`)],
  ['an unknown encoding', post(`transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`)],
  ['chunked and then something', post(`transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`)],
  ['a space before the colon', post(`content-length : 4\r\n\r\n{}  ${smuggled}`)],
  ['a folded header', get(`x-a: b\r\n continued\r\n\r\n${smuggled}`)],
  ['a bare line feed', get(`x-a: b\n\r\n${smuggled}`)],
  ['NUL in a header', get(`x-a: b\0c\r\n\r\n${smuggled}`)],
  ['no HTTP at all', `\x16\x03\x01 hello\r\n\r\n${smuggled}`],
  ['another protocol version', `GET /api/v1/me HTTP/9.9\r\nhost: x\r\n\r\n${smuggled}`],
  ['no Host', `GET /api/v1/me HTTP/1.1\r\n\r\n${smuggled}`],
] as const) {
  test(`a request with ${name} is 400 and ends the connection`, async () => {
    const { text, isClosed } = await sendBytes(product.baseUrl, [bytes])
    assert.match(text, /^HTTP\/1\.1 400 /)
    assert.ok(isClosed)
    assert.doesNotMatch(text, /"status":"ok"/, 'the request inside the request is not answered')
  })
}

test('a body with a broken chunk is 400 and ends the connection', async () => {
  const { text, isClosed } = await sendBytes(product.baseUrl, [
    `PATCH /api/v1/platform-holders/${holder.id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${holder.apiKey}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${smuggled}`,
  ])
  assert.match(text, /^HTTP\/1\.1 400 /)
  assert.ok(isClosed)
  assert.doesNotMatch(text, /"status":"ok"/)
})

test('headers of more than 16 kB are refused in our own words', async () => {
  const { text, isClosed } = await sendBytes(product.baseUrl, [get(`x-a: ${'a'.repeat(20_000)}\r\n\r\n`)])
  assert.match(text, /^HTTP\/1\.1 400 /)
  assert.match(text, /"code":"VALIDATION_FAILED","message":"The headers are too large\."/)
  const [, requestId] = /x-request-id: (req_[0-9a-f]{32})/.exec(text) ?? []
  assert.ok(requestId && text.includes(`"requestId":"${requestId}"`))
  assert.ok(isClosed)
})

test('the id of a request is that of its proxy where it is a UUID, else our own, and in the log with its trace', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const ask = async (requestId: string) => {
    const headers = { ...authorization(), 'x-request-id': requestId, 'request-id': requestId, traceparent }
    const reply = await send(`${api}/me`, { headers })
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['x-request-id'], reply.body.requestId)
    return reply.body.requestId as string
  }
  for (const form of [
    '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
    '0199f3c25a7e7c319d4e3f2b8a6c1d05',
    'req_0199f3c25a7e7c319d4e3f2b8a6c1d05',
  ])
    assert.equal(await ask(form), form)
  const own: string[] = []
  for (const other of [
    '0612345678',
    'Noor Jansen',
    '0199F3C2-5A7E-7C31-9D4E-3F2B8A6C1D05',
    '0'.repeat(33),
    'a'.repeat(200),
  ])
    own.push(await ask(other))
  for (const id of own) assert.match(id, /^req_[0-9a-f]{32}$/)
  assert.equal(new Set(own).size, own.length)
  const line = await eventually(async () => product.logLines.find((one) => one.includes(own[0] ?? 'none')))
  const { time, ms, credentialId, ...said } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual([typeof time, typeof ms, typeof credentialId], ['string', 'number', 'string'])
  assert.deepEqual(said, {
    level: 'info',
    requestId: own[0],
    traceId,
    method: 'GET',
    operation: 'getApiIdentity',
    route: '/api/v1/me',
    status: 200,
    bytesRead: 0,
    bytes: said['bytes'],
    platformHolderId: holder.id,
    credential: 'api_key',
    msg: 'answered',
  })
  assert.ok(Number(said['bytes']) > 100)
})

test('no answer lets another origin read it', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const reply = await send(`${api}/me`, {
      method,
      headers: {
        ...authorization(),
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    const cors = Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))
    assert.deepEqual(cors, [], method)
  }
})

// Which refusal a request with several faults gets.

test('who is asking comes before everything', async () => {
  const reply = await send(`${base}/appointments/intake?surprise=1`, {
    method: 'POST',
    body: 'x'.repeat(300_000),
    headers: { 'content-type': 'text/plain', connection: 'close' },
  })
  assertCode(reply, 401, 'UNAUTHENTICATED')
})

test('the kind of credential comes before CSRF, CSRF before scope and body, scope before the body', async () => {
  const cookie = await signIn(product, holder.staffEmail)
  const broken = { body: '{', headers: { 'content-type': 'text/plain' } }
  const ask = (path: string, method: string, headers: Record<string, string>) =>
    send(path, { method, body: broken.body, headers: { ...broken.headers, ...headers } })
  assertCode(await ask(`${base}/appointments/intake`, 'POST', { cookie }), 403, 'API_KEY_REQUIRED')
  assertCode(await ask(`${api}/api-keys`, 'POST', authorization()), 403, 'BROWSER_SESSION_REQUIRED')
  assertCode(await ask(base, 'PATCH', { cookie }), 403, 'CSRF_REQUIRED')
  const { rows } = await product.operator.query<{ scopes: string[] }>('select scopes from api_key limit 1')
  await product.operator.query(`update api_key set scopes = '{profile:read}' where platform_holder_id = $1`, [
    holder.id,
  ])
  assertCode(await ask(base, 'PATCH', authorization()), 403, 'SCOPE_MISSING')
  await product.operator.query(`update api_key set scopes = $2 where platform_holder_id = $1`, [
    holder.id,
    rows[0]!.scopes,
  ])
  assertCode(await ask(base, 'PATCH', authorization()), 415, 'UNSUPPORTED_MEDIA_TYPE')
})

test('size, type and syntax come before validation, and validation before existence and state', async () => {
  const foreign = await product.createHolder()
  const elsewhere = `${api}/platform-holders/${foreign.id}`
  const ask = (path: string, method: string, body: unknown, type = 'application/json') =>
    send(path, { method, body, headers: { ...authorization(), 'content-type': type } })
  assertCode(await ask(elsewhere, 'PATCH', '{', 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE')
  assertCode(await ask(elsewhere, 'PATCH', '{'), 400, 'MALFORMED_JSON')
  assertCode(await ask(`${elsewhere}?x=1`, 'PATCH', { displayName: '' }), 400, 'VALIDATION_FAILED')
  assertCode(await ask(elsewhere, 'PATCH', { surprise: 1 }), 400, 'UNKNOWN_FIELD')
  assertCode(await ask(elsewhere, 'PATCH', { displayName: 'x' }), 404, 'NOT_FOUND')

  const { body: created } = await ask(`${base}/appointments`, 'POST', await newAppointment(product))
  const cancelled = { expectedVersion: 1, reasonCode: 'other', clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11' }
  await ask(`${base}/appointments/${created.data.id}/cancellation`, 'POST', cancelled)
  const change = (id: string, body: object) => ask(`${base}/appointments/${id}`, 'PATCH', body)
  assertCode(await change(created.data.id, { expectedVersion: 1 }), 400, 'VALIDATION_FAILED')
  assertCode(await change(created.data.id, { title: 'x' }), 400, 'VALIDATION_FAILED', 'no expectedVersion')
  assertCode(await change(foreign.id, { expectedVersion: 1, title: 'x' }), 404, 'NOT_FOUND')
  assertCode(await change(created.data.id, { expectedVersion: 1, title: 'x' }), 409, 'VERSION_CONFLICT')
  assertCode(await change(created.data.id, { expectedVersion: 2, title: 'x' }), 409, 'STATE_CONFLICT')
})

test('only unknown fields wrong is UNKNOWN_FIELD; anything else wrong too is VALIDATION_FAILED', async () => {
  const patch = (body: object) => send(base, { method: 'PATCH', body, headers: authorization() })
  assertCode(await patch({ displayName: 'x', surprise: 1 }), 400, 'UNKNOWN_FIELD')
  assertCode(await patch({ displayName: '', surprise: 1 }), 400, 'VALIDATION_FAILED')
})
