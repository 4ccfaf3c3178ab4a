import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createProfile } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import {
  callApi,
  eventually,
  signInRecipient,
  startTestProduct,
  textedCode,
  type TestHolder,
  type TestProduct,
} from '../../harness.ts'
import { newIntake } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'
import { send, type Reply } from '../http-request.ts'
import { startSecondApi } from '../second-api.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await startTestProduct()
  holder = await product.createHolder()
})
after(() => product?.stop())

let numbers = 0
/** A new number, far from the others; the twins treat those that end in 7 as ordinary. */
const newNumber = () => `+316${22_000_007 + ++numbers * 1_010}`

const auth = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(`${product.loginUrl}/api/v1/recipient/auth${path}`, { method: 'POST', body, headers })
const ask = (phoneNumberE164: string) => auth('/challenges', { phoneNumberE164 })
const verify = (challengeId: string, code: string) => auth('/sessions', { challengeId, code })
const otherThan = (code: string, index = 0) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')
const me = (token: string) => send(`${product.baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })

/** Puts a number into an appointment of an active holder. */
async function newContact(phoneNumberE164 = newNumber(), at = holder): Promise<string> {
  const recipient = { displayName: 'Noor Jansen', phoneNumberE164 }
  const { status } = await at.call('POST', '/appointments/intake', await newIntake(product, { recipient }))
  assert.equal(status, 201)
  return phoneNumberE164
}

async function freshCode(number?: string): Promise<{ number: string; challengeId: string; code: string }> {
  const known = number ?? (await newContact())
  const reply = await ask(known)
  assert.equal(reply.status, 201, reply.text)
  return { number: known, challengeId: reply.body.challengeId, code: await textedCode(product, known) }
}

function assertInvalid(reply: Reply): void {
  assert.deepEqual([reply.status, reply.body.error?.code], [401, 'SIGN_IN_CODE_INVALID'], reply.text)
}

async function countMessages(number: string): Promise<number> {
  const { body } = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(number)}`, 'GET')
  return body.items.filter(({ text }: { text: string }) => /^@\S+ #\d{6}$/m.test(text)).length
}

/** Jobs run in order: once a later code has arrived, the earlier ones have been processed. */
async function jobsDone(): Promise<void> {
  await freshCode()
}

test('a code by SMS opens an access token, and the answers have no envelope', async () => {
  const number = await newContact()
  const challenge = await ask(number)
  assert.equal(challenge.status, 201)
  assertDocumented('createRecipientAuthChallenge', 201, challenge.body)
  assert.match(String(challenge.headers['x-request-id']), /^req_[0-9a-f]{32}$/)
  assert.equal(challenge.headers['cache-control'], 'no-store')
  const { challengeId, expiresAt, resendAvailableAt, codeLength } = challenge.body
  const now = await product.clock.now()
  const secondsAhead = (text: string) => Temporal.Instant.from(text).since(now).total('seconds')
  assert.ok(Math.abs(secondsAhead(expiresAt) - 300) < 5)
  assert.ok(Math.abs(secondsAhead(resendAvailableAt) - 60) < 5)
  assert.equal(codeLength, 6)
  const reply = await verify(challengeId, await textedCode(product, number))
  assert.equal(reply.status, 201)
  assertDocumented('createRecipientAuthSession', 201, reply.body)
  const { accessToken, profile } = reply.body
  assert.match(accessToken, /^[A-Za-z0-9_-]{43}$/)
  assert.ok(Math.abs(secondsAhead(reply.body.expiresAt) - 3_600) < 10)
  assert.deepEqual(profile, {
    profileId: profile.profileId,
    displayName: null,
    phoneNumberMasked: `+31*******${number.slice(-2)}`,
    locale: null,
    linked: false,
    recipientId: null,
  })
})

test('the message binds the code to our origin and says nothing else about anybody', async () => {
  const { number, code } = await freshCode()
  const { body } = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(number)}`, 'GET')
  const text: string = body.items[0].text
  assert.equal(text.split('\n').at(-1), `@127.0.0.1 #${code}`)
  assert.ok(!text.includes('Noor') && !text.includes(number))
})

