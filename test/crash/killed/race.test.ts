import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness.ts'
import { endOf } from '../processes.ts'
import { assertOnceEach, dueAt, startWorld } from '../world.ts'

const count = 300

test('three workers on one database send reminders that are due at once, each once', async (t) => {
  const world = await startWorld(t)
  const numbers = await world.handIn(count)
  const workers = await Promise.all([world.startWorker(), world.startWorker(), world.startWorker()])
  await world.becomeDue()
  await eventually(async () => (await world.taken()).length >= count)
  await world.untilStates({ delivered: count })
  // A worker finishes its work before it stops: nothing more can come after this.
  for (const worker of workers) worker.signal('SIGTERM')
  for (const worker of workers) assert.equal((await endOf(worker)).code, 0, worker.output())

  const taken = await world.taken()
  assertOnceEach(taken, numbers)
  const { rows } = await world.owner.query<{ attempts: number }>(
    'select count(*)::int as attempts from reminder_attempt',
  )
  assert.equal(rows[0]?.attempts, count)
  const lateMs = taken.map((sms) => Date.parse(sms.clockAt) - Date.parse(dueAt)).sort((one, other) => one - other)
  assert.ok(lateMs[0]! >= 0, 'A reminder left before it was due')
  t.diagnostic(`lateness: median ${lateMs[count / 2]} ms, last ${lateMs.at(-1)} ms`)
})
