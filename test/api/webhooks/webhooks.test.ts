import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { eventually, shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment } from '../../operation-cases.ts'
import { addDelivery, storeEndpoint } from '../../webhook-cases.ts'
import { Webhook } from '../../packages/node_modules/standardwebhooks/dist/index.js'
import { startReceiver, type Receiver } from '../../webhook-world.ts'

describe('Webhooks by the API', () => {
  let product: TestProduct
  let receiver: Receiver
  before(async () => {
    product = await shareTestProduct('api', 'worker')
    receiver = await startReceiver((response, { path }) => {
      if (path === '/fails') response.writeHead(500).end('Not now')
      else response.end('Taken')
    })
  })
  after(async () => {
    await product?.stop()
    await receiver?.close()
  })

  const urlOf = (path: string) => new URL(path, receiver.url).href
  const callsOf = (path: string) => receiver.calls.filter((call) => call.path === path)
  const get = async (holder: TestHolder, path: string) => (await holder.call('GET', path)).body.data

  test('an endpoint is told of a change, and the delivery shows what was sent and answered', async () => {
    const holder = await product.createHolder()
    const path = `/${randomUUID()}`
    const { endpoint } = await storeEndpoint(holder, { url: urlOf(path), eventTypes: ['appointment.registered'] })
    const made = await holder.call('POST', '/appointments', await newAppointment(product))
    const list = `/webhook-endpoints/${endpoint.id}/deliveries`
    const [delivery] = await eventually(async () => {
      const { items } = await get(holder, `${list}?state=delivered`)
      return items.length > 0 ? items : undefined
    })
    const detail = await get(holder, `${list}/${delivery.id}`)
    const [call] = callsOf(path)
    assert.ok(call)
    assert.equal(detail.request.body, call.body)
    assert.equal(detail.request.headers['webhook-id'], call.headers['webhook-id'])
    assert.equal(detail.request.headers['webhook-timestamp'], call.headers['webhook-timestamp'])
    assert.deepEqual(
      detail.attemptList.map(({ status, answer }: { status: number; answer: string }) => [status, answer]),
      [[200, 'Taken']],
    )
    assert.equal(JSON.parse(call.body).subject.id, made.body.data.id)
    const { health } = await get(holder, `/webhook-endpoints/${endpoint.id}`)
    assert.deepEqual([health.attempts, health.succeeded, health.waiting], [1, 1, 0])

    const resend = { clientRequestId: randomUUID() }
    assert.equal((await holder.call('POST', `${list}/${delivery.id}/resend`, resend)).status, 202)
    assert.equal((await holder.call('POST', `${list}/${delivery.id}/resend`, resend)).status, 202)
    await eventually(async () => ((await get(holder, `${list}/${delivery.id}`)).attempts === 2 ? true : undefined))
    assert.deepEqual(new Set(callsOf(path).map(({ headers }) => headers['webhook-id'])).size, 1)
  })

  test('what waited for a paused endpoint is sent when it is enabled with all, and left out with new', async () => {
    const holder = await product.createHolder()
    for (const resume of ['all', 'new'] as const) {
      const path = `/${randomUUID()}`
      const { endpoint } = await storeEndpoint(holder, { url: urlOf(path), eventTypes: ['appointment.registered'] })
      const at = `/webhook-endpoints/${endpoint.id}`
      assert.equal((await holder.call('PATCH', at, { expectedVersion: 1, status: 'paused' })).status, 200)
      await holder.call('POST', '/appointments', await newAppointment(product))
      await eventually(async () => ((await get(holder, at)).health.waiting === 1 ? true : undefined))
      const unsaid = await holder.call('PATCH', at, { expectedVersion: 2, status: 'enabled' })
      assert.deepEqual([unsaid.status, unsaid.body.error.details[0].path], [400, 'resume'])
      assert.equal((await holder.call('PATCH', at, { expectedVersion: 2, status: 'enabled', resume })).status, 200)
      const state = resume === 'all' ? 'delivered' : 'failed'
      await eventually(async () => {
        const { items } = await get(holder, `${at}/deliveries?state=${state}`)
        return items.length === 1 ? true : undefined
      })
      assert.equal(callsOf(path).length, resume === 'all' ? 1 : 0)

      const recovery = { clientRequestId: randomUUID(), since: '2026-01-01T00:00:00Z', which: 'failed' }
      const recovered = await holder.call('POST', `${at}/recovery`, recovery)
      assert.deepEqual(recovered.body.data, { requeued: resume === 'all' ? 0 : 1 })
      await eventually(async () => (callsOf(path).length === 1 ? true : undefined))
      await holder.call('DELETE', at)
    }
  })

  test('the feed says what was sent again, a hundred to an event; of endpoints only the one that names the type is told', async () => {
    const holder = await product.createHolder()
    const { endpoint } = await storeEndpoint(holder, { url: urlOf(`/${randomUUID()}`) })
    const [all, named] = [`/${randomUUID()}`, `/${randomUUID()}`]
    await storeEndpoint(holder, { url: urlOf(all) })
    await storeEndpoint(holder, { url: urlOf(named), eventTypes: ['webhook_endpoint.resent'] })
    const at = `/webhook-endpoints/${endpoint.id}`
    await holder.call('PATCH', at, { expectedVersion: 1, status: 'paused' })
    const ids: string[] = []
    for (let one = 0; one < 201; one += 1)
      ids.push(await addDelivery(product, { platformHolderId: holder.id, endpointId: endpoint.id, state: 'failed' }))
    const recovery = { clientRequestId: randomUUID(), since: '2026-01-01T00:00:00Z', which: 'failed' }
    const answers = await Promise.all([1, 2, 3].map(() => holder.call('POST', `${at}/recovery`, recovery)))
    assert.deepEqual(
      answers.map(({ body }) => body.data),
      answers.map(() => ({ requeued: 201 })),
    )
    const resent = await eventually(async () => {
      const { items } = await get(holder, '/events?types=webhook_endpoint.resent')
      return items.length >= 3 && items
    })
    assert.deepEqual(
      resent.map(({ data }: { data: { eventIds: string[] } }) => data.eventIds.length),
      [100, 100, 1],
    )
    assert.deepEqual(
      resent.flatMap(({ data }: { data: { eventIds: string[] } }) => data.eventIds),
      ids.map((id) => `evt_${id.replaceAll('-', '')}`),
    )
    for (const { subject } of resent)
      assert.deepEqual([subject.type, subject.id, subject.version], ['webhook_endpoint', endpoint.id, null])
    assert.ok(JSON.stringify(resent[0]).length < 8_192)
    await eventually(async () => callsOf(named).length === 3)
    assert.deepEqual(callsOf(all), [])
    const none = { clientRequestId: randomUUID(), since: '2026-01-01T00:00:00Z', which: 'failed' }
    assert.deepEqual((await holder.call('POST', `${at}/recovery`, none)).body.data, { requeued: 0 })
    assert.equal((await get(holder, '/events?types=webhook_endpoint.resent')).items.length, 3)
  })

  test('a test calls the address at once, says how it went, and is no delivery', async () => {
    const holder = await product.createHolder()
    const { endpoint } = await storeEndpoint(holder, { url: urlOf('/fails') })
    const at = `/webhook-endpoints/${endpoint.id}`
    const { body } = await holder.call('POST', `${at}/test`, { type: 'appointment.confirmed' })
    assert.deepEqual(
      [body.data.succeeded, body.data.attempt.status, body.data.attempt.errorCode, body.data.attempt.answer],
      [false, 500, 'status', 'Not now'],
    )
    assert.equal(JSON.parse(callsOf('/fails').at(-1)?.body ?? '').type, 'appointment.confirmed')
    assert.deepEqual((await get(holder, `${at}/deliveries`)).items, [])
    assert.equal((await holder.call('POST', `${at}/test`, { type: 'nothing.such' })).status, 400)
  })

  test('a secret is shown once, also to a call that is repeated, and stored unreadable', async () => {
    const holder = await product.createHolder()
    const body = { clientRequestId: randomUUID(), url: urlOf('/secret') }
    const [first, second] = await Promise.all([
      holder.call('POST', '/webhook-endpoints', body),
      holder.call('POST', '/webhook-endpoints', body),
    ])
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(first.body.data, second.body.data)
    const { endpoint, secret } = first.body.data
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const read = JSON.stringify((await holder.call('GET', '/webhook-endpoints')).body)
    assert.ok(!read.includes(secret))
    const { rows } = await product.operator.query<{ stored: string }>(
      `select (select json_agg(c) from client_request c where c.platform_holder_id = $1)::text
         || (select json_agg(e) from webhook_endpoint e where e.platform_holder_id = $1)::text as stored`,
      [holder.id],
    )
    assert.ok(rows[0]?.stored.includes(endpoint.id))
    assert.ok(!rows[0]?.stored.includes(secret))

    const rotated = await holder.call('POST', `/webhook-endpoints/${endpoint.id}/secret`, {
      expectedVersion: 1,
      overlapHours: 1,
    })
    assert.notEqual(rotated.body.data.secret, secret)
    assert.ok(rotated.body.data.endpoint.previousSecretEndsAt)
    await holder.call('POST', `/webhook-endpoints/${endpoint.id}/test`, {})
    const signatures = () => callsOf('/secret').at(-1)?.headers['webhook-signature']?.toString().split(' ').length
    assert.equal(signatures(), 2)

    // Whoever got no answer asks again: the receiver may know the first one alone.
    const again = { expectedVersion: rotated.body.data.endpoint.version, overlapHours: 24 }
    const third = await holder.call('POST', `/webhook-endpoints/${endpoint.id}/secret`, again)
    await holder.call('POST', `/webhook-endpoints/${endpoint.id}/test`, {})
    assert.equal(signatures(), 3)
    const { body: sent = '', headers = {} } = callsOf('/secret').at(-1) ?? {}
    for (const one of [secret, rotated.body.data.secret, third.body.data.secret])
      new Webhook(one).verify(sent, headers as Record<string, string>)
    const leaked = { expectedVersion: third.body.data.endpoint.version, overlapHours: 0 }
    await holder.call('POST', `/webhook-endpoints/${endpoint.id}/secret`, leaked)
    await holder.call('POST', `/webhook-endpoints/${endpoint.id}/test`, {})
    assert.equal(signatures(), 1)
  })

  test('of more endpoints than an organization may have, asked for at once, ten are made', async () => {
    const holder = await product.createHolder()
    const answers = await Promise.all(
      Array.from({ length: 14 }, () =>
        holder.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url: urlOf('/many') }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 4 }, () => 409),
    ])
  })

  test('an address that may not be called is refused with the reason', async () => {
    const holder = await product.createHolder()
    const wrong = ['http://example.com/', 'https://user:word@example.com/', 'https://192.0.2.1/', 'ftp://x', 'example']
    for (const url of wrong) {
      const { status, body } = await holder.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url })
      assert.deepEqual([status, body.error.details[0].path], [400, 'url'], url)
    }
    const unknown = { clientRequestId: randomUUID(), url: urlOf('/x'), eventTypes: ['appointment.lost'] }
    const { body } = await holder.call('POST', '/webhook-endpoints', unknown)
    assert.equal(body.error.details[0].path, 'eventTypes.0')
  })

  test('a deleted endpoint is gone, with what waited for it', async () => {
    const holder = await product.createHolder()
    const { endpoint } = await storeEndpoint(holder, { url: urlOf('/gone') })
    const at = `/webhook-endpoints/${endpoint.id}`
    await holder.call('PATCH', at, { expectedVersion: 1, status: 'paused' })
    const id = await addDelivery(product, { platformHolderId: holder.id, endpointId: endpoint.id, state: 'held' })
    const deleted = await holder.call('DELETE', at)
    assert.deepEqual((await holder.call('DELETE', at)).body.data, deleted.body.data)
    for (const path of [at, `${at}/deliveries`, `${at}/deliveries/${id}`])
      assert.equal((await holder.call('GET', path)).status, 404)
    assert.equal(
      (await holder.call('POST', `${at}/deliveries/${id}/resend`, { clientRequestId: randomUUID() })).status,
      404,
    )
    const { rows } = await product.operator.query<{ secrets: unknown[]; dueAt: unknown }>(
      'select secrets, due_at from webhook_endpoint where platform_holder_id = $1 and id = $2',
      [holder.id, endpoint.id],
    )
    assert.deepEqual(rows, [{ secrets: [], dueAt: null }])
  })

  test('deliveries are found by state, type and time, page by page', async () => {
    const holder = await product.createHolder()
    const { endpoint } = await storeEndpoint(holder, { url: urlOf('/pages') })
    await holder.call('PATCH', `/webhook-endpoints/${endpoint.id}`, { expectedVersion: 1, status: 'paused' })
    const one = { platformHolderId: holder.id, endpointId: endpoint.id as string }
    const ids: string[] = []
    for (const [state, type] of [
      ['held', 'ping'],
      ['delivered', 'reminder.sent'],
      ['failed', 'ping'],
      ['delivered', 'ping'],
    ] as const)
      ids.unshift(await addDelivery(product, { ...one, state, type }))
    await product.operator.query(
      `update webhook_delivery set created_at = created_at - interval '1 day'
       where platform_holder_id = $1 and endpoint_id = $2 and position <= 2`,
      [holder.id, endpoint.id],
    )
    const listed = async (query: string) => {
      const found: string[] = []
      for (let token = ''; ;) {
        const data = await get(holder, `/webhook-endpoints/${endpoint.id}/deliveries?${query}${token}`)
        found.push(...data.items.map(({ id }: { id: string }) => id))
        if (data.nextPageToken === null) return found
        token = `&pageToken=${encodeURIComponent(data.nextPageToken)}`
      }
    }
    assert.deepEqual(await listed('pageSize=1'), ids)
    assert.deepEqual(await listed('pageSize=1&state=delivered'), [ids[0], ids[2]])
    assert.deepEqual(await listed('pageSize=1&type=ping'), [ids[0], ids[1], ids[3]])
    const since = (await product.clock.now()).subtract({ hours: 12 }).toString()
    assert.deepEqual(await listed(`pageSize=3&since=${encodeURIComponent(since)}`), [ids[0], ids[1]])
    assert.deepEqual(await listed('type=reminder.failed'), [])
  })
})