test('the language asked for is the language of the message', async () => {
  const number = await newContact()
  assert.equal((await auth('/challenges', { phoneNumberE164: number, locale: 'en' })).status, 201)
  await textedCode(product, number)
  const { body } = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(number)}`, 'GET')
  assert.match(body.items[0].text, /^Tijdig: \d{6} is your code to sign in/)
})

test('a code by SMS leaves at once while a mail relay takes mails and answers none', async () => {
  const fault = (mode: string) => callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'smtp', mode })
  const number = await newContact()
  await fault('timeout')
  try {
    for (let count = 0; count < 6; count += 1) {
      const { staffEmail } = await product.createHolder()
      const asked = await send(`${product.baseUrl}/auth/staff/code`, { method: 'POST', body: { email: staffEmail } })
      assert.equal(asked.status, 202)
    }
    const since = performance.now()
    await freshCode(number)
    assert.ok(performance.now() - since < 10_000, 'it waited for the mails, each of which is given 20 seconds')
  } finally {
    await fault('none')
  }
})

test('wrong tries are remembered by the database, not by a process', async () => {
  const { challengeId, code } = await freshCode()
  for (let index = 0; index < 4; index += 1) assertInvalid(await verify(challengeId, otherThan(code, index)))
  const second = await startSecondApi(product)
  try {
    // A challenge of the app does not work in a browser, and the try there costs nothing here.
    const elsewhere = await send(`${second.url}/auth/recipient/session`, {
      method: 'POST',
      body: { challengeId, code },
    })
    assertInvalid(elsewhere)
  } finally {
    await second.stop()
  }
  assertInvalid(await verify(challengeId, otherThan(code, 5)))
  assertInvalid(await verify(challengeId, code))
})

test('a code belongs to its challenge, and ids that are none are refused alike', async () => {
  const one = await freshCode()
  const other = await freshCode()
  if (one.code !== other.code) assertInvalid(await verify(other.challengeId, one.code))
  for (const challengeId of [newId(), 'not-one-of-ours', 'x'.repeat(128)])
    assertInvalid(await verify(challengeId, '123456'))
})

test('five codes in ten minutes and ten a day are all, also for somebody who signs in each time', async () => {
  const number = await newContact()
  const signInAgain = async (count: number) => {
    const reply = await ask(number)
    if (reply.status !== 201) return reply
    return verify(reply.body.challengeId, await textedCode(product, number, count))
  }
  for (let count = 1; count <= 5; count += 1) assert.equal((await signInAgain(count)).status, 201)
  const sixth = await signInAgain(6)
  assert.deepEqual([sixth.status, sixth.body.error.code], [429, 'SIGN_IN_THROTTLED'])
  await product.clock.advance('PT10M')
  for (let count = 6; count <= 10; count += 1) assert.equal((await signInAgain(count)).status, 201)
  await product.clock.advance('PT10M')
  const eleventh = await signInAgain(11)
  assert.equal(eleventh.status, 429)
  assert.ok(Number(eleventh.headers['retry-after']) > 80_000)
  assert.equal(await countMessages(number), 10)
})

test('all spellings of a number are one number with one budget, over both doors', async () => {
  const number = await newContact()
  const national = `0${number.slice(3)}`
  assert.equal((await ask(`${national.slice(0, 2)} ${national.slice(2)}`)).status, 201)
  await textedCode(product, number)
  for (const spelling of [number, national, `00${number.slice(1)}`, `+31 (0)${number.slice(3)}`])
    assert.equal((await ask(spelling)).status, 429, spelling)
  const browser = await send(`${product.baseUrl}/auth/recipient/code`, {
    method: 'POST',
    body: { phoneNumberE164: number },
  })
  assert.deepEqual([browser.status, browser.body.error.code], [429, 'SIGN_IN_THROTTLED'])
})

test('premium, service and fixed numbers, and other countries, are refused', async () => {
  for (const number of [
    '+31612345678kanarie',
    '+319001234',
    '+31900123456',
    '+318001234',
    '+31201234567',
    '+447400123456',
    '+12025550123',
  ]) {
    const reply = await ask(number)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_FAILED'], number)
    assert.equal(reply.body.error.details[0].path, 'phoneNumberE164')
  }
})

test('unknown numbers, those of suspended holders and blocked profiles get the same answer and waits, and no SMS', async () => {
  const suspended = await product.createHolder()
  const ofSuspended = await newContact(newNumber(), suspended)
  await product.operator.query(`update platform_holder set status = 'suspended' where platform_holder_id = $1`, [
    suspended.id,
  ])
  const blocked = await newContact()
  await signInRecipient(product, blocked)
  await product.login.query(`update login.profile set status = 'inactive' where phone_number_e164 = $1`, [blocked])
  await product.clock.advance('P1D')
  const before = await countMessages(blocked)
  const known = await newContact()
  const all = [known, newNumber(), ofSuspended, blocked]
  for (const status of [201, 429]) {
    const replies: Reply[] = []
    for (const number of all) replies.push(await ask(number))
    for (const reply of replies) {
      assert.equal(reply.status, status)
      assert.deepEqual(Object.keys(reply.body), Object.keys(replies[0]?.body))
    }
    if (status !== 201) continue
    const ids = replies.map((reply) => reply.body.challengeId)
    for (const id of ids.slice(1)) assertInvalid(await verify(id, '000000'))
  }
  await textedCode(product, known)
  await jobsDone()
  assert.deepEqual([await countMessages(all[1]!), await countMessages(ofSuspended)], [0, 0])
  assert.equal(await countMessages(blocked), before)
})

test('known, unknown and blocked numbers are answered in the same time, when a code is asked for and when one is tried', async () => {
  // Without a worker, whose work for the known numbers would be measured too.
  const quiet = await startTestProduct({ roles: ['api', 'login'] })
  try {
    const known = [newNumber(), newNumber(), newNumber()]
    const unknown = [newNumber(), newNumber(), newNumber()]
    await newContact(known[0], await quiet.createHolder())
    for (const phoneNumberE164 of known.slice(1)) await quiet.createRecipient({ phoneNumberE164 })
    await quiet.login.query(`update login.profile set status = 'inactive' where phone_number_e164 = $1`, [known[2]])
    const timed = async (path: string, body: unknown, status: number) => {
      const started = performance.now()
      const url = `${quiet.loginUrl}/api/v1/recipient/auth${path}`
      const reply = await send(url, { method: 'POST', body })
      assert.equal(reply.status, status, reply.text)
      return { ms: performance.now() - started, challengeId: reply.body.challengeId }
    }

    await assertSameTime('asked', async (isKnown, index) => {
      const phoneNumberE164 = (isKnown ? known : unknown)[index % 3]
      const { ms } = await timed('/challenges', { phoneNumberE164 }, 201)
      await quiet.login.query('delete from login.challenge')
      return ms
    })

    const challenges = new Map<string, string>()
    for (const phoneNumberE164 of [...known, ...unknown])
      challenges.set(phoneNumberE164, (await timed('/challenges', { phoneNumberE164 }, 201)).challengeId)
    // As if a code that nobody knows had been sent.
    const sent = 'update login.challenge set code_hmac = sha256(id::text::bytea) where phone_number_e164 = any($1)'
    await quiet.login.query(sent, [known])
    await assertSameTime('tried', async (isKnown, index) => {
      const challengeId = challenges.get((isKnown ? known : unknown)[index % 3] ?? '')
      const { ms } = await timed('/sessions', { challengeId, code: '123456' }, 401)
      await quiet.login.query('update login.challenge set failed_tries = 0')
      await quiet.login.query('delete from login.failed_number')
      return ms
    })
  } finally {
    await quiet.stop()
  }
})

/**
 * Fails when something takes longer for known numbers than for unknown ones, or the other way round. Compares the
 * median of the quotients of pairs taken right after each other, in alternating order, so that other load meets both.
 * The limit is a tenth. On a busy machine more pairs are taken: noise averages out, a real difference does not.
 */
async function assertSameTime(what: string, work: (isKnown: boolean, index: number) => Promise<number>): Promise<void> {
  const quotients: number[] = []
  for (let index = -20; index < 2_000; index += 1) {
    const took: number[] = []
    for (const isKnown of index % 2 === 0 ? [true, false] : [false, true])
      took[Number(isKnown)] = await work(isKnown, index + 20)
    // The first pairs are a warm-up.
    if (index >= 0) quotients.push(took[1]! / took[0]!)
    if (quotients.length === 0 || quotients.length % 200 !== 0) continue
    const median = quotients.toSorted((one, other) => one - other)[quotients.length / 2]!
    if (median > 0.9 && median < 1.1) return
    if (quotients.length === 2_000) assert.fail(`${what}: known numbers take ${median} of the time of unknown ones`)
  }
}

test('a wrong code for a number nobody knows counts like any other', async () => {
  const reply = await ask(newNumber())
  for (let index = 0; index < 6; index += 1) assertInvalid(await verify(reply.body.challengeId, '123456'))
  const { rows } = await product.login.query(
    `select c.failed_tries, f.tries from login.challenge c join login.failed_number f using (number_key) where c.id = $1`,
    [reply.body.challengeId],
  )
  assert.deepEqual(rows, [{ failedTries: 5, tries: 5 }])
})

test('wrong codes and a number that is guessed at leave audit rows without the number, a few and no more', async () => {
  const { number, challengeId, code } = await freshCode()
  await product.login.query(
    `insert into login.failed_number (number_key, tries, last_at, spent_until)
     select number_key, 12, created_at, created_at + interval '60 days' from login.challenge where id = $1`,
    [challengeId],
  )
  for (let index = 0; index < 20; index += 1) assertInvalid(await verify(challengeId, otherThan(code, index)))
  const { rows } = await product.operator.query<{ action: string; detail: object; text: string }>(
    `select action, actor_kind, actor_id, detail, to_jsonb(e)::text as text from audit_event e
     where $1 = any(subjects) and action <> 'createRecipientAuthChallenge' order by at, id`,
    [challengeId],
  )
  assert.deepEqual(
    rows.map(({ action, detail }) => [action, detail]),
    [
      ['recipientSignInFailed', { codeTries: 1, contactTries: 13 }],
      ['signInNumberGuessed', { codeTries: 4, contactTries: 16 }],
      ['recipientSignInFailed', { codeTries: 5, contactTries: 17 }],
    ],
  )
  assert.ok(rows.every(({ text }) => !text.includes(number.slice(4)) && !text.includes(code)))
  assert.ok(
    product.logLines.some((line) => line.includes(challengeId) && line.includes('somebody guesses at a number')),
  )
  const burnt = await freshCode()
  for (let index = 0; index < 9; index += 1) await verify(burnt.challengeId, otherThan(burnt.code, index))
  const traces = await product.operator.query(
    `select detail from audit_event where action = 'recipientSignInFailed' and $1 = any(subjects) order by at, id`,
    [burnt.challengeId],
  )
  assert.deepEqual(
    traces.rows.map((row) => row.detail.codeTries),
    [1, 5],
  )
})

test('the announced wait is true where the number of codes decides', async () => {
  const number = await newContact()
  for (let count = 1; count <= 5; count += 1) {
    const now = await product.clock.now()
    const reply = await ask(number)
    const wait = Temporal.Instant.from(reply.body.resendAvailableAt).since(now).total('seconds')
    assert.ok(count < 5 ? wait <= 61 : wait > 590 && wait <= 601, `${count}: ${wait}`)
    assert.equal((await verify(reply.body.challengeId, await textedCode(product, number, count))).status, 201)
  }
})

test('a browser’s message is in its language, or else in that of the profile', async () => {
  const number = await newContact()
  const askFrom = (headers: Record<string, string>) =>
    send(`${product.baseUrl}/auth/recipient/code`, { method: 'POST', body: { phoneNumberE164: number }, headers })
  const newest = async (count: number) => {
    const code = await textedCode(product, number, count)
    const { body } = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(number)}`, 'GET')
    return body.items.find(({ text }: { text: string }) => text.includes(code)).text
  }
  assert.equal((await askFrom({ 'accept-language': 'xh, en-GB;q=0.9, nl;q=0.1' })).status, 202)
  assert.match(await newest(1), /^Tijdig: \d{6} is your code to sign in/)
  await product.clock.advance('PT60S')
  assert.equal((await askFrom({ 'accept-language': 'xh' })).status, 202)
  assert.doesNotMatch(await newest(2), /^Tijdig: \d{6} is your code to sign in/)
  await createProfile(product.login, product.services.keys, number, await product.clock.now())
  await product.login.query(`update login.profile set locale = 'en' where phone_number_e164 = $1`, [number])
  await product.clock.advance('PT120S')
  assert.equal((await askFrom({})).status, 202)
  assert.match(await newest(3), /^Tijdig: \d{6} is your code to sign in/)
})

