import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { callApi, eventually, startTestProduct, textedCode, type TestProduct } from '../harness.ts'
import { newIntake } from '../operation-cases.ts'
import { send, type Reply } from './http-request.ts'

// What holds for codes of staff and recipients alike: one engine, two channels.

let product: TestProduct
before(async () => {
  product = await startTestProduct({ env: { TIJDIG_TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => product?.stop())

const post = (url: string, body: unknown, network = '203.0.113.1') =>
  send(url, { method: 'POST', body, headers: { 'x-forwarded-for': network } })

type Channel = {
  readonly name: string
  readonly asked: number
  readonly validMinutes: number
  readonly codes: string
  readonly failures: string
  readonly contactKey: string
  /** Somebody who can sign in. */
  newContact(): Promise<string>
  ask(contact: string, network?: string): Promise<Reply>
  announcedWait(reply: Reply, at: Temporal.Instant): number
  /** The newest code of a contact, once it was sent `count` of them. */
  read(contact: string, count?: number): Promise<string>
  count(contact: string): Promise<number>
  /** @param asked the answer to the request for this code */
  verify(contact: string, asked: Reply, code: string): Promise<Reply>
}

const inbox = async (kind: 'email' | 'sms', to: string): Promise<{ text: string }[]> =>
  (await callApi(`${product.sandboxUrl}/inbox/${kind}?to=${encodeURIComponent(to)}&limit=100`, 'GET')).body.items

const mail: Channel = {
  name: 'by mail',
  asked: 202,
  validMinutes: 10,
  codes: 'staff_sign_in_code',
  failures: 'staff_sign_in_failure',
  contactKey: 'email_key',
  newContact: async () => (await product.createHolder()).staffEmail,
  ask: (email, network) => post(`${product.baseUrl}/auth/staff/code`, { email }, network),
  announcedWait: ({ body }) => body.data.resendAfterSeconds,
  read: (email, count = 1) =>
    eventually(async () => {
      const items = await inbox('email', email)
      const code = /\b\d{6}(?: \d{6})*\b/.exec(items[0]?.text ?? '')?.[0]
      return items.length >= count && code?.replaceAll(' ', '')
    }),
  count: async (email) => (await inbox('email', email)).length,
  verify: (email, _asked, code) => post(`${product.baseUrl}/auth/staff/session`, { email, code }),
}

let numbers = 0
const sms: Channel = {
  name: 'by SMS',
  asked: 201,
  validMinutes: 5,
  codes: 'login.challenge',
  failures: 'login.failed_number',
  contactKey: 'number_key',
  async newContact() {
    // Far from each other; the twins treat those that end in 7 as ordinary.
    const phoneNumberE164 = `+316${25_000_007 + ++numbers * 1_010}`
    const holder = await product.createHolder()
    const recipient = { displayName: 'Noor Jansen', phoneNumberE164 }
    const { status } = await holder.call('POST', '/appointments/intake', await newIntake(product, { recipient }))
    assert.equal(status, 201)
    return phoneNumberE164
  },
  ask: (phoneNumberE164, network) =>
    post(`${product.loginUrl}/api/v1/recipient/auth/challenges`, { phoneNumberE164 }, network),
  announcedWait: ({ body }, at) => Temporal.Instant.from(body.resendAvailableAt).since(at).total('seconds'),
  read: (number, count) => textedCode(product, number, count),
  count: async (number) => (await inbox('sms', number)).filter(({ text }) => /^@\S+ #\d{6}$/m.test(text)).length,
  verify: (_number, { body }, code) =>
    post(`${product.loginUrl}/api/v1/recipient/auth/sessions`, { challengeId: body.challengeId, code }),
}

const otherThan = (code: string, index = 0) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

function assertInvalid(reply: Reply): void {
  assert.deepEqual([reply.status, reply.body.error?.code], [401, 'SIGN_IN_CODE_INVALID'], reply.text)
}

for (const channel of [mail, sms])
  describe(`a code ${channel.name}`, () => {
    const pool = () => (channel === sms ? product.login : product.operator)
    const fresh = async () => {
      const contact = await channel.newContact()
      const asked = await channel.ask(contact)
      assert.equal(asked.status, channel.asked, asked.text)
      const code = await channel.read(contact)
      return { contact, asked, code, verify: (given: string) => channel.verify(contact, asked, given) }
    }

    test(`${channel.name}, a code works once, also when twenty come at the same time`, async () => {
      const { code, verify } = await fresh()
      const replies = await Promise.all(many(20, () => verify(code)))
      assert.equal(replies.filter(({ status }) => status === 201).length, 1)
      replies.filter(({ status }) => status !== 201).forEach(assertInvalid)
      assertInvalid(await verify(code))
    })

    test(`${channel.name}, five wrong codes burn one, and fifty at the same time are five`, async () => {
      const four = await fresh()
      for (let index = 0; index < 4; index += 1) assertInvalid(await four.verify(otherThan(four.code, index)))
      assert.equal((await four.verify(four.code)).status, 201, 'four wrong codes leave the fifth')
      const { contact, asked, code, verify } = await fresh()
      for (const reply of await Promise.all(many(50, (index) => verify(otherThan(code, index))))) assertInvalid(reply)
      assertInvalid(await channel.verify(contact, asked, code))
      const { rows } = await pool().query(
        `select c.failed_tries, f.tries from ${channel.codes} c join ${channel.failures} f using (${channel.contactKey})
         order by c.created_at desc limit 1`,
      )
      assert.deepEqual(rows, [{ failedTries: 5, tries: 5 }])
    })

    test(`${channel.name}, guesses at all open codes of a contact at the same time are no more than it bears`, async () => {
      const contact = await channel.newContact()
      const asked: Reply[] = []
      for (const [index, wait] of [60, 120, 1].entries()) {
        asked.push(await channel.ask(contact, `198.51.${100 + index}.1`))
        assert.equal(asked.at(-1)?.status, channel.asked)
        await product.clock.advance(`PT${wait}S`)
      }
      const code = await channel.read(contact, 3)
      await pool().query(
        `insert into ${channel.failures} (${channel.contactKey}, tries, last_at, spent_until)
         select ${channel.contactKey}, 17, created_at, created_at + interval '85 days' - interval '10 minutes'
         from ${channel.codes} order by created_at desc limit 1`,
      )
      const guesses = asked.flatMap((one) => many(5, (index) => channel.verify(contact, one, otherThan(code, index))))
      for (const reply of await Promise.all(guesses)) assertInvalid(reply)
      const { rows } = await pool().query(`select tries from ${channel.failures} order by last_at desc limit 1`)
      assert.deepEqual(rows, [{ tries: 20 }])
    })

    test(`${channel.name}, a new code voids the old one, and one of somebody else opens nothing`, async () => {
      const one = await fresh()
      const other = await fresh()
      if (one.code !== other.code) assertInvalid(await other.verify(one.code))
      await product.clock.advance('PT60S')
      const asked = await channel.ask(one.contact)
      const newer = await channel.read(one.contact, 2)
      // One in a million runs draws the same code twice.
      if (newer !== one.code) assertInvalid(await one.verify(one.code))
      assert.equal((await channel.verify(one.contact, asked, newer)).status, 201)
    })

    test(`${channel.name}, a code is good for ${channel.validMinutes} minutes`, async () => {
      const inTime = await fresh()
      await product.clock.advance(`PT${channel.validMinutes * 60 - 10}S`)
      assert.equal((await inTime.verify(inTime.code)).status, 201)
      const late = await fresh()
      await product.clock.advance(`PT${channel.validMinutes}M`)
      assertInvalid(await late.verify(late.code))
    })

    test(`${channel.name}, the wait for the next code grows: 60, 120, 300, 600, 600 seconds`, async () => {
      const contact = await channel.newContact()
      for (const seconds of [60, 120, 300, 600, 600]) {
        const now = await product.clock.now()
        const reply = await channel.ask(contact)
        assert.equal(reply.status, channel.asked)
        const wait = channel.announcedWait(reply, now)
        assert.ok(Math.abs(wait - seconds) < 5, `${wait} of ${seconds}`)
        const tooSoon = await channel.ask(contact)
        assert.deepEqual([tooSoon.status, tooSoon.body.error.code], [429, 'SIGN_IN_THROTTLED'])
        const retryAfter = Number(tooSoon.headers['retry-after'])
        assert.ok(retryAfter > seconds - 5 && retryAfter <= seconds, `${retryAfter} of ${seconds}`)
        await product.clock.advance(`PT${seconds - 5}S`)
        assert.equal((await channel.ask(contact)).status, 429)
        await product.clock.advance('PT5S')
      }
    })

    test(`${channel.name}, twenty requests at the same time send one code`, async () => {
      const contact = await channel.newContact()
      const replies = await Promise.all(many(20, () => channel.ask(contact)))
      assert.equal(replies.filter(({ status }) => status === channel.asked).length, 1)
      assert.equal(replies.filter(({ status }) => status === 429).length, 19)
      await channel.read(contact)
      // Jobs run in order: once a later code has arrived, the earlier ones have been processed.
      await fresh()
      assert.equal(await channel.count(contact), 1)
    })
  })
