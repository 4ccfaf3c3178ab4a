import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { callApi, eventually, type TestHolder } from '../../harness.ts'
import { holdDecisions, startWorld as startCrashWorld, untilWaiting, waiting } from '../../crash/world.ts'
import { person, startWorld, step, type World } from '../world.ts'

type TestMessage = {
  readonly id: string
  readonly channel: string
  readonly isReply: boolean
  readonly from: string
  readonly to: string
  readonly subject: string | null
  readonly text: string
}

/** What came into the inbox of a test organization, the newest first. */
async function inbox(holder: TestHolder): Promise<TestMessage[]> {
  const { status, body } = await holder.call('GET', '/test-inbox?pageSize=100')
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.items
}

describe('G29 a test organization reaches nobody', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** A test organization that reminds by these steps, and what is handed in at it. */
  async function trying(...steps: ReturnType<typeof step>[]) {
    const holder = await world.createHolder({ isTest: true })
    await world.editPolicy(holder, { steps, quietHours: null })
    return { holder, now: await world.nextDay() }
  }

  async function reply(holder: TestHolder, message: TestMessage | undefined, text: string): Promise<void> {
    const answer = await holder.call('POST', `/test-inbox/${message?.id}/replies`, {
      clientRequestId: crypto.randomUUID(),
      text,
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    await world.repliesSeenTo()
  }

  test('G29 reminders by SMS and by mail pass every check, come into the inbox once, are delivered, and reach no provider', async () => {
    const { holder, now } = await trying(step('P1D', 'sms'), step('PT2H', 'email'))
    const { phone, email, name } = person()
    const counted = () => world.sql('select sum(reminders)::int as reminders from reminder_due_count')
    const before = await counted()
    const visit = { startsAt: now.add({ hours: 25 }), phone, email, name }
    const { appointmentId } = await world.intake(holder, visit)
    const gone = await world.intake(holder, { ...visit, id: 'gone' })
    await world.cancelBySource(holder, 'gone')
    await world.clock.advance('P2D')
    await world.settled(holder, appointmentId, ['P1D sms delivered', 'PT2H email delivered'])
    assert.ok((await world.plan(holder, gone.appointmentId)).every((row) => row.includes('cancelled')))

    assert.deepEqual(await counted(), before, 'objectives of delivery are about people')

    const came = await inbox(holder)
    assert.deepEqual(
      came.map(({ channel, to, isReply }) => [channel, to, isReply]),
      [
        ['email', email, false],
        ['sms', phone, false],
      ],
    )
    assert.ok(came[0]?.subject)
    assert.match(came[1]?.text ?? '', /\/m\/[0-9A-Za-z]+/)
    assert.deepEqual(await world.smsTo(phone), [])
    assert.deepEqual(await world.mailTo(email), [])
    const providers = await world.sql<{ provider: string }>(
      'select distinct provider from reminder_attempt where platform_holder_id = $1',
      [holder.id],
    )
    assert.deepEqual(providers, [{ provider: 'test_inbox' }])
  })

  test('G29 the link of a message opens, says that it is a test, confirms, and texts nobody a code', async () => {
    const { holder, now } = await trying(step('P1D', 'sms', 'none', 'confirm_prompt'))
    const { phone } = person()
    const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone })
    await world.clock.advance('PT2H')
    await world.settled(holder, appointmentId, ['P1D sms delivered'])
    const [message] = await inbox(holder)
    const path = /\/m\/[0-9A-Za-z]+/.exec(message?.text ?? '')?.[0]
    const opened = await callApi(`${world.baseUrl}${path}/message`, 'GET')
    assert.equal(opened.body.data.isTest, true)
    const ofPage = { origin: new URL(world.settings.baseUrl).origin, 'sec-fetch-site': 'same-origin' }
    assert.equal((await callApi(`${world.baseUrl}${path}/code`, 'POST', {}, ofPage)).status, 404)
    const confirmed = await callApi(`${world.baseUrl}${path}/confirmation`, 'POST', {}, ofPage)
    assert.equal(confirmed.body.data.appointments[0].state, 'confirmed')
    assert.deepEqual(await world.smsTo(phone), [])
  })

  test('G29 answers in the inbox go the way of a text message, and what they cause comes into the inbox', async () => {
    const { holder, now } = await trying(step('P1D', 'sms', 'none', 'confirm_prompt'))
    const mailbox = `inbox-${crypto.randomUUID()}@praktijk.example`
    assert.equal((await holder.call('PATCH', '', { communicationInboxEmail: mailbox })).status, 200)
    const [yes, asks, stops] = [person(), person(), person()]
    const ids: string[] = []
    for (const { phone } of [yes, asks, stops])
      ids.push((await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone })).appointmentId)
    await world.clock.advance('PT2H')
    await eventually(async () => (await inbox(holder)).length === 3)
    const to = async (phone: string) => (await inbox(holder)).find((one) => one.to === phone && one.channel === 'sms')

    await reply(holder, await to(yes.phone), 'ja')
    const { body } = await holder.call('GET', `/appointments/${ids[0]}`)
    assert.ok(body.data.confirmation ?? body.data.confirmedAt, JSON.stringify(body.data))

    await reply(holder, await to(asks.phone), 'Mag mijn dochter mee?')
    await eventually(async () =>
      (await inbox(holder)).some(({ channel, to: at }) => channel === 'email' && at === mailbox),
    )

    await reply(holder, await to(stops.phone), 'STOP ALLES')
    await reply(holder, await to(stops.phone), 'STOP ALL')
    await eventually(
      async () => (await inbox(holder)).filter(({ to: at, isReply }) => at === stops.phone && !isReply).length > 1,
    )
    assert.deepEqual(await world.sql('select 1 from suppression_everywhere'), [])
    assert.equal((await world.sql('select 1 from suppression where platform_holder_id = $1', [holder.id])).length, 1)

    for (const { phone } of [yes, asks, stops]) assert.deepEqual(await world.smsTo(phone), [])
    assert.deepEqual(await world.mailTo(mailbox), [])
  })

  test('G29 a telephone answers what reached it, and never what a test organization wrote later to the same number', async () => {
    const real = await world.createHolder()
    await world.editPolicy(real, { steps: [step('P1D', 'sms', 'none', 'confirm_prompt')], quietHours: null })
    const { holder, now } = await trying(step('P1D', 'sms', 'none', 'confirm_prompt'))
    const { phone } = person()
    const ofReal = await world.intake(real, { startsAt: now.add({ hours: 25 }), phone })
    const ofTest = await world.intake(holder, { startsAt: now.add({ hours: 26 }), phone })
    await world.run('PT3H')
    await world.settled(holder, ofTest.appointmentId, ['P1D sms delivered'])
    assert.equal((await world.smsTo(phone)).length, 1)

    await world.reply(phone, 'ja')
    const confirmed = async (of: TestHolder, id: string) =>
      (
        await world.sql<{ confirmedRevision: number | null }>(
          'select confirmed_revision from appointment where platform_holder_id = $1 and id = $2',
          [of.id, id],
        )
      )[0]?.confirmedRevision !== null
    assert.equal(await confirmed(real, ofReal.appointmentId), true)
    assert.equal(await confirmed(holder, ofTest.appointmentId), false)
    // And an answer in the inbox is about the inbox alone, although the same number was asked the same by telephone.
    await reply(holder, (await inbox(holder))[0], 'ja')
    assert.equal(await confirmed(holder, ofTest.appointmentId), true)
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G29 whoever only a test organization knows gets no code, neither on the telephone nor in the inbox', async () => {
    const { holder, now } = await trying(step('P1D', 'sms'))
    const { phone } = person()
    await world.intake(holder, { startsAt: now.add({ hours: 48 }), phone })
    const asked = await callApi(`${world.loginUrl}/api/v1/recipient/auth/challenges`, 'POST', {
      phoneNumberE164: phone,
    })
    assert.equal(asked.status, 201)
    await eventually(async () => {
      const { rows } = await world.login.query('select message_state from login.challenge where id = $1', [
        asked.body.challengeId,
      ])
      return rows[0]?.messageState === 'none'
    })
    assert.deepEqual(await inbox(holder), [])
    assert.deepEqual(await world.smsTo(phone), [])
  })

  test('G29 nobody makes a test organization real, or a real one a test', async () => {
    const [test_, real] = [await world.createHolder({ isTest: true }), await world.createHolder()]
    for (const [holder, isTest] of [
      [test_, false],
      [real, true],
    ] as const) {
      await assert.rejects(
        world.sql('update platform_holder set is_test = $2 where platform_holder_id = $1', [holder.id, isTest]),
        /decided when it is made/,
      )
      assert.equal((await holder.call('PATCH', '', { isTest })).status, 400)
      assert.equal((await holder.call('GET', '')).body.data.isTest, !isTest)
    }
    const me = await callApi(`${world.baseUrl}/api/v1/me`, 'GET', undefined, {
      authorization: `Bearer ${test_.apiKey}`,
    })
    assert.equal(me.body.data.isTest, true)
    // Nothing can be put into the inbox of a real one.
    assert.deepEqual(await inbox(real), [])
  })
})