test('a number that is guessed at gets codes of twelve digits, and six digits are no longer compared', async () => {
  const { number, challengeId, code } = await freshCode()
  await product.login.query(
    `insert into login.failed_number (number_key, tries, last_at, spent_until)
     select number_key, 19, created_at, created_at + interval '95 days' from login.challenge where id = $1`,
    [challengeId],
  )
  assertInvalid(await verify(challengeId, otherThan(code)))
  assertInvalid(await verify(challengeId, code))
  await product.clock.advance('PT60S')
  const reply = await ask(number)
  assertDocumented('createRecipientAuthChallenge', 201, reply.body)
  assert.equal(reply.body.codeLength, 12)
  const long = await textedCode(product, number, 2)
  assert.match(long, /^\d{12}$/)
  assertInvalid(await verify(reply.body.challengeId, `${long.slice(0, 6)}${otherThan(long.slice(6))}`))
  assert.equal((await verify(reply.body.challengeId, long)).status, 201)
  const { rows } = await product.login.query(
    `select tries, spent_until - last_at < interval '101 days' as is_kept from login.failed_number f
     join login.challenge c using (number_key) where c.id = $1`,
    [challengeId],
  )
  assert.deepEqual(rows, [{ tries: 21, isKept: true }], 'a long guess takes nothing from the six digits')
})

