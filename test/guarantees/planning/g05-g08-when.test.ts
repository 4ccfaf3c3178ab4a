import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { healPlans } from '#/slices/reminders/reminders.ts'
import { signIn } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G5 to G8 when a reminder goes', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  const holderWith = async (changes: Record<string, unknown>) => {
    const holder = await world.createHolder()
    if (Object.keys(changes).length > 0) await world.editPolicy(holder, changes)
    return holder
  }
  /** Jumps, as after downtime, and waits until the engine has handled what was due. */
  const downUntil = async (instant: Temporal.Instant) => {
    await world.clock.set(instant.toString())
    await world.run('PT1S')
  }
  const local = (instant: string, timezone: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toString({ timeZoneName: 'never' })

  test('G5 after downtime a reminder within its grace still goes, and a later one expires', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const [soon, late] = [person(), person()]
    const one = await world.intake(holder, { startsAt: now.add({ hours: 26 }), phone: soon.phone })
    const other = await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone: late.phone })
    // Due two and one hours after now; the grace of a day's offset is four hours.
    await downUntil(now.add({ hours: 5, minutes: 30 }))
    await world.settled(holder, one.appointmentId, ['P1D sms delivered'])
    await world.settled(holder, other.appointmentId, ['P1D sms expired too_late'])
    assert.equal((await world.smsTo(soon.phone)).length, 1)
    assert.deepEqual(await world.smsTo(late.phone), [])
  })

  test('G5 an offset under a day has fifteen minutes of grace, and never less than the minimum lead is left', async () => {
    const holder = await holderWith({ steps: [step('PT2H', 'sms')], quietHours: null, minLeadMinutes: 110 })
    const now = await world.nextDay()
    const bound = await world.intake(holder, { startsAt: now.add({ hours: 3 }), phone: person().phone })
    await downUntil(now.add({ hours: 1, minutes: 11 }))
    await world.settled(holder, bound.appointmentId, ['PT2H sms expired too_late'])

    const other = await holderWith({ steps: [step('PT2H', 'sms')], quietHours: null })
    const later = (await world.clock.now()).add({ hours: 3 })
    const within = await world.intake(other, { startsAt: later, phone: person().phone })
    await downUntil(later.subtract({ minutes: 106 }))
    await world.settled(other, within.appointmentId, ['PT2H sms delivered'])
    const beyond = await world.intake(other, { startsAt: later.add({ hours: 1 }), phone: person().phone })
    await downUntil(later.subtract({ minutes: 44 }))
    await world.settled(other, beyond.appointmentId, ['PT2H sms expired too_late'])
  })

  test('G5 what started during downtime gets no reminder at all', async () => {
    const holder = await holderWith({ quietHours: null })
    const now = await world.nextDay()
    const { phone, email } = person()
    const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 24 * 8 }), phone, email })
    await downUntil(now.add({ hours: 24 * 9 }))
    await world.settled(holder, appointmentId, ['P3D sms expired too_late', 'P1D sms expired too_late'])
    assert.deepEqual(await world.smsTo(phone), [])
    assert.deepEqual(await world.mailTo(email), [])
  })

  test('G6 registered after every offset, the person gets one short notice ten minutes later', async () => {
    const holder = await holderWith({})
    const now = await world.nextDay()
    const { phone, email } = person()
    const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 3 }), phone, email })
    await world.run('PT9M')
    assert.deepEqual(await world.smsTo(phone), [])
    await world.run('PT2M')
    const [message, ...others] = await world.smsTo(phone)
    assert.deepEqual(others, [])
    const dueAt = now.add({ minutes: 10 })
    const lateMs = Temporal.Instant.from(message?.clockAt ?? '').epochMilliseconds - dueAt.epochMilliseconds
    assert.ok(lateMs >= 0 && lateMs < 5_000, `${lateMs} ms after due`)
    await world.run('PT3H')
    assert.equal((await world.smsTo(phone)).length, 1)
    assert.deepEqual(await world.mailTo(email), [])
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P3D sms skipped due_in_past',
      'P1D sms skipped due_in_past',
      'reminder sms delivered',
    ])
  })

  test('G6 there is no short notice without the switch, without lead, or with a step still ahead', async () => {
    const now = await world.nextDay()
    const notices = async (hours: number, changes: Record<string, unknown> = {}) => {
      const holder = await holderWith({ steps: [step('P1D', 'sms')], ...changes })
      const visit = { id: 'a', phone: person().phone, startsAt: now.add({ minutes: hours * 60 }) }
      const { appointmentId } = await world.intake(holder, visit)
      return (await world.rows(holder, appointmentId)).filter((row) => row.offset === null && row.state === 'planned')
        .length
    }
    assert.equal(await notices(3), 1)
    assert.equal(await notices(3, { shortNotice: false }), 0)
    assert.equal(await notices(0.25), 0)
    assert.equal(await notices(30), 0)
  })

  test('G6 whoever was told nothing and is moved to within the offsets gets a short notice, and who was told the change', async () => {
    const now = await world.nextDay()
    const holder = await holderWith({ steps: [step('P1D', 'sms')] })
    const untold = { id: 'untold', ...person(), startsAt: now.add({ hours: 30 }) }
    await world.intake(holder, untold)
    const told = { id: 'told', ...person(), startsAt: now.add({ hours: 24, minutes: 1 }) }
    await world.intake(holder, told)
    await world.run('PT2M')
    assert.equal((await world.smsTo(told.phone)).length, 1)
    await world.intake(holder, { ...untold, startsAt: now.add({ hours: 3 }) })
    await world.intake(holder, { ...told, startsAt: now.add({ hours: 3 }) })
    await world.run('PT9M')
    assert.deepEqual(await world.smsTo(untold.phone), [])
    assert.equal((await world.smsTo(told.phone)).length, 2)
    await world.run('PT2M')
    const [notice, ...others] = (await world.smsTo(untold.phone)).map((message) => message.text)
    assert.match(notice ?? '', /^Herinnering: .*13:00/)
    assert.deepEqual(others, [])
    await world.run('PT3H')
    assert.equal((await world.smsTo(untold.phone)).length, 1)
    assert.equal((await world.smsTo(told.phone)).length, 2)
  })

  test('G6 whoever was told nothing and falls inside a step that is widened gets a short notice, unless it is narrowed again', async () => {
    const now = await world.nextDay()
    const wide = await holderWith({ steps: [step('P1D', 'sms')] })
    const back = await holderWith({ steps: [step('P1D', 'sms')] })
    const [untold, told, again] = [person(), person(), person()]
    await world.intake(wide, { ...told, startsAt: now.add({ hours: 24, minutes: 1 }) })
    await world.run('PT2M')
    const one = await world.intake(wide, { ...untold, startsAt: now.add({ hours: 30 }) })
    const two = await world.intake(back, { ...again, startsAt: now.add({ hours: 30 }) })
    for (const holder of [wide, back]) await world.editPolicy(holder, { steps: [step('P2D', 'sms')] })
    const widened = ['P2D sms skipped due_in_past', 'P1D sms cancelled superseded', 'reminder sms planned']
    assert.deepEqual((await world.plan(wide, one.appointmentId)).toSorted(), widened.toSorted())
    await world.editPolicy(back, { steps: [step('P1D', 'sms')] })
    await world.run('PT11M')
    assert.equal((await world.smsTo(untold.phone)).length, 1)
    assert.equal((await world.smsTo(told.phone)).length, 1)
    assert.deepEqual((await world.plan(back, two.appointmentId)).toSorted(), [
      'P1D sms planned',
      'P2D sms skipped due_in_past',
      'reminder sms cancelled superseded',
    ])
    for (const holder of [wide, back]) await world.editPolicy(holder, { steps: [step('P3D', 'sms')] })
    await world.run('PT11M')
    for (const { phone } of [untold, told, again]) assert.equal((await world.smsTo(phone)).length, 1)
    await world.run('P1D')
    for (const { phone } of [untold, told, again]) assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G6 a short notice goes at its own instant to the contact that was corrected meanwhile', async () => {
    const holder = await holderWith({})
    const now = await world.nextDay()
    const [wrong, right] = [person(), person()]
    const visit = { id: 'a', startsAt: now.add({ hours: 3 }), phone: wrong.phone }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT4M')
    await world.intake(holder, { ...visit, phone: right.phone })
    await world.run('PT5M')
    assert.deepEqual(await world.smsTo(right.phone), [])
    await world.run('PT2M')
    assert.equal((await world.smsTo(right.phone)).length, 1)
    assert.deepEqual(await world.smsTo(wrong.phone), [])
    const current = (await world.rows(holder, appointmentId)).filter((row) => row.scheduleRevision === 2)
    assert.deepEqual(
      current.map((row) => `${row.offset ?? row.kind} ${row.state} ${row.reasonCode}`),
      ['P3D skipped due_in_past', 'P1D skipped due_in_past', 'reminder delivered null'],
    )
  })

  test('G6 a short notice that found nowhere to go, goes when a number comes in before its instant', async () => {
    const holder = await holderWith({})
    const now = await world.nextDay()
    const { phone } = person()
    const visit = { id: 'a', startsAt: now.add({ hours: 3 }), phone: '+31201234567' }
    const { appointmentId } = await world.intake(holder, visit)
    assert.ok((await world.plan(holder, appointmentId)).includes('reminder sms skipped landline'))
    await world.run('PT4M')
    await world.intake(holder, { ...visit, phone })
    await world.run('PT7M')
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G6 a start that is corrected before its short notice left is told by that one notice, unless a step is ahead again', async () => {
    const holder = await holderWith({})
    const now = await world.nextDay()
    const [sameDay, later] = [person(), person()]
    const one = { id: 'a', startsAt: now.add({ hours: 3 }), phone: sameDay.phone }
    const other = { id: 'b', startsAt: now.add({ hours: 3 }), phone: later.phone }
    await world.intake(holder, one)
    await world.intake(holder, other)
    await world.run('PT4M')
    await world.intake(holder, { ...one, startsAt: now.add({ hours: 4 }) })
    await world.intake(holder, { ...other, startsAt: now.add({ hours: 50 }) })
    await world.run('PT3H')
    const texts = (await world.smsTo(sameDay.phone)).map((message) => message.text)
    assert.equal(texts.length, 1)
    assert.match(texts[0] ?? '', /14:00/)
    assert.deepEqual(await world.smsTo(later.phone), [])
  })

  test('G6 a short notice waits for the end of quiet hours, and is skipped when that is too late', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms')] })
    const evening = (await world.nextDay()).add({ hours: 12 })
    await world.clock.set(evening.toString())
    const morning = await world.intake(holder, { startsAt: evening.add({ hours: 12 }), phone: person().phone })
    const dawn = await world.intake(holder, { startsAt: evening.add({ hours: 9 }), phone: person().phone })
    const [, notice] = await world.rows(holder, morning.appointmentId)
    assert.equal(local(notice?.dueAt ?? '', 'Europe/Amsterdam').slice(11, 16), '08:00')
    assert.deepEqual(await world.plan(holder, dawn.appointmentId), [
      'P1D sms skipped due_in_past',
      'reminder sms skipped quiet_hours',
    ])
  })

  test('G8 a short notice whose opening is its last useful instant is skipped, and does not expire', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms')] })
    const evening = (await world.nextDay()).add({ hours: 12 })
    await world.clock.set(evening.toString())
    const { appointmentId } = await world.intake(holder, {
      startsAt: evening.add({ hours: 10, minutes: 30 }),
      phone: person().phone,
    })
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P1D sms skipped due_in_past',
      'reminder sms skipped quiet_hours',
    ])
  })

  test('G7 days keep the wall clock and hours are exact, over every kind of change of the clocks', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms'), step('PT24H', 'email')], quietHours: null })
    const { phone, email } = person()
    const dues = async (timezone: string, start: string) => {
      const startsAt = Temporal.PlainDateTime.from(start).toZonedDateTime(timezone).toInstant()
      const { appointmentId } = await world.intake(holder, { startsAt, timezone, phone, email })
      const rows = await world.rows(holder, appointmentId)
      const hours = startsAt.since(rows.find((row) => row.offset === 'PT24H')?.dueAt ?? '').total('hours')
      assert.equal(hours, 24)
      return local(rows.find((row) => row.offset === 'P1D')?.dueAt ?? '', timezone)
    }
    // Spring: a day of 23 hours, and a time of day that does not exist.
    assert.equal(await dues('Europe/Amsterdam', '2027-03-28T10:00'), '2027-03-27T10:00:00+01:00')
    assert.equal(await dues('Europe/Amsterdam', '2027-03-29T02:30'), '2027-03-28T03:00:00+02:00')
    // Autumn: a day of 25 hours, and a time of day that comes twice.
    assert.equal(await dues('Europe/Amsterdam', '2027-10-31T10:00'), '2027-10-30T10:00:00+02:00')
    assert.equal(await dues('Europe/Amsterdam', '2027-11-01T02:30'), '2027-10-31T02:30:00+02:00')
    assert.equal(await dues('America/Curacao', '2027-03-28T10:00'), '2027-03-27T10:00:00-04:00')
    assert.equal(await dues('Asia/Kathmandu', '2027-03-28T10:00'), '2027-03-27T10:00:00+05:45')
    // British Columbia stays on summer time from 2026 on.
    assert.equal(await dues('America/Vancouver', '2027-01-20T10:00'), '2027-01-19T10:00:00-07:00')
  })

  test('G7 the text tells the time of the appointment as clocks there show it', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    for (const timezone of ['Asia/Kathmandu', 'America/Curacao', 'America/Vancouver']) {
      const { phone } = person()
      const startsAt = now.add({ hours: 26 })
      await world.intake(holder, { startsAt, timezone, phone })
      await world.run('PT3H')
      const [message] = await world.smsTo(phone)
      // 12-hour clocks have no leading zero: "4:00 a.m.".
      const { hour, minute } = startsAt.toZonedDateTimeISO(timezone)
      const minutes = String(minute).padStart(2, '0')
      const shown = [`${String(hour).padStart(2, '0')}:${minutes}`, ` ${hour % 12 || 12}:${minutes} `]
      assert.ok(
        shown.some((time) => message?.text.includes(time)),
        `${timezone}: ${message?.text}`,
      )
      await world.clock.set(now.toString())
    }
  })

  test('G7 rows planned by older time-zone data are planned anew, and what was handed over is left alone', async () => {
    const holder = await holderWith({ steps: [step('P2D', 'sms'), step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 49 }), phone: person().phone })
    await world.run('PT2H')
    const before = await world.rows(holder, appointmentId)
    await world.sql(
      `update reminder set due_at = due_at + interval '1 hour', run_at = run_at + interval '1 hour', tzdb_version = '2019a'
       where appointment_id = $1 and state = 'planned'`,
      [appointmentId],
    )
    await world.sql(`update appointment set plan_stamp = '2 2019a' where id = $1`, [appointmentId])
    assert.equal(await healPlans(world.operator), 1)
    const times = (rows: typeof before) => rows.map(({ offset, dueAt, state }) => ({ offset, dueAt, state }))
    assert.deepEqual(times(await world.rows(holder, appointmentId)), times(before))
    const versions = await world.sql(
      `select distinct tzdb_version as version from reminder where appointment_id = $1`,
      [appointmentId],
    )
    assert.deepEqual(versions, [{ version: process.versions.tz }])
    assert.equal(await healPlans(world.operator), 0)
  })

  test('G8 a reminder that falls in quiet hours goes one minute before they begin', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(holder, { startsAt: now.add({ hours: 36, minutes: 30 }), phone })
    await world.run('P1D')
    const [message, ...others] = await world.smsTo(phone)
    assert.deepEqual(others, [])
    assert.equal(local(message?.clockAt ?? '', 'Europe/Amsterdam').slice(11, 16), '20:59')
  })

  test('G8 quiet hours are half-open: 21:00 is quiet and 08:00 is open', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms')] })
    const midnight = (await world.nextDay()).add({ hours: 24 * 3 - 10 })
    const dueFor = async (hour: number) => {
      const startsAt = midnight.add({ hours: hour })
      const { appointmentId } = await world.intake(holder, { startsAt, phone: person().phone })
      const [row] = await world.rows(holder, appointmentId)
      return local(row?.dueAt ?? '', 'Europe/Amsterdam').slice(11, 16)
    }
    assert.equal(await dueFor(21), '20:59')
    assert.equal(await dueFor(20), '20:00')
    assert.equal(await dueFor(8), '08:00')
    assert.equal(await dueFor(7), '20:59')
  })

  test('G8 a row that lateness pushes into quiet hours waits for their end while that is of use, else it is skipped', async () => {
    const holder = await holderWith({ steps: [step('P1D', 'sms'), step('PT10H', 'sms')] })
    const now = await world.nextDay()
    const [asDue, earlier, soon] = [person(), person(), person()]
    // Due at 20:50 local; moved back from 07:30 to 20:59; and due at 20:55, with a start before quiet hours end.
    const one = await world.intake(holder, { startsAt: now.add({ hours: 34, minutes: 50 }), phone: asDue.phone })
    const two = await world.intake(holder, { startsAt: now.add({ hours: 45, minutes: 30 }), phone: earlier.phone })
    const three = await world.intake(holder, { startsAt: now.add({ hours: 20, minutes: 55 }), phone: soon.phone })
    // Nobody sends until 21:03.
    await downUntil(now.add({ hours: 11, minutes: 3 }))
    await world.settled(holder, one.appointmentId, ['P1D sms planned', 'PT10H sms planned'])
    await world.settled(holder, two.appointmentId, ['P1D sms planned', 'PT10H sms planned'])
    await world.settled(holder, three.appointmentId, ['P1D sms skipped due_in_past', 'PT10H sms skipped quiet_hours'])
    await world.run('PT10H56M')
    for (const { phone } of [asDue, earlier, soon]) assert.deepEqual(await world.smsTo(phone), [])
    await world.run('PT2M')
    for (const { phone } of [asDue, earlier]) {
      const [message, ...others] = await world.smsTo(phone)
      assert.deepEqual(others, [])
      assert.equal(local(message?.clockAt ?? '', 'Europe/Amsterdam').slice(11, 16), '08:00')
    }
    const [row] = await world.rows(holder, one.appointmentId)
    assert.equal(local(row?.dueAt ?? '', 'Europe/Amsterdam').slice(11, 16), '08:00')
    assert.deepEqual(await world.smsTo(soon.phone), [])
  })

  test('G8 an empty or malformed window is refused when written', async () => {
    const holder = await world.createHolder()
    for (const quietHours of [
      { from: '21:00', to: '21:00', days: null },
      { from: '25:00', to: '08:00', days: null },
      { from: '21:00', to: '08:00', days: [] },
      { from: '21:00', to: '08:00', days: [8] },
    ]) {
      const answer = await holder.call('PATCH', '/reminder-policy', { expectedVersion: 1, quietHours })
      assert.equal(answer.status, 400, JSON.stringify(quietHours))
    }
  })

  test('G8 a sign-in code goes in the middle of the night', async () => {
    const holder = await world.createHolder()
    const night = (await world.nextDay()).add({ hours: 17 })
    await world.clock.set(night.toString())
    assert.match(await signIn(world, holder.staffEmail), /^(__Host-)?tijdig_session=/)
  })
})
