import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { StaffRole } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import { inTransaction, openPool, statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually } from '../../../test/harness.ts'
import {
  insertEvents,
  openWebhookWorld,
  ring,
  startReceiver,
  type Receiver,
  type WebhookWorld,
} from '../../../test/webhook-world.ts'
import { waits } from '#/slices/webhooks/deliver/schedule.ts'
import { numberAndQueue } from '#/slices/webhooks/queue/queue.ts'
import { holdDeliveries, makeSecret, releaseHeld, requeueDeliveries, sealSecret } from './webhooks.ts'
import { Webhook } from '../../../test/packages/node_modules/standardwebhooks/dist/index.js'

describe('Deliveries', () => {
  let world: WebhookWorld
  before(async () => {
    world = await openWebhookWorld()
  })
  after(() => world.close())

  const begin = async (t: TestContext, ...given: Parameters<typeof startReceiver>): Promise<Receiver> => {
    const receiver = await startReceiver(...given)
    t.after(() => receiver.close())
    return receiver
  }
  const work = (t: TestContext) => {
    const worker = world.startWorker()
    t.after(() => worker.stop())
    return worker
  }
  const statesOf = async (endpointId: string) => (await world.deliveries(endpointId)).map(({ state }) => state)
  const untilStates = (endpointId: string, ...wanted: string[]) =>
    eventually(async () => isDeepStrictEqual(await statesOf(endpointId), wanted))
  const bound = <T>(holder: string, change: (tx: HolderTx) => Promise<T>) =>
    inTransaction(world.pool, { holder }, change)
  const set = (endpointId: string, assignments: string) =>
    world.owner.query(`update webhook_endpoint set ${assignments} where id = $1`, [endpointId])
  const becomeDue = async (endpointId: string) => {
    await world.owner.query(`update webhook_delivery set next_at = now() where endpoint_id = $1 and state = 'due'`, [
      endpointId,
    ])
    await set(endpointId, 'due_at = now()')
  }

  test('of every event that an endpoint wants arrive once each, numbered without gaps', async (t) => {
    const receiver = await begin(t)
    const holder = await world.createHolder()
    const all = await world.createEndpoint(holder, `${receiver.url}/all`)
    const here = await world.createEndpoint(holder, `${receiver.url}/here`, { location_ids: ['main'] })
    const none = await world.createEndpoint(holder, `${receiver.url}/none`, { event_types: ['other.happened'] })
    work(t)
    await world.emit(holder, 1_200)
    await world.emit(holder, 20, 'main')
    await world.emit(holder, 10, 'north')
    await untilStates(all.id, ...Array<string>(1_230).fill('delivered'))
    // Of its location, or of none.
    await untilStates(here.id, ...Array<string>(1_220).fill('delivered'))
    assert.deepEqual(await world.deliveries(none.id), [])
    const told = receiver.calls.filter(({ path }) => path === '/all').map(({ body }) => JSON.parse(body))
    const numbers = (name: string) => told.map((message) => message[name]).toSorted((a, b) => a - b)
    const counted = Array.from({ length: 1_230 }, (_, index) => index + 1)
    assert.deepEqual(numbers('position'), counted)
    assert.deepEqual(numbers('sequence'), counted)
    assert.equal(new Set(told.map(({ id }) => id)).size, 1_230)
  })

  test('of an endpoint that fails are tried again by the schedule, and given up after the tenth attempt', async (t) => {
    const receiver = await begin(t, (response) => response.writeHead(500).end('not now'))
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url)
    work(t)
    await world.emit(holder, 1)
    for (const [index, wait] of waits.entries()) {
      const tried = await eventually(async () => {
        const [one] = await world.deliveries(id)
        return one?.tries === index + 1 && one
      })
      assert.equal(tried.state, 'due')
      const seconds = tried.waitSeconds ?? 0
      assert.ok(seconds <= wait * 1.2 && seconds > wait * 0.8 - 60, `${seconds} s after attempt ${index + 1}`)
      await becomeDue(id)
    }
    await untilStates(id, 'failed')
    const { rows } = await world.owner.query(
      'select attempt_no, status, error_code, answer from webhook_attempt where endpoint_id = $1 order by attempt_no',
      [id],
    )
    assert.deepEqual(
      rows,
      Array.from({ length: 10 }, (_, index) => ({
        attemptNo: index + 1,
        status: 500,
        errorCode: 'status',
        answer: 'not now',
      })),
    )
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual([ids.length, new Set(ids).size], [10, 1])
  })

  test('wait as long as a busy endpoint asks, within a day', async (t) => {
    const receiver = await begin(t, (response, { path }) =>
      response
        .writeHead(path === '/refused' ? 400 : 503, { 'retry-after': path === '/long' ? '999999' : '1800' })
        .end(),
    )
    const holder = await world.createHolder()
    const create = (path: string) => world.createEndpoint(holder, `${receiver.url}${path}`)
    const [busy, long, refused] = [await create('/busy'), await create('/long'), await create('/refused')]
    work(t)
    await world.emit(holder, 1)
    const waitOf = (endpoint: { id: string }) =>
      eventually(async () => {
        const [one] = await world.deliveries(endpoint.id)
        return one?.tries === 1 && one.waitSeconds
      })
    const [asked, most, other] = [await waitOf(busy), await waitOf(long), await waitOf(refused)]
    assert.ok(asked > 1_740 && asked <= 1_800, `${asked} s`)
    assert.ok(most > 86_340 && most <= 86_400, `${most} s`)
    assert.ok(other <= 6, `${other} s`)
  })

  test('of an endpoint that is too busy wait with it, and a short pause uses up no try before its time', async (t) => {
    let asked = '1800'
    const receiver = await begin(t, (response) => response.writeHead(429, { 'retry-after': asked }).end())
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url, { max_in_flight: 1 })
    work(t)
    await world.emit(holder, 20)
    const rests = async () => Number((await world.endpoint(id))['dueAt']) - Date.now()
    await eventually(async () => (await rests()) > 1_700_000)
    await world.emit(holder, 20)
    await eventually(async () => (await world.deliveries(id)).length === 40)
    assert.ok((await rests()) > 1_700_000, 'what happens meanwhile calls it no sooner')
    assert.equal(receiver.calls.length, 1)

    // A person has it called at once.
    asked = '1'
    await bound(holder, (tx) => requeueDeliveries(tx, id, { position: 1 }))
    for (let count = 2; count <= 4; count += 1) await eventually(async () => receiver.calls.length >= count)
    const tried = (await world.deliveries(id)).filter(({ tries }) => tries > 0)
    assert.ok(tried.length >= 3, 'each call was of another one')
    await becomeDue(id)
    const twice = await eventually(async () => (await world.deliveries(id)).find(({ tries }) => tries === 2))
    assert.ok((twice.waitSeconds ?? 0) > 230, `${twice.waitSeconds} s`)
  })

  test('end at once when an endpoint is gone: it is disabled, what waits is held, and staff are told', async (t) => {
    const receiver = await begin(t, (response) => response.writeHead(410).end())
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url, { max_in_flight: 1 })
    const other = await begin(t)
    const watching = await world.createEndpoint(holder, other.url, { event_types: ['webhook_endpoint.disabled'] })
    work(t)
    await world.emit(holder, 3)
    await untilStates(watching.id, 'delivered')
    const { status, disabledReason, dueAt } = await world.endpoint(id)
    assert.deepEqual({ status, disabledReason, dueAt }, { status: 'disabled', disabledReason: 'gone', dueAt: null })
    // Its own event too.
    await untilStates(id, 'held', 'held', 'held', 'held')
    assert.equal(receiver.calls.length, 1)
    const told = JSON.parse(other.calls[0]?.body ?? '')
    assert.deepEqual([told.subject.id, told.data], [id, { reason: 'gone' }])
    assert.deepEqual(await mailsQueued(id), [])
  })

  /** Whom mails about an endpoint wait for. */
  const mailsQueued = async (endpointId: string) => {
    const { rows } = await world.owner.query<{ key: string }>(
      'select key from graphile_worker.jobs where starts_with(key, $1) order by key',
      [`mail-webhook-problem ${endpointId} `],
    )
    return rows.map(({ key }) => key.split(' ').at(-1))
  }
  const addStaff = async (holder: string, role: StaffRole) => {
    const onIdleError = (error: Error) => assert.fail(error)
    const operator = openPool({ databaseUrl: world.url, role: 'tijdig_operator', size: 1, onIdleError })
    try {
      const { id } = await inTransaction(operator, { holder: null }, (tx) =>
        inviteStaff(tx, holder, `${role}-${newId()}@holder.example`, role),
      )
      return id
    } finally {
      await operator.end()
    }
  }

  test('that fail for a day are told once to staff; after five days the endpoint is disabled', async (t) => {
    const receiver = await begin(t, (response) => response.writeHead(500).end())
    const holder = await world.createHolder()
    const readers = [await addStaff(holder, 'owner'), await addStaff(holder, 'integrator')].toSorted()
    await addStaff(holder, 'admin')
    const { id } = await world.createEndpoint(holder, receiver.url, {
      event_types: ['test.happened'],
      failing_since: '2026-01-01',
    })
    const other = await begin(t)
    const types = ['webhook_endpoint.failing', 'webhook_endpoint.disabled']
    const watching = await world.createEndpoint(holder, other.url, { event_types: types })
    await set(id, `failing_since = now() - interval '23 hours'`)
    work(t)
    const attempt = async (count: number) => {
      await world.emit(holder, 1)
      await eventually(async () => (await world.deliveries(id)).filter(({ tries }) => tries > 0).length === count)
    }
    await attempt(1)
    assert.deepEqual([await mailsQueued(id), await world.deliveries(watching.id)], [[], []])
    await set(id, `failing_since = now() - interval '25 hours'`)
    await attempt(2)
    await attempt(3)
    await untilStates(watching.id, 'delivered')
    assert.deepEqual(await mailsQueued(id), readers)
    await set(id, `failing_since = now() - interval '121 hours'`)
    await world.emit(holder, 1)
    await untilStates(watching.id, 'delivered', 'delivered')
    assert.deepEqual(other.calls.map(({ body }) => JSON.parse(body).type).toSorted(), [
      'webhook_endpoint.disabled',
      'webhook_endpoint.failing',
    ])
    const { status, disabledReason } = await world.endpoint(id)
    assert.deepEqual([status, disabledReason], ['disabled', 'failing'])
    await untilStates(id, 'held', 'held', 'held', 'held')
  })

  test('that fail when nothing was tried for long begin the failing anew', async (t) => {
    const receiver = await begin(t, (response) => response.writeHead(500).end())
    const holder = await world.createHolder()
    const create = (hours: number) =>
      world.createEndpoint(holder, receiver.url, {
        event_types: ['test.happened'],
        failing_since: Temporal.Now.instant().subtract({ hours: 144 }).toString(),
        failing_told_at: Temporal.Now.instant().subtract({ hours: 120 }).toString(),
        last_failure_at: Temporal.Now.instant().subtract({ hours }).toString(),
      })
    const [quiet, busy] = [await create(60), await create(25)]
    work(t)
    await world.emit(holder, 1)
    await untilStates(busy.id, 'held')
    await eventually(async () => (await world.deliveries(quiet.id))[0]?.tries === 1)
    const { status, failingSince, failingToldAt } = await world.endpoint(quiet.id)
    assert.deepEqual([status, failingToldAt], ['enabled', null])
    assert.ok(Date.now() - Number(failingSince) < 60_000)
  })

  test('that succeed end the failing of their endpoint', async (t) => {
    const receiver = await begin(t)
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url, {
      failing_since: '2026-01-01',
      failing_told_at: '2026-01-02',
    })
    work(t)
    await world.emit(holder, 1)
    await untilStates(id, 'delivered')
    const { status, failingSince, failingToldAt } = await world.endpoint(id)
    assert.deepEqual([status, failingSince, failingToldAt], ['enabled', null, null])
  })

  test('are held while an endpoint is paused, and then all are sent, or new ones alone', async (t) => {
    const receiver = await begin(t)
    const holder = await world.createHolder()
    const all = await world.createEndpoint(holder, `${receiver.url}/all`)
    const fresh = await world.createEndpoint(holder, `${receiver.url}/fresh`)
    await world.emit(holder, 1)
    const pause = (id: string) =>
      bound(holder, async (tx) => {
        await tx.rows(setStatus, [holder, id, 'paused'])
        holdDeliveries(tx, id)
      })
    const resume = (id: string, which: 'all' | 'new') =>
      bound(holder, async (tx) => {
        await tx.rows(setStatus, [holder, id, 'enabled'])
        releaseHeld(tx, id, which)
      })
    await inTransaction(world.workers, { holder }, numberAndQueue)
    await Promise.all([pause(all.id), pause(fresh.id)])
    work(t)
    await world.emit(holder, 2)
    await Promise.all([all, fresh].map(({ id }) => untilStates(id, 'held', 'held', 'held')))
    assert.deepEqual(receiver.calls, [])
    await resume(fresh.id, 'new')
    await resume(all.id, 'all')
    await untilStates(all.id, 'delivered', 'delivered', 'delivered')
    await world.emit(holder, 1)
    await untilStates(fresh.id, 'failed', 'failed', 'failed', 'delivered')
    assert.equal(receiver.calls.filter(({ path }) => path === '/fresh').length, 1)
  })

  test('are sent again one by one, or since a moment, under the same id', async (t) => {
    const receiver = await begin(t)
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url)
    work(t)
    await world.emit(holder, 3)
    await untilStates(id, 'delivered', 'delivered', 'delivered')
    assert.equal(await bound(holder, (tx) => requeueDeliveries(tx, id, { position: 2 })), 1)
    await eventually(async () => receiver.calls.length === 4)
    await untilStates(id, 'delivered', 'delivered', 'delivered')
    await world.owner.query(
      `update webhook_delivery set state = 'failed', created_at = created_at - position * interval '1 hour' where endpoint_id = $1`,
      [id],
    )
    const since = Temporal.Now.instant().subtract({ minutes: 150 })
    assert.equal(await bound(holder, (tx) => requeueDeliveries(tx, id, { since, until: null, which: 'failed' })), 2)
    await untilStates(id, 'delivered', 'delivered', 'failed')
    const again = await bound(holder, (tx) => requeueDeliveries(tx, id, { since, until: null, which: 'failed' }))
    const every = await bound(holder, (tx) => requeueDeliveries(tx, id, { since, until: null, which: 'all' }))
    assert.deepEqual([again, every], [0, 2])
    await eventually(async () => receiver.calls.length === 8)
    assert.equal(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size, 3)
    const other = await world.createHolder()
    assert.equal(await bound(other, (tx) => requeueDeliveries(tx, id, { position: 1 })), 0)
  })

  test('that are sent again while they are on their way are not swallowed', async (t) => {
    const first = Promise.withResolvers<void>()
    const receiver = await begin(t, (response) => {
      if (receiver.calls.length > 1) response.writeHead(204).end()
      else void first.promise.then(() => response.writeHead(204).end())
    })
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url)
    work(t)
    await world.emit(holder, 1)
    await eventually(async () => receiver.calls.length === 1)
    await bound(holder, (tx) => requeueDeliveries(tx, id, { position: 1 }))
    first.resolve()
    await eventually(async () => receiver.calls.length === 2)
    const done = await eventually(async () => {
      const [one] = await world.deliveries(id)
      return one?.state === 'delivered' && one
    })
    assert.equal(done.attempts, 2)
  })

  test('are signed with each secret that is valid', async (t) => {
    const receiver = await begin(t)
    const holder = await world.createHolder()
    const { id, secret } = await world.createEndpoint(holder, receiver.url)
    const [next, old] = [makeSecret(), makeSecret()]
    const now = Temporal.Now.instant()
    const stored = [
      { sealed: sealSecret(ring, id, next), endsAt: null },
      { sealed: sealSecret(ring, id, secret), endsAt: now.add({ hours: 24 }).toString() },
      { sealed: sealSecret(ring, id, old), endsAt: now.subtract({ seconds: 1 }).toString() },
    ]
    await world.owner.query('update webhook_endpoint set secrets = $2 where id = $1', [id, JSON.stringify(stored)])
    work(t)
    await world.emit(holder, 1)
    await untilStates(id, 'delivered')
    const [call] = receiver.calls
    assert.ok(call)
    const headers = call.headers as Record<string, string>
    for (const valid of [next, secret]) new Webhook(valid).verify(call.body, headers)
    assert.throws(() => new Webhook(old).verify(call.body, headers))
    // The one that is over is forgotten.
    assert.equal(((await world.endpoint(id))['secrets'] as unknown[]).length, 2)
  })

  test('are signed with a new secret from the next call on, also in the middle of many', async (t) => {
    const held = Promise.withResolvers<void>()
    const receiver = await begin(t, (response) => {
      if (receiver.calls.length > 1) response.writeHead(204).end()
      else void held.promise.then(() => response.writeHead(204).end())
    })
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url, { max_in_flight: 1 })
    await world.emit(holder, 30)
    work(t)
    await eventually(async () => receiver.calls.length === 1)
    const next = makeSecret()
    await world.owner.query('update webhook_endpoint set secrets = $2, version = version + 1 where id = $1', [
      id,
      JSON.stringify([{ sealed: sealSecret(ring, id, next), endsAt: null }]),
    ])
    held.resolve()
    await untilStates(id, ...Array<string>(30).fill('delivered'))
    for (const { body, headers } of receiver.calls.slice(1))
      new Webhook(next).verify(body, headers as Record<string, string>)
  })

  test('of a suspended organization wait', async (t) => {
    const receiver = await begin(t)
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url)
    const setHolder = (status: string) =>
      world.owner.query('update platform_holder set status = $2 where platform_holder_id = $1', [holder, status])
    await setHolder('suspended')
    work(t)
    await world.emit(holder, 1)
    await eventually(async () => ((await world.endpoint(id))['dueAt'] as Date) > new Date())
    assert.deepEqual([await statesOf(id), receiver.calls.length], [['due'], 0])
    await setHolder('active')
    await set(id, 'due_at = now()')
    await untilStates(id, 'delivered')
  })

  test('are never in the hands of two workers, nor beyond the limit of their endpoint', async (t) => {
    const receiver = await begin(t, (response) => setTimeout(() => response.writeHead(204).end(), 5))
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url, { max_in_flight: 4 })
    for (let count = 0; count < 4; count += 1) work(t)
    for (let round = 0; round < 10; round += 1) await world.emit(holder, 40)
    await untilStates(id, ...Array<string>(400).fill('delivered'))
    assert.equal(receiver.calls.length, 400)
    assert.equal(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size, 400)
    assert.ok(receiver.mostOpen <= 4, `${receiver.mostOpen} at once`)
  })

  test('are not delayed by endpoints of others that never answer', async (t) => {
    const silent = await begin(t, () => undefined)
    const receiver = await begin(t)
    for (let count = 0; count < 30; count += 1) {
      const hanging = await world.createHolder()
      await world.createEndpoint(hanging, silent.url)
      await world.emit(hanging, 20)
    }
    work(t)
    await eventually(async () => silent.calls.length >= 300)
    const holder = await world.createHolder()
    const { id } = await world.createEndpoint(holder, receiver.url)
    const beganMs = performance.now()
    await world.emit(holder, 100)
    await untilStates(id, ...Array<string>(100).fill('delivered'))
    // None of the others can have been given up by then.
    assert.ok(performance.now() - beganMs < 12_000)
    assert.equal(silent.calls.length, 300)
  })

  test('of one organization with very many events keep those of others waiting for a moment only', async (t) => {
    const receiver = await begin(t)
    const [holder, other] = [await world.createHolder(), await world.createHolder()]
    const many = 40_000
    await world.createEndpoint(holder, receiver.url, { event_types: ['other.happened'] })
    const { id } = await world.createEndpoint(other, receiver.url)
    await insertEvents(world.owner, holder, many)
    const numbered = async () => {
      const { rows } = await world.owner.query<{ lastSequence: number }>(
        'select last_sequence from event_stream where platform_holder_id = $1',
        [holder],
      )
      return rows[0]?.lastSequence ?? 0
    }
    work(t)
    await eventually(async () => (await numbered()) >= 1_000)
    await world.emit(other, 1)
    await untilStates(id, 'delivered')
    assert.ok((await numbered()) < many)
  })

  test('that nobody of another holder sees', async (t) => {
    const receiver = await begin(t)
    const [holder, other] = [await world.createHolder(), await world.createHolder()]
    const mine = await world.createEndpoint(holder, `${receiver.url}/mine`)
    await world.createEndpoint(other, `${receiver.url}/other`)
    work(t)
    await world.emit(holder, 2)
    await untilStates(mine.id, 'delivered', 'delivered')
    const seen = statement<{ holder: string }>(
      'select_seen_webhooks_in_test',
      `select platform_holder_id as holder from webhook_delivery
       union select platform_holder_id from webhook_attempt
       union select platform_holder_id from webhook_endpoint order by 1 limit 100`,
    )
    assert.deepEqual(await bound(other, (tx) => tx.rows(seen)), [{ holder: other }])
    assert.deepEqual(
      receiver.calls.map(({ path }) => path),
      ['/mine', '/mine'],
    )
  })
})

const setStatus = statement(
  'set_webhook_status_in_test',
  'update webhook_endpoint set status = $3 where platform_holder_id = $1 and id = $2',
)
