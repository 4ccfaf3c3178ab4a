import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newIntake, storeAppointment } from '../../operation-cases.ts'

let product: TestProduct

before(async () => {
  product = await startTestProduct()
})
after(() => product?.stop())

/** A holder whose stream has begun. */
async function follower(): Promise<TestHolder> {
  const holder = await product.createHolder()
  assert.deepEqual((await read(holder, '')).items, [])
  return holder
}

type Feed = {
  items: { sequence: number; type: string }[]
  nextAfter: number
  hasMore: boolean
  oldestSequence: number | null
}

async function read(holder: TestHolder, query: string): Promise<Feed> {
  const { status, body } = await holder.call('GET', `/events${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

test('a holder who never asked has no events, and what happened before the first call is not there', async () => {
  const holder = await product.createHolder()
  await storeAppointment(product, holder)
  const count = () => product.operator.query('select from event where platform_holder_id = $1', [holder.id])
  assert.equal((await count()).rowCount, 0)
  assert.deepEqual((await read(holder, '')).items, [])
  await storeAppointment(product, holder)
  const [first] = await eventually(async () => {
    const { items } = await read(holder, '?waitSeconds=5')
    return items.length > 0 && items
  })
  assert.equal(first?.sequence, 1)
  assert.equal(first?.type, 'appointment.registered')
})

test('whoever follows while many appointments are handed in at once misses none and meets no gap', async () => {
  const holder = await follower()
  const appointments = 60
  const seen: number[] = []
  const following = (async () => {
    let next = 0
    while (seen.length < appointments) {
      const feed = await read(holder, `?after=${next}&waitSeconds=5&limit=7`)
      seen.push(...feed.items.map(({ sequence }) => sequence))
      next = feed.nextAfter
    }
  })()
  const intakes = await Promise.all(Array.from({ length: appointments }, () => newIntake(product)))
  const queue = intakes.values()
  const lane = async () => {
    for (const intake of queue) assert.equal((await holder.call('POST', '/appointments/intake', intake)).status, 201)
  }
  await Promise.all(Array.from({ length: 6 }, lane))
  await following
  assert.deepEqual(
    seen,
    Array.from({ length: appointments }, (_, index) => index + 1),
  )
})

test('a call that waits is answered when something happens, holds no connection, and few may wait', async () => {
  const holder = await follower()
  const waiting = Array.from({ length: 5 }, () => read(holder, '?waitSeconds=25'))
  await eventually(async () => {
    const { status, headers } = await holder.call('GET', '/events?waitSeconds=1')
    if (status !== 429) return false
    assert.equal(headers.get('retry-after'), '5')
    return true
  })
  // The product has four connections for requests: five that were held would leave none.
  assert.deepEqual((await read(holder, '')).items, [])
  await storeAppointment(product, holder)
  for (const { items } of await Promise.all(waiting)) assert.equal(items[0]?.type, 'appointment.registered')
})

test('a filter leaves out other types, and goes on behind what it left out', async () => {
  const holder = await follower()
  const { id } = await storeAppointment(product, holder)
  await holder.call('PATCH', `/appointments/${id}`, { expectedVersion: 1, title: 'Another' })
  const all = await eventually(async () => {
    const feed = await read(holder, '')
    return feed.nextAfter === 2 && feed
  })
  assert.deepEqual(all.items.map(({ type }) => type).toSorted(), ['appointment.registered', 'appointment.updated'])
  const some = await read(holder, '?types=appointment.cancelled,appointment.updated')
  assert.deepEqual(
    some.items.map(({ type }) => type),
    ['appointment.updated'],
  )
  assert.equal(some.nextAfter, 2)
  assert.equal(some.oldestSequence, 1)
  const ahead = await holder.call('GET', '/events?after=3')
  assert.equal(ahead.body.error.details[0].path, 'after')
})

test('another holder’s events are never in the feed', async () => {
  const [mine, theirs] = [await follower(), await follower()]
  const { id } = await storeAppointment(product, theirs)
  const [event] = await eventually(async () => {
    const { items } = await read(theirs, '')
    return items.length > 0 && (items as unknown as { id: string; subject: { id: string } }[])
  })
  assert.equal(event?.subject.id, id)
  assert.deepEqual((await read(mine, '')).items, [])
  assert.equal((await mine.call('GET', `/events/${event?.id}`)).status, 404)
})

test('a process that is told to stop answers those that wait', async () => {
  const other = await startTestProduct({ roles: ['api'] })
  const holder = await other.createHolder()
  await holder.call('GET', '/events')
  const since = performance.now()
  const waiting = holder.call('GET', '/events?waitSeconds=25')
  await sleep(300)
  await other.stop()
  assert.equal((await waiting).status, 200)
  assert.ok(performance.now() - since < 15_000)
})
