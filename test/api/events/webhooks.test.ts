import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startTestProduct, eventually, type TestHolder, type TestProduct } from '../../harness.ts'
import { newEndpoint, storeAppointment } from '../../operation-cases.ts'
import { startReceiver, type Receiver } from '../../webhook-receiver.ts'

let product: TestProduct

before(async () => {
  product = await startTestProduct()
})
after(() => product?.stop())

type Endpoint = {
  readonly path: string
  readonly secret: string
  readonly receiver: Receiver
  readonly holder: TestHolder
}

async function endpointOf(
  t: { after(work: () => Promise<void>): void },
  options: { holder?: TestHolder; receiver?: Receiver; changes?: object } = {},
): Promise<Endpoint> {
  const holder = options.holder ?? (await product.createHolder())
  const receiver = options.receiver ?? (await startReceiver())
  t.after(() => receiver.stop())
  const wanted = newEndpoint({ url: receiver.url, eventTypes: null, ...options.changes })
  const { status, body } = await holder.call('POST', '/webhook-endpoints', wanted)
  assert.equal(status, 201, JSON.stringify(body))
  return { path: `/webhook-endpoints/${body.data.endpoint.id}`, secret: body.data.secret, receiver, holder }
}

const untilReceived = ({ receiver }: Endpoint, count: number) =>
  eventually(async () => receiver.received.length >= count && receiver.received)

async function deliveries({ holder, path }: Endpoint) {
  return (await holder.call('GET', `${path}/deliveries`)).body.data.items
}

const untilDelivery = (endpoint: Endpoint, isDone: (first: { state: string; attempts: number }) => boolean) =>
  eventually(async () => {
    const [first] = await deliveries(endpoint)
    return first && isDone(first) && first
  })

/** Beyond the longest pause between two tries. */
async function becomeDue(): Promise<void> {
  await product.clock.set((await product.clock.now()).add({ hours: 30 }).toString())
}

test('an event is sent once, signed as Standard Webhooks verifies it, and its delivery says so', async (t) => {
  const endpoint = await endpointOf(t)
  const { id } = await storeAppointment(product, endpoint.holder)
  const [first] = await untilReceived(endpoint, 1)
  const headers = first!.headers as Record<string, string>
  const verified = new Webhook(endpoint.secret).verify(first!.body, headers) as { type: string; position: number }
  assert.equal(verified.type, 'appointment.registered')
  assert.equal(verified.position, 1)
  assert.equal(first!.event.subject.id, id)
  assert.equal(first!.id, first!.event.id)
  assert.throws(() => new Webhook(endpoint.secret).verify(`${first!.body} `, headers))
  const delivery = await untilDelivery(endpoint, ({ state }) => state === 'succeeded')
  const { body } = await endpoint.holder.call('GET', `${endpoint.path}/deliveries/${delivery.id}`)
  assert.equal(body.data.request, first!.body)
  assert.equal(body.data.tries[0].status, 204)
  assert.equal(endpoint.receiver.received.length, 1)
})

test('the secret is shown once, a repeat answers without it, and the database has it encrypted', async (t) => {
  const holder = await product.createHolder()
  const receiver = await startReceiver()
  t.after(() => receiver.stop())
  const wanted = newEndpoint({ url: receiver.url })
  const first = await holder.call('POST', '/webhook-endpoints', wanted)
  const again = await holder.call('POST', '/webhook-endpoints', wanted)
  assert.equal(again.status, 200)
  assert.equal(again.body.data.secret, null)
  assert.equal(again.body.data.endpoint.id, first.body.data.endpoint.id)
  const { secret } = first.body.data
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  for (const table of ['webhook_endpoint', 'client_request', 'audit_event']) {
    const { rows } = await product.operator.query<{ text: string }>(`select t::text as text from ${table} t`)
    assert.ok(!rows.some(({ text }) => text.includes(secret) || text.includes(secret.slice(6))), table)
  }
  assert.ok(!product.logLines.some((line) => line.includes(secret)))
})

test('after a rotation both secrets sign until the old one ends', async (t) => {
  const endpoint = await endpointOf(t)
  const { body } = await endpoint.holder.call('POST', `${endpoint.path}/secret`, {
    expectedVersion: 1,
    overlapHours: 1,
  })
  await storeAppointment(product, endpoint.holder)
  const [first] = await untilReceived(endpoint, 1)
  for (const secret of [endpoint.secret, body.data.secret])
    new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>)
  const now = { expectedVersion: 2, overlapHours: 0 }
  const { body: last } = await endpoint.holder.call('POST', `${endpoint.path}/secret`, now)
  await storeAppointment(product, endpoint.holder)
  const second = (await untilReceived(endpoint, 2))[1]!
  new Webhook(last.data.secret).verify(second.body, second.headers as Record<string, string>)
  assert.equal(String(second.headers['webhook-signature']).split(' ').length, 1)
})

