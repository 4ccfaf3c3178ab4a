import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../harness.ts'
import { awake, snapshot, wakeAndWork } from './sleeper.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { assertOnceEach, phoneOf, startWorld, withoutReceipts } from '../world.ts'

// As stop-worker.test.ts. A file of its own, because others can run while this one waits.

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
  await world.jump({ seconds: 61 })
  await world.untilStates({ sent: 120 })
  const before = await snapshot(world)
  await wire.pass()
  await wakeAndWork(world, sleeper, other, numbers)
  assert.deepEqual(await snapshot(world), before)
  assertOnceEach(await world.taken(), [...numbers, phoneOf(awake)])
})
