import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#/kernel/postgres/db.ts'
import { eventually, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment } from '../../operation-cases.ts'
import { send, type Reply } from '../http-request.ts'
import { startSecondApi } from '../second-api.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

let product: TestProduct
let holder: TestHolder
let proxy: TcpProxy
let api: { url: string; stop(): Promise<void> }
before(async () => {
  product = await startTestProduct({ roles: [] })
  holder = await product.createHolder()
  const database = new URL(product.databaseUrl)
  proxy = await startTcpProxy(database.hostname, Number(database.port || 5432))
  database.hostname = '127.0.0.1'
  database.port = String(proxy.port)
  api = await startSecondApi(product, { databaseUrl: database.href })
})
afterEach(async () => {
  proxy.heal()
  await eventually(async () => (await me()).status === 200)
})
after(async () => {
  await api?.stop()
  await proxy?.stop()
  await product?.stop()
})

const authorization = () => ({ authorization: `Bearer ${holder.apiKey}` })
const me = () => send(`${api.url}/api/v1/me`, { headers: authorization() })
const create = (body: object) =>
  send(`${api.url}/api/v1/platform-holders/${holder.id}/appointments`, {
    method: 'POST',
    body,
    headers: authorization(),
  })

/** The timeouts of requests, connections and statements are under five; the rest allows for a busy machine. */
const patienceSeconds = 20

async function assertUnavailable(ask: () => Promise<Reply>): Promise<void> {
  const started = performance.now()
  const reply = await ask()
  const seconds = (performance.now() - started) / 1_000
  assert.deepEqual([reply.status, reply.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(reply.body.error.retryable, true)
  assert.equal(reply.body.requestId, reply.headers['x-request-id'])
  assert.ok(Number(reply.headers['retry-after']) >= 1)
  assert.doesNotMatch(reply.text, /postgres|ECONN|127\.0\.0\.1|timeout|terminat/i)
  assert.ok(seconds < patienceSeconds, `${seconds} s`)
}

test('a database that died is 503 at once, and back when it is back', async () => {
  assert.equal((await me()).status, 200)
  proxy.cut()
  await assertUnavailable(me)
  const appointment = await newAppointment(product)
  await assertUnavailable(() => create(appointment))
  const key = await send(`${api.url}/api/v1/api-keys`, { method: 'POST', body: {}, headers: authorization() })
  assert.deepEqual(
    [key.status, key.body.error.retryable, key.headers['retry-after']],
    [503, false, undefined],
    'nothing tells a second key from the first',
  )
  assert.equal((await send(`${api.url}/healthz`)).status, 200, 'the process lives')
  assert.equal((await send(`${api.url}/readyz`)).status, 503)
  proxy.heal()
  await eventually(async () => (await me()).status === 200)
  assert.equal((await send(`${api.url}/readyz`)).status, 200)
  assert.equal((await create(appointment)).status, 201)
})

test('a database that answers nothing is 503 by the time limits of our own, however many ask', async () => {
  assert.equal((await me()).status, 200)
  proxy.swallow()
  await Promise.all(Array.from({ length: 20 }, () => assertUnavailable(me)))
  proxy.heal()
  await eventually(async () => (await me()).status === 200)
})

test('connections that the server ends cost 503 at most, and nothing is half done', async () => {
  const requests = await Promise.all(Array.from({ length: 40 }, () => newAppointment(product)))
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  const asking = Promise.all(requests.map((request) => create(request)))
  let ended = 0
  for (let round = 0; round < 5; round += 1) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tijdig_api' and datname = current_database()`,
    )
    ended += rowCount ?? 0
    await sleep(15)
  }
  await client.end()
  const replies = await asking
  assert.ok(ended > 0)
  for (const reply of replies) assert.ok([201, 503].includes(reply.status), reply.text)
  await eventually(async () => (await me()).status === 200)
  const ids = new Set<string>()
  for (const [index, request] of requests.entries()) {
    const again = await create(request)
    assert.equal(again.status, 201, again.text)
    if (replies[index]!.status === 201) assert.equal(again.body.data.id, replies[index]!.body.data.id)
    ids.add(again.body.data.id)
  }
  const { rows } = await product.operator.query<{ count: number }>(
    `select count(*) as count from appointment a where platform_holder_id = $1 and id = any($2)
       and exists (select 1 from reminder r where r.appointment_id = a.id)`,
    [holder.id, [...ids]],
  )
  assert.deepEqual([ids.size, rows[0]?.count], [40, 40])
})
