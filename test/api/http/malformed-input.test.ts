import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { shareTestProduct, type TestHolder, type TestProduct, type TestRecipient } from '../../harness.ts'
import { newAppointment, newIntake } from '../../operation-cases.ts'
import { send, sendBytes, type Reply } from '../http-request.ts'
import { storedState } from '../appointments/stored-state.ts'

let product: TestProduct
let holder: TestHolder
let recipient: TestRecipient
let base: string
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
  recipient = await product.createRecipient()
  base = `${product.baseUrl}/api/v1/platform-holders/${holder.id}`
})
after(() => product?.stop())

const authorization = () => ({ authorization: `Bearer ${holder.apiKey}` })

function patchProfile(body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  return send(base, { method: 'PATCH', body, headers: { ...authorization(), ...headers } })
}

function assertCode(reply: Reply, status: number, code: string, name = ''): void {
  assert.equal(reply.status, status, `${name}: ${reply.text}`)
  assert.equal(reply.body.error.code, code, name)
  assert.equal(reply.body.requestId, reply.headers['x-request-id'])
}

for (const [name, body] of [
  ['nothing', ''],
  ['no JSON', '{'],
  ['text after the value', '{} x'],
  ['a trailing comma', '{"displayName":"x",}'],
  ['a comment', '{"displayName":"x"/**/}'],
  ['a byte-order mark and no JSON', '\u{feff}'],
  ['single quotes', "{'displayName':'x'}"],
  ['NaN', '{"displayName":NaN}'],
  ['a duplicate key', '{"displayName":"a","displayName":"b"}'],
  ['a duplicate key in another spelling', '{"displayName":"a","display\\u004eame":"b"}'],
  ['a nested duplicate key', '{"schedulingSetup":{"locations":[],"locations":[]}}'],
  ['a number outside the range of a double', '{"displayName":1e400}'],
  ['a lone surrogate', '{"displayName":"\\ud800"}'],
  ['NUL', '{"displayName":"a\\u0000b"}'],
  ['a control character', '{"displayName":"a\nb"}'],
  ['nesting ten thousand deep', `{"displayName":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['UTF-16', Buffer.from('{"displayName":"x"}', 'utf16le')],
] as const) {
  test(`a body with ${name} is malformed, and nothing is written`, async () => {
    const before = await storedState(product.operator)
    assertCode(await patchProfile(body), 400, 'MALFORMED_JSON')
    assert.deepEqual(await storedState(product.operator), before)
  })
}

test('a body that is JSON but no object does not fit', async () => {
  for (const body of ['[]', '"x"', '1', 'null', 'true', '[{"displayName":"x"}]'])
    assertCode(await patchProfile(body), 400, 'VALIDATION_FAILED', body)
})

test('a missing body does not fit', async () => {
  assertCode(await patchProfile(undefined), 400, 'VALIDATION_FAILED')
})

test('types are not bent into shape', async () => {
  for (const displayName of [1, true, null, ['x'], { x: 1 }])
    assertCode(await patchProfile({ displayName }), 400, 'VALIDATION_FAILED', String(displayName))
  const setup = { locations: [{ id: 'main', name: 'Lindelaan', personCount: '4', roomCount: 3 }] }
  assertCode(await patchProfile({ schedulingSetup: setup }), 400, 'VALIDATION_FAILED')
})

test('only application/json in UTF-8 is taken', async () => {
  const body = '{"displayName":"Praktijk"}'
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-patch+json',
    'application/jsonx',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json;charset="latin1"',
    'json',
    '',
  ]) {
    assertCode(await patchProfile(body, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE', type)
  }
  for (const type of ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"']) {
    assert.equal((await patchProfile(body, { 'content-type': type })).status, 200, type)
  }
})

test('a body without a content type is not guessed at', async () => {
  const { text } = await sendBytes(product.baseUrl, [
    `PATCH /api/v1/platform-holders/${holder.id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${holder.apiKey}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`,
  ])
  assert.match(text, /^HTTP\/1\.1 415 /)
})

test('a body in a content coding is refused for that, and told which one is read', async () => {
  const reply = await patchProfile(gzipSync('{"displayName":"Praktijk"}'), { 'content-encoding': 'gzip' })
  assertCode(reply, 415, 'UNSUPPORTED_MEDIA_TYPE')
  assert.equal(reply.headers['accept-encoding'], 'identity')
  assert.equal((await patchProfile({ displayName: 'Praktijk' }, { 'content-encoding': 'Identity' })).status, 200)
})

test('a content type without a body is nothing to read where no body is taken', async () => {
  const revoke = (body?: string) =>
    send(`${product.baseUrl}/api/v1/api-keys/${randomUUID()}`, {
      method: 'DELETE',
      headers: { ...authorization(), 'content-type': 'application/json' },
      body,
    })
  assertCode(await revoke(), 404, 'NOT_FOUND')
  assertCode(await revoke(''), 404, 'NOT_FOUND')
  assertCode(await revoke(' '), 400, 'MALFORMED_JSON')
})

test('a name has something to read in it, and nothing that moves the cursor', async () => {
  const { startsAt, endsAt } = await newAppointment(product)
  for (const text of [' ', '\u00a0\u2003', '\u200b', '\u2060 \ufeff', 'a\u001b[2J', 'a\nb', '\u0085b', '\u007f']) {
    assertCode(await patchProfile({ displayName: text }), 400, 'VALIDATION_FAILED', text)
    const setup = { locations: [{ id: 'main', name: text, personCount: 1, roomCount: 1 }] }
    assertCode(await patchProfile({ schedulingSetup: setup }), 400, 'VALIDATION_FAILED', text)
    for (const field of ['title', 'locationLabel']) {
      const body = { clientRequestId: randomUUID(), startsAt, endsAt, recipient: { displayName: 'Bo' }, [field]: text }
      const reply = await send(`${base}/appointments`, { method: 'POST', body, headers: authorization() })
      assert.ok(
        reply.body.error.details.some(({ path }: { path: string }) => path === field),
        reply.text,
      )
    }
  }
  for (const displayName of [' a', 'a ', 'a b', 'é', '。', '👍🏽', '👩‍💻', '\u200fאבג'])
    assert.equal((await patchProfile({ displayName })).status, 200, displayName)
})

test('a body over the limit is refused, and one at the limit is read', async () => {
  const padded = (bytes: number) => {
    const empty = JSON.stringify({ displayName: '' })
    return JSON.stringify({ displayName: 'x'.repeat(bytes - empty.length) })
  }
  assertCode(await patchProfile(padded(262_144)), 400, 'VALIDATION_FAILED')
  assertCode(await patchProfile(padded(262_145)), 413, 'BODY_TOO_LARGE')
  const intake = (bytes: number) =>
    send(`${base}/appointments/intake`, { method: 'POST', body: padded(bytes), headers: authorization() })
  assertCode(await intake(65_536), 400, 'VALIDATION_FAILED')
  assertCode(await intake(65_537), 413, 'BODY_TOO_LARGE')
})

test('a body that is announced as too large is refused before it is read', async () => {
  const { text, isClosed } = await sendBytes(product.baseUrl, [
    `PATCH /api/v1/platform-holders/${holder.id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${holder.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n{"displayName":"`,
  ])
  assert.match(text, /^HTTP\/1\.1 413 /)
  assert.match(text, /"code":"BODY_TOO_LARGE"/)
  assert.ok(isClosed)
})

test('a chunked body is refused as soon as it passes the limit', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  // Five chunks of 64 KiB, and no end.
  const { text, isClosed } = await sendBytes(product.baseUrl, [
    `PATCH /api/v1/platform-holders/${holder.id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${holder.apiKey}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    ...Array.from({ length: 5 }, () => chunk),
  ])
  assert.match(text, /^HTTP\/1\.1 413 /)
  assert.ok(isClosed)
})

test('page sizes have one spelling', async () => {
  const list = (pageSize: string) =>
    send(`${base}/appointments?${new URLSearchParams({ pageSize })}`, { headers: authorization() })
  for (const pageSize of ['01', ' 5', '5 ', '5.0', '1e1', '0', '101', '-1', '+5', '0x5', '', '٥', '5,6', 'NaN'])
    assertCode(await list(pageSize), 400, 'VALIDATION_FAILED', `"${pageSize}"`)
  for (const pageSize of ['1', '9', '10', '99', '100']) assert.equal((await list(pageSize)).status, 200, pageSize)
})

test('query parameters come once, and not as lists or objects', async () => {
  for (const query of ['pageSize=5&pageSize=5', 'pageSize=5&pageSize=6', 'pageSize[]=5', 'pageSize[a]=5'])
    assert.equal((await send(`${base}/appointments?${query}`, { headers: authorization() })).status, 400, query)
})

test('page tokens that we did not make are refused', async () => {
  for (const pageToken of ['x', 'W10.AAAA', '.', 'a.b.c', 'é', '0'.repeat(4096)]) {
    const reply = await send(`${base}/appointments?${new URLSearchParams({ pageToken })}`, { headers: authorization() })
    assertCode(reply, 400, 'PAGE_TOKEN_INVALID', pageToken.slice(0, 20))
  }
  for (const pageToken of ['', '0'.repeat(4097)]) {
    const reply = await send(`${base}/appointments?${new URLSearchParams({ pageToken })}`, { headers: authorization() })
    assertCode(reply, 400, 'VALIDATION_FAILED')
  }
})

test('instants are RFC 3339 with an offset, and nothing near it', async () => {
  for (const from of [
    '2026-12-03',
    '2026-12-03T14:30:00',
    '2026-12-03 14:30:00Z',
    '2026-12-03\n14:30:00Z',
    '2026-12-03T14:30Z',
    '2026-12-03T14:30:00+01',
    '2026-12-03T14:30:00+0100',
    '2026-12-03T14:30:00+24:00',
    '2026-12-03T14:30:00.1234567891Z',
    '2026-12-03T14:30:00Z[Europe/Amsterdam]',
    '2026-02-30T14:30:00Z',
    '2026-12-03T25:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+012026-12-03T14:30:00Z',
    '1e3',
  ]) {
    const reply = await send(`${base}/appointments?${new URLSearchParams({ from })}`, { headers: authorization() })
    assertCode(reply, 400, 'VALIDATION_FAILED', from)
    const intake = await newIntake(product, { startsAt: from })
    assertCode(
      await send(`${base}/appointments/intake`, { method: 'POST', body: intake, headers: authorization() }),
      400,
      'VALIDATION_FAILED',
      from,
    )
  }
  for (const from of [
    '2026-12-03T14:30:00Z',
    '2026-12-03t14:30:00z',
    '2026-12-03T14:30:00.123456789+05:45',
    '2026-12-03T14:30:00-00:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    // Instants within the bounds that PostgreSQL cannot parse as written.
    '2026-12-03T14:30:00+23:59',
    '2026-12-03T14:30:00-16:00',
    '0000-12-31T23:00:00-02:00',
  ]) {
    for (const filter of [{ from }, { to: from }, { from, status: 'registered' }, { to: from, status: 'registered' }]) {
      const reply = await send(`${base}/appointments?${new URLSearchParams(filter)}`, { headers: authorization() })
      assert.equal(reply.status, 200, `${JSON.stringify(filter)}: ${reply.text}`)
    }
    const own = await recipient.call('GET', `/appointments?${new URLSearchParams({ from })}`)
    assert.equal(own.status, 200, from)
  }
})

test('an address the router cannot read is refused like everything else', async () => {
  for (const path of ['/%zz', '/appointments/%', '/appointments/%ff', `/appointments/${'x'.repeat(300)}`]) {
    const reply = await send(`${base}${path}`, { headers: authorization() })
    assertCode(reply, 400, 'VALIDATION_FAILED', path.slice(0, 30))
    assert.equal(reply.body.error.details.length, 1, path.slice(0, 30))
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
  }
})

test('every fault is named, with its path', async () => {
  const { startsAt, endsAt } = await newAppointment(product)
  const reply = await send(`${base}/appointments/intake`, {
    method: 'POST',
    headers: authorization(),
    body: {
      sourceSystem: '!',
      startsAt,
      endsAt,
      timezone: 'Europe/Amsterdam',
      recipient: { displayName: 'x'.repeat(201), phoneNumberE164: '0612345678', surprise: 1 },
      surprise: 1,
    },
  })
  assertCode(reply, 400, 'VALIDATION_FAILED')
  assert.deepEqual(
    reply.body.error.details.map((fault: { path: string; code: string }) => `${fault.path} ${fault.code}`).toSorted(),
    [
      'externalAppointmentId required',
      'recipient.displayName too_long',
      'recipient.phoneNumberE164 invalid_format',
      'recipient.surprise unknown_field',
      'sourceSystem invalid_format',
      'surprise unknown_field',
    ],
  )
})

test('a value that is not among those allowed is answered with those that are', async () => {
  const reply = await patchProfile({ branch: 'Kapper' })
  const [{ path, code, message }] = reply.body.error.details
  assert.deepEqual([path, code], ['branch', 'not_allowed'])
  assert.match(message, /: "","Horeca","Zakelijke dienstverlening","Ziekenhuizen","Zorg"$/)
})

test('at most twenty faults are listed, and what is wrong beside many unknown fields counts too', async () => {
  const fields = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`unknown${index}`, 1]))
  const reply = await patchProfile(fields)
  assertCode(reply, 400, 'UNKNOWN_FIELD')
  assert.equal(reply.body.error.details.length, 20)
  assertCode(await patchProfile({ ...fields, displayName: '' }), 400, 'VALIDATION_FAILED')
  const revoke = { method: 'DELETE', headers: authorization(), body: fields }
  const bodiless = await send(`${product.baseUrl}/api/v1/api-keys/${randomUUID()}`, revoke)
  assertCode(bodiless, 400, 'UNKNOWN_FIELD')
  assert.equal(bodiless.body.error.details.length, 20)
})

test('a body of more names and values than anything takes is refused for that alone', async () => {
  const reply = await patchProfile(`{"schedulingSetup":{"locations":[${'0,'.repeat(100_000)}0]}}`)
  assertCode(reply, 400, 'VALIDATION_FAILED')
  assert.deepEqual(
    reply.body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
    [['body', 'too_long']],
  )
})

test('lengths count characters as people do, not UTF-16 units', async () => {
  assert.equal((await patchProfile({ displayName: '👍'.repeat(200) })).status, 200)
  assertCode(await patchProfile({ displayName: '👍'.repeat(201) }), 400, 'VALIDATION_FAILED')
})

test('what was stored comes back as it was, whatever it looks like', async () => {
  for (const displayName of [
    "Robert'); drop table appointment;--",
    '<script>alert(1)</script>',
    '${7*7}{{7*7}}',
    '%s%n',
  ]) {
    const reply = await patchProfile({ displayName })
    assert.equal(reply.body.data.displayName, displayName)
    const read = await send(base, { headers: authorization() })
    assert.equal(read.body.data.displayName, displayName)
  }
})

test('errors tell nothing of the inside', async () => {
  const replies = await Promise.all([
    patchProfile('{'),
    patchProfile({ defaultTimezone: "'; select 1" }),
    send(`${base}/appointments/${'0'.repeat(36)}`, { headers: authorization() }),
    send(`${product.baseUrl}/nowhere/at/all`),
  ])
  for (const { text } of replies)
    assert.doesNotMatch(text, /\bat \/|node_modules|\.ts\b|select |postgres|fastify|FST_|SyntaxError|127\.0\.0\.1/i)
})
