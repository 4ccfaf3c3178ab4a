import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#/kernel/db.ts'
import { claimDue } from '#/slices/reminders/claim-store.ts'
import { followUp } from '#/slices/reminders/follow-up.ts'
import { eventually } from '../harness.ts'
import { atEnd } from './at-end.ts'
import { endOf, type ServeProcess } from './processes.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import {
  assertOnceEach,
  holdDecisions,
  intakeOf,
  phoneOf,
  startWorld,
  untilWaiting,
  withoutReceipts,
  type World,
} from './world.ts'

// A process that is stopped and goes on later, as when its machine is suspended or starved: it still believes that it
// holds its leases. Where the worker's own sense of time plays no part, the clock is moved instead of waiting (see
// kill-worker.test.ts); where it does, the last test waits the lease out in real seconds.

describe('a worker that slept for longer than its lease changes nothing when it wakes', { concurrency: true }, () => {
  test('with rows claimed: what another worker sent meanwhile is not sent again', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(20)
    const sleeper = await world.startWorker()
    const release = await holdDecisions(world)
    await world.becomeDue()
    await world.untilStates({ claimed: 20 })
    await untilWaiting(world, 'select r.id, r.claim_no')
    sleeper.signal('SIGSTOP')
    await release()

    const other = await world.startWorker()
    await world.jump({ seconds: 61 })
    await world.untilStates({ delivered: 20 })
    const before = await snapshot(world)
    await wakeAndWork(world, sleeper, other, numbers)
    assert.deepEqual(await snapshot(world), before)
    assertOnceEach(await world.taken(), [...numbers, phoneOf(awake)])
  })

  test('with rows that another worker has claimed meanwhile: it does not decide about them', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(20)
    const sleeper = await world.startWorker()
    const release = await holdDecisions(world)
    await world.becomeDue()
    await world.untilStates({ claimed: 20 })
    await untilWaiting(world, 'select r.id, r.claim_no')
    sleeper.signal('SIGSTOP')
    await release()
    await world.jump({ seconds: 61 })
    await claimAsAnother(t, world)
    const before = await snapshot(world)
    const untilItIsThrough = await halfWay(world)
    sleeper.signal('SIGCONT')
    await untilItIsThrough()
    assert.deepEqual(await snapshot(world), before)
    assert.deepEqual(await world.taken(), [])

    await world.jump({ seconds: 61 })
    await world.untilStates({ delivered: 20 })
    assertOnceEach(await world.taken(), numbers)
  })

  test('in a provider call: the outcome it learns late does not overwrite what was found', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(20)
    const wire = await startTcpProxy(t, world.product.settings.ports.sandbox)
    wire.holdAnswers()
    const sleeper = await world.startWorker({
      ...withoutReceipts,
      TIJDIG_TWILIO_URL: `http://127.0.0.1:${wire.port}/twilio`,
    })
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length === 20)
    await world.untilStates({ handed_over: 20 })
    sleeper.signal('SIGSTOP')

    const other = await world.startWorker(withoutReceipts)
    await world.jump({ seconds: 61 })
    await world.untilStates({ unknown: 20 })
    await world.jump({ seconds: 61 })
    await world.untilStates({ sent: 20 })
    const before = await snapshot(world)
    await wire.pass()
    await wakeAndWork(world, sleeper, other, numbers)
    assert.deepEqual(await snapshot(world), before)
    assertOnceEach(await world.taken(), [...numbers, phoneOf(awake)])
  })

  test('with messages that still waited for their turn: it hands none of them over', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(120)
    const wire = await startTcpProxy(t, world.product.settings.ports.sandbox)
    wire.holdAnswers()
    const sleeper = await world.startWorker({
      ...withoutReceipts,
      TIJDIG_TWILIO_URL: `http://127.0.0.1:${wire.port}/twilio`,
    })
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length >= 30)
    await world.untilStates({ handed_over: 120 })
    sleeper.signal('SIGSTOP')
    const stoppedAtMs = performance.now()

    // A message that was recorded and not yet called for is held back by the worker's own count of its lease. That runs
    // in real seconds whatever the test clock says, so these 61 seconds cannot be shortened.
    const other = await world.startWorker(withoutReceipts)
    await sleep(61_000 - (performance.now() - stoppedAtMs))
    await world.untilStates({ unknown: 120 })
    const reached = (await world.taken()).map((message) => message.to)
    assert.ok(reached.length < 120, 'None was waiting when the worker was stopped')
    // Two look-ups, minutes apart: what the provider has counts, and the others go by the worker that is awake (G14).
    await world.jump({ seconds: 61 })
    await eventually(async () => {
      const absent = await world.owner.query('select 1 from reminder_attempt where absent_at is not null')
      return absent.rowCount === numbers.length - reached.length
    })
    await world.jump({ minutes: 9 })
    await world.untilStates({ sent: 120 })
    const before = await snapshot(world)
    await wire.pass()
    await wakeAndWork(world, sleeper, other, numbers)
    assert.deepEqual(await snapshot(world), before)
    assertOnceEach(await world.taken(), [...numbers, phoneOf(awake)])
  })
})

/** Number of the appointment that shows that a worker is at work again. */
const awake = 5_000

/** Leaves the sleeper alone with one more reminder: once that is out and it has ended, nothing stale can follow. */
async function wakeAndWork(
  world: World,
  sleeper: ServeProcess,
  other: ServeProcess,
  numbers: readonly string[],
): Promise<void> {
  other.signal('SIGTERM')
  assert.equal((await endOf(other)).code, 0, other.output())
  sleeper.signal('SIGCONT')
  const answer = await world.holder.call('POST', '/appointments/intake', {
    ...intakeOf(awake),
    startsAt: '2027-01-14T11:00:00+01:00',
    endsAt: '2027-01-14T11:20:00+01:00',
  })
  assert.equal(answer.status, 201)
  await world.product.clock.set('2027-01-13T10:00:00Z')
  await eventually(async () => (await world.taken()).length > numbers.length, 30_000)
  sleeper.signal('SIGTERM')
  assert.equal((await endOf(sleeper)).code, 0, sleeper.output())
}

/** Frees the dead claims and takes the rows, as a worker does, and then does nothing about them. */
async function claimAsAnother(t: TestContext, { product }: World): Promise<void> {
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_worker',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  atEnd(t, () => pool.end())
  await followUp({ pool })
  assert.equal((await claimDue(pool, 100, false)).length, 20)
}

/** The sleeper stopped in the middle of a transaction. @returns a wait for the end of that one */
async function halfWay({ owner }: World): Promise<() => Promise<unknown>> {
  const half = `from pg_stat_activity where datname = current_database() and application_name = 'tijdig_worker' and xact_start <= $1`
  const { rows: clock } = await owner.query('select now() as now')
  const count = async () => (await owner.query(`select ${half}`, [clock[0].now])).rows.length
  assert.ok((await count()) > 0, 'It did not stop half-way')
  return () => eventually(async () => (await count()) === 0)
}

/** Everything about the first reminders and their attempts that a stale write could touch. */
async function snapshot({ owner }: World): Promise<unknown[]> {
  const { rows } = await owner.query(
    `select r.id, r.state, r.reason_code, r.claim_no, case when r.state <> 'sent' then r.run_at::text end as run_at, r.attempts, r.updated_at::text,
       (select json_agg(json_build_array(t.attempt_no, t.state, t.reason_code) order by t.attempt_no)
        from reminder_attempt t where t.reminder_id = r.id) as tried
     from reminder r where r.due_at = '2027-01-12T10:00:00Z' order by r.id`,
  )
  return rows
}
