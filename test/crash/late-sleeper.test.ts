import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../harness.ts'
import { awake, snapshot, wakeAndWork } from './sleeper.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { assertOnceEach, phoneOf, startWorld, withoutReceipts } from './world.ts'

// As in stop-worker.test.ts. A file of its own, because other files can run while this one waits.

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
