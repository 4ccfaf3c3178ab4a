import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction, statement } from '#/kernel/postgres/db.ts'
import { ping } from '#/slices/webhooks/webhook-events.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { eventually, shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

const idsOf = async ({ id }: TestHolder, text: string): Promise<(string | null)[]> =>
  (await product.operator.query<{ id: string | null }>(text, [id])).rows.map((row) => row.id)
const eventsOf = (holder: TestHolder) =>
  idsOf(holder, 'select subject_id as id from event where platform_holder_id = $1')
const streamsOf = (holder: TestHolder) =>
  idsOf(holder, 'select platform_holder_id as id from event_stream where platform_holder_id = $1')
const confirmedOf = (holder: TestHolder) =>
  idsOf(holder, 'select id from appointment where platform_holder_id = $1 and confirmed_at is not null')
const pingFor = (holder: TestHolder, afterwards: () => Promise<void> = async () => undefined) =>
  inTransaction(product.operator, { holder: holder.id }, async (tx) => {
    ping.emit(tx, [{ platformHolderId: holder.id, subjectId: null, subjectVersion: null, data: {} }])
    // What was sent before has been done once this is answered.
    await tx.rows(statement('test_answer', 'select 1'))
    await afterwards()
  })
const addEndpoint = (holder: TestHolder) =>
  holder.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url: 'https://hooks.example/tijdig' })
const readFeed = (holder: TestHolder) => holder.call('GET', '/events')

for (const [name, listen] of [
  ['the first endpoint', addEndpoint],
  ['the first reader of the feed', readFeed],
] as const) {
  test(`${name} gets no answer while a change is under way that found that nobody listens`, async () => {
    const holder = await product.createHolder()
    const hasLooked = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const change = pingFor(holder, () => {
      hasLooked.resolve()
      return mayCommit.promise
    })
    try {
      await hasLooked.promise
      let isAnswered = false
      const listening = listen(holder).then((reply) => {
        isAnswered = true
        return reply
      })
      await eventually(async () => (await streamsOf(holder)).length === 1)
      for (let calls = 0; calls < 20; calls += 1) assert.equal((await holder.call('GET', '')).status, 200)
      assert.equal(isAnswered, false)
      mayCommit.resolve()
      assert.ok((await listening).status < 300)
    } finally {
      mayCommit.resolve()
      await change
    }
    assert.deepEqual(await eventsOf(holder), [])
    await pingFor(holder)
    assert.equal((await eventsOf(holder)).length, 1)
  })
}

test('whoever begins to listen finds each confirmation that is not told', async () => {
  const counts = { told: 0, untold: 0 }
  for (let round = 0; round < 8; round += 1) {
    const holder = await product.createHolder()
    const ids = await Promise.all(
      Array.from({ length: 24 }, () => storeAppointment(product, holder).then(({ id }) => id)),
    )
    const rest = [...ids]
    const confirm = async () => {
      for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
        const body = { clientRequestId: randomUUID(), expectedVersion: 1 }
        assert.equal((await holder.call('POST', `/appointments/${id}/confirmation`, body)).status, 200)
      }
    }
    const confirming = Promise.all([confirm(), confirm(), confirm(), confirm()])
    for (let before = 0; before < round; before += 1) await holder.call('GET', '')
    assert.ok((await (round % 2 === 0 ? readFeed(holder) : addEndpoint(holder))).status < 300)
    const found = new Set(await confirmedOf(holder))
    await confirming
    const heard = new Set(await eventsOf(holder))
    assert.deepEqual(
      ids.filter((id) => !found.has(id) && !heard.has(id)),
      [],
    )
    counts.told += heard.size
    counts.untold += ids.length - heard.size
  }
  assert.ok(counts.told > 0 && counts.untold > 0, JSON.stringify(counts))
})
