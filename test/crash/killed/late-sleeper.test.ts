import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../harness.ts'
import { awake, snapshot, wakeAndWork } from './sleeper.ts'
import { endOf } from '../processes.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { assertOnceEach, pastLease, phoneOf, startWorld, withoutReceipts } from '../world.ts'

// As stop-worker.test.ts, in real seconds. A file of its own, because others can run while this one waits.

describe('a lease in real time', { concurrency: 2 }, () => {
  test('a worker that slept for longer than its lease hands over none of the messages that still waited for their turn', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(120)
    const wire = await startTcpProxy(t, world.product.settings.ports.sandbox)
    wire.holdAnswers()
    const sleeper = await world.startWorker({
      ...withoutReceipts,
      TIJDIG_TWILIO_URL: `http://127.0.0.1:${wire.port}/twilio`,
    })
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length === 50)
    await world.untilStates({ handed_over: 50, claimed: 70 })
    sleeper.signal('SIGSTOP')
    const stoppedAtMs = performance.now()

    // What holds back the waiting messages is the worker's own timer of its lease. It runs in real seconds, whatever the
    // test clock says, so these 61 seconds cannot be shortened.
    const other = await world.startWorkerHere(withoutReceipts)
    await sleep(61_000 - (performance.now() - stoppedAtMs))
    // Messages at the provider are looked up; the others are sent at once by the other worker.
    await world.untilStates({ unknown: 50, sent: 70 })
    await world.jump(pastLease)
    await world.untilStates({ sent: 120 })
    const before = await snapshot(world)
    await wire.pass()
    await wakeAndWork(world, sleeper, other, numbers)
    assert.deepEqual(await snapshot(world), before)
    assertOnceEach(await world.taken(), [...numbers, phoneOf(awake)])
  })

  test('a worker that is told to stop while the database is away holds what it alone knows for as long as its lease, and ends', async (t) => {
    const world = await startWorld(t)
    const database = new URL(world.product.databaseUrl)
    const wire = await startTcpProxy(t, Number(database.port))
    database.port = String(wire.port)
    const provider = await startTcpProxy(t, world.product.settings.ports.sandbox)
    provider.holdAnswers()
    const numbers = await world.handIn(20)
    const worker = await world.startWorker({
      ...withoutReceipts,
      DATABASE_URL: database.href,
      TIJDIG_TWILIO_URL: `http://127.0.0.1:${provider.port}/twilio`,
    })
    const dueMs = performance.now()
    await world.becomeDue()
    await world.untilStates({ handed_over: 20 })
    await eventually(async () => (await world.taken()).length === 20)
    await wire.cut()
    await provider.pass()
    worker.signal('SIGTERM')
    const ending = await endOf(worker, 120_000)
    const heldMs = performance.now() - dueMs
    assert.equal(ending.code, 0, worker.output())
    t.diagnostic(`ended ${Math.round(ending.tookMs)} ms after it was told`)
    // The lease, and what closing takes.
    assert.ok(heldMs >= 60_000 && heldMs < 85_000, `${heldMs} ms after its messages were due`)

    await world.startWorkerHere(withoutReceipts)
    await world.jump(pastLease)
    await world.untilStates({ unknown: 20 })
    await world.jump(pastLease)
    await world.untilStates({ sent: 20 })
    assertOnceEach(await world.taken(), numbers)
  })
})
