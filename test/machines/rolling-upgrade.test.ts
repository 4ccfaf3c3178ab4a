import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness.ts'
import { applyNewer } from '../migrations.ts'
import { freePorts } from '../postgres.ts'
import { startServe } from '../crash/processes.ts'
import { startRoundRobin } from '../crash/killed/round-robin.ts'
import { assertOnceEach, startWorld } from '../crash/world.ts'
import { latestMs, loadOf, plannedNumbers, replace, startLoad } from './traffic.ts'

/** How much later reminders may be while processes are replaced than before. The machine's own slowness is in both. */
const laterAtMostMs = 5_000
/** Reminders sent before anything is replaced. */
const part = 40

test('two API and two worker processes are replaced one after the other, after a newer version migrated: no request fails, and no reminder is late', async (t) => {
  const world = await startWorld(t)
  const ports = await freePorts(2)
  const apis = ports.map((port) => async () => {
    const env = await world.processEnv({ TIJDIG_PORT: String(port) })
    return startServe(t, { args: ['--roles', 'api'], env })
  })
  // A quick machine hands in more than the volume breaker allows a holder in an hour.
  const worker = () => world.startWorker({ TIJDIG_VOLUME_BREAKER_FLOOR: '0' })
  const workers = [worker, worker]
  const starts = [...apis, ...workers]
  const running = await Promise.all(starts.map((start) => start()))
  const balancer = await startRoundRobin(t, ports)
  const load = startLoad(t, loadOf(world, balancer.url))

  await load.untilTaken(part)
  const unreplacedMs = await latestMs(world.owner)
  assert.deepEqual(await applyNewer(t, world.owner, expansion), Object.keys(expansion))
  for (const [place, start] of starts.entries()) {
    const old = running[place]
    assert.ok(old)
    await replace(old, start)
    // Enough to show that all goes on before the next is replaced.
    await load.untilTaken((await world.taken()).length + part)
  }
  const statuses = await load.stop()

  assert.deepEqual(Object.keys(statuses), ['201'], JSON.stringify(statuses))
  const numbers = await plannedNumbers(world.owner)
  await eventually(async () => (await world.taken()).length >= numbers.length, 60_000)
  assertOnceEach(await world.taken(), numbers)
  const replacedMs = await latestMs(world.owner)
  t.diagnostic(`${numbers.length} reminders, at most ${unreplacedMs} ms late before and ${replacedMs} ms in all`)
  assert.ok(replacedMs <= unreplacedMs + laterAtMostMs, `${replacedMs} ms late, ${unreplacedMs} ms before`)
})

/** What the next version adds while this one serves, to the tables that it writes most. */
const expansion = {
  '9001_more.sql':
    '-- expand\nalter table appointment add column more text; alter table reminder add column more text;\n',
  '9002_appointment_more.sql':
    '-- expand\ncreate index concurrently if not exists appointment_more on appointment (platform_holder_id, more);\n',
  '9003_reminder_more.sql':
    '-- expand\ncreate index concurrently if not exists reminder_more on reminder (platform_holder_id, more);\n',
}
