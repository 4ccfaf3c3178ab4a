import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openPool } from '#/kernel/postgres/db.ts'
import { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newIntake, newKey } from '../../operation-cases.ts'
import { send, type Reply } from '../http-request.ts'
import { startSecondApi } from '../second-api.ts'
import { startMinuteClock, type MinuteClock } from './minute-clock.ts'

const limits = { default: 20, intake: 10, anonymous: 15 }

let clock: MinuteClock
let product: TestProduct
let holder: TestHolder
before(async () => {
  clock = startMinuteClock()
  product = await startTestProduct({
    env: {
      TIJDIG_RATE_LIMIT_PER_MINUTE: String(limits.default),
      TIJDIG_INTAKE_LIMIT_PER_MINUTE: String(limits.intake),
      TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: String(limits.anonymous),
    },
  })
  holder = await product.createHolder()
})
after(async () => {
  clock?.restore()
  await product?.stop()
})
beforeEach(() => clock.nextMinute())

async function freshKey(): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await newKey(product, holder, ['appointments:intake', 'profile:read'])}` }
}

const me = (headers: Record<string, string>, at = product.baseUrl) => send(`${at}/api/v1/me`, { headers })

/** RFC 9651 items as this service writes them: one quoted name and integer parameters. */
function parse(field: unknown): { name: string; values: Record<string, number> } {
  const [, name = '', parameters = ''] = /^"([a-z]+)"((?:;[a-z]+=\d+)+)$/.exec(String(field)) ?? []
  assert.notEqual(name, '', `${String(field)} does not parse`)
  const pairs = parameters
    .slice(1)
    .split(';')
    .map((pair) => pair.split('='))
  return { name, values: Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)])) }
}

function assertLimited(reply: Reply): void {
  assert.deepEqual([reply.status, reply.body.error?.code, reply.body.error?.retryable], [429, 'RATE_LIMITED', true])
  const retryAfter = Number(reply.headers['retry-after'])
  assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60, String(retryAfter))
  // Some time has passed since the answer; how much depends on the machine.
  const leftNow = 60 - (Date.now() % 60_000) / 1_000
  assert.ok(retryAfter >= leftNow, `${retryAfter} with ${leftNow} s to go`)
}

test('the headers say what is left, call by call, and then 429 says when to come again', async () => {
  const headers = await freshKey()
  for (let call = 1; call <= limits.default; call += 1) {
    const reply = await me(headers)
    assert.equal(reply.status, 200)
    assert.deepEqual(parse(reply.headers['ratelimit-policy']), { name: 'default', values: { q: 20, w: 60 } })
    const { name, values } = parse(reply.headers.ratelimit)
    assert.equal(name, 'default')
    assert.ok(Math.abs(values['r']! - (limits.default - call)) <= 1, `${values['r']} after ${call}`)
    assert.ok(values['t']! >= 1 && values['t']! <= 60)
  }
  for (let call = 0; call < 3; call += 1) {
    const reply = await me(headers)
    assertLimited(reply)
    assert.equal(parse(reply.headers.ratelimit).values['r'], 0)
    assert.equal(reply.headers['retry-after'], String(parse(reply.headers.ratelimit).values['t']))
  }
})

test('of many calls at the same time exactly the allowance passes', async () => {
  const headers = await freshKey()
  const replies = await Promise.all(Array.from({ length: 60 }, () => me(headers)))
  assert.equal(replies.filter((reply) => reply.status === 200).length, limits.default)
  for (const reply of replies.filter((one) => one.status !== 200)) assertLimited(reply)
})

test('each key and each session has an allowance of its own, whatever address it comes from', async () => {
  const spent = await freshKey()
  for (let call = 0; call <= limits.default; call += 1)
    await me({ ...spent, 'x-forwarded-for': `198.51.100.${call}`, 'x-real-ip': `198.51.100.${call}` })
  assertLimited(await me({ ...spent, 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' }))
  assert.equal((await me(await freshKey())).status, 200)
  const cookie = await signIn(product, holder.staffEmail)
  for (let call = 0; call < limits.default; call += 1) assert.equal((await me({ cookie })).status, 200)
  assertLimited(await me({ cookie }))
})

test('the intake counts for itself', async () => {
  const headers = await freshKey()
  const intake = async () =>
    send(`${product.baseUrl}/api/v1/platform-holders/${holder.id}/appointments/intake`, {
      method: 'POST',
      headers,
      body: await newIntake(product),
    })
  for (let call = 1; call <= limits.intake; call += 1) {
    const reply = await intake()
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(parse(reply.headers['ratelimit-policy']), { name: 'intake', values: { q: 10, w: 60 } })
  }
  assertLimited(await intake())
  assert.equal((await me(headers)).status, 200)
})

test('messages of an agent count as calls of its key', async () => {
  const headers = { ...(await freshKey()), accept: 'application/json, text/event-stream' }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const list = () => send(`${product.baseUrl}/mcp`, { method: 'POST', headers, body })
  for (let call = 1; call < limits.default; call += 1) {
    const reply = await list()
    assert.deepEqual([reply.status, parse(reply.headers.ratelimit).name], [200, 'default'])
  }
  assert.equal((await me(headers)).status, 200)
  assertLimited(await list())
})

test('a refused call costs too, and a call over the allowance writes nothing', async () => {
  const headers = await freshKey()
  const bad = () =>
    send(`${product.baseUrl}/api/v1/platform-holders/${holder.id}/appointments/intake`, {
      method: 'POST',
      headers,
      body: '{',
    })
  for (let call = 0; call < limits.intake; call += 1) assert.equal((await bad()).status, 400)
  assertLimited(await bad())
})

test('a refused body costs by its size, a body that is taken does not', async () => {
  const headers = { authorization: `Bearer ${await newKey(product, holder, ['profile:read', 'profile:write'])}` }
  const remaining = (reply: Reply) => parse(reply.headers.ratelimit).values.r
  const patch = (body: unknown) =>
    send(`${product.baseUrl}/api/v1/platform-holders/${holder.id}`, { method: 'PATCH', headers, body })
  const taken = await patch(`{"displayName":"Praktijk"${' '.repeat(10_300)}}`)
  assert.deepEqual([taken.status, remaining(taken)], [200, limits.default - 1])
  assert.equal((await patch(`{${' '.repeat(10_300)}`)).status, 400)
  // Two calls, and five more for the ten kilobytes that were read in vain.
  const after = await me(headers)
  assert.deepEqual([after.status, remaining(after)], [200, limits.default - 8])
  assert.equal((await patch('x'.repeat(200_000))).status, 400)
  assertLimited(await me(headers))
})

test('refusals of one caller come at an even pace, over however many connections, and hold up nobody else', async () => {
  const [refused, other] = [await freshKey(), await freshKey()]
  const startedAt = performance.now()
  const refusals = Promise.all(Array.from({ length: limits.default + 30 }, () => me(refused)))
  const first = await Promise.race([me(other).then(() => 'other'), refusals.then(() => 'refusals')])
  assert.equal(first, 'other')
  assert.equal((await refusals).filter((reply) => reply.status === 429).length, 30)
  // Four at once, then one per 25 ms.
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs > 26 * 25 - 10, `${tookMs} ms`)
})

test('what is forbidden costs too, by the credential that asks for it', async () => {
  const headers = await freshKey()
  const forbidden = () => send(`${product.baseUrl}/api/v1/api-keys`, { headers })
  for (let call = 0; call < limits.default; call += 1) {
    const reply = await forbidden()
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'SCOPE_MISSING'])
  }
  assertLimited(await forbidden())
  assertLimited(await me(headers))
  assert.equal((await me(await freshKey())).status, 200)
})

test('a key whose organization is suspended is counted by address', async () => {
  const suspended = await product.createHolder({ status: 'suspended' })
  const behindProxy = await startSecondApi(product, { trustedProxies: ['127.0.0.1'] })
  try {
    const from = (address: string) =>
      me({ authorization: `Bearer ${suspended.apiKey}`, 'x-forwarded-for': address }, behindProxy.url)
    for (let call = 0; call < limits.anonymous; call += 1) {
      const reply = await from(`2001:db8:7:7::${call}`)
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'TENANT_INACTIVE'])
    }
    assertLimited(await from('2001:db8:7:7:ffff::1'))
    assert.equal((await from('2001:db8:7:8::1')).status, 403)
  } finally {
    await behindProxy.stop()
  }
})

test('two processes share one allowance', async () => {
  const second = await startSecondApi(product)
  try {
    const headers = await freshKey()
    const replies: Reply[] = []
    for (let call = 0; call < limits.default; call += 1)
      replies.push(...(await Promise.all([me(headers), me(headers, second.url)])))
    const passed = replies.filter((reply) => reply.status === 200).length
    assert.ok(Math.abs(passed - limits.default) <= 1, `${passed} passed`)
    assertLimited(await me(headers))
    assertLimited(await me(headers, second.url))
  } finally {
    await second.stop()
  }
})

test('guessing without a credential is counted by address, and no header buys another one', async () => {
  const guess = (call: number) =>
    me({ authorization: 'Bearer x', 'x-forwarded-for': `198.51.100.${call}`, 'x-real-ip': `198.51.100.${call}` })
  const statuses: number[] = []
  for (let call = 0; call < limits.anonymous + 5; call += 1) statuses.push((await guess(call)).status)
  // Earlier tests may have guessed in the same minute.
  const refusedFrom = statuses.indexOf(429)
  assert.ok(refusedFrom > 0 && refusedFrom <= limits.anonymous, `${refusedFrom}`)
  assert.ok(statuses.slice(refusedFrom).every((status) => status === 429))
  assertLimited(await guess(99))
  assertLimited(await send(`${product.baseUrl}/auth/staff/code`, { method: 'POST', body: { email: 'a@b.example' } }))
  assert.equal((await me(await freshKey())).status, 200, 'who has a key is not hindered by who has none')

  const behindProxy = await startSecondApi(product, { trustedProxies: ['127.0.0.1'] })
  try {
    const from = (address: string) => me({ 'x-forwarded-for': address }, behindProxy.url)
    for (let call = 0; call < limits.anonymous; call += 1) assert.equal((await from('198.51.100.200')).status, 401)
    assertLimited(await from('198.51.100.200'))
    assertLimited(await from('203.0.113.9, 198.51.100.200'))
    assert.equal((await from('198.51.100.201')).status, 401)
  } finally {
    await behindProxy.stop()
  }
})

test('who waits for the seconds in Retry-After may go on', async () => {
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_api',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  try {
    let now = Date.parse('2026-11-20T10:00:17.250Z')
    const limiter = new RateLimiter(pool, () => now)
    const take = () => limiter.take('somebody', { name: 'default', perMinute: 5 })
    for (let call = 0; call < 5; call += 1) assert.ok((await take()).isAllowed)
    const refused = await take()
    assert.deepEqual([refused.isAllowed, refused.resetSeconds], [false, 43])
    now += (refused.resetSeconds - 1) * 1_000
    assert.equal((await take()).isAllowed, false)
    now += 1_000
    assert.deepEqual(await take(), { isAllowed: true, limit: 5, remaining: 4, resetSeconds: 60 })
  } finally {
    await pool.end()
  }
})
