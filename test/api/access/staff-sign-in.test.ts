import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unlockStaff } from '#/app/operator/holders/staff.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { requestSignInCode } from '#/slices/access/staff/code.ts'
import { createStaffSession } from '#/slices/access/staff/session.ts'
import { callApi, eventually, signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { send, type Reply } from '../http-request.ts'
import { startSecondApi } from '../second-api.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await startTestProduct({ env: { TIJDIG_TRUSTED_PROXIES: '127.0.0.1' } })
  holder = await product.createHolder()
})
after(() => product?.stop())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(product.baseUrl + path, { method: 'POST', body, headers })
const askCode = (email: string, network = '203.0.113.1', at = product.baseUrl) =>
  send(`${at}/auth/staff/code`, { method: 'POST', body: { email }, headers: { 'x-forwarded-for': network } })
const verify = (email: string, code: string) => post('/auth/staff/session', { email, code })
const me = (cookie: string, at = product.baseUrl) => send(`${at}/api/v1/me`, { headers: { cookie } })
const cookieOf = (reply: Reply) => reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''

/** The code of the newest mail to an address, once there have been `count` of them. */
function mailedCode(email: string, count = 1): Promise<string> {
  return eventually(async () => {
    const { body } = await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(email)}`, 'GET')
    const code = /\b\d{6}(?: \d{6})*\b/.exec(body.items[0]?.text ?? '')?.[0]
    return body.items.length >= count && code?.replaceAll(' ', '')
  })
}

async function freshCode(): Promise<{ email: string; code: string; owner: TestHolder }> {
  const owner = await product.createHolder()
  assert.equal((await askCode(owner.staffEmail)).status, 202)
  return { email: owner.staffEmail, code: await mailedCode(owner.staffEmail), owner }
}

const otherThan = (code: string, index = 0) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')

test('a code comes by mail and opens a session of the whole role', async () => {
  const { email, code, owner } = await freshCode()
  const reply = await verify(email.toUpperCase(), code)
  assert.equal(reply.status, 201)
  const { now, ...session } = reply.body.data
  assert.deepEqual(session, {
    actorId: owner.actorId,
    role: 'platform_holder_user',
    platformHolderId: owner.id,
    environment: 'test',
    supportEmail: null,
    email,
    interfaceLocale: null,
    worksElsewhere: false,
    staffRole: 'owner',
    scopes: product.services.scopes.platform_holder_user,
    locations: null,
  })
  const { body } = await me(cookieOf(reply))
  assert.equal(body.data.authentication, 'session')
  assert.deepEqual(body.data.scopes, product.services.scopes.platform_holder_user)
  const read = await send(`${product.baseUrl}/auth/session`, { headers: { cookie: cookieOf(reply) } })
  const { now: later, ...same } = read.body.data
  assert.deepEqual(same, session)
  assert.ok(later >= now)
})

test('one network has ten codes a day for an address, and signing in starts anew', async () => {
  const { staffEmail } = await product.createHolder()
  for (let count = 0; count < 10; count += 1) {
    assert.equal((await askCode(staffEmail, '198.51.100.1')).status, 202)
    await product.clock.advance('PT30M')
  }
  const full = await askCode(staffEmail, '198.51.100.200')
  assert.equal(full.status, 429)
  assert.ok(Number(full.headers['retry-after']) > 60_000)
  assert.equal((await askCode(staffEmail, '203.0.113.1')).status, 202, 'a stranger elsewhere keeps nobody out')
  await unlockStaff(product.operator, product.services.keys, staffEmail)
  assert.equal((await askCode(staffEmail, '198.51.100.1')).status, 202, 'an operator lifts it')
  const { email, code } = await freshCode()
  assert.equal((await verify(email, code)).status, 201)
  assert.deepEqual((await askCode(email)).body.data, { resendAfterSeconds: 60 })
})

test('sixteen wrong codes make the codes of an address long until an operator forgets them, and leave a trace', async () => {
  const { email, code } = await freshCode()
  const counted = async () => {
    const { rows } = await product.operator.query<{ tries: number }>(
      `select tries from staff_sign_in_failure join staff_sign_in_code using (email_key) where email = $1 limit 1`,
      [email],
    )
    return rows[0]?.tries
  }
  let mailed = code
  for (const [round, waitSeconds] of [60, 120, 300].entries()) {
    for (let index = 0; index < 6; index += 1) await verify(email, otherThan(mailed, index))
    await product.clock.advance(`PT${waitSeconds}S`)
    assert.equal((await askCode(email)).status, 202)
    mailed = await mailedCode(email, round + 2)
  }
  assert.equal(await counted(), 15)
  assert.equal((await verify(email, otherThan(mailed))).status, 401)
  await product.clock.advance('PT600S')
  assert.equal((await askCode(email)).status, 202, 'the same answer as ever')
  const long = await mailedCode(email, 5)
  assert.match(long, /^\d{18}$/)
  for (let index = 0; index < 10; index += 1)
    assert.equal((await verify(email, `${long.slice(0, 12)}${otherThan(long.slice(12), index)}`)).status, 401)
  assert.equal(await counted(), 16, 'nobody burns a long code, and nothing is counted')
  assert.equal((await verify(email, long.replace(/\d{6}(?=\d)/g, '$& '))).status, 201, 'as the mail shows it')
  const { rows } = await product.operator.query<{ action: string; detail: object | null }>(
    `select action, detail from audit_event where subjects && array(select id from staff_sign_in_code where email = $1) order by at, id`,
    [email],
  )
  assert.deepEqual(
    rows.flatMap(({ action, detail }) => (detail ? [[action, ...Object.values(detail)]] : [])),
    [
      ...[0, 5, 10].flatMap((before) => [
        ['staffSignInFailed', 1, before + 1],
        ['staffSignInFailed', 5, before + 5],
      ]),
      ['staffSignInFailed', 1, 16],
      ['staffSignInGuessed', 1, 16],
    ],
  )
  assert.ok(product.logLines.some((line) => line.includes('somebody guesses at an address of staff')))
  assert.equal((await unlockStaff(product.operator, product.services.keys, email.toUpperCase())).wrongCodes, 16)
  assert.equal((await askCode(email)).status, 202)
  assert.match(await mailedCode(email, 6), /^\d{6}$/)
})

test('one network cannot try its luck at one address after the other, and whoever signs in takes nothing from it', async () => {
  const signIn = { ...product.settings.signIn, perAddressPerHour: 3 }
  const strict = await startSecondApi(product, { signIn })
  try {
    const network = '198.51.77.1'
    const ask = (email: string) => askCode(email, network, strict.url)
    const { staffEmail } = await product.createHolder()
    for (const email of [staffEmail, 'one@holder.example', 'two@holder.example'])
      assert.equal((await ask(email)).status, 202)
    const full = await ask('three@holder.example')
    assert.deepEqual([full.status, full.body.error.code], [429, 'SIGN_IN_THROTTLED'])
    assert.ok(Number(full.headers['retry-after']) > 3_500)
    assert.equal((await askCode('three@holder.example', '198.51.78.1', strict.url)).status, 202)
    assert.equal((await verify(staffEmail, await mailedCode(staffEmail))).status, 201)
    assert.equal((await ask('four@holder.example')).status, 202)
    await product.clock.advance('PT1H1M')
    const isLong = async (email: string) => {
      assert.equal((await ask(email)).status, 202)
      return (await mailedCode(email)).length === 18
    }
    const one = await product.createHolder()
    assert.equal(await isLong(one.staffEmail), false)
    for (let count = 0; count < 5; count += 1)
      assert.equal((await verify(one.staffEmail, otherThan(await mailedCode(one.staffEmail), count))).status, 401)
    const wrong = `update staff_sign_in_code set failed_tries = failed_tries + $1 where email = $2`
    await product.operator.query(wrong, [44, one.staffEmail])
    await product.clock.advance('PT1H1M')
    assert.equal(await isLong((await product.createHolder()).staffEmail), false, '49 wrong tries')
    await product.operator.query(wrong, [1, one.staffEmail])
    const colleague = await product.createHolder()
    assert.equal(await isLong(colleague.staffEmail), true, 'a neighbour who guesses closes nobody out')
    assert.equal((await verify(colleague.staffEmail, await mailedCode(colleague.staffEmail))).status, 201)
    await product.clock.advance('P1D')
    assert.equal(await isLong((await product.createHolder()).staffEmail), false)
  } finally {
    await strict.stop()
  }
})

test('known and unknown addresses are the same work, statement for statement', async () => {
  const { staffEmail } = await product.createHolder()
  const seen: string[] = []
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_api',
    size: 1,
    onIdleError: () => undefined,
  })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: [{ name?: string; text?: string } | string]) => {
      const [what] = given
      seen.push(typeof what === 'string' ? what.split(' ')[0]! : what.name || what.text!)
      return query(...given)
    }) as typeof client.query
  })
  const call = { pool, services: product.services, limits: { perAddressPerHour: 20 }, log: createLog('silent') }
  const place = { address: '192.0.2.1', network: '198.51.91.0/24', browser: null, browserId: 'abcdefghijklmnop' }
  /** The statements of a code request and six wrong tries. */
  const workFor = async (email: string, network: string) => {
    seen.length = 0
    await requestSignInCode({ ...call, requestId: email }, { email, address: network, cookie: undefined })
    if (email === staffEmail) await mailedCode(email)
    for (let tries = 0; tries < 6; tries += 1)
      await assert.rejects(createStaffSession({ ...call, requestId: email }, { email, code: 'absent', place }), {
        code: 'SIGN_IN_CODE_INVALID',
      })
    return [...seen]
  }
  try {
    await workFor('first@holder.example', '198.51.91.1')
    const ofUnknown = await workFor('nobody-at-all@holder.example', '198.51.92.1')
    assert.deepEqual(await workFor(staffEmail, '198.51.93.1'), ofUnknown)
    assert.equal(ofUnknown.filter((name) => name === 'count_wrong_staff_codes').length, 5)
    const { rows } = await product.operator.query<{ requestId: string; count: number }>(
      `select request_id, count(*)::int from audit_event where request_id = any($1) group by 1 order by 1`,
      [[staffEmail, 'nobody-at-all@holder.example']],
    )
    assert.deepEqual(
      rows.map(({ count }) => count),
      [2, 2],
    )
  } finally {
    await pool.end()
  }
})

test('an unknown address, staff who left and staff of a suspended organization get the same answer and waits, and no mail', async () => {
  const left = await product.createHolder()
  await product.operator.query(`update staff_member set status = 'inactive' where platform_holder_id = $1`, [left.id])
  const suspended = await product.createHolder({ status: 'suspended' })
  const known = await product.createHolder()
  const addresses = [known.staffEmail, 'nobody@holder.example', left.staffEmail, suspended.staffEmail]
  for (const code of [202, 429]) {
    const replies: Reply[] = []
    for (const email of addresses) replies.push(await askCode(email))
    const bodies = replies.map(({ status, body }) => JSON.stringify([status, { ...body, requestId: '' }]))
    assert.equal(new Set(bodies).size, 1, bodies.join('\n'))
    assert.equal(replies[0]?.status, code)
  }
  for (const email of addresses) {
    const refused = await verify(email, '000000')
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'SIGN_IN_CODE_INVALID'])
  }
  await mailedCode(known.staffEmail)
  // Jobs run in order: once a later code has been sent, the earlier ones have been processed.
  await signIn(product, (await product.createHolder()).staffEmail)
  for (const email of addresses.slice(1)) {
    const { body } = await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(email)}`, 'GET')
    assert.deepEqual(body.items, [], email)
  }
})