test('numbers that lie together are cut off, and somebody is told', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 40; index += 1) statuses.push((await ask(`+31629999${100 + index}`)).status)
  assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 201), ...Array.from({ length: 20 }, () => 429)])
  const withheld = async () =>
    (await product.operator.query(`select detail from audit_event where action = 'recipientSignInWithheld' limit 100`))
      .rows
  const told = { detail: { breaker: 'adjacentNumbers', country: 'NL' } }
  assert.deepEqual(await withheld(), [told], 'once an hour, however often somebody goes on')
  assert.ok(product.logLines.some((line) => line.includes('sign-in codes are withheld')))
  await product.clock.advance('PT1H1M')
  assert.equal((await ask('+31629999100')).status, 201)
  for (let index = 0; index < 25; index += 1) await ask(`+31629999${200 + index}`)
  assert.deepEqual(await withheld(), [told, told])
})

test('a country whose messages are used up is closed for the hour', async () => {
  const small = await startTestProduct({ env: { TIJDIG_SIGN_IN_SMS_PER_COUNTRY_PER_HOUR: '2' } })
  try {
    const numbersHere = [newNumber(), newNumber(), newNumber()]
    for (const phoneNumberE164 of numbersHere) await small.createRecipient({ phoneNumberE164 })
    await signInRecipient(small, numbersHere[0]!)
    await signInRecipient(small, numbersHere[1]!)
    const url = `${small.loginUrl}/api/v1/recipient/auth/challenges`
    const closed = await callApi(url, 'POST', { phoneNumberE164: numbersHere[2] })
    assert.deepEqual([closed.status, closed.body.error.code], [429, 'SIGN_IN_THROTTLED'])
    assert.equal((await callApi(url, 'POST', { phoneNumberE164: '+32470123456' })).status, 201)
    await small.clock.advance('PT1H1M')
    assert.equal((await callApi(url, 'POST', { phoneNumberE164: numbersHere[2] })).status, 201)
  } finally {
    await small.stop()
  }
})

