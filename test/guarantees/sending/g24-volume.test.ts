import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dropBreaker, releaseBreaker } from '#/app/operator/holders/breaker.ts'
import { Client, inTransaction } from '#/kernel/postgres/db.ts'
import { expireHeld } from '#/slices/reminders/reminders.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G24 volume breaker', () => {
  let world: World
  before(async () => {
    world = await startWorld({ env: { TIJDIG_VOLUME_BREAKER_FLOOR: '10' } })
  })
  after(() => world.stop())

  const holderWithStep = async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    return holder
  }
  const register = async (holder: TestHolder, count: number, startsAt: Temporal.Instant, phone?: string) => {
    for (let index = 0; index < count; index += 1)
      await world.intake(holder, { startsAt, phone: phone ?? person().phone, name: `Kind ${index}` })
  }
  const states = async (holder: TestHolder) => {
    const rows = await world.sql<{ words: string; count: number }>(
      `select concat_ws(' ', state, reason_code) as words, count(*) from reminder where platform_holder_id = $1 group by 1 order by 1`,
      [holder.id],
    )
    return Object.fromEntries(rows.map((row) => [row.words, row.count]))
  }

  test('G24 above the floor in an hour the rest is held for review while another holder goes on, and release lets it go', async () => {
    const [busy, calm] = [await holderWithStep(), await holderWithStep()]
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 24, minutes: 10 })
    await register(busy, 14, startsAt)
    await register(calm, 5, startsAt)
    await world.run('PT15M')
    assert.deepEqual(await states(busy), { delivered: 10, 'held volume_review': 4 })
    assert.deepEqual(await states(calm), { delivered: 5 })
    assert.ok(
      world.logLines.some((line) => line.includes('volume breaker')),
      'someone is told',
    )

    const released = await releaseBreaker(world.operator, busy.id)
    assert.deepEqual(
      released.map((one) => one.released),
      [4],
    )
    await world.run('PT5M')
    assert.deepEqual(await states(busy), { delivered: 14 })
  })

  test('G24 G27 what was released is not held again with a reminder of the same day that nobody looked at', async () => {
    const holder = await holderWithStep()
    await world.editPolicy(holder, { groupSameDay: true })
    const now = await world.nextDay()
    await register(holder, 10, now.add({ hours: 24, minutes: 5 }))
    const { phone } = person()
    const visit = { name: 'Kind', phone, startsAt: now.add({ hours: 24, minutes: 10 }) }
    await world.intake(holder, visit)
    await world.run('PT15M')
    assert.deepEqual(await states(holder), { delivered: 10, 'held volume_review': 1 })
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ minutes: 20 }) })
    await releaseBreaker(world.operator, holder.id)
    await world.run('PT1M')
    assert.deepEqual(await states(holder), { delivered: 11, planned: 1 })
    await world.run('PT30M')
    assert.deepEqual(await states(holder), { delivered: 11, 'held volume_review': 1 })
  })

  test('G24 dropped rows end unsent with their reason, and a policy edit does not bring them back', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    await register(holder, 12, now.add({ hours: 24, minutes: 10 }))
    await world.run('PT15M')
    await dropBreaker(world.operator, holder.id)
    const ends = await states(holder)
    assert.equal(ends['delivered'], 10)
    assert.equal(Object.keys(ends).filter((words) => words.endsWith('volume_review')).length, 1)
    await world.editPolicy(holder, { minLeadMinutes: 20 })
    await world.run('PT1H')
    assert.deepEqual(await states(holder), ends)
  })

  test('G24 a held row that is cancelled, or whose time has passed when it is released, is not sent', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 24, minutes: 10 })
    await register(holder, 12, startsAt)
    await world.run('PT15M')
    await world.run('PT5H')
    await releaseBreaker(world.operator, holder.id)
    await world.run('PT1M')
    assert.deepEqual(await states(holder), { delivered: 10, 'expired volume_review': 2 })
  })

  test('G24 what nobody looked at in time ends as expired, and says that it waited for that', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    await register(holder, 12, now.add({ hours: 24, minutes: 10 }))
    await world.run('PT15M')
    const held = { delivered: 10, 'held volume_review': 2 }
    assert.deepEqual(await states(holder), held)
    await inTransaction(world.operator, { holder: null }, expireHeld)
    assert.deepEqual(await states(holder), held)
    await world.run('PT5H')
    await inTransaction(world.operator, { holder: null }, expireHeld)
    assert.deepEqual(await states(holder), { delivered: 10, 'expired volume_review': 2 })
  })

  test('G24 tries that never left do not count: after an outage two children on one number are both told', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    const { phone } = person()
    await register(holder, 2, now.add({ hours: 24, minutes: 10 }), phone)
    await world.fault({ provider: 'twilio', mode: 'error', to: phone, count: 8 })
    await world.run('PT2H')
    assert.deepEqual(await states(holder), { delivered: 2 })
  })

  test('G24 tries that never left do not count towards the hour: after an outage nothing is held', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    await register(holder, 9, now.add({ hours: 24, minutes: 10 }))
    await world.fault({ provider: 'twilio', mode: 'error', count: 18 })
    await world.run('PT1H')
    assert.deepEqual(await states(holder), { delivered: 9 })
  })

  test('G24 the messages of a day are counted for the channel that is used, also when that is the fallback', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms', 'email')], quietHours: null })
    const now = await world.nextDay()
    const { email } = person()
    for (let index = 0; index < 8; index += 1) {
      const { phone } = person()
      await world.fault({ provider: 'twilio', mode: 'refuse', to: phone, count: 1 })
      await world.intake(holder, { startsAt: now.add({ hours: 25, minutes: 15 * index }), phone, email })
    }
    await world.run('PT4H')
    assert.deepEqual(await states(holder), { sent: 6, 'held volume_review': 2 })
    await world.fault({ provider: 'twilio', mode: 'none' })
  })

  test('G24 a release stands when the number of the person is corrected before the message goes', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 24, minutes: 10 })
    await register(holder, 10, startsAt.subtract({ minutes: 1 }))
    const visit = { id: 'corrected', startsAt, phone: person().phone }
    await world.intake(holder, visit)
    await world.run('PT12M')
    assert.deepEqual(await states(holder), { delivered: 10, 'held volume_review': 1 })
    // The first try after the release fails for now.
    await world.fault({ provider: 'twilio', mode: 'error', to: visit.phone, count: 1 })
    await releaseBreaker(world.operator, holder.id)
    await eventually(async () => {
      const { rows } = await world.operator.query(
        `select 1 as one from reminder where platform_holder_id = $1 and state = 'planned' and attempts = 1`,
        [holder.id],
      )
      return rows.length === 1
    })
    const corrected = person().phone
    await world.intake(holder, { ...visit, phone: corrected })
    await world.run('PT1M')
    assert.deepEqual(await states(holder), { delivered: 11, 'cancelled rescheduled': 1 })
    assert.equal((await world.smsTo(corrected)).length, 1)
  })

  test('G24 a reminder that is held stays so when the number of the person is corrected, and not when the appointment becomes another’s', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 25 })
    const [full, corrected, other] = [person().phone, person().phone, person().phone]
    for (let index = 0; index < 6; index += 1) await world.intake(holder, { startsAt, phone: full })
    const visits = ['a', 'b'].map((id) => ({ id, startsAt: startsAt.add({ minutes: 1 }), phone: full }))
    const ids = []
    for (const visit of visits) ids.push((await world.intake(holder, visit)).appointmentId)
    await world.run('PT1H5M')
    for (const id of ids) assert.deepEqual(await world.plan(holder, id), ['P1D sms held volume_review'])
    const [a, b] = visits
    await world.intake(holder, { ...a!, phone: corrected })
    await world.intake(holder, { ...b!, phone: other, name: 'Iemand Anders' })
    await world.run('PT1M')
    assert.deepEqual((await world.smsTo(corrected)).length, 0)
    assert.deepEqual((await world.smsTo(other)).length, 1)
  })

  test('G24 two workers at once let no more go than one', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    await register(holder, 40, now.add({ hours: 24, minutes: 10 }))
    const others = await Promise.all([1, 2].map(() => world.startEngine({ smsAtOnce: 3, pollMs: 5 })))
    try {
      await world.run('PT15M')
    } finally {
      await Promise.all(others.map((one) => one.stop()))
    }
    assert.deepEqual(await states(holder), { delivered: 10, 'held volume_review': 30 })
  })

  test('G24 however many messages a number had today, it is told that an appointment moved or is off', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    const { phone } = person()
    const startsAt = now.add({ hours: 25 })
    for (let index = 0; index < 6; index += 1) await world.intake(holder, { id: `full-${index}`, startsAt, phone })
    await world.run('PT2H')
    assert.equal((await world.smsTo(phone)).length, 6)
    await world.cancelBySource(holder, 'full-0')
    await world.intake(holder, { id: 'full-1', startsAt: startsAt.add({ hours: 48 }), phone })
    await world.run('PT5M')
    const notices = (await world.smsTo(phone)).slice(6).map(({ text }) => text)
    assert.equal(notices.length, 2, notices.join())
  })

  test('G24 the hour after, and five times the busiest hour of two weeks, are free again', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    await register(holder, 8, now.add({ hours: 24, minutes: 10 }))
    await register(holder, 40, now.add({ hours: 25, minutes: 10 }))
    await world.run('PT2H')
    assert.deepEqual(await states(holder), { delivered: 48 })
  })

  test('G24 more than six messages to one number in a day are held, however they come', async () => {
    const holder = await holderWithStep()
    const now = await world.nextDay()
    const { phone } = person()
    for (let index = 0; index < 8; index += 1)
      await world.intake(holder, { startsAt: now.add({ hours: 25, minutes: index }), phone, name: `Kind ${index}` })
    await world.run('PT2H')
    assert.deepEqual(await states(holder), { delivered: 6, 'held volume_review': 2 })
    assert.equal((await world.smsTo(phone)).length, 6)

    // All due in the same instant.
    const atOnce = await holderWithStep()
    const later = await world.nextDay()
    const other = person().phone
    await register(atOnce, 8, later.add({ hours: 25 }), other)
    await world.run('PT2H')
    assert.deepEqual(await states(atOnce), { delivered: 6, 'held volume_review': 2 })
    assert.equal((await world.smsTo(other)).length, 6)

    // Over the turn of a month.
    const monthly = await holderWithStep()
    const third = person().phone
    await world.clock.set('2027-02-28T22:00:00Z')
    for (const startsAt of ['2027-03-01T23:00:00Z', '2027-03-02T00:30:00Z'])
      await register(monthly, 4, Temporal.Instant.from(startsAt), third)
    await world.run('PT3H')
    assert.deepEqual(await states(monthly), { delivered: 6, 'held volume_review': 2 })
  })
})

