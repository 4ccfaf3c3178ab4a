import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type Row, type World } from '../world.ts'

const secondsBetween = (row: Row | undefined) => {
  const instants = (row?.attempts ?? []).map((attempt) => Temporal.Instant.from(attempt.handedOverAt))
  return instants.slice(1).map((instant, index) => instant.since(instants[index] ?? instant).total('seconds'))
}
const inShort = (row: Row | undefined) => (row?.attempts ?? []).map(({ channel, state }) => `${channel} ${state}`)

/** Fails unless there were at least five tries, all of them failed. */
function assertAllFailed(row: Row | undefined, channel: string, tries = inShort(row)) {
  assert.ok(tries.length >= 5 && tries.every((words) => words === `${channel} failed`), tries.join())
}

describe('G14 and G15 when a provider fails', () => {
  let world: World
  let engine: { stop(): Promise<void> }
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
    engine = world.startEngine({ hearsReceipts: false })
  })
  after(async () => {
    await engine.stop()
    await world.stop()
  })

  /** An appointment whose only reminder is due in an hour. */
  async function planned(fallback = 'none', offset = 'P1D') {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step(offset, 'sms', fallback)], quietHours: null })
    const now = await world.nextDay()
    const hours = Temporal.Duration.from(offset).total({ unit: 'hours', relativeTo: '2027-01-01' }) + 1
    const visit = { ...person(), startsAt: now.add({ hours }) }
    const { appointmentId } = await world.intake(holder, visit)
    return { holder, visit, appointmentId }
  }
  const only = async (holder: TestHolder, id: string) => {
    const [row, ...others] = await world.rows(holder, id)
    assert.deepEqual(others, [])
    return row
  }

  test('G1 a plan that is made anew while a message waits for its next try adds no other for a step that was too late from the start', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P3D', 'sms'), step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const visit = { ...person(), startsAt: now.add({ hours: 25 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone })
    await world.clock.advance('PT61M')
    await eventually(async () => {
      const rows = await world.rows(holder, appointmentId)
      return rows.some(({ state, attempts }) => state === 'planned' && attempts.length > 0)
    })
    await world.editPolicy(holder, { minLeadMinutes: 20 })
    await world.fault({ provider: 'twilio', mode: 'none' })
    await world.clock.advance('PT2H')
    await eventually(async () => (await world.smsTo(visit.phone)).length > 0)
    await world.clock.advance('PT2H')
    assert.deepEqual(await world.plan(holder, appointmentId), ['P3D sms skipped due_in_past', 'P1D sms sent'])
    assert.equal((await world.smsTo(visit.phone)).length, 1)
  })

  test('G14 a provider that refuses for now is tried with growing pauses for as long as that is of use, and then the row fails', async () => {
    const { holder, visit, appointmentId } = await planned()
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone })
    await world.clock.advance('P1D')
    const row = await only(holder, appointmentId)
    assert.equal(row?.state, 'failed')
    assert.equal(row?.reasonCode, 'provider_refused')
    assertAllFailed(row, 'sms')
    const pauses = secondsBetween(row)
    for (const [index, nominal] of [30, 120, 480, 1_800, 1_800].entries()) {
      const pause = pauses[index] ?? 0
      assert.ok(pause > nominal * 0.79 && pause < nominal * 1.21 + 5, `pause ${index} was ${pause} s`)
    }
    const last = Temporal.Instant.from(row?.attempts.at(-1)?.handedOverAt ?? '')
    const latest = Temporal.Instant.from(row?.dueAt ?? '').add({ hours: 4 })
    const leftSeconds = latest.since(last).total('seconds')
    assert.ok(leftSeconds > 5 && leftSeconds < 60, `the last try came ${leftSeconds} s before the end`)
    assert.deepEqual(await world.smsTo(visit.phone), [])
  })

  test('G14 pauses carry jitter, so that many do not come back at once', async () => {
    const made = []
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    await world.fault({ provider: 'twilio', mode: 'error', count: 12 })
    for (let index = 0; index < 12; index += 1) {
      const { phone } = person()
      made.push(await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone }))
    }
    await world.clock.advance('PT2H')
    const pauses = await Promise.all(
      made.map(async ({ appointmentId }) => secondsBetween(await only(holder, appointmentId))[0] ?? 0),
    )
    assert.ok(new Set(pauses.map((pause) => Math.round(pause))).size > 3, pauses.join(' '))
  })

  test('G14 a provider that is back in time gets the message once', async () => {
    const { holder, visit, appointmentId } = await planned()
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone, count: 2 })
    await world.clock.advance('P1D')
    assert.deepEqual(inShort(await only(holder, appointmentId)), ['sms failed', 'sms failed', 'sms sent'])
    assert.equal((await world.smsTo(visit.phone)).length, 1)
  })

  test('G14 after two hours without mail, mails go that are still of use', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'email')], quietHours: null })
    const now = await world.nextDay()
    const { email } = person()
    const { appointmentId } = await world.intake(holder, { email, startsAt: now.add({ hours: 25 }) })
    await world.fault({ provider: 'smtp', mode: 'error', to: email })
    await world.clock.advance('PT3H')
    await world.settled(holder, appointmentId, ['P1D email planned'])
    await world.fault({ provider: 'smtp', mode: 'none' })
    await world.clock.advance('PT40M')
    await world.settled(holder, appointmentId, ['P1D email sent'])
    assert.equal((await world.mailTo(email)).length, 1)
  })

  test('G15 a text message that takes back what was told goes by mail when it is refused', async () => {
    const { holder, visit, appointmentId } = await planned()
    const { id = '', ...rest } = { ...visit, id: 'refused' }
    const told = await world.intake(holder, { ...rest, id, startsAt: visit.startsAt.add({ minutes: 5 }) })
    await world.clock.advance('PT2H')
    await world.settled(holder, appointmentId, ['P1D sms sent'])
    await world.fault({ provider: 'twilio', mode: 'refuse', to: visit.phone })
    await world.intake(holder, { ...rest, id, startsAt: visit.startsAt.add({ hours: 26 }) })
    await eventually(async () => (await world.mailTo(visit.email)).length === 1)
    await world.cancelBySource(holder, id)
    await eventually(async () => (await world.mailTo(visit.email)).length === 2)
    const plan = await world.plan(holder, told.appointmentId)
    assert.ok(plan.includes('change email sent') && plan.includes('cancellation email sent'), plan.join())
  })

  test('G14 no try comes after the last useful instant', async () => {
    const { holder, visit, appointmentId } = await planned('none', 'PT2H')
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone })
    await world.clock.advance('PT4H')
    const row = await only(holder, appointmentId)
    assert.equal(row?.state, 'failed', JSON.stringify(row))
    const latest = Temporal.Instant.from(row?.dueAt ?? '').add({ minutes: 15 })
    for (const { handedOverAt } of row?.attempts ?? [])
      assert.ok(Temporal.Instant.compare(handedOverAt, latest) <= 0, handedOverAt)
    assertAllFailed(row, 'sms')
  })

  test('G14 a permanent refusal is not tried again', async () => {
    const { holder, visit, appointmentId } = await planned()
    await world.fault({ provider: 'twilio', mode: 'refuse', to: visit.phone })
    await world.clock.advance('PT6H')
    const row = await only(holder, appointmentId)
    assert.deepEqual(inShort(row), ['sms failed'])
    assert.equal(row?.state, 'failed')
    assert.equal(row?.reasonCode, 'provider_refused')
    assert.equal(row?.attempts[0]?.providerCode, '21612')
  })

  test('G15 a number that takes no texts falls back to e-mail at once: one reminder, two attempts', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms', 'email')], quietHours: null })
    const now = await world.nextDay()
    const { email } = person()
    const visit = { phone: '+31612340001', email, startsAt: now.add({ hours: 25 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.clock.advance('PT3H')
    await world.settled(holder, appointmentId, ['P1D email sent'])
    assert.deepEqual(inShort(await only(holder, appointmentId)), ['sms failed', 'email sent'])
    assert.equal((await world.mailTo(email)).length, 1)
  })

  test('G15 without an address for the fallback the row fails with the reason of the first channel', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms', 'email')], quietHours: null })
    const now = await world.nextDay()
    const { appointmentId } = await world.intake(holder, { phone: '+31612340001', startsAt: now.add({ hours: 25 }) })
    await world.clock.advance('PT3H')
    await world.settled(holder, appointmentId, ['P1D sms failed landline'])
  })

  test('G15 the fallback has tries of its own, and a full mailbox is one of the failures for now', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms', 'email')], quietHours: null })
    const now = await world.nextDay()
    const visit = { phone: '+31612340001', email: 'full+1@example.nl', startsAt: now.add({ hours: 25 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.clock.advance('P1D')
    const row = await only(holder, appointmentId)
    const [first, ...others] = inShort(row)
    assert.equal(first, 'sms failed')
    assertAllFailed(row, 'email', others)
    assert.equal(row?.state, 'failed')
  })

  test('G15 an opt-out stands above a fallback: whoever unsubscribed gets no e-mail instead of an SMS', async () => {
    const { holder, visit, appointmentId } = await planned('email')
    await world.sql(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source)
       select platform_holder_id, 'email', recipient_email_key, true, 'list_unsubscribe' from appointment where id = $1`,
      [appointmentId],
    )
    await world.fault({ provider: 'twilio', mode: 'refuse', to: visit.phone })
    await world.clock.advance('PT6H')
    await world.settled(holder, appointmentId, ['P1D email suppressed recipient_opted_out'])
    assert.deepEqual(await world.mailTo(visit.email), [])
  })

  describe('and does not even answer', () => {
    // Only here: no answer that comes is awaited in vain, however busy this machine is.
    before(async () => {
      await engine.stop()
      engine = world.startEngine({ callTimeoutMs: 1_000, hearsReceipts: false })
    })

    test('G14 a message that was taken on without an answer is unknown, found by the look-up, and never sent again', async () => {
      const { holder, visit, appointmentId } = await planned('email')
      await world.fault({ provider: 'twilio', mode: 'timeout', to: visit.phone, count: 1 })
      await world.clock.advance('PT1H')
      await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown'])
      await world.clock.advance('PT3M')
      await world.settled(holder, appointmentId, ['P1D sms sent'])
      await world.clock.advance('PT12H')
      assert.equal((await world.smsTo(visit.phone)).length, 1)
      assert.deepEqual(await world.mailTo(visit.email), [])
    })

    test('G14 a message that the provider twice did not have goes again, and reaches the person once', async () => {
      const { holder, visit, appointmentId } = await planned('email')
      await world.fault({ provider: 'twilio', mode: 'blackhole', to: visit.phone, count: 1 })
      await world.clock.advance('PT1H')
      await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown'])
      // Being absent once proves nothing.
      await world.clock.advance('PT3M')
      await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown'])
      await world.clock.advance('PT8M')
      await world.settled(holder, appointmentId, ['P1D sms sent'])
      await world.clock.advance('PT12H')
      const row = await only(holder, appointmentId)
      assert.deepEqual(inShort(row), ['sms failed', 'sms sent'])
      assert.equal(row?.attempts[0]?.providerCode, 'not_found_twice')
      assert.equal((await world.smsTo(visit.phone)).length, 1)
      assert.deepEqual(await world.mailTo(visit.email), [])
    })

    test('G14 a receipt that comes after all ends what was to go in the place of a message believed lost', async () => {
      const { holder, visit, appointmentId } = await planned('email')
      await world.fault({ provider: 'twilio', mode: 'blackhole', to: visit.phone, count: 1 })
      // The mail server defers, so the fallback still waits for its second try.
      await world.fault({ provider: 'smtp', mode: 'error', to: visit.email })
      await world.clock.advance('PT1H')
      await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown'])
      await world.sql('update reminder set channel_tries = 5 where appointment_id = $1', [appointmentId])
      await world.clock.advance('PT10M')
      await world.settled(holder, appointmentId, ['P1D email planned'])
      const [{ reference } = { reference: '' }] = await world.sql<{ reference: string }>(
        `select replace(message_reference::text, '-', '') as reference from reminder_attempt a join reminder r on r.id = a.reminder_id
         where r.appointment_id = $1 and a.channel = 'sms'`,
        [appointmentId],
      )
      assert.equal(await world.receipt({ reference, id: 'SM-after-all' }, 'delivered'), 200)
      await world.fault({ provider: 'smtp', mode: 'none' })
      await world.clock.advance('PT12H')
      await world.settled(holder, appointmentId, ['P1D sms delivered'])
      assert.deepEqual(await world.mailTo(visit.email), [])
    })

    test('G14 while look-ups are silent too the fate stays unknown, nothing goes out, and others are not held up', async () => {
      const silent = await planned('email')
      await world.fault({ provider: 'twilio', mode: 'blackhole', to: silent.visit.phone })
      await world.clock.advance('PT1H')
      const other = { ...person(), startsAt: (await world.clock.now()).add({ hours: 25 }) }
      const { appointmentId } = await world.intake(silent.holder, other)
      await world.clock.advance('P3D')
      await world.settled(silent.holder, silent.appointmentId, ['P1D sms unknown outcome_unknown'])
      await world.settled(silent.holder, appointmentId, ['P1D sms sent'])
      assert.deepEqual(await world.mailTo(silent.visit.email), [])
      assert.deepEqual(await world.smsTo(silent.visit.phone), [])
      await world.fault({ provider: 'twilio', mode: 'none' })
    })

    test('G14 many unknown fates whose look-ups are silent do not hold up what is due', async () => {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      const silent = Array.from({ length: 60 }, () => person().phone)
      for (const phone of silent) {
        await world.fault({ provider: 'twilio', mode: 'blackhole', to: phone })
        await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone })
      }
      await world.clock.advance('PT1H1M')
      // All look-ups become due in the same minute as this reminder.
      const { phone } = person()
      const startsAt = (await world.clock.now()).add({ hours: 24, minutes: 2 })
      const { appointmentId } = await world.intake(holder, { startsAt, phone })
      const began = performance.now()
      await world.clock.set(startsAt.subtract({ hours: 24 }).toString())
      await world.settled(holder, appointmentId, ['P1D sms sent'])
      const waitedMs = performance.now() - began
      // In sequence they would take a minute.
      assert.ok(waitedMs < 15_000, `the reminder waited ${Math.round(waitedMs)} ms for 60 look-ups of a second`)
      await world.fault({ provider: 'twilio', mode: 'none' })
    })

    test('G14 a message that turns out never to have arrived is not sent after its last useful instant', async () => {
      const { holder, visit, appointmentId } = await planned('email', 'PT2H')
      // Not answered: the send, and the look-ups after 2 and 10 minutes. Those after one and six hours are, but too late.
      await world.fault({ provider: 'twilio', mode: 'blackhole', to: visit.phone })
      await world.clock.advance('PT1H30M')
      await engine.stop()
      await world.fault({ provider: 'twilio', mode: 'none' })
      // From here on answers are awaited, however busy this machine is.
      engine = world.startEngine({ hearsReceipts: false })
      await world.clock.advance('PT7H')
      await world.settled(holder, appointmentId, ['PT2H sms failed provider_unreachable'])
      assert.deepEqual(await world.smsTo(visit.phone), [])
      assert.deepEqual(await world.mailTo(visit.email), [])
    })
  })
})

describe('G14 a provider whose refusal nobody can explain', () => {
  test('G14 a refusal with an unknown code is tried once more, and then the row fails', async () => {
    let calls = 0
    const vendor = createServer((_, response) => {
      calls += 1
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"code":29999,"message":"?","status":400}')
    })
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
    const { port } = vendor.address() as AddressInfo
    const world = await startWorld({ env: { TIJDIG_TWILIO_URL: `http://127.0.0.1:${port}` } })
    try {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      const { appointmentId } = await world.intake(holder, { ...person(), startsAt: now.add({ hours: 25 }) })
      await world.clock.advance('P1D')
      await world.settled(holder, appointmentId, ['P1D sms failed provider_refused'])
      assert.equal(calls, 2)
    } finally {
      await world.stop()
      vendor.closeAllConnections()
      vendor.close()
    }
  })
})

describe('G14 a provider that asks for time', () => {
  test('G14 a Retry-After is respected, and a provider that cannot be reached is tried again', async () => {
    let isOpen = false
    const calls: number[] = []
    const vendor = createServer((_, response) => {
      calls.push(Date.now())
      if (isOpen) response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM-after-all"}')
      else {
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '900' })
        response.end('{"code":20429,"message":"Too Many Requests","status":429}')
      }
    })
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
    const { port } = vendor.address() as AddressInfo
    const world = await startWorld({ env: { TIJDIG_TWILIO_URL: `http://127.0.0.1:${port}` } })
    try {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      const { appointmentId } = await world.intake(holder, { ...person(), startsAt: now.add({ hours: 25 }) })
      await world.clock.advance('PT1H10M')
      assert.equal(calls.length, 1)
      isOpen = true
      await world.clock.advance('PT10M')
      const [row] = await world.rows(holder, appointmentId)
      assert.deepEqual(inShort(row), ['sms failed', 'sms sent'])
      const [pause = 0] = secondsBetween(row)
      assert.ok(pause >= 900 && pause < 960, `${pause} s`)

      vendor.closeAllConnections()
      await new Promise((resolve) => vendor.close(resolve))
      const later = await world.nextDay()
      const lost = await world.intake(holder, { ...person(), startsAt: later.add({ hours: 25 }) })
      await world.clock.advance('P1D')
      const [unreached] = await world.rows(holder, lost.appointmentId)
      assertAllFailed(unreached, 'sms')
      assert.equal(unreached?.reasonCode, 'provider_unreachable')
    } finally {
      await world.stop()
      vendor.close()
    }
  })
})