test('codes and session tokens are nowhere in clear', async () => {
  const { email, code } = await freshCode()
  const token = cookieOf(await verify(email, code)).split('=')[1] ?? ''
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  const { rows } = await product.operator.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows) {
    const found = await product.operator.query(
      `select 1 from ${name} t where t::text like $1 or (t::text like $2 and $3 = 'public.staff_sign_in_code')`,
      [`%${token}%`, `%,${code},%`, name],
    )
    assert.equal(found.rowCount, 0, name)
  }
  const { rowCount } = await product.operator.query(
    'select 1 from staff_session where token_sha256 = sha256($1::bytea)',
    [token],
  )
  assert.equal(rowCount, 1)
  const log = product.logLines.join('\n')
  assert.ok(!log.includes(token) && !log.includes(email))
})

test('a session ends after thirty idle minutes, and lives on while it is used', async () => {
  const cookie = await signIn(product, holder.staffEmail)
  const age = (minutes: number) =>
    product.operator.query(
      `update staff_session set last_seen_at = now() - $2 * interval '1 minute' where platform_holder_id = $1`,
      [holder.id, minutes],
    )
  for (let round = 0; round < 2; round += 1) {
    await age(29)
    assert.equal((await me(cookie)).status, 200, 'and each use counts')
  }
  await age(31)
  const reply = await me(cookie)
  assert.deepEqual([reply.status, reply.body.error.code], [401, 'SESSION_EXPIRED'])
})