describe('G24 volume breaker, switched off', () => {
  test('G24 a floor of 0 holds no number of messages an hour', async () => {
    const world = await startWorld({ env: { TIJDIG_VOLUME_BREAKER_FLOOR: '0' } })
    try {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      for (let index = 0; index < 15; index += 1)
        await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone: person().phone })
      await world.run('PT2H')
      const held = await world.sql(`select 1 from reminder where state <> 'delivered'`)
      assert.deepEqual(held, [])
    } finally {
      await world.stop()
    }
  })
})

describe('G24 volume breaker, far from its limit', () => {
  test('G24 what another worker is just recording counts too', async () => {
    const world = await startWorld()
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const dueAt = (await world.nextDay()).add({ minutes: 10 })
    for (let index = 0; index < 3; index += 1)
      await world.intake(holder, { startsAt: dueAt.add({ hours: 24 }), phone: person().phone })
    // Like another worker that has recorded its messages but not committed yet: nobody sees them.
    const other = new Client({ connectionString: world.databaseUrl })
    await other.connect()
    try {
      await other.query('begin')
      await other.query(
        `insert into reminder_volume (platform_holder_id, hour, handed_over) values ($1, date_trunc('hour', $2::timestamptz), $3)`,
        [holder.id, dueAt.toString(), world.settings.volumeBreakerFloor - 1],
      )
      await world.clock.set(dueAt.toString())
      await eventually(async () => {
        await other.query('select pg_stat_clear_snapshot()')
        const waiting = await other.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'with going as%'`,
        )
        return waiting.rowCount === 1
      })
      await other.query('commit')
      await world.run('PT5M')
      const states = await world.sql('select state, count(*)::int as count from reminder group by 1 order by 1')
      assert.deepEqual(states, [
        { state: 'delivered', count: 1 },
        { state: 'held', count: 2 },
      ])
    } finally {
      await other.end()
      await world.stop()
    }
  })

  test('G24 of two workers that record at the same moment when one message is left, one sends and all else is held', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'] })
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const dueAt = (await world.nextDay()).add({ minutes: 10 })
    for (let index = 0; index < 4; index += 1)
      await world.intake(holder, { startsAt: dueAt.add({ hours: 24 }), phone: person().phone })
    const gate = new Client({ connectionString: world.databaseUrl })
    await gate.connect()
    await gate.query(
      `insert into reminder_volume (platform_holder_id, hour, handed_over) values ($1, date_trunc('hour', $2::timestamptz), $3)`,
      [holder.id, dueAt.toString(), world.settings.volumeBreakerFloor - 1],
    )
    // Both have read that one may be sent before either can count it.
    await gate.query('begin; select from reminder_volume for update')
    await world.clock.set(dueAt.toString())
    const workers = [1, 2].map(() => world.startEngine({ smsAtOnce: 1, pollMs: 20 }))
    try {
      await eventually(async () => {
        await gate.query('select pg_stat_clear_snapshot()')
        const waiting = await gate.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'with going as%'`,
        )
        return waiting.rowCount === 2
      })
      await gate.query('commit')
      const states = () => world.sql('select state, count(*)::int as count from reminder group by 1 order by 1')
      const isOver = async () => (await states()).every(({ state }) => state === 'delivered' || state === 'held')
      await eventually(isOver)
      assert.deepEqual(await states(), [
        { state: 'delivered', count: 1 },
        { state: 'held', count: 3 },
      ])
    } finally {
      await gate.end()
      await Promise.all(workers.map((worker) => worker.stop()))
      await world.stop()
    }
  })
})