test('numbers that lie together are counted together, from however many networks they come at once', async () => {
  const open = await startTestProduct({ roles: ['login'], env: { TIJDIG_TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(`${open.loginUrl}/api/v1/recipient/auth/challenges`, {
          method: 'POST',
          body: { phoneNumberE164: `+31628888${100 + index}` },
          headers: { 'x-forwarded-for': `198.51.${index}.1` },
        }),
      ),
    )
    assert.equal(replies.filter((reply) => reply.status === 201).length, 20)
    assert.equal(replies.filter((reply) => reply.status === 429).length, 20)
  } finally {
    await open.stop()
  }
})

test('the messages of an hour are a budget of all countries together, also when many are asked for at once', async () => {
  const small = await startTestProduct({ env: { TIJDIG_SIGN_IN_SMS_PER_HOUR: '3' } })
  try {
    const people = Array.from({ length: 8 }, newNumber)
    for (const phoneNumberE164 of people) await small.createRecipient({ phoneNumberE164 })
    const url = `${small.loginUrl}/api/v1/recipient/auth/challenges`
    const askHere = (phoneNumberE164: string) => callApi(url, 'POST', { phoneNumberE164 })
    await Promise.all(people.map(askHere))
    const states = () =>
      small.login.query<{ state: string; count: number }>(
        'select message_state as state, count(*)::int as count from login.challenge group by 1 order by 1',
      )
    await eventually(async () => (await states()).rows.every(({ state }) => state === 'sent' || state === 'none'))
    const { rows } = await states()
    assert.equal(rows.find(({ state }) => state === 'sent')?.count, 3)
    const inbox = await callApi(`${small.sandboxUrl}/inbox/sms?limit=100`, 'GET')
    assert.equal(inbox.body.items.length, 3)
    const closed = await askHere('+32470123456')
    assert.deepEqual([closed.status, closed.body.error.code], [429, 'SIGN_IN_THROTTLED'])
    if (rows.length > 1) assert.ok(small.logLines.some((line) => line.includes('a sign-in code is withheld')))
    const audited = await small.operator.query(
      `select detail from audit_event where action = 'recipientSignInWithheld' order by at, id`,
    )
    assert.deepEqual(
      audited.rows.map((row) => row.detail),
      ['NL', 'BE'].map((country) => ({ breaker: 'allSpend', country })),
    )
    await small.clock.advance('PT1H1M')
    assert.equal((await askHere('+32470123456')).status, 201)
  } finally {
    await small.stop()
  }
})

