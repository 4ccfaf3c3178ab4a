import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { openPool } from '#/kernel/postgres/db.ts'
import { claimDue } from '#/slices/reminders/send/claim/claim-store.ts'
import { followUp } from '#/slices/reminders/afterwards/follow-up.ts'
import { eventually } from '../../harness.ts'
import { atEnd } from '../at-end.ts'
import { awake, snapshot, wakeAndWork } from './sleeper.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import {
  assertOnceEach,
  holdDecisions,
  pastLease,
  phoneOf,
  startWorld,
  untilWaiting,
  withoutReceipts,
  type World,
} from '../world.ts'

// A process that is suspended and resumed, as on a suspended or starved machine: it still believes that it holds its
// leases. Where the worker's own timer does not matter, the clock is moved instead of waiting (see
// kill-worker.test.ts); where it does, late-sleeper.test.ts waits in real seconds.

describe('a worker that slept for longer than its lease changes nothing when it wakes', { concurrency: 3 }, () => {
  test('with rows claimed: what another worker sent meanwhile is not sent again', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(20)
    const sleeper = await world.startWorker()
    const release = await holdDecisions(world)
    await world.becomeDue()
    await world.untilStates({ claimed: 20 })
    await untilWaiting(world, 'select r.platform_holder_id, r.id, r.claim_no')
    sleeper.signal('SIGSTOP')
    await release()

    const other = await world.startWorkerHere()
    await world.jump(pastLease)
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
    await untilWaiting(world, 'select r.platform_holder_id, r.id, r.claim_no')
    sleeper.signal('SIGSTOP')
    await release()
    await world.jump(pastLease)
    await claimAsAnother(t, world)
    const before = await snapshot(world)
    const untilItIsThrough = await halfWay(world)
    sleeper.signal('SIGCONT')
    await untilItIsThrough()
    assert.deepEqual(await snapshot(world), before)
    assert.deepEqual(await world.taken(), [])

    await world.jump(pastLease)
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

    const other = await world.startWorkerHere(withoutReceipts)
    await world.jump(pastLease)
    await world.untilStates({ unknown: 20 })
    await world.jump(pastLease)
    await world.untilStates({ sent: 20 })
    const before = await snapshot(world)
    await wire.pass()
    await wakeAndWork(world, sleeper, other, numbers)
    assert.deepEqual(await snapshot(world), before)
    assertOnceEach(await world.taken(), [...numbers, phoneOf(awake)])
  })
})

/** Releases the expired claims and claims the rows as a worker does, without sending them. */
async function claimAsAnother(t: TestContext, { product }: World): Promise<void> {
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_worker',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  atEnd(t, () => pool.end())
  await followUp({ pool })
  assert.equal((await claimDue(pool, 'sms', 100, false)).length, 20)
}

/** For a sleeper stopped within a transaction. @returns a wait for the end of that transaction */
async function halfWay({ owner }: World): Promise<() => Promise<unknown>> {
  const half = `from pg_stat_activity where datname = current_database() and application_name = 'tijdig_worker' and xact_start <= $1`
  const { rows: clock } = await owner.query('select now() as now')
  const count = async () => (await owner.query(`select ${half}`, [clock[0].now])).rows.length
  assert.ok((await count()) > 0, 'It did not stop half-way')
  return () => eventually(async () => (await count()) === 0)
}