describe('G29 a killed worker', { concurrency: 2 }, () => {
  const contact = (index: number) => (index % 2 === 0 ? undefined : { email: `persoon-${index}@example.com` })

  for (const { when, hold } of [
    { when: 'between the record and the call', hold: 'inbox' },
    { when: 'between the call and the record of its outcome', hold: 'outcome' },
  ] as const)
    test(`G29 killed ${when}: each reminder is in the inbox once, and no provider was called`, async (t) => {
      const world = await startCrashWorld(t, undefined, { isTest: true })
      const { holder, owner } = world
      await world.handIn(10, (index) => contact(index) ?? { phoneNumberE164: `+316${12_340_100 + index}` })
      const worker = await world.startWorker()
      let release: () => Promise<unknown>
      if (hold === 'inbox') {
        await owner.query('begin')
        await owner.query('lock table test_inbox_message in access exclusive mode')
        release = () => owner.query('rollback')
        await world.becomeDue()
        await untilWaiting(world, 'insert into test_inbox_message')
        await eventually(async () => ((await world.states())['handed_over'] ?? 0) > 0)
      } else {
        await world.becomeDue()
        await eventually(async () => ((await owner.query('select 1 from test_inbox_message')).rowCount ?? 0) > 0)
        release = await holdDecisions(world)
      }
      await worker.kill()
      await owner.query(`select pg_terminate_backend(pid) ${waiting}`)
      await release()

      await world.startWorkerHere()
      await world.jump({ seconds: 61 })
      await eventually(async () => (await world.states())['handed_over'] === undefined)
      // What was never taken is looked for twice, minutes apart, and then goes again.
      await world.jump({ seconds: 61 })
      await eventually(async () => {
        const { rows } = await owner.query<{ missing: number }>(
          `select count(*)::int as missing from reminder r
           join reminder_attempt a on a.platform_holder_id = r.platform_holder_id and a.reminder_id = r.id
           where r.state = 'unknown' and a.absent_at is null`,
        )
        return rows[0]?.missing === 0
      })
      await world.jump({ minutes: 10 })
      await world.untilStates({ delivered: 10 })
      const { rows } = await owner.query<{ destination: string }>(
        'select destination from test_inbox_message where platform_holder_id = $1',
        [holder.id],
      )
      assert.equal(new Set(rows.map((row) => row.destination)).size, 10)
      assert.equal(rows.length, 10)
      assert.deepEqual(await world.taken(), [])
    })
})