test('one network may ask twenty times an hour, over both doors, whatever it says of itself', async () => {
  const strict = await startTestProduct({ roles: ['api', 'login'], env: { TIJDIG_SIGN_IN_LIMIT_PER_HOUR: '20' } })
  try {
    const app = () => `${strict.loginUrl}/api/v1/recipient/auth/challenges`
    const browser = () => `${strict.baseUrl}/auth/recipient/code`
    for (let index = 0; index < 20; index += 1) {
      const body = { phoneNumberE164: newNumber() }
      const reply = await send(index % 2 === 0 ? app() : browser(), { method: 'POST', body })
      assert.ok(reply.status < 300, reply.text)
    }
    for (const [url, forwarded] of [
      [app(), '203.0.113.9'],
      [browser(), '198.51.100.1'],
    ] as const) {
      const headers = { 'x-forwarded-for': forwarded }
      const reply = await send(url, { method: 'POST', body: { phoneNumberE164: newNumber() }, headers })
      assert.deepEqual([reply.status, reply.body.error.code], [429, 'SIGN_IN_THROTTLED'])
      assert.ok(Number(reply.headers['retry-after']) > 3_500)
    }
    await strict.clock.advance('PT1H1M')
    assert.equal((await send(app(), { method: 'POST', body: { phoneNumberE164: newNumber() } })).status, 201)
  } finally {
    await strict.stop()
  }
})

test('a code the provider did not take is sent when it does, once', async () => {
  const faults = (body: object) => callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'twilio', ...body })
  const later = await newContact()
  await faults({ mode: 'error', count: 1 })
  const reply = await ask(later)
  assert.equal((await verify(reply.body.challengeId, await textedCode(product, later))).status, 201)
  await faults({ mode: 'none' })
  assert.equal(await countMessages(later), 1)
})

test('codes, tokens and numbers are nowhere in clear but where a number must be', async () => {
  const { number, challengeId, code } = await freshCode()
  const token = (await verify(challengeId, code)).body.accessToken
  const { rows } = await product.operator.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    for (const { name } of [
      ...rows,
      ...['profile', 'challenge', 'session', 'failed_number'].map((table) => ({ name: `login.${table}` })),
    ]) {
      const found = await client.query(`select 1 from ${name} t where t::text like $1 or t::text ~ $2`, [
        `%${token}%`,
        `[,:" #]${code}[," )]`,
      ])
      assert.equal(found.rowCount, 0, name)
    }
    const jobs = await client.query('select 1 from graphile_worker._private_jobs j where j::text like $1', [
      `%${number.slice(1)}%`,
    ])
    assert.equal(jobs.rowCount, 0)
    const hashed = await client.query('select 1 from login.session where token_sha256 = sha256($1::bytea)', [token])
    assert.equal(hashed.rowCount, 1)
  } finally {
    await client.end()
  }
  const log = product.logLines.join('\n')
  assert.ok(!log.includes(token) && !log.includes(number))
})

