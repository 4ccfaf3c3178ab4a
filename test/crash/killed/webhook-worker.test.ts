import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { deriveKeys } from '#/kernel/secrets/derived-keys.ts'
import { keyRing } from '#/kernel/secrets/key-ring.ts'
import { eventually, testSecret } from '../../harness.ts'
import { insertEndpoint, insertEvents, startReceiver, type Call } from '../../webhook-world.ts'
import { startWorld, type World } from '../world.ts'

const ring = keyRing([{ id: 'derived', key: deriveKeys(testSecret).atRest }])

async function begin(t: TestContext, answer: (response: ServerResponse, call: Call) => void) {
  const world = await startWorld(t)
  const receiver = await startReceiver(answer)
  t.after(() => receiver.close())
  return { world, receiver, idOf: ({ headers }: Call) => String(headers['webhook-id']) }
}

/** Deliveries of an endpoint by state: `{ delivered: 3 }`, and how many attempts are recorded. */
async function recorded({ owner }: World, endpointId: string) {
  const { rows } = await owner.query<{ state: string; count: number; attempts: number }>(
    `select state, count(*)::integer as count, sum(attempts)::integer as attempts
     from webhook_delivery where endpoint_id = $1 group by state order by state`,
    [endpointId],
  )
  const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
  return { states: Object.fromEntries(rows.map(({ state, count }) => [state, count])), attempts }
}

/** As if a minute had gone by in which nobody renewed it. */
function endLease({ owner }: World, endpointId: string) {
  return owner.query(`update webhook_endpoint set lease_until = now() - interval '1 second' where id = $1`, [
    endpointId,
  ])
}

test('a worker that is killed loses no delivery, and repeats no more than was on its way', async (t) => {
  const { world, receiver, idOf } = await begin(t, (response) => setTimeout(() => response.writeHead(204).end(), 20))
  const most = 7
  const columns = { max_in_flight: most }
  const { id } = await insertEndpoint(world.owner, ring, world.holder.id, receiver.url, columns)
  const count = 400
  const first = await world.startWorker()
  await insertEvents(world.owner, world.holder.id, count)
  await eventually(async () => receiver.calls.length >= 100)
  await first.kill()
  assert.ok(((await recorded(world, id)).states['delivered'] ?? 0) < count)
  await endLease(world, id)
  await world.startWorker()
  await eventually(async () => (await recorded(world, id)).states['delivered'] === count)
  assert.equal(new Set(receiver.calls.map(idOf)).size, count)
  const repeated = receiver.calls.length - count
  assert.ok(repeated <= most, `${repeated} were repeated`)
  t.diagnostic(`${repeated} were repeated`)
})

test('a worker that slept while another took its endpoint records nothing of what it had on its way', async (t) => {
  const held: ServerResponse[] = []
  const { world, receiver, idOf } = await begin(t, (response) => {
    // Those of the first worker wait until it sleeps.
    if (receiver.calls.length <= 3) held.push(response)
    else response.writeHead(204).end()
  })
  const { id } = await insertEndpoint(world.owner, ring, world.holder.id, receiver.url, { max_in_flight: 3 })
  const sleeper = await world.startWorker()
  await insertEvents(world.owner, world.holder.id, 5)
  await eventually(async () => receiver.calls.length === 3)
  process.kill(sleeper.pid, 'SIGSTOP')
  t.after(() => sleeper.kill())
  await endLease(world, id)
  await world.startWorker()
  await eventually(async () => (await recorded(world, id)).states['delivered'] === 5)
  const before = await recorded(world, id)
  for (const response of held) response.writeHead(500).end()
  process.kill(sleeper.pid, 'SIGCONT')
  // It has noticed that the endpoint is another's once it looks for others again, which it finds in its own time.
  const other = await insertEndpoint(world.owner, ring, world.holder.id, `${receiver.url}/other`)
  await insertEvents(world.owner, world.holder.id, 20)
  await eventually(async () => (await recorded(world, other.id)).states['delivered'] === 20)
  await eventually(async () => (await recorded(world, id)).states['delivered'] === 25)
  assert.deepEqual(before, { states: { delivered: 5 }, attempts: 5 })
  assert.equal((await recorded(world, id)).attempts, 25)
  const { rows } = await world.owner.query<{ status: number }>(
    'select distinct status from webhook_attempt where endpoint_id = $1 order by status',
    [id],
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    [204],
  )
  assert.equal(new Set(receiver.calls.map(idOf)).size, 25)
})
