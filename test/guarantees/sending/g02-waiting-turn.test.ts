import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

/** One message at a time, so that the others wait for their turn behind it. */
describe('G2 claimed, and waiting for a turn at the provider', () => {
  let world: World
  let engine: { stop(): Promise<void> }
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
    engine = world.startEngine({ callTimeoutMs: 2_500, smsAtOnce: 1, pollMs: 20 })
  })
  after(async () => {
    await engine.stop()
    await world.stop()
  })

  type Booked = { readonly id: string; readonly appointmentId: string; readonly phone: string }
  const book = async (holder: TestHolder, startsAt: Temporal.Instant, id: string, phone = person().phone) => {
    const { appointmentId } = await world.intake(holder, { id, phone, startsAt })
    return { id, phone, appointmentId } satisfies Booked
  }
  const holderWith = async (changes: Record<string, unknown> = {}) => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null, ...changes })
    return holder
  }

  test('G2 G4 G9 what is withdrawn while it waits behind a slow call does not leave, says why, and the rest goes and says what holds then', async () => {
    const holder = await holderWith()
    const startsAt = (await world.nextDay()).add({ hours: 25 })
    const booked: Booked[] = []
    for (const id of ['a', 'b', 'c', 'd', 'e']) booked.push(await book(holder, startsAt, id))
    // The provider accepts the first one and does not answer.
    await world.fault({ provider: 'twilio', mode: 'timeout', count: 1 })
    await world.clock.set(startsAt.subtract({ hours: 24 }).toString())
    const phones = new Set(booked.map(({ phone }) => phone))
    const sent = async () => (await world.allSms()).filter(({ to }) => phones.has(to)).map(({ to }) => to)
    await eventually(async () => (await sent()).length === 1)
    const recorded = await world.sql(
      `select 1 from reminder where platform_holder_id = $1 and handed_over_at is not null`,
      [holder.id],
    )
    assert.equal(recorded.length, 1, 'Only what is at the provider counts as handed over')

    const [first] = await sent()
    const [cancelled, moved, stopped, left] = booked.filter(({ phone }) => phone !== first)
    assert.ok(cancelled && moved && stopped && left)
    await world.cancelBySource(holder, cancelled.id)
    const later = startsAt.add({ hours: 48 })
    await world.intake(holder, { id: moved.id, phone: moved.phone, startsAt: later })
    await world.sql(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source) values ($1, 'sms', $2, true, 'staff')`,
      [holder.id, contactKey(world.services.keys, 'sms', stopped.phone)],
    )
    await world.sql(`update appointment set location_label = 'Nieuwe zaal' where id = $1`, [left.appointmentId])
    await world.clock.advance('PT1M')

    await world.settled(holder, cancelled.appointmentId, ['P1D sms cancelled appointment_cancelled'])
    await world.settled(holder, moved.appointmentId, ['P1D sms cancelled rescheduled', 'P1D sms planned'])
    await world.settled(holder, stopped.appointmentId, ['P1D sms suppressed recipient_opted_out'])
    await eventually(async () => (await sent()).length === 2)
    assert.deepEqual(new Set(await sent()), new Set([first, left.phone]))
    assert.match((await world.smsTo(left.phone))[0]?.text ?? '', /Nieuwe zaal/)
  })

  test('G4 a notice does not overtake the message that it takes back', async () => {
    const holder = await holderWith()
    const startsAt = (await world.nextDay()).add({ hours: 25 })
    const { id, appointmentId, phone } = await book(holder, startsAt, 'a')
    await world.fault({ provider: 'twilio', mode: 'blackhole', to: phone, count: 1 })
    await world.clock.set(startsAt.subtract({ hours: 24 }).toString())
    await eventually(async () => {
      const rows = await world.sql(`select 1 from reminder where appointment_id = $1 and state = 'handed_over'`, [
        appointmentId,
      ])
      return rows.length === 1
    })
    await world.cancelBySource(holder, id)
    // Whether the reminder was delivered is unknown; the notice waits until the call is over, and is then sent.
    await eventually(async () => (await world.smsTo(phone)).length === 1)
    const [reminder] = await world.sql<{ state: string }>(
      `select state from reminder where appointment_id = $1 and kind = 'reminder'`,
      [appointmentId],
    )
    assert.equal(reminder?.state, 'unknown')
    assert.match((await world.smsTo(phone))[0]?.text ?? '', /niet door/)
  })

  test('G22 a reminder that cannot be written keeps no other from going, is reported by its id, and expires', async () => {
    for (const groupSameDay of [false, true]) {
      const holder = await holderWith({ groupSameDay })
      const startsAt = (await world.nextDay()).add({ hours: 25 })
      const booked: Booked[] = []
      for (const id of ['a', 'b', 'c', 'd', 'e']) booked.push(await book(holder, startsAt, id))
      const [broken, ...others] = booked
      assert.ok(broken)
      // The same person on the same day, a little earlier: the two would be joined.
      const { appointmentId } = await book(holder, startsAt.subtract({ minutes: 20 }), 'f', broken.phone)
      await world.sql(`update appointment set timezone = 'Nowhere/Atlantis' where id = $1`, [broken.appointmentId])
      await world.clock.advance('PT1H1M')
      for (const { phone } of others) assert.equal((await world.smsTo(phone)).length, 1)
      const stateOf = async () =>
        world.sql<{ id: string; words: string }>(
          `select id, concat_ws(' ', state, reason_code) as words from reminder where appointment_id = $1`,
          [broken.appointmentId],
        )
      const [waiting] = await stateOf()
      assert.equal(waiting?.words, 'planned')
      assert.ok(world.logLines.some((line) => line.includes('cannot be prepared') && line.includes(waiting.id)))
      await world.clock.advance('PT5H')
      assert.equal((await stateOf())[0]?.words, 'expired too_late')
      assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms delivered'])
      assert.equal((await world.smsTo(broken.phone)).length, 1)
    }
  })

  test('G20 of messages recorded together the one that came last is the one that is answered', async () => {
    const holder = await holderWith()
    const startsAt = (await world.nextDay()).add({ hours: 25 })
    const { phone } = person()
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await book(holder, startsAt, id, phone)
    await world.clock.advance('PT1H1M')
    const last = (await world.smsTo(phone)).at(-1)
    const [found] = await world.sql<{ reference: string }>(
      `select replace(a.message_reference::text, '-', '') as reference
       from find_answered_message($1, '+3197010250000', false) f join reminder_attempt a on a.reminder_id = f.reminder_id`,
      [contactKey(world.services.keys, 'sms', phone)],
    )
    assert.equal(found?.reference, last?.reference)
  })

  test('G12 that a message is not in the language asked for is recorded with it', async () => {
    const holder = await holderWith()
    const startsAt = (await world.nextDay()).add({ hours: 25 })
    const [asked, other] = [await book(holder, startsAt, 'a'), await book(holder, startsAt, 'b')]
    await world.sql(
      `update holder_recipient set locale = 'xx' where id = (select holder_recipient_id from appointment where id = $1)`,
      [other.appointmentId],
    )
    await world.clock.advance('PT1H1M')
    const isFallback = async ({ appointmentId }: Booked) =>
      (
        await world.sql<{ isLocaleFallback: boolean }>(
          `select t.is_locale_fallback from reminder_attempt t join reminder r on r.id = t.reminder_id where r.appointment_id = $1`,
          [appointmentId],
        )
      )[0]?.isLocaleFallback
    assert.equal(await isFallback(asked), false)
    assert.equal(await isFallback(other), true)
  })

  test('G19 an offset that was handed over under one kind does not go under another', async () => {
    const holder = await holderWith()
    const startsAt = (await world.nextDay()).add({ hours: 25 })
    const { appointmentId, phone } = await book(holder, startsAt, 'a')
    await world.clock.advance('PT1H1M')
    assert.equal((await world.smsTo(phone)).length, 1)
    // As written by an edit that read the rows a moment too early.
    await world.sql(
      `insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel, due_at, latest_at, state, run_at, tzdb_version)
       select platform_holder_id, gen_random_uuid(), appointment_id, schedule_revision, 'confirm_prompt', offset_key, channel, due_at, latest_at, 'planned', due_at, tzdb_version
       from reminder where appointment_id = $1`,
      [appointmentId],
    )
    await world.clock.advance('PT1M')
    const ends = await world.sql(
      `select kind, state, reason_code from reminder where appointment_id = $1 and kind = 'confirm_prompt'`,
      [appointmentId],
    )
    assert.deepEqual(ends, [{ kind: 'confirm_prompt', state: 'cancelled', reasonCode: 'superseded' }])
    assert.equal((await world.smsTo(phone)).length, 1)
  })
})