test('what a page reads by itself keeps no session alive', async () => {
  const owner = await product.createHolder()
  const cookie = await signIn(product, owner.staffEmail)
  const idleMinutes = async (): Promise<number> => {
    const { rows } = await product.operator.query<{ minutes: number }>(
      `select round(extract(epoch from now() - last_seen_at) / 60)::int as minutes from staff_session where platform_holder_id = $1`,
      [owner.id],
    )
    return rows[0]?.minutes ?? Number.NaN
  }
  await product.operator.query(
    `update staff_session set last_seen_at = now() - interval '20 minutes' where platform_holder_id = $1`,
    [owner.id],
  )
  for (const path of ['/api/v1/me', '/auth/session']) {
    const headers = { cookie, 'x-tijdig-background': '1' }
    assert.equal((await send(product.baseUrl + path, { headers })).status, 200)
    assert.equal(await idleMinutes(), 20, path)
  }
  assert.equal((await me(cookie)).status, 200)
  assert.equal(await idleMinutes(), 0, 'what somebody asks for is use')
})

test('a session ends twelve hours after sign-in, however much it is used', async () => {
  const owner = await product.createHolder()
  const cookie = await signIn(product, owner.staffEmail)
  const { rows } = await product.operator.query<{ hours: number }>(
    `select extract(epoch from expires_at - created_at)::float / 3600 as hours from staff_session where platform_holder_id = $1`,
    [owner.id],
  )
  assert.equal(rows[0]?.hours, 12)
  assert.equal((await me(cookie)).status, 200)
  await product.operator.query(`update staff_session set expires_at = now() where platform_holder_id = $1`, [owner.id])
  const reply = await me(cookie)
  assert.deepEqual([reply.status, reply.body.error.code], [401, 'SESSION_EXPIRED'])
})