test('G14 an adapter whose look-ups fail is asked as seldom as one that cannot tell', async () => {
  const world = await startWorld({ roles: ['api', 'sandbox'] })
  let asked = 0
  const findSms = () => {
    asked += 1
    return Promise.reject(new Error('a defect'))
  }
  const engine = world.startEngine({ callTimeoutMs: 1_000, hearsReceipts: false, findSms })
  try {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const { phone } = person()
    const { appointmentId } = await world.intake(holder, { phone, startsAt: now.add({ hours: 25 }) })
    await world.fault({ provider: 'twilio', mode: 'blackhole', to: phone })
    await world.clock.advance('PT1H')
    await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown'])
    // After 2, 10 and 60 minutes, of which the next is never due before the clock is moved.
    for (const [times, minutes] of [2, 10, 60].entries()) {
      await world.clock.advance(`PT${minutes}M`)
      await eventually(async () => asked === times + 1)
    }
    const isWaiting = async () =>
      (
        await world.sql(
          `select 1 from reminder where appointment_id = $1 and state = 'unknown' and run_at > tijdig_now() + interval '1 hour'`,
          [appointmentId],
        )
      ).length === 1
    await eventually(isWaiting)
    assert.equal(asked, 3)
  } finally {
    await engine.stop()
    await world.stop()
  }
})
