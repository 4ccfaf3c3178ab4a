import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G15 what did not arrive is sent again by staff', () => {
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

  /** An appointment in a day whose only reminder went by SMS and did not arrive. */
  async function unreached({ quietHours = null }: { quietHours?: object | null } = {}) {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours })
    const now = await world.nextDay()
    const visit = person()
    const { appointmentId: id } = await world.intake(holder, { ...visit, startsAt: now.add({ hours: 25 }) })
    await world.clock.advance('PT1H')
    const [sms] = await world.smsTo(visit.phone)
    assert.ok(sms)
    assert.equal(await world.receipt(sms, 'undelivered', { errorCode: 30003 }), 200)
    await world.settled(holder, id, ['P1D sms undelivered number_unreachable'])
    return { holder, visit, id, sms }
  }
  const again = async (holder: TestHolder, id: string, channel: string, expectedVersion = 1) =>
    holder.call('POST', `/appointments/${id}/reminders/again`, {
      clientRequestId: randomUUID(),
      expectedVersion,
      channel,
    })
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof again>>) => body.error?.code ?? status

  test('of twenty who press at once one sends it, by the other channel and once (G1)', async () => {
    const { holder, visit, id } = await unreached()
    const answers = await Promise.all(Array.from({ length: 20 }, () => again(holder, id, 'email')))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.ok(answers.every((answer) => [201, 'STATE_CONFLICT'].includes(codeOf(answer))))
    await world.clock.advance('PT5M')
    assert.equal((await world.mailTo(visit.email)).length, 1)
    assert.equal((await world.smsTo(visit.phone)).length, 1, 'the one that did not arrive')
    assert.equal(codeOf(await again(holder, id, 'email')), 'STATE_CONFLICT', 'it went')
  })

  test('not by the channel that failed until the contact is corrected, and twice at most', async () => {
    const { holder, visit, id } = await unreached()
    assert.equal(codeOf(await again(holder, id, 'sms')), 'STATE_CONFLICT')
    const numbers = [person().phone, person().phone]
    for (const [index, phone] of numbers.entries()) {
      await world.sql(
        `update appointment set version = version + 1, schedule_revision = schedule_revision + 1, recipient_phone = $2 where id = $1`,
        [id, phone],
      )
      assert.equal(codeOf(await again(holder, id, 'sms', index + 2)), 201)
      await world.clock.advance('PT5M')
      const [sms] = await world.smsTo(phone)
      assert.ok(sms, `sent to number ${index}`)
      assert.equal(await world.receipt(sms, 'undelivered', { errorCode: 30003 }), 200)
      await world.clock.advance('PT1M')
    }
    assert.equal(codeOf(await again(holder, id, 'email', 3)), 'STATE_CONFLICT', 'the third time')
    assert.equal((await world.mailTo(visit.email)).length, 0)
  })

  test('not while its fate is unknown, nor once it arrived', async () => {
    const { holder, id } = await unreached()
    for (const state of ['unknown', 'sent', 'delivered', 'handed_over']) {
      await world.sql(`update reminder set state = $2, reason_code = 'outcome_unknown' where appointment_id = $1`, [
        id,
        state,
      ])
      assert.equal(codeOf(await again(holder, id, 'email')), 'STATE_CONFLICT', state)
    }
  })

  test('an opt-out that comes after it was asked for holds it back (G9), one from before refuses it', async () => {
    const { holder, visit, id } = await unreached({ quietHours: { from: '10:30', to: '12:00', days: null } })
    const answer = await again(holder, id, 'email')
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    assert.equal(answer.body.data.dueAt.slice(11, 16), '11:00', 'when quiet hours are over (G8)')
    await world.sql(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source)
       select platform_holder_id, 'email', recipient_email_key, true, 'list_unsubscribe' from appointment where id = $1`,
      [id],
    )
    await world.clock.advance('PT3H')
    assert.deepEqual(await world.mailTo(visit.email), [])
    assert.ok((await world.plan(holder, id)).includes('reminder email suppressed recipient_opted_out'))
    assert.equal(codeOf(await again(holder, id, 'email')), 'STATE_CONFLICT')
  })

  test('a cancellation withdraws it (G4)', async () => {
    const { holder, visit, id } = await unreached({ quietHours: { from: '10:30', to: '12:00', days: null } })
    assert.equal(codeOf(await again(holder, id, 'email')), 201)
    const cancelled = await holder.call('POST', `/appointments/${id}/cancellation`, {
      clientRequestId: randomUUID(),
      expectedVersion: 1,
      reasonCode: 'provider',
    })
    assert.equal(cancelled.status, 200)
    await world.clock.advance('PT3H')
    assert.deepEqual(await world.mailTo(visit.email), [])
  })
})