test('a jump of the test clock signs nobody out', async () => {
  const cookie = await signIn(product, (await product.createHolder()).staffEmail)
  await product.clock.advance('P3D')
  assert.equal((await me(cookie)).status, 200)
})

test('signing out ends the session at the server, also at a suspended organization', async () => {
  const owner = await product.createHolder()
  const cookie = await signIn(product, owner.staffEmail)
  const out = (headers: Record<string, string>) => post('/auth/sign-out', undefined, { cookie, ...headers })
  for (const headers of [
    {},
    { origin: product.baseUrl },
    { 'x-service-csrf': '1' },
    { origin: 'http://evil.example', 'x-service-csrf': '1' },
  ]) {
    const refused = await out(headers as Record<string, string>)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'CSRF_REQUIRED'])
  }
  assert.equal((await me(cookie)).status, 200)
  const setStatus = (status: string) =>
    product.operator.query('update platform_holder set status = $2 where platform_holder_id = $1', [owner.id, status])
  await setStatus('suspended')
  const reply = await out({ origin: product.baseUrl, 'x-service-csrf': '1' })
  assert.deepEqual([reply.status, reply.body.data], [200, { signedOut: true }])
  assert.match(String(reply.headers['set-cookie']?.[0]), /^tijdig_session=;.*Max-Age=0/)
  await setStatus('active')
  const dead = await me(cookie)
  assert.deepEqual([dead.status, dead.body.error.code], [401, 'SESSION_EXPIRED'])
})

