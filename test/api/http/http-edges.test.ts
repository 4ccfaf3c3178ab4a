import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { eventually, shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { send, sendBytes } from '../http-request.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await shareTestProduct('api', 'login')
  holder = await product.createHolder()
})
after(() => product?.stop())

/** The status, code and Allow of a raw answer, which must have the form of every refusal. */
function readRefusal(text: string): { status: number; code: string; path: string | undefined } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const { error, requestId } = JSON.parse(body)
  assert.match(requestId, /^req_[0-9a-f]{32}$/)
  assert.ok(head.toLowerCase().includes(`x-request-id: ${requestId}`))
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), code: error.code, path: error.details[0]?.path }
}

const inside = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

for (const [name, headers, path] of [
  ['without a Host', '', 'headers.host'],
  ['with two Hosts', 'host: x\r\nHOST: y\r\n', 'headers.host'],
  ['with two equal Hosts', 'host: x\r\nhost: x\r\n', 'headers.host'],
  ['that expects what is not known', 'host: x\r\nexpect: 200-ok\r\n', 'headers.expect'],
] as const)
  test(`a request ${name} is refused in our form, and ends the connection`, async () => {
    for (const url of [product.baseUrl, product.loginUrl])
      for (const target of ['/healthz', '/api/v1/me', '/nowhere', '/webhooks/payments/mollie']) {
        const { text, isClosed } = await sendBytes(url, [`GET ${target} HTTP/1.1\r\n${headers}\r\n${inside}`])
        assert.deepEqual(readRefusal(text), { status: 400, code: 'VALIDATION_FAILED', path }, target)
        assert.ok(isClosed)
        assert.doesNotMatch(text, /"status":"ok"/)
      }
  })

test('HTTP/1.0 needs no Host, and 100-continue may be expected', async () => {
  const old = await sendBytes(product.baseUrl, ['GET /healthz HTTP/1.0\r\n\r\n'])
  assert.match(old.text, /^HTTP\/1\.1 200 [\s\S]*"status":"ok"/)
  const expecting = await sendBytes(product.baseUrl, [
    'POST /auth/staff/code HTTP/1.1\r\nhost: x\r\nexpect: 100-Continue\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  ])
  assert.match(expecting.text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
})

test('a request that wants another protocol is answered, and its connection closed, whatever follows on it', async () => {
  const upgrade = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
  for (const parts of [[upgrade], [upgrade, 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n'], [upgrade, inside]]) {
    const { text, isClosed } = await sendBytes(product.baseUrl, parts)
    assert.match(text, /^HTTP\/1\.1 200 [\s\S]*"status":"ok"/)
    assert.ok(isClosed)
  }
})

test('every path answers a method it does not take with 405 and those it takes', async () => {
  for (const [origin, path, allow] of [
    [product.baseUrl, '/auth/sign-out', 'POST'],
    [product.baseUrl, '/auth/session', 'GET, HEAD'],
    [product.baseUrl, '/auth/staff/code', 'POST'],
    [product.baseUrl, '/auth/staff/session', 'POST'],
    [product.baseUrl, '/auth/recipient/code', 'POST'],
    [product.baseUrl, '/auth/recipient/session', 'GET, HEAD, POST'],
    [product.baseUrl, '/webhooks/sms/twilio/status', 'POST'],
    [product.baseUrl, '/webhooks/sms/cm/inbound/token', 'POST'],
    [product.baseUrl, '/webhooks/email/bounce', 'POST'],
    [product.baseUrl, '/webhooks/payments/stripe', 'POST'],
    [product.baseUrl, '/u/token', 'GET, HEAD, POST'],
    [product.baseUrl, '/a/x', 'GET, HEAD'],
    [product.baseUrl, '/setup/integrations', 'GET, HEAD'],
    [product.baseUrl, '/billing/return', 'GET, HEAD'],
    [product.baseUrl, '/integrations/callback', 'GET, HEAD'],
    [product.baseUrl, '/integrations/caldav/x', 'GET, HEAD, POST'],
    [product.baseUrl, '/healthz', 'GET, HEAD'],
    [product.baseUrl, '/readyz', 'GET, HEAD'],
    [product.baseUrl, '/api/v1/openapi.json', 'GET, HEAD'],
    [product.baseUrl, '/reference/', 'GET, HEAD'],
    [product.baseUrl, '/api/v1/me', 'GET, HEAD'],
    [product.loginUrl, '/healthz', 'GET, HEAD'],
    [product.loginUrl, '/api/v1/recipient/auth/challenges', 'POST'],
  ] as const)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE']) {
      if (allow.split(', ').includes(method)) continue
      const name = `${method} ${path}`
      const reply = await send(origin + path, { method })
      const allowed = String(reply.headers.allow).split(', ').toSorted().join(', ')
      assert.deepEqual([reply.status, allowed], [405, allow], name)
      assert.equal(reply.headers['cache-control'], 'no-store', name)
      if (method !== 'HEAD') assert.equal(reply.body.error.code, 'METHOD_NOT_ALLOWED', name)
    }
})

test('QUERY and other methods that nothing takes are no fault of ours, on any path', async () => {
  for (const path of ['/', '/nowhere', '/api/v1/nothing', '/%zz'])
    for (const method of ['QUERY', 'PROPFIND', 'MKCOL', 'TRACE', 'PURGE']) {
      const reply = await send(product.baseUrl + path, { method })
      assert.ok(reply.status >= 400 && reply.status < 500, `${method} ${path}: ${reply.status}`)
    }
})

test('a client that goes away in the middle of its body is no error, neither ours nor of the database', async () => {
  const before = product.logLines.length
  const { hostname, port } = new URL(product.baseUrl)
  for (const framing of ['content-length: 1000\r\n\r\n{"a', 'transfer-encoding: chunked\r\n\r\n3\r\n{"a\r\n']) {
    const socket = connect(Number(port), hostname)
    socket.write(
      `PATCH /api/v1/platform-holders/${holder.id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${holder.apiKey}\r\ncontent-type: application/json\r\n${framing}`,
    )
    // Long enough for the credential to be looked up, also on a busy machine, so that the server is waiting for the body.
    await sleep(1_500)
    socket.resetAndDestroy()
  }
  const lines = await eventually(async () => {
    const refused = product.logLines.slice(before).filter((line) => line.includes('"request refused"'))
    return refused.length === 2 && refused.map((line) => JSON.parse(line) as { level: string; code: string })
  })
  assert.deepEqual(
    lines.map(({ level, code }) => [level, code]),
    [
      ['info', 'VALIDATION_FAILED'],
      ['info', 'VALIDATION_FAILED'],
    ],
  )
  assert.ok(!product.logLines.slice(before).some((line) => line.includes('"level":"error"')))
})
