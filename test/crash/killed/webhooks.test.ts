import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { eventually } from '../../harness.ts'
import { newEndpoint } from '../../operation-cases.ts'
import { startReceiver, type Receiver } from '../../webhook-receiver.ts'
import { startWorld, type World } from '../world.ts'

// A lease counts real seconds, so that a worker that is frozen knows: here its end is written instead of waited for.
const endLeases = (world: World) =>
  world.owner.query(`update webhook_endpoint set lease_until = now() - interval '1 second'`)

const maxInFlight = 4

async function startSending(
  t: TestContext,
  events: number,
): Promise<{ world: World; receiver: Receiver; path: string }> {
  const receiver = await startReceiver(() => undefined)
  t.after(() => receiver.stop())
  const world = await startWorld(t)
  const endpoint = newEndpoint({ url: receiver.url, maxInFlight })
  // A busy machine refuses for a moment.
  const { body } = await eventually(async () => {
    const answer = await world.holder.call('POST', '/webhook-endpoints', endpoint)
    return answer.status < 300 && answer
  })
  await world.handIn(events)
  return { world, receiver, path: `/webhook-endpoints/${body.data.endpoint.id}` }
}

const succeeded = async ({ holder }: World, path: string) =>
  (await holder.call('GET', `${path}/deliveries?state=succeeded&pageSize=100`)).body.data.items.length as number

const idsOf = ({ received }: Receiver) => received.map(({ id }) => id)

describe('webhooks', { concurrency: 2 }, () => {
  test('a worker that is killed loses none, and repeats at most what was on its way', async (t) => {
    const events = 30
    const { world, receiver, path } = await startSending(t, events)
    const worker = await world.startWorker()
    await eventually(async () => receiver.received.length === maxInFlight)
    await worker.kill()
    receiver.answer((response) => response.writeHead(204).end())
    await endLeases(world)
    await world.startWorkerHere()
    await eventually(async () => (await succeeded(world, path)) === events)
    const ids = idsOf(receiver)
    assert.equal(new Set(ids).size, events)
    assert.ok(ids.length <= events + maxInFlight, `${ids.length}`)
  })

  test('a worker that was frozen beyond its lease settles nothing: what the other one wrote stands', async (t) => {
    const events = 10
    const { world, receiver, path } = await startSending(t, events)
    const frozen = await world.startWorker()
    await eventually(async () => receiver.received.length === maxInFlight)
    frozen.signal('SIGSTOP')
    // The first ones are answered as failed, which only the frozen worker hears, and only once it goes on.
    receiver.answer((response) => response.writeHead(204).end())
    await endLeases(world)
    await world.startWorkerHere()
    await eventually(async () => (await succeeded(world, path)) === events)
    const state = async () =>
      (
        await world.owner.query(
          `select d.id, d.state, d.attempts, (select count(*) from webhook_attempt a where a.delivery_id = d.id) as tries
           from webhook_delivery d order by d.position`,
        )
      ).rows
    const before = await state()
    await receiver.stop()
    frozen.signal('SIGCONT')
    // Its calls were cut, so it has failures to write; it goes on working afterwards.
    await eventually(async () => /webhook|lease|ready/.test(frozen.output()))
    await world.handIn(events)
    assert.deepEqual((await state()).slice(0, before.length), before)
    assert.ok(before.every(({ attempts }) => attempts === 1))
  })

  test('two workers send each event once to each of ten endpoints', async (t) => {
    const receivers = await Promise.all(Array.from({ length: 10 }, () => startReceiver()))
    t.after(() => Promise.all(receivers.map((receiver) => receiver.stop())))
    const world = await startWorld(t)
    for (const { url } of receivers) await world.holder.call('POST', '/webhook-endpoints', newEndpoint({ url }))
    await world.startWorkerHere()
    await world.startWorker()
    await world.handIn(40)
    await eventually(async () => receivers.every(({ received }) => received.length >= 40))
    for (const receiver of receivers) {
      assert.equal(receiver.received.length, 40)
      assert.equal(new Set(idsOf(receiver)).size, 40)
      const positions = receiver.received.map(({ event }) => event.position).toSorted((a, b) => a - b)
      assert.deepEqual(
        positions,
        Array.from({ length: 40 }, (_, index) => index + 1),
      )
    }
  })
})
