import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G3 and G4 moving and cancelling', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** An appointment whose first reminder, two days before, has been delivered; the second is due in a day. */
  async function told(changes: Record<string, unknown> = {}, fate = 'sms delivered') {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P2D', 'sms'), step('P1D', 'sms')], ...changes })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 50 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT3H')
    await world.settled(holder, appointmentId, [`P2D ${fate}`, `P1D ${fate.split(' ')[0]} planned`])
    return { holder, visit, appointmentId, now }
  }
  const texts = async (phone: string) => (await world.smsTo(phone)).map((message) => message.text)
  const noticesOf = async (holder: TestHolder, id: string) =>
    (await world.plan(holder, id)).filter((words) => /^(change|cancellation) /.test(words))

  test('G3 a move withdraws unsent reminders of the old time and plans the new ones in the same answer', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 24 * 10 }) }
    const { appointmentId } = await world.intake(holder, visit)
    const moved = await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 24 }) })
    assert.equal(moved.version, 2)
    assert.equal(moved.scheduleRevision, 2)
    const words = (await world.rows(holder, appointmentId)).map(
      (row) => `${row.scheduleRevision} ${row.offset} ${row.state} ${row.reasonCode}`,
    )
    assert.deepEqual(words, [
      '2 P3D planned null',
      '2 P1D planned null',
      '1 P3D cancelled rescheduled',
      '1 P1D cancelled rescheduled',
    ])
    assert.deepEqual(
      moved.reminders.map((reminder: { state: string }) => reminder.state),
      ['planned', 'planned'],
    )
  })

  test('G3 a move before anything was sent sends no change notice, and reminders tell the new time alone', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 26 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 1 }) })
    await world.run('PT4H')
    assert.equal((await texts(visit.phone)).length, 1)
    assert.match((await texts(visit.phone))[0] ?? '', /13:00/)
    assert.deepEqual(await noticesOf(holder, appointmentId), [])
  })

  test('G3 who was told the old time gets one change notice at once, by the channel that told it', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 2 }) })
    await world.run('PT1M')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['change sms delivered'])
    const [first, notice, ...others] = await texts(visit.phone)
    assert.match(first ?? '', /12:00/)
    assert.match(notice ?? '', /^Gewijzigd: .*14:00/)
    assert.deepEqual(others, [])
  })

  test('G3 moved twice before the notice left, one notice tells the last time', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.run('PT10H')
    // 23:00: quiet, and the start is more than 12 hours away.
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 24 }) })
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 27 }) })
    assert.deepEqual(await noticesOf(holder, appointmentId), ['change sms planned', 'change sms cancelled rescheduled'])
    await world.run('PT11H')
    const [, notice, ...others] = await texts(visit.phone)
    assert.match(notice ?? '', /^Gewijzigd: .*15:00/)
    assert.deepEqual(others, [])
  })

  test('G3 moved back before the notice left, nothing is sent', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.run('PT10H')
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 24 }) })
    await world.intake(holder, visit)
    assert.deepEqual(await noticesOf(holder, appointmentId), ['change sms cancelled rescheduled'])
    await world.run('PT8H')
    assert.equal((await texts(visit.phone)).length, 1)
  })

  test('G3 moved back after the notice left, a second notice tells the first time again', async () => {
    const { holder, visit } = await told()
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 2 }) })
    await world.run('PT1M')
    await world.intake(holder, visit)
    await world.run('PT1M')
    const [, there, back, ...others] = await texts(visit.phone)
    assert.match(there ?? '', /^Gewijzigd: .*14:00/)
    assert.match(back ?? '', /^Gewijzigd: .*12:00/)
    assert.deepEqual(others, [])
  })

  test('G3 a change notice waits for the opening when the start is far, and ignores quiet hours when it is near', async () => {
    const far = await told()
    await world.run('PT10H')
    await world.intake(far.holder, { ...far.visit, startsAt: far.visit.startsAt.add({ hours: 1 }) })
    const planned = (await world.rows(far.holder, far.appointmentId)).find((row) => row.kind === 'change')
    const opening = Temporal.Instant.from(planned?.dueAt ?? '').toZonedDateTimeISO('Europe/Amsterdam')
    assert.equal(opening.toPlainTime().toString(), '08:00:00')
    assert.equal((await texts(far.visit.phone)).length, 1)

    const near = await told()
    // 01:00 in the night before: 11 hours to the old start.
    await world.run('PT36H')
    const sentBefore = (await texts(near.visit.phone)).length
    await world.intake(near.holder, { ...near.visit, startsAt: near.visit.startsAt.add({ hours: 48 }) })
    await world.run('PT1M')
    const sent = await texts(near.visit.phone)
    assert.equal(sent.length, sentBefore + 1)
    assert.match(sent.at(-1) ?? '', /^Gewijzigd/)
  })

  test('G8 an urgent notice that its provider delays into quiet hours does not wait for the morning', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('PT22H', 'sms')] })
    const now = await world.nextDay()
    // At 08:30 the next morning.
    const visit = { id: 'a', phone: person().phone, startsAt: now.add({ hours: 22, minutes: 30 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT1H')
    // At 20:55; the tries after three refusals last until after 21:00.
    await world.clock.set(now.add({ hours: 10, minutes: 55 }).toString())
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone, count: 3 })
    await world.cancelBySource(holder, 'a')
    await world.run('PT1H')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['cancellation sms delivered'])
  })

  test('G3 who was told a time of day is told the new one when the zone is corrected and the instant stays', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.intake(holder, { ...visit, timezone: 'Europe/London' })
    await world.run('PT1M')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['change sms delivered'])
    assert.match((await texts(visit.phone)).at(-1) ?? '', /^Gewijzigd: .*11:00/)
    // The same time of day in either zone, at another instant: a text is still right, the calendar file of a mail is not.
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.subtract({ hours: 1 }) })
    await world.run('PT1M')
    assert.equal((await texts(visit.phone)).length, 2)
    const mailed = await told({ steps: [step('P2D', 'email'), step('P1D', 'email')] }, 'email sent')
    await world.intake(mailed.holder, {
      ...mailed.visit,
      startsAt: mailed.visit.startsAt.add({ hours: 1 }),
      timezone: 'Europe/London',
    })
    await world.run('PT1M')
    assert.deepEqual(await noticesOf(mailed.holder, mailed.appointmentId), ['change email sent'])
  })

  test('G4 a cancellation names the time of day that was told, whatever the zone is now', async () => {
    const { holder, visit } = await told({ sendChangeNotice: false })
    await world.intake(holder, { ...visit, timezone: 'Europe/London' })
    await world.cancelBySource(holder, 'a')
    await world.run('PT1M')
    assert.match((await texts(visit.phone)).at(-1) ?? '', /niet door.*12:00/)
  })

  test('G3 G6 moved after the time that was told has passed, the new one is told as to somebody untold', async () => {
    for (const hours of [20, 68]) {
      const { holder, visit, now } = await told()
      await world.clock.set(now.add({ hours: 51 }).toString())
      const { length } = await texts(visit.phone)
      // To 08:00 on another morning: nearer than every step, in the end by an edit of them.
      await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours }) })
      if (hours > 48) await world.editPolicy(holder, { steps: [step('P7D', 'sms')] })
      await world.run('PT15M')
      const [notice, ...others] = (await texts(visit.phone)).slice(length)
      assert.match(notice ?? '', /^Herinnering: .*08:00/)
      assert.deepEqual(others, [])
    }
  })

  test('G3 without the switch no change notice is planned', async () => {
    const { holder, visit, appointmentId } = await told({ sendChangeNotice: false })
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 2 }) })
    assert.deepEqual(await noticesOf(holder, appointmentId), [])
  })

  test('G3 a change of contact alone sends nothing, and what is unsent goes to the new contact', async () => {
    const { holder, visit, appointmentId } = await told()
    const other = person()
    const changed = await world.intake(holder, { ...visit, phone: other.phone })
    assert.equal(changed.scheduleRevision, 2)
    await world.run('PT1H')
    assert.equal((await texts(visit.phone)).length, 1)
    assert.deepEqual(await texts(other.phone), [])
    assert.deepEqual(await noticesOf(holder, appointmentId), [])
    await world.run('PT24H')
    assert.equal((await texts(visit.phone)).length, 1)
    assert.equal((await texts(other.phone)).length, 1)
  })

  test('G3 a change of the end alone loses no reminder that waits for its next try', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 25 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone, count: 2 })
    await world.clock.advance('PT1H')
    await world.settled(holder, appointmentId, ['P1D sms planned'])
    await world.intake(holder, { ...visit, minutes: 30 })
    await world.run('PT1H')
    await world.settled(holder, appointmentId, ['P1D sms cancelled rescheduled', 'P1D sms delivered'])
    assert.equal((await texts(visit.phone)).length, 1)
  })

  test('G3 another name of the same zone changes nothing, so that what is due and has not gone still goes', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 25 }), timezone: 'Europe/Kiev' }
    const { appointmentId } = await world.intake(holder, visit)
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone, count: 2 })
    await world.clock.advance('PT1H')
    await world.settled(holder, appointmentId, ['P1D sms planned'])
    for (const timezone of ['Europe/Kyiv', 'europe/kiev'])
      assert.equal((await world.intake(holder, { ...visit, timezone })).outcome, 'unchanged')
    await world.run('PT1H')
    await world.settled(holder, appointmentId, ['P1D sms delivered'])
    assert.match((await texts(visit.phone)).join(), /12:00/)
  })

  test('G3 a reminder that quiet hours moved to the morning goes there to a contact corrected in the night', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('PT10H', 'sms')] })
    const evening = (await world.nextDay()).add({ hours: 12 })
    await world.clock.set(evening.toString())
    const [wrong, right] = [person(), person()]
    // At 10:00. Ten hours before is quiet and the evening before is past, so it is sent at 08:00.
    const visit = { id: 'a', phone: wrong.phone, startsAt: evening.add({ hours: 12 }) }
    await world.intake(holder, visit)
    await world.run('PT4H')
    await world.intake(holder, { ...visit, phone: right.phone })
    await world.run('PT7H')
    assert.equal((await texts(right.phone)).length, 1)
    assert.deepEqual(await texts(wrong.phone), [])
  })

  test('G3 a reminder that went the evening before is not repeated because a contact is added, nor because a policy is edited', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('PT2H', 'sms', 'email')], sendChangeNotice: false })
    const now = await world.nextDay()
    const { phone, email } = person()
    // At 09:00. Two hours before is quiet, so it is sent at 20:59.
    const visit = { id: 'a', phone, startsAt: now.add({ hours: 23 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT12H')
    assert.equal((await texts(phone)).length, 1)
    await world.intake(holder, { ...visit, email })
    await world.settled(holder, appointmentId, ['PT2H sms delivered', 'PT2H sms skipped superseded'])
    await world.intake(holder, { ...visit, email, startsAt: visit.startsAt.add({ minutes: 30 }) })
    await world.intake(holder, { ...visit, email })
    await world.editPolicy(holder, { minLeadMinutes: 20 })
    await world.run('P1D')
    assert.equal((await texts(phone)).length, 1)
    assert.deepEqual(await world.mailTo(email), [])
  })

  test('G3 a change of name alone keeps the plan', async () => {
    const { holder, visit, appointmentId } = await told()
    const before = await world.rows(holder, appointmentId)
    const renamed = await world.intake(holder, { ...visit, name: 'Anders Geheten' })
    assert.equal(renamed.outcome, 'updated')
    assert.equal(renamed.scheduleRevision, 1)
    assert.deepEqual(await world.rows(holder, appointmentId), before)
  })

  test('G3 a move makes the appointment unconfirmed again', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.reply(visit.phone, 'Ja')
    const confirmation = async () =>
      (await holder.call('GET', `/appointments/${appointmentId}`)).body.data.confirmation.status
    assert.equal(await confirmation(), 'confirmed')
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 2 }) })
    assert.equal(await confirmation(), 'unconfirmed')
  })

  test('G4 a cancelled appointment withdraws its unsent reminders in the same transaction', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 24 * 10 }) }
    const { appointmentId } = await world.intake(holder, visit)
    const answer = await world.cancelBySource(holder, 'a')
    assert.equal(answer.cancelledReminders, 2)
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P3D sms cancelled appointment_cancelled',
      'P1D sms cancelled appointment_cancelled',
    ])
    const again = await world.cancelBySource(holder, 'a')
    assert.deepEqual(again, answer)
  })

  test('G4 who was never told hears nothing of the cancellation', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 26 }) }
    await world.intake(holder, visit)
    await world.cancelBySource(holder, 'a')
    await world.run('P1D')
    assert.deepEqual(await texts(visit.phone), [])
    assert.deepEqual(await world.mailTo(visit.email), [])
  })

  test('G4 who was told gets one cancellation notice, and repeating the cancellation sends no other', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.cancelBySource(holder, 'a')
    await world.cancelBySource(holder, 'a')
    await world.run('P1D')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D sms delivered',
      'cancellation sms delivered',
      'P1D sms cancelled appointment_cancelled',
    ])
    const [, notice, ...others] = await texts(visit.phone)
    assert.match(notice ?? '', /niet door/)
    assert.deepEqual(others, [])
  })

  test('G4 a cancellation names the time that the person was told, not one that they never heard of', async () => {
    const { holder, visit } = await told({ sendChangeNotice: false })
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 2 }) })
    await world.cancelBySource(holder, 'a')
    await world.run('PT1M')
    const [, notice, ...others] = await texts(visit.phone)
    assert.deepEqual(others, [])
    assert.match(notice ?? '', /12:00.*niet door|niet door.*12:00/)
    assert.doesNotMatch(notice ?? '', /14:00/)
  })

  test('G3 and G4 a notice of what turned out never to have been told is not sent, and says why', async () => {
    for (const change of ['moved', 'cancelled'] as const) {
      const { holder, visit, appointmentId } = await told()
      await world.run('PT10H')
      if (change === 'moved') await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 24 }) })
      else await world.cancelBySource(holder, 'a')
      const kind = change === 'moved' ? 'change' : 'cancellation'
      assert.deepEqual(await noticesOf(holder, appointmentId), [`${kind} sms planned`])
      await world.sql(
        `update reminder set state = 'undelivered', reason_code = 'number_unreachable' where appointment_id = $1 and state = 'delivered'`,
        [appointmentId],
      )
      await world.run('PT11H')
      assert.deepEqual(await noticesOf(holder, appointmentId), [`${kind} sms cancelled superseded`])
      assert.equal((await texts(visit.phone)).length, 1)
    }
  })

  test('G3 G6 who turns out never to have been told, and is moved nearer than every step, gets the short notice', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.run('PT10H')
    // From 12:00 the day after tomorrow to 21:00 tomorrow; at 23:00 the notice waits for the morning.
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.subtract({ hours: 15 }) })
    await world.sql(
      `update reminder set state = 'undelivered', reason_code = 'number_unreachable' where appointment_id = $1 and state = 'delivered'`,
      [appointmentId],
    )
    await world.run('PT10H')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['change sms cancelled superseded'])
    await world.repliesSeenTo()
    await world.run('PT15M')
    const [, notice, ...others] = await texts(visit.phone)
    assert.match(notice ?? '', /^Herinnering: .*21:00/)
    assert.deepEqual(others, [])
  })

  test('G4 without the switch no cancellation notice is planned', async () => {
    const { holder, appointmentId } = await told({ sendCancellationNotice: false })
    await world.cancelBySource(holder, 'a')
    assert.deepEqual(await noticesOf(holder, appointmentId), [])
  })

  test('G4 a cancellation notice waits for the opening, and is withdrawn when the appointment is back by then', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.run('PT10H')
    await world.cancelBySource(holder, 'a')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['cancellation sms planned'])
    const back = await world.intake(holder, visit)
    assert.equal(back.outcome, 'reopened')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['cancellation sms cancelled rescheduled'])
    await world.run('PT12H')
    assert.ok((await texts(visit.phone)).every((text) => !text.includes('niet door')))
  })

  test('G3 G4 whoever is given an appointment is not told that what somebody else was told has changed', async () => {
    const { holder, visit } = await told()
    const other = { ...visit, ...person(), startsAt: visit.startsAt.add({ hours: 240 }) }
    const { appointmentId } = await world.intake(holder, other)
    await world.run('PT1H')
    await world.intake(holder, { ...other, startsAt: other.startsAt.add({ hours: 24 }) })
    await world.run('PT1H')
    await world.cancelBySource(holder, visit.id)
    await world.run('PT1H')
    assert.deepEqual(await texts(other.phone), [], JSON.stringify(await world.plan(holder, appointmentId)))
  })

  test('G3 reopened at another time than the person was told last, the change is told once', async () => {
    const { holder, visit, appointmentId } = await told({ sendCancellationNotice: false })
    await world.cancelBySource(holder, 'a')
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 2 }) })
    await world.run('PT1M')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['change sms delivered'])
    assert.match((await texts(visit.phone)).at(-1) ?? '', /^Gewijzigd: .*14:00/)
  })

  test('G4 a second cancellation is not told to who knows of the first alone', async () => {
    const { holder, visit, appointmentId } = await told()
    await world.cancelBySource(holder, 'a')
    await world.run('PT1M')
    await world.intake(holder, visit)
    await world.cancelBySource(holder, 'a')
    await world.run('PT1H')
    assert.deepEqual(await noticesOf(holder, appointmentId), ['cancellation sms delivered'])
    assert.equal((await texts(visit.phone)).length, 2)
  })

  test('G4 an appointment cancelled by staff stays cancelled when the source repeats itself, and is back when it changes', async () => {
    const { holder, visit, appointmentId } = await told()
    const cancelled = await holder.call('POST', `/appointments/${appointmentId}/cancellation`, {
      clientRequestId: crypto.randomUUID(),
      expectedVersion: 1,
      reasonCode: 'provider',
    })
    assert.equal(cancelled.status, 200)
    const same = await world.intake(holder, visit)
    assert.equal(same.outcome, 'unchanged')
    assert.equal(same.status, 'cancelled')
    assert.deepEqual(
      same.warnings.map((warning: { code: string }) => warning.code),
      ['CANCELLED_LOCALLY'],
    )
    const changed = await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 24 }) })
    assert.equal(changed.outcome, 'reopened')
  })
})
