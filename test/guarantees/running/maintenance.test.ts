import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createMaintenance } from '#/app/background/maintenance.ts'
import { createMetrics } from '#/app/server/health/metrics.ts'
import { Client, inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { lockPlanning } from '#/slices/reminders/policy/policy-store.ts'
import { healPlans } from '#/slices/reminders/reminders.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { copyHolder } from '../../../bench/seeding/holder.ts'
import { promptStep, seedAppointments } from '../../../bench/seeding/seed.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('maintenance is never in the way', () => {
  let world: World
  let owner: Client
  before(async () => {
    world = await startWorld()
    owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await world.stop()
  })

  test('with the sign-in away and the books unreadable, what may no longer be kept is erased all the same', async () => {
    await world.sql(
      `insert into inbound_sms (id, provider, provider_message_id, sender_key, meaning, received_at)
       values (gen_random_uuid(), 'twilio', 'ancient', 'x', 'other', tijdig_now() - interval '25 months')`,
    )
    const away = openPool({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/nowhere',
      role: 'tijdig_login',
      size: 1,
      onIdleError: () => undefined,
    })
    const lines: string[] = []
    const maintain = createMaintenance({
      pool: world.operator,
      login: away,
      databaseUrl: world.databaseUrl,
      erasureJournal: '/nowhere/erasures.jsonl',
      services: world.services,
      metrics: createMetrics(),
      log: createLog('info', { write: (line) => void lines.push(line) }),
    })
    // Makes only the policy check fail.
    await owner.query('revoke select on reminder_policy from tijdig_operator')
    try {
      await maintain()
    } finally {
      await owner.query('grant select on reminder_policy to tijdig_operator')
      await away.end()
    }
    const failed = lines.map((line) => JSON.parse(line).step).filter((name) => name !== undefined)
    assert.deepEqual(failed, ['mails about replies', 'sign-ins', 'outdated plans', 'checks'])
    assert.deepEqual(await world.sql(`select 1 from inbound_sms where provider_message_id = 'ancient'`), [])
  })

  test('warnings of the checks are logged like failures', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const { appointmentId } = await world.intake(holder, { ...person(), startsAt: now.add({ hours: 72 }) })
    await world.sql(
      `update reminder set state = 'unknown', reason_code = 'outcome_unknown', run_at = null, handed_over_at = tijdig_now() where appointment_id = $1`,
      [appointmentId],
    )
    await world.sql(
      `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination_key, sender, body, handed_over_at, updated_at)
       select platform_holder_id, id, 1, id, 'sms', 'unknown', 'twilio', 'x', 'Praktijk', 'Herinnering', handed_over_at, handed_over_at
       from reminder where appointment_id = $1`,
      [appointmentId],
    )
    const lines: string[] = []
    const maintain = createMaintenance({
      pool: world.operator,
      login: world.login,
      databaseUrl: world.databaseUrl,
      erasureJournal: '/nowhere/erasures.jsonl',
      services: world.services,
      metrics: createMetrics(),
      log: createLog('info', { write: (line) => void lines.push(line) }),
    })
    await maintain()
    const found = lines.map((line) => JSON.parse(line)).find(({ check }) => check === 'unknown outcomes')
    assert.equal(found?.level, 'warn')
  })

  test('reminders leave on time while a worker waits in its maintenance, and that worker still stops at once', async () => {
    const quiet = await startWorld({ roles: ['api', 'sandbox'] })
    const [locker, watcher] = [0, 1].map(() => new Client({ connectionString: quiet.databaseUrl })) as [Client, Client]
    await Promise.all([locker.connect(), watcher.connect()])
    const isMaintenanceWaiting = async () => {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%update suggestion%'`,
      )
      return rows.length > 0
    }
    let worker: { stop(): Promise<void> } | undefined
    try {
      const holder = await quiet.createHolder()
      await quiet.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await quiet.nextDay()
      const { appointmentId } = await quiet.intake(holder, { ...person(), startsAt: now.add({ hours: 25 }) })
      await locker.query('begin; lock table suggestion in access exclusive mode')
      worker = await quiet.startAnotherWorker()
      await eventually(isMaintenanceWaiting)
      await quiet.clock.set(now.add({ hours: 2 }).toString())
      await quiet.settled(holder, appointmentId, ['P1D sms delivered'])
      assert.ok(await isMaintenanceWaiting(), 'maintenance did not wait any more')
      const beganMs = performance.now()
      await worker.stop()
      worker = undefined
      // Less than the ten seconds that its statement would wait.
      assert.ok(performance.now() - beganMs < 8_000)
    } finally {
      await locker.query('rollback')
      await worker?.stop()
      await Promise.all([locker.end(), watcher.end()])
      await quiet.stop()
    }
  })

  test('plans are made anew of whichever holder, however many there are, and past what somebody holds', async () => {
    const quiet = await startWorld({ roles: ['api', 'sandbox'] })
    const other = new Client({ connectionString: quiet.databaseUrl })
    await other.connect()
    try {
      await copyHolder(quiet.databaseUrl, 210)
      // Ids are in order of time: this holder comes after the others.
      const holder = await quiet.createHolder()
      await quiet.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await quiet.nextDay()
      const { appointmentId } = await quiet.intake(holder, { ...person(), startsAt: now.add({ hours: 72 }) })
      // More than a page after the first one, which is locked.
      const later = { firstStartsAt: now.add({ hours: 73 }), spanSeconds: 3_600, steps: [promptStep] }
      await seedAppointments(quiet.databaseUrl, { ...later, holderId: holder.id, series: 1, count: 500 })
      await quiet.sql('update reminder_policy set version = version + 1 where platform_holder_id = $1', [holder.id])
      await other.query('begin')
      await other.query('select from appointment where id = $1 for update', [appointmentId])
      assert.equal(await healPlans(quiet.operator), 500)
      await other.query('commit')
      assert.equal(await healPlans(quiet.operator), 1)
      assert.equal(await healPlans(quiet.operator), 0)
    } finally {
      await other.end()
      await quiet.stop()
    }
  })

  test('what falls due while plans are made anew is judged by the time it then is', async () => {
    const quiet = await startWorld({ roles: ['api', 'sandbox'] })
    const watcher = new Client({ connectionString: quiet.databaseUrl })
    await watcher.connect()
    try {
      const now = await quiet.nextDay()
      const holders = [await quiet.createHolder(), await quiet.createHolder()].sort((one, other) =>
        one.id < other.id ? -1 : 1,
      )
      const [first] = holders as [TestHolder, TestHolder]
      const appointments = new Map<TestHolder, string>()
      for (const holder of holders) {
        await quiet.editPolicy(holder, { steps: [step('PT2H', 'sms')], quietHours: null })
        const { appointmentId } = await quiet.intake(holder, { ...person(), startsAt: now.add({ hours: 25 }) })
        appointments.set(holder, appointmentId)
      }
      // As after an edit that skipped these appointments.
      await quiet.sql(`update reminder_policy set version = version + 1, steps = $1`, [
        JSON.stringify([step('P1D', 'sms'), step('PT2H', 'sms')]),
      ])
      let healing: Promise<number> | undefined
      await inTransaction(quiet.operator, { holder: first.id }, async (tx) => {
        await lockPlanning(tx, first.id)
        healing = healPlans(quiet.operator)
        healing.catch(() => undefined)
        await eventually(async () => {
          const { rowCount } = await watcher.query(
            `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
          )
          return rowCount === 1
        })
        await quiet.clock.set(now.add({ hours: 2 }).toString())
      })
      await healing
      const plans = await Promise.all(holders.map((holder) => quiet.plan(holder, appointments.get(holder) ?? '')))
      assert.deepEqual(plans, [
        ['P1D sms planned', 'PT2H sms planned'],
        ['P1D sms skipped due_in_past', 'PT2H sms planned'],
      ])
    } finally {
      await watcher.end()
      await quiet.stop()
    }
  })
})
