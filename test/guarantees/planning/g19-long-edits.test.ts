import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { countWaiting } from '../../postgres.ts'
import { newAppointment, storeType } from '../../operation-cases.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G19 an edit that takes long', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  const plan = (...steps: unknown[]) => ({ reminderPlan: { steps } })

  /** Longer than a statement of a request may take. */
  const longMs = 5_000

  /** A type with an appointment, and an edit of its plan that is in the middle of writing until `finish` is called. */
  async function inFlight() {
    const holder = await world.createHolder()
    const type = await storeType(holder, plan(step('P3D', 'sms')))
    const other = await storeType(holder, plan(step('P3D', 'sms')))
    const booked = await holder.call(
      'POST',
      '/appointments',
      await newAppointment(world, { appointmentTypeId: type.id, title: null }, 24 * 20),
    )
    assert.equal(booked.status, 201, JSON.stringify(booked.body))
    // Another transaction is about to add the row that the edit has to add.
    const rival = new Client({ connectionString: world.databaseUrl })
    await rival.connect()
    await rival.query('begin')
    await rival.query(
      `insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, due_at, latest_at, state, reason_code, tzdb_version)
       select platform_holder_id, gen_random_uuid(), appointment_id, schedule_revision, kind, 'P2D', due_at, latest_at, 'skipped', 'superseded', tzdb_version
       from reminder where appointment_id = $1`,
      [booked.body.data.id],
    )
    const edited = patch(holder, type.id, { expectedVersion: 1, ...plan(step('P2D', 'sms')) })
    await eventually(async () => (await countWaiting(world.databaseUrl)) > 0)
    const startedAtMs = performance.now()
    return {
      holder,
      type,
      other,
      appointmentId: booked.body.data.id as string,
      edited,
      async finish() {
        await eventually(async () => performance.now() - startedAtMs > longMs, longMs * 2)
        await rival.query('rollback')
        await rival.end()
      },
    }
  }

  const patch = (holder: TestHolder, id: string, body: object) => holder.call('PATCH', `/appointment-types/${id}`, body)
  const codeOf = (answer: { status: number; body: { error?: { code: string } } }) =>
    `${answer.status} ${answer.body.error?.code ?? ''}`.trim()

  test('refuses an old version at once, and bookings and edits without a plan wait for nothing', async () => {
    const { holder, type, other, edited, finish } = await inFlight()
    // The edit ends after these, so waiting for it would end in a statement timeout.
    const answers = [
      await patch(holder, type.id, { expectedVersion: 7, ...plan() }),
      await patch(holder, type.id, { expectedVersion: 7, color: '#000000' }),
      await patch(holder, type.id, { expectedVersion: 1, ...plan(step('P2D', 'sms')), dryRun: true }),
      await patch(holder, other.id, { expectedVersion: 1, color: '#000000' }),
      await holder.call('PATCH', '/reminder-policy', { expectedVersion: 7, minLeadMinutes: 45 }),
      await holder.call('POST', '/appointment-types', {
        clientRequestId: crypto.randomUUID(),
        name: type.name,
        durationMinutes: 20,
      }),
      await holder.call('POST', '/appointments', await newAppointment(world, { appointmentTypeId: type.id })),
    ]
    assert.deepEqual(answers.map(codeOf), [
      '409 VERSION_CONFLICT',
      '409 VERSION_CONFLICT',
      '200',
      '200',
      '409 VERSION_CONFLICT',
      '409 NAME_TAKEN',
      '201',
    ])
    await finish()
    assert.equal((await edited).status, 200)
  })

  test('lets others wait without a connection, of whom each then gets what it would have got after it', async () => {
    const { holder, type, other, appointmentId, edited, finish } = await inFlight()
    const sameVersion = Array.from({ length: 20 }, (_, index) =>
      patch(
        holder,
        type.id,
        index % 2 === 0 ? { expectedVersion: 1, color: '#000000' } : { expectedVersion: 1, ...plan() },
      ),
    )
    const waiting = [
      patch(holder, other.id, { expectedVersion: 1, ...plan() }),
      holder.call('PATCH', '/reminder-policy', { expectedVersion: 1, minLeadMinutes: 45 }),
      holder.call('POST', `/appointment-types/${type.id}/archive`, { expectedVersion: 1 }),
    ]
    const begunAtMs = performance.now()
    assert.equal((await holder.call('GET', `/appointments/${appointmentId}`)).status, 200)
    const readMs = performance.now() - begunAtMs
    // The waiting edits would free a connection when their statement times out, after four seconds.
    assert.ok(readMs < 3_500, `a read took ${readMs} ms`)
    await finish()
    assert.equal((await edited).body.data.version, 2)
    for (const answer of await Promise.all(sameVersion)) {
      assert.equal(codeOf(answer), '409 VERSION_CONFLICT')
      assert.equal(answer.body.error.details[0].currentVersion, 2)
    }
    assert.deepEqual((await Promise.all(waiting)).map(codeOf), ['200', '200', '409 VERSION_CONFLICT'])
  })

  test('an intake plans by no policy that is being replaced, and holds up no edit that has its appointment', async () => {
    const holder = await world.createHolder()
    const startsAt = (await world.nextDay()).add({ hours: 50 })
    const visit = { id: 'known', ...person(), startsAt }
    const { appointmentId } = await world.intake(holder, visit)
    const edit = new Client({ connectionString: world.databaseUrl })
    await edit.connect()
    const policy = `hashtextextended('policy ' || '${holder.id}', 0)`
    const isWaitedFor = (count: number) => eventually(async () => (await countWaiting(world.databaseUrl)) >= count)
    try {
      await edit.query(`begin; select pg_advisory_xact_lock(${policy})`)
      const later = { ...visit, startsAt: startsAt.add({ hours: 1 }) }
      const first = world.intake(holder, { id: 'new', ...person(), startsAt })
      const moved = world.intake(holder, later)
      await isWaitedFor(2)
      await edit.query('rollback')
      assert.deepEqual([(await first).outcome, (await moved).outcome], ['created', 'updated'])

      await edit.query(`begin; select 1 from appointment where id = '${appointmentId}' for no key update`)
      assert.equal((await world.intake(holder, later)).outcome, 'unchanged')
      const back = world.intake(holder, visit)
      await isWaitedFor(1)
      const { rows } = await edit.query<{ isFree: boolean }>(`select pg_try_advisory_xact_lock(${policy}) as is_free`)
      assert.deepEqual(rows, [{ isFree: true }])
      await edit.query('rollback')
      assert.equal((await back).outcome, 'updated')
    } finally {
      await edit.end()
    }
  })
})