test('signing out ends the token at once, linked or not', async () => {
  const { challengeId, code } = await freshCode()
  const token = (await verify(challengeId, code)).body.accessToken
  assert.equal((await me(token)).body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
  const current = `${product.loginUrl}/api/v1/recipient/auth/sessions/current`
  const out = (headers: Record<string, string>) => send(current, { method: 'DELETE', headers })
  const good = { authorization: `Bearer ${token}` }
  const reply = await out(good)
  assert.deepEqual([reply.status, reply.text], [204, ''])
  assert.equal((await me(token)).body.error.code, 'INVALID_RECIPIENT_SESSION')
  for (const [headers, code] of [
    [{}, 'UNAUTHENTICATED'],
    [good, 'INVALID_RECIPIENT_SESSION'],
    [{ authorization: `Bearer ${'a'.repeat(43)}` }, 'INVALID_RECIPIENT_SESSION'],
    [{ authorization: `Bearer ${holder.apiKey}` }, 'INVALID_RECIPIENT_SESSION'],
    [{ authorization: 'Basic x' }, 'UNAUTHENTICATED'],
  ] as const) {
    const refused = await out(headers as Record<string, string>)
    assert.deepEqual([refused.status, refused.body.error.code], [401, code])
    assert.equal(refused.headers['www-authenticate'], 'Bearer')
  }
})

test('the login server is strict like the API, and serves nothing else', async () => {
  const number = newNumber()
  for (const name of ['surprise', 'role', 'recipientId', '__proto__', 'constructor']) {
    const body = { phoneNumberE164: number }
    Object.defineProperty(body, name, { value: 'x', enumerable: true })
    const reply = await auth('/challenges', body)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'UNKNOWN_FIELD'], name)
    assert.equal(reply.body.requestId, reply.headers['x-request-id'])
  }
  assert.equal((await auth('/challenges?x=1', { phoneNumberE164: number })).body.error.code, 'UNKNOWN_FIELD')
  assert.equal((await auth('/challenges', '{"a":')).body.error.code, 'MALFORMED_JSON')
  assert.equal((await auth('/challenges', { phoneNumberE164: 'x'.repeat(70_000) })).status, 413)
  assert.equal((await auth('/challenges', 'x', { 'content-type': 'text/plain' })).status, 415)
  for (const code of ['12345', '1234567', 'abcdef', '12345６', 123456])
    assert.equal((await auth('/sessions', { challengeId: newId(), code })).status, 400, String(code))
  const wrongMethod = await send(`${product.loginUrl}/api/v1/recipient/auth/challenges`)
  assert.deepEqual([wrongMethod.status, wrongMethod.headers.allow], [405, 'POST'])
  for (const path of ['/api/v1/me', '/auth/recipient/code', '/auth/staff/code', '/reference'])
    assert.equal((await send(product.loginUrl + path)).status, 404, path)
  assert.equal((await send(`${product.loginUrl}/readyz`)).status, 200)
  const onMain = `${product.baseUrl}/api/v1/recipient/auth/challenges`
  assert.equal((await send(onMain, { method: 'POST', body: { phoneNumberE164: number } })).status, 404)
})

test('the role of the login server sees nothing of a platform holder', async () => {
  const client = await product.login.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p') and has_table_privilege('tijdig_login', oid, 'select') order by 1`,
    )
    assert.deepEqual(
      rows.map((row) => row.name),
      ['installation', 'rate_window', 'schema_migration', 'test_clock'],
    )
    for (const sql of [
      `select is_recipient_contact('x')`,
      `select * from find_credential('x')`,
      `select * from find_caller('x')`,
      `select enqueue_job('x', '{}')`,
      `select * from recipient_profile_link`,
    ])
      await assert.rejects(client.query(sql), { code: '42501' }, sql)
  } finally {
    client.release()
  }
})

test('old challenges are forgotten, running sessions are not', async () => {
  const { number, challengeId } = await freshCode()
  await product.clock.advance('P3D')
  await product.maintain()
  const { rowCount } = await product.login.query('select 1 from login.challenge where id = $1', [challengeId])
  assert.equal(rowCount, 0)
  assert.equal((await ask(number)).status, 201)
})
