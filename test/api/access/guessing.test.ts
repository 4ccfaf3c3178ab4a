import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callApi, eventually, startTestProduct, textedCode, type TestProduct } from '../../harness.ts'
import { newIntake } from '../../operation-cases.ts'
import { send, type Reply } from '../http-request.ts'

// docs/decisions/0006-guessing-locks-nobody-out.md, against an attacker with any number of networks.

let product: TestProduct
before(async () => {
  const env = { TIJDIG_TRUSTED_PROXIES: '127.0.0.1', TIJDIG_SIGN_IN_LIMIT_PER_HOUR: '20' }
  product = await startTestProduct({ env })
})
after(() => product?.stop())

let networks = 0
const newNetwork = () => `10.${Math.floor(++networks / 250) % 250}.${networks % 250}.1`

type Caller = { readonly network?: string; readonly cookie?: string }
const post = (url: string, body: unknown, { network = newNetwork(), cookie }: Caller = {}) =>
  send(url, { method: 'POST', body, headers: { 'x-forwarded-for': network, ...(cookie ? { cookie } : {}) } })
const askCode = (email: string, caller?: Caller) => post(`${product.baseUrl}/auth/staff/code`, { email }, caller)
const exchange = (email: string, code: string, caller?: Caller) =>
  post(`${product.baseUrl}/auth/staff/session`, { email, code }, caller)

async function mailedCodes(email: string): Promise<string[]> {
  const url = `${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(email)}&limit=1000`
  const { body } = await callApi(url, 'GET')
  // A sign-in from a new browser is told too, without a code.
  return body.items.flatMap(
    ({ text }: { text: string }) => /\b\d{6}(?: \d{6})*\b/.exec(text)?.[0]?.replaceAll(' ', '') ?? [],
  )
}

/** Asks for a code and reads it. */
async function readCode(email: string, caller?: Caller): Promise<string> {
  const [before] = await mailedCodes(email)
  const asked = await askCode(email, caller)
  assert.equal(asked.status, 202, asked.text)
  return eventually(async () => {
    const [newest] = await mailedCodes(email)
    return newest !== before && newest
  })
}