test('what fails is tried again at its time with the same id, and Retry-After is heeded', async (t) => {
  const endpoint = await endpointOf(t)
  endpoint.receiver.answer((response) => response.writeHead(503, { 'retry-after': '3600' }).end('busy'))
  await storeAppointment(product, endpoint.holder)
  const failed = await untilDelivery(endpoint, ({ attempts }) => attempts === 1)
  assert.equal(failed.state, 'waiting')
  const pause = Temporal.Instant.from(failed.nextAt)
    .since(await product.clock.now())
    .total('minutes')
  assert.ok(pause > 55 && pause < 61, `${pause}`)
  endpoint.receiver.answer((response) => response.writeHead(204).end())
  await product.clock.set((await product.clock.now()).add({ hours: 2 }).toString())
  const [first, second] = await untilReceived(endpoint, 2)
  assert.equal(first!.id, second!.id)
  assert.equal(first!.body, second!.body)
  assert.notEqual(first!.headers['webhook-signature'], second!.headers['webhook-signature'])
  await untilDelivery(endpoint, ({ state }) => state === 'succeeded')
})

test('a redirect is not followed', async (t) => {
  const other = await startReceiver()
  t.after(() => other.stop())
  const endpoint = await endpointOf(t)
  endpoint.receiver.answer((response) => response.writeHead(302, { location: other.url }).end())
  await storeAppointment(product, endpoint.holder)
  const { id } = await untilDelivery(endpoint, ({ attempts }) => attempts === 1)
  const { body } = await endpoint.holder.call('GET', `${endpoint.path}/deliveries/${id}`)
  assert.equal(body.data.tries[0].status, 302)
  assert.equal(body.data.tries[0].errorCode, 'http_status')
  assert.equal(other.received.length, 0)
})

test('410 disables at once, tells of it, holds what comes, and enabling sends all that was held', async (t) => {
  const holder = await product.createHolder()
  const watcher = await endpointOf(t, { holder, changes: { eventTypes: ['webhook_endpoint.disabled'] } })
  const endpoint = await endpointOf(t, { holder, changes: { eventTypes: ['appointment.registered'] } })
  endpoint.receiver.answer((response) => response.writeHead(410).end())
  await storeAppointment(product, holder)
  const [told] = await untilReceived(watcher, 1)
  assert.equal(told!.event.subject.id, endpoint.path.split('/').at(-1))
  const { body } = await holder.call('GET', endpoint.path)
  assert.equal(body.data.status, 'disabled')
  assert.equal(body.data.disabledReason, 'gone')
  await storeAppointment(product, holder)
  await untilDelivery(endpoint, ({ state }) => state === 'held')
  endpoint.receiver.answer((response) => response.writeHead(200).end())
  const enabled = { expectedVersion: body.data.version, status: 'enabled' }
  assert.equal((await holder.call('PATCH', endpoint.path, enabled)).body.error.details[0].path, 'resume')
  assert.equal((await holder.call('PATCH', endpoint.path, { ...enabled, resume: 'all' })).status, 200)
  const three = await untilReceived(endpoint, 3)
  assert.deepEqual(
    three.map(({ event }) => event.position),
    [1, 1, 2],
  )
})

test('while it is paused nothing comes; resumed for new ones only, the rest is in the log, and recovery sends it', async (t) => {
  const endpoint = await endpointOf(t)
  const { holder, path } = endpoint
  const since = (await product.clock.now()).toString()
  await holder.call('PATCH', path, { expectedVersion: 1, status: 'paused' })
  await storeAppointment(product, holder)
  await untilDelivery(endpoint, ({ state }) => state === 'held')
  await holder.call('PATCH', path, { expectedVersion: 2, status: 'enabled', resume: 'new' })
  await storeAppointment(product, holder)
  assert.equal((await untilReceived(endpoint, 1))[0]!.event.position, 2)
  const states = async () => (await deliveries(endpoint)).map(({ state }: { state: string }) => state)
  await eventually(async () => (await states()).join() === 'succeeded,skipped')
  const recovery = { clientRequestId: randomUUID(), since, which: 'failed' }
  const answer = await holder.call('POST', `${path}/recovery`, recovery)
  assert.equal(answer.status, 202)
  assert.deepEqual(answer.body.data, { requeued: 1, hasMore: false })
  assert.equal((await untilReceived(endpoint, 2))[1]!.event.position, 1)
  await eventually(async () => (await states()).join() === 'succeeded,succeeded')
  const [, first] = await deliveries(endpoint)
  const again = await holder.call('POST', `${path}/deliveries/${first.id}/resend`, { clientRequestId: randomUUID() })
  assert.equal(again.status, 202)
  const third = (await untilReceived(endpoint, 3))[2]!
  assert.equal(third.id, endpoint.receiver.received[1]!.id)
})

