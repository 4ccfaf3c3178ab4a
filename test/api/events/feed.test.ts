import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, inTransaction } from '#/kernel/postgres/db.ts'
import { numberEvents } from '#/slices/events/events.ts'
import { ping, webhookEndpointDisabled } from '#/slices/webhooks/webhook-events.ts'
import { newId } from '#/kernel/ids.ts'
import { eventually, shareTestProduct, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

const feed = (holder: TestHolder, query = '') => holder.call('GET', `/events${query}`)
const read = async (holder: TestHolder, query = '') => {
  const { status, body } = await feed(holder, query)
  assert.equal(status, 200, JSON.stringify(body))
  assertDocumented('listEvents', status, body)
  return body.data
}
const write = ({ operator }: TestProduct, { id: platformHolderId }: TestHolder, count = 1) =>
  inTransaction(operator, { holder: platformHolderId }, async (tx) => {
    const happened = { platformHolderId, subjectId: null, subjectVersion: null, data: {} }
    ping.emit(
      tx,
      Array.from({ length: count }, () => happened),
    )
  })
const number = ({ operator }: TestProduct, { id }: TestHolder) => inTransaction(operator, { holder: id }, numberEvents)
const tell = async (one: TestProduct, holder: TestHolder, count = 1) => {
  await write(one, holder, count)
  return number(one, holder)
}
/** A holder whose stream is open. */
const listening = async (one = product) => {
  const holder = await one.createHolder()
  await read(holder)
  return holder
}

/** Waits until the product looks for whoever waits. @returns what its connections are doing */
async function untilWaiting({ databaseUrl }: TestProduct): Promise<string[]> {
  // What others do is shown to the owner alone.
  const owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    return await eventually(async () => {
      const { rows } = await owner.query<{ query: string; state: string }>(
        `select query, state from pg_stat_activity where application_name = 'tijdig_api' and datname = current_database()`,
      )
      return rows.some(({ query }) => query.includes('newest_sequences')) && rows.map(({ state }) => state)
    })
  } finally {
    await owner.end()
  }
}

test('events are written from the first read on, and read in order, page by page', async () => {
  const holder = await product.createHolder()
  await write(product, holder)
  assert.deepEqual(await read(holder), { items: [], next: 0, newest: 0, missed: 0 })
  await tell(product, holder, 5)
  const first = await read(holder, '?pageSize=2')
  assert.deepEqual([first.items.map(({ sequence }: { sequence: number }) => sequence), first.next], [[1, 2], 2])
  assert.deepEqual([first.newest, first.missed], [5, 0])
  const rest = await read(holder, `?after=${first.next}`)
  assert.deepEqual([rest.items.map(({ sequence }: { sequence: number }) => sequence), rest.next], [[3, 4, 5], 5])
  const [event] = first.items
  assert.deepEqual(event, {
    id: event.id,
    timestamp: event.timestamp,
    type: 'ping',
    schemaVersion: 1,
    sequence: 1,
    platformHolderId: holder.id,
    subject: { type: 'holder', id: null, version: null, path: `/api/v1/platform-holders/${holder.id}` },
    data: {},
  })
  assert.match(event.id, /^evt_[0-9a-f]{32}$/)
})

test('one event is read by its id, and another organization’s is not there', async () => {
  const [holder, other] = [await listening(), await listening()]
  await tell(product, holder)
  const [event] = (await read(holder)).items
  const { status, body } = await holder.call('GET', `/events/${event.id}`)
  assert.deepEqual([status, body.data], [200, event])
  for (const [who, id] of [
    [other, event.id],
    [holder, `evt_${newId().replaceAll('-', '')}`],
    [holder, newId()],
  ] as const)
    assert.equal((await who.call('GET', `/events/${id}`)).status, 404)
})

test('types are chosen, what was left out lies behind the reader, and one that does not exist is refused', async () => {
  const holder = await listening()
  await tell(product, holder, 3)
  await inTransaction(product.operator, { holder: holder.id }, async (tx) =>
    webhookEndpointDisabled.emit(tx, [
      { platformHolderId: holder.id, subjectId: newId(), subjectVersion: 2, data: { reason: 'gone' } },
    ]),
  )
  await number(product, holder)
  await tell(product, holder, 2)
  const chosen = await read(holder, '?types=webhook_endpoint.disabled,api_key.expiring')
  assert.deepEqual(
    [chosen.items.map(({ sequence, type }: { sequence: number; type: string }) => [sequence, type]), chosen.next],
    [[[4, 'webhook_endpoint.disabled']], 6],
  )
  const { status, body } = await feed(holder, '?types=ping,nothing.happened')
  assert.equal(status, 400)
  assert.match(body.error?.details?.[0]?.message ?? body.details?.[0]?.message, /nothing\.happened/)
})