const cookiesOf = ({ headers }: Reply) => (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
const randomDigits = (count: number) =>
  Array.from({ length: count }, () => String(Math.floor(Math.random() * 10))).join('')

test('an attacker from ever new networks guesses for a month: few guesses count, and the person signs in all the while', async () => {
  const { staffEmail } = await product.createHolder()
  const first = await exchange(staffEmail, await readCode(staffEmail))
  assert.equal(first.status, 201)
  const own = { network: '192.0.2.1', cookie: cookiesOf(first) }
  const started = await product.clock.now()
  const guess = async () => {
    for (const digits of [6, 6, 6, 6, 6, 6, 18])
      assert.equal((await exchange(staffEmail, randomDigits(digits))).status, 401)
  }
  for (let day = 0; day < 30; day += 1) {
    // Signing in gives the attacker no new tries, and asking for a code gives him none to use up.
    for (let round = 0; round < 2; round += 1) {
      assert.equal((await askCode(staffEmail)).status, 202)
      await guess()
    }
    // Mails may overtake each other: wait for those the strangers asked for before the person asks.
    await eventually(async () => (await mailedCodes(staffEmail)).length === 3 + 3 * day)
    const code = await readCode(staffEmail, day % 2 === 0 ? own : undefined)
    if (code.length === 18) await guess()
    const reply = await exchange(staffEmail, code, day % 2 === 0 ? own : undefined)
    assert.equal(reply.status, 201, `day ${day}: ${reply.text}`)
    await product.clock.advance('P1D')
  }
  const { rows } = await product.operator.query<{ tries: number }>('select tries from staff_sign_in_failure limit 2')
  const days = (await product.clock.now()).since(started).total('days')
  const [counted] = rows
  assert.equal(rows.length, 1)
  assert.ok(counted && counted.tries >= 20, 'the attacker used what there was')
  assert.ok(counted.tries <= 20 + Math.ceil(days / 5), `${counted.tries} guesses in ${days} days`)
})

test('an attacker who asks for codes from everywhere keeps no known device waiting, and a new one for half an hour', async () => {
  const { staffEmail } = await product.createHolder()
  const own = { cookie: cookiesOf(await exchange(staffEmail, await readCode(staffEmail))) }
  await product.clock.advance('PT1H')
  const flood = async () => {
    let asked: Reply
    let accepted = -1
    do {
      asked = await askCode(staffEmail)
      accepted += 1
    } while (asked.status === 202)
    return { accepted, waitSeconds: Number(asked.headers['retry-after']) }
  }
  const mails = (count: number) => eventually(async () => (await mailedCodes(staffEmail)).length === count)
  const { accepted, waitSeconds } = await flood()
  assert.equal(accepted, 10)
  assert.ok(waitSeconds > 1_700 && waitSeconds <= 1_800, `${waitSeconds}`)
  await mails(11)
  assert.equal((await exchange(staffEmail, await readCode(staffEmail, own), own)).status, 201)
  await flood()
  await mails(22)
  await product.clock.advance('PT30M')
  assert.equal((await flood()).accepted, 1, 'a mail each half hour, no more')
  await mails(23)
  const [ofAttacker = ''] = await mailedCodes(staffEmail)
  assert.equal((await exchange(staffEmail, ofAttacker)).status, 201, 'whoever reads the mailbox signs in with it')
})

test('what somebody else asks for or tries voids no code of another device or network', async () => {
  const { staffEmail } = await product.createHolder()
  const code = await readCode(staffEmail, { network: '192.0.2.9' })
  await readCode(staffEmail)
  assert.equal((await exchange(staffEmail, code)).status, 201)
  const again = await readCode(staffEmail, { network: '198.51.100.9' })
  await product.clock.advance('PT60S')
  const newest = await readCode(staffEmail, { network: '198.51.100.9' })
  if (again !== newest) assert.equal((await exchange(staffEmail, again)).status, 401, 'its own newer code voids it')
  assert.equal((await exchange(staffEmail, newest)).status, 201)
})

test('a device is known for each address that signed in on it, and a forged or borrowed mark is worth nothing', async () => {
  const people = [await product.createHolder(), await product.createHolder()]
  let cookie = ''
  for (const { staffEmail } of people) {
    const reply = await exchange(staffEmail, await readCode(staffEmail), { cookie })
    const mark = (reply.headers['set-cookie'] ?? []).find((one) => one.startsWith('tijdig_device='))
    assert.match(String(mark), /^tijdig_device=[A-Za-z0-9_.~-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
    cookie = String(mark).split(';')[0] ?? ''
  }
  await product.clock.advance('PT1H')
  const stranger = await product.createHolder()
  const isKnown = async (email: string, mark: string) => {
    await askCode(email, { cookie: mark })
    const { rows } = await product.operator.query<{ isKnownDevice: boolean }>(
      'select is_known_device from staff_sign_in_code where email = $1 order by created_at desc limit 1',
      [email],
    )
    return rows[0]?.isKnownDevice
  }
  for (const { staffEmail } of people) assert.equal(await isKnown(staffEmail, cookie), true)
  const forged = cookie.replace(/=.{16}/, `=${'A'.repeat(16)}`).split('~')[0] ?? ''
  assert.equal(await isKnown(stranger.staffEmail, cookie), false)
  await product.clock.advance('PT1H')
  assert.equal(await isKnown(people[1]!.staffEmail, forged), false)
})

test('a number whose messages of a day strangers used up still gets a code on a device that signed in with it', async () => {
  const holder = await product.createHolder()
  const number = '+31623450007'
  const recipient = { displayName: 'Noor Jansen', phoneNumberE164: number }
  assert.equal((await holder.call('POST', '/appointments/intake', await newIntake(product, { recipient }))).status, 201)
  const auth = `${product.loginUrl}/api/v1/recipient/auth`
  const ask = (caller?: Caller) => post(`${auth}/challenges`, { phoneNumberE164: number }, caller)
  const verify = (challengeId: string, code: string, caller?: Caller) =>
    post(`${auth}/sessions`, { challengeId, code }, caller)
  const first = await ask()
  const opened = await verify(first.body.challengeId, await textedCode(product, number))
  assert.equal(opened.status, 201)
  const own = { cookie: cookiesOf(opened) }
  assert.match(own.cookie, /^tijdig_device=/)
  await product.clock.advance('PT10M')
  let messages = 1
  while ((await ask()).status === 201) {
    await textedCode(product, number, ++messages)
    await product.clock.advance('PT10M')
  }
  assert.equal(messages, 10)
  const mine = await ask(own)
  assert.equal(mine.status, 201, mine.text)
  assert.equal((await ask()).status, 429)
  const texted = await textedCode(product, number, messages + 1)
  assert.equal((await verify(mine.body.challengeId, texted, own)).status, 201)
})

test('a network whose people sign in has as many codes as they need, and one that does not has twenty an hour', async () => {
  const holder = await product.createHolder()
  const network = '203.0.113.77'
  const url = `${product.loginUrl}/api/v1/recipient/auth`
  const ask = (phoneNumberE164: string) => post(`${url}/challenges`, { phoneNumberE164 }, { network })
  const number = (index: number) => `+316${24_000_007 + index * 1_010}`
  for (let index = 0; index < 22; index += 1) {
    const recipient = { displayName: 'Noor Jansen', phoneNumberE164: number(index) }
    await holder.call('POST', '/appointments/intake', await newIntake(product, { recipient }))
    const { status, body } = await ask(number(index))
    assert.equal(status, 201, `${index}`)
    const code = await textedCode(product, number(index))
    assert.equal((await post(`${url}/sessions`, { challengeId: body.challengeId, code }, { network })).status, 201)
  }
  for (let index = 30; index < 50; index += 1) assert.equal((await ask(number(index))).status, 201)
  assert.equal((await ask(number(50))).status, 429)
})