test('a test sends one signed example at once and answers how it went', async (t) => {
  const endpoint = await endpointOf(t)
  const { body } = await endpoint.holder.call('POST', `${endpoint.path}/test`, { type: 'reminder.failed' })
  assert.equal(body.data.status, 204)
  const [sent] = endpoint.receiver.received
  new Webhook(endpoint.secret).verify(sent!.body, sent!.headers as Record<string, string>)
  assert.equal(sent!.event.type, 'reminder.failed')
  assert.equal(sent!.event.sequence, 0)
  await endpoint.receiver.stop()
  const { body: refused } = await endpoint.holder.call('POST', `${endpoint.path}/test`, {})
  assert.equal(refused.data.errorCode, 'connection_failed')
  assert.deepEqual(await deliveries(endpoint), [])
})

test('types and locations choose what an endpoint gets, numbered without gaps for each', async (t) => {
  const holder = await product.createHolder()
  const location = { name: 'Lindelaan', personCount: 1, roomCount: 1 }
  assert.equal((await holder.call('PATCH', '/locations/main', { expected: null, location })).status, 200)
  const cancelled = await endpointOf(t, { holder, changes: { eventTypes: ['appointment.cancelled'] } })
  const here = await endpointOf(t, { holder, changes: { locationIds: ['main'] } })
  const cancel = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
  const elsewhere = await storeAppointment(product, holder, 240, { locationId: null })
  await holder.call('POST', `/appointments/${elsewhere.id}/cancellation`, cancel)
  const main = await storeAppointment(product, holder, 240, { locationId: 'main' })
  assert.equal((await untilReceived(cancelled, 1))[0]!.event.subject.id, elsewhere.id)
  assert.equal((await untilReceived(here, 1))[0]!.event.subject.id, main.id)
  assert.equal(here.receiver.received[0]!.event.position, 1)
})

test('an endpoint that fails for a day is told of, and after five days disabled', async (t) => {
  const holder = await product.createHolder()
  const watcher = await endpointOf(t, {
    holder,
    changes: { eventTypes: ['webhook_endpoint.failing', 'webhook_endpoint.disabled'] },
  })
  const endpoint = await endpointOf(t, { holder, changes: { eventTypes: ['appointment.registered'] } })
  endpoint.receiver.answer((response) => response.writeHead(500).end())
  await storeAppointment(product, holder)
  await untilDelivery(endpoint, ({ attempts }) => attempts === 1)
  await becomeDue()
  assert.equal((await untilReceived(watcher, 1))[0]!.event.type, 'webhook_endpoint.failing')
  for (let time = 0; time < 3; time += 1) {
    const { attempts } = (await deliveries(endpoint))[0]
    await becomeDue()
    await untilDelivery(endpoint, (first) => first.attempts > attempts)
  }
  assert.equal((await untilReceived(watcher, 2))[1]!.event.type, 'webhook_endpoint.disabled')
  assert.equal((await holder.call('GET', endpoint.path)).body.data.disabledReason, 'failing')
})

test('ten endpoints are the most', async (t) => {
  const holder = await product.createHolder()
  const receiver = await startReceiver()
  t.after(() => receiver.stop())
  const make = () => holder.call('POST', '/webhook-endpoints', newEndpoint({ url: receiver.url }))
  const statuses = (await Promise.all(Array.from({ length: 12 }, make))).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 10)
  assert.equal(statuses.filter((status) => status === 409).length, 2)
})

test('an endpoint that never answers holds up no other, of the same holder either', async (t) => {
  const holder = await product.createHolder()
  const silent = await Promise.all(
    Array.from({ length: 5 }, () => endpointOf(t, { holder, changes: { eventTypes: ['appointment.registered'] } })),
  )
  for (const { receiver } of silent) receiver.answer(() => undefined)
  const good = await endpointOf(t, { holder, changes: { eventTypes: ['appointment.registered'] } })
  for (let count = 0; count < 20; count += 1) await storeAppointment(product, holder)
  const since = performance.now()
  await untilReceived(good, 20)
  assert.ok(performance.now() - since < 10_000)
  for (const { receiver } of silent) assert.ok(receiver.received.length <= 20)
})