test('events of a rare type are looked for in parts, and a reader who goes on from each answer finds them', async () => {
  const holder = await listening()
  const [kept, many] = [500, 45_000]
  // As when the first of them are no longer kept.
  await product.operator.query(
    `insert into event (platform_holder_id, type, schema_version, subject_type, data, sequence)
     select $1, case when n = $3 then 'api_key.expiring' else 'ping' end, 1, 'holder', '{}', n
     from generate_series($2::integer + 1, $3::integer) n`,
    [holder.id, kept, many],
  )
  await product.operator.query('update event_stream set last_sequence = $2 where platform_holder_id = $1', [
    holder.id,
    many,
  ])
  const beganMs = performance.now()
  const found: number[] = []
  const places: number[] = []
  for (let next = 0; next < many;) {
    // With an answer that waits: there is more to look at, so none does.
    const page = await read(holder, `?after=${next}&types=api_key.expiring&waitSeconds=25`)
    found.push(...page.items.map(({ sequence }: { sequence: number }) => sequence))
    places.push((next = page.next))
  }
  assert.deepEqual([found, places], [[many], [20_500, 40_500, many]])
  assert.ok(performance.now() - beganMs < 20_000)
})

test('whoever comes back after what was kept learns how many they missed, and who is ahead of the stream too', async () => {
  const holder = await listening()
  await tell(product, holder, 6)
  await product.operator.query('delete from event where platform_holder_id = $1 and sequence <= 4', [holder.id])
  const late = await read(holder, '?after=1')
  assert.deepEqual([late.items.length, late.missed, late.next], [2, 3, 6])
  assert.equal((await read(holder, '?after=4')).missed, 0)
  await product.operator.query('delete from event where platform_holder_id = $1', [holder.id])
  assert.deepEqual(await read(holder, '?after=4'), { items: [], next: 6, newest: 6, missed: 2 })
  assert.deepEqual(await read(holder, '?after=900'), { items: [], next: 900, newest: 6, missed: 0 })
})

test('a reader who waits is answered when something happens, and has no connection of the database meanwhile', async () => {
  const holder = await listening()
  const waiting = read(holder, '?waitSeconds=25')
  for (const state of await untilWaiting(product)) assert.doesNotMatch(state, /transaction/)
  const since = performance.now()
  await tell(product, holder)
  assert.equal((await waiting).items.length, 1)
  assert.ok(performance.now() - since < 20_000, 'it was the end of its time that answered')
})

test('a reader who waits in vain is answered when the time is over, also where other types happen', async () => {
  const holder = await listening()
  const waiting = read(holder, '?waitSeconds=2&types=api_key.expiring')
  await tell(product, holder)
  assert.deepEqual(await waiting, { items: [], next: 1, newest: 1, missed: 0 })
})

test('five readers of an organization wait, the next is told so, and a reader who hangs up makes room', async () => {
  const [holder, other] = [await listening(), await listening()]
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/events?waitSeconds=20`
  const headers = { authorization: `Bearer ${holder.apiKey}` }
  const calls = Array.from({ length: 6 }, () => new AbortController())
  const waiting = calls.map(({ signal }) => fetch(url, { headers, signal }))
  const answers = waiting.map((one) => one.then(({ status }) => status, String))
  const refused = await Promise.race(waiting)
  assert.equal(refused.status, 429)
  assert.match(await refused.text(), /5 readers of your events are waiting already/)
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  assert.equal((await feed(holder)).status, 200)
  assert.equal((await feed(other, '?waitSeconds=1')).status, 200)
  const isRefused = await Promise.all(answers.map((one) => Promise.race([one, Promise.resolve(null)])))
  calls[isRefused.indexOf(null)]?.abort()
  await eventually(async () => (await feed(holder, '?waitSeconds=1')).status === 200)
  await tell(product, holder)
  assert.deepEqual((await Promise.all(answers)).map(String).toSorted(), [
    '200',
    '200',
    '200',
    '200',
    '429',
    'AbortError: This operation was aborted',
  ])
})

test('a reader who goes on from each answer misses nothing and gets nothing twice while others write', async () => {
  const holder = await listening()
  const writers = [1, 2, 3].map(async () => {
    for (let count = 0; count < 20; count += 1) await tell(product, holder, 2)
  })
  const got: number[] = []
  let next = 0
  while (got.length < 120) {
    const answer = await read(holder, `?after=${next}&waitSeconds=25&pageSize=7`)
    got.push(...answer.items.map(({ sequence }: { sequence: number }) => sequence))
    next = answer.next
  }
  await Promise.all(writers)
  assert.deepEqual(
    got,
    Array.from({ length: 120 }, (_, index) => index + 1),
  )
})

test('a server that stops answers those who wait at once, and takes no longer for them', async () => {
  const own = await startTestProduct({ roles: ['api'] })
  const holder = await listening(own)
  const waiting = [feed(holder, '?waitSeconds=25'), feed(holder, '?waitSeconds=25')]
  await untilWaiting(own)
  const since = performance.now()
  const stopped = own.stop()
  for (const { status, body } of await Promise.all(waiting)) assert.deepEqual([status, body.data.items], [200, []])
  await stopped
  assert.ok(performance.now() - since < 20_000, 'the readers held up the stop')
})