test('every sign-in makes a new session', async () => {
  const { email, code, owner } = await freshCode()
  const fixed = `tijdig_session=${'a'.repeat(43)}`
  const first = cookieOf(await post('/auth/staff/session', { email, code }, { cookie: fixed }))
  await product.clock.advance('PT60S')
  await askCode(email)
  const second = cookieOf(await verify(email, await mailedCode(email, 2)))
  assert.equal(new Set([fixed, first, second]).size, 3)
  assert.equal((await me(fixed)).status, 401)
  const { rowCount } = await product.operator.query('select 1 from staff_session where platform_holder_id = $1', [
    owner.id,
  ])
  assert.equal(rowCount, 2)
})

test('on http the cookie is for us alone and no script can read it', async () => {
  const { email, code } = await freshCode()
  const reply = await verify(email, code)
  assert.match(
    String(reply.headers['set-cookie']?.[0]),
    /^tijdig_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  assert.equal(reply.headers['cache-control'], 'no-store')
})

test('on https the cookie has the __Host- prefix, and the other name does not count', async () => {
  const secure = await startSecondApi(product, { baseUrl: 'https://tijdig.example' })
  try {
    const { email, code } = await freshCode()
    const reply = await send(`${secure.url}/auth/staff/session`, {
      method: 'POST',
      body: { email, code },
      headers: { origin: 'https://tijdig.example' },
    })
    assert.match(
      String(reply.headers['set-cookie']?.[0]),
      /^__Host-tijdig_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    assert.equal(reply.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
    const cookie = cookieOf(reply)
    assert.equal((await me(cookie, secure.url)).status, 200)
    // A sibling subdomain can set a cookie of this name, but not one with the `__Host-` prefix.
    assert.equal((await me(cookie.replace('__Host-', ''), secure.url)).status, 401)
    const tossed = `tijdig_session=${'a'.repeat(43)}; ${cookie}`
    assert.equal((await me(tossed, secure.url)).status, 200)
  } finally {
    await secure.stop()
  }
})

test('a session is over on the next call when its owner left or the organization is suspended', async () => {
  const owner = await product.createHolder()
  const cookie = await signIn(product, owner.staffEmail)
  const set = (sql: string) => product.operator.query(sql, [owner.id])
  await set(`update staff_member set status = 'inactive' where platform_holder_id = $1`)
  const left = await me(cookie)
  assert.deepEqual([left.status, left.body.error.code], [403, 'ASSIGNMENT_INACTIVE'])
  await set(`update staff_member set status = 'active' where platform_holder_id = $1`)
  await set(`update platform_holder set status = 'suspended' where platform_holder_id = $1`)
  const suspended = await me(cookie)
  assert.deepEqual([suspended.status, suspended.body.error.code], [403, 'TENANT_INACTIVE'])
})

test('other sites cannot sign anybody in', async () => {
  const { email, code } = await freshCode()
  for (const path of ['/auth/staff/code', '/auth/staff/session']) {
    for (const origin of ['https://evil.example', 'null', product.baseUrl.replace('http:', 'https:')]) {
      const reply = await post(path, { email, code }, { origin })
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'CSRF_REQUIRED'])
    }
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    assert.equal(
      (await post('/auth/staff/session', JSON.stringify({ email, code }), { 'content-type': type })).status,
      415,
    )
  }
  assert.equal((await verify(email, code)).status, 201)
})

test('sign-in input is strict', async () => {
  for (const body of [
    {},
    { email: 'x' },
    { email: 'a@b.example', surprise: 1 },
    { email: ['a@b.example'] },
    { email: `${'a'.repeat(250)}@b.example` },
  ]) {
    assert.equal((await post('/auth/staff/code', body)).status, 400, JSON.stringify(body))
  }
  for (const code of ['12345', '1234567', 'abcdef', '١٢٣٤٥٦', 123456, '', ' 12345'])
    assert.equal((await post('/auth/staff/session', { email: 'a@b.example', code })).status, 400, String(code))
})
