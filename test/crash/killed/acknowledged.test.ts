import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { startServe } from '../processes.ts'
import { intakeOf, startWorld, type World } from '../world.ts'

const wanted = 200

test('what the API acknowledged survives its kill, and sending the rest again makes no doubles', async (t) => {
  const world = await startWorld(t)
  const [port] = await freePorts(1)
  const launch = { args: ['--roles', 'api'], env: world.processEnv({ TIJDIG_PORT: String(port) }) }
  const api = await startServe(t, launch)
  const url = `http://127.0.0.1:${port}/api/v1/platform-holders/${world.holder.id}/appointments/intake`

  const acknowledged = new Set<number>()
  const unanswered = new Set<number>()
  let next = 0
  const life = { isKilled: false }
  const lane = async () => {
    while (!life.isKilled) {
      const index = next++
      const status = await handIn(world, url, index)
      if (status === 201) acknowledged.add(index)
      else unanswered.add(index)
    }
  }
  const lanes = Array.from({ length: 8 }, lane)
  await eventually(async () => acknowledged.size >= wanted)
  life.isKilled = true
  await api.kill()
  await Promise.all(lanes)
  assert.ok(unanswered.size > 0, 'Nothing was in flight when the process was killed')

  const stored = await planned(world)
  for (const index of acknowledged) assert.deepEqual(stored.get(`A-${index}`), ['planned'], `A-${index} was lost`)

  await startServe(t, launch)
  for (const index of unanswered) assert.match(String(await handIn(world, url, index)), /^20[01]$/)
  const complete = await planned(world)
  assert.equal(complete.size, acknowledged.size + unanswered.size)
  for (const [externalId, states] of complete) assert.deepEqual(states, ['planned'], externalId)
  t.diagnostic(`${acknowledged.size} acknowledged, ${unanswered.size} in flight`)
})

/** @returns the status, or null when no answer came */
async function handIn(world: World, url: string, index: number): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.holder.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(intakeOf(index)),
    })
    await response.text()
    return response.status
  } catch (error) {
    assert.ok(error instanceof TypeError, String(error))
    return null
  }
}

/** States of each stored appointment's reminders, by its source's id. */
async function planned({ owner, holder }: World): Promise<Map<string, string[]>> {
  const { rows } = await owner.query<{ id: string; states: string[] }>(
    `select a.external_appointment_id as id,
       array(select r.state from reminder r where r.appointment_id = a.id and r.state <> 'skipped') as states
     from appointment a where a.platform_holder_id = $1 order by a.id`,
    [holder.id],
  )
  return new Map(rows.map((row) => [row.id, row.states]))
}
