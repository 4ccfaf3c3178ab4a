import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, isDatabaseUnavailable, openPool, statement } from '#/kernel/postgres/db.ts'
import { callApi, eventually, type Answer } from '../../harness.ts'
import { atEnd } from '../at-end.ts'
import { endOf, startServe, type ServeProcess } from '../processes.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { assertOnceEach, dueAt, intakeOf, startWorld, untilWaiting, type World } from '../world.ts'

/** The timeouts of requests, connections and statements are under five seconds; the rest allows for a busy machine. */
const answerMs = 20_000

describe('without its database the product says so, waits, and heals by itself', { concurrency: 3 }, () => {
  for (const [outage, what] of [
    ['cut', 'connections are reset and refused'],
    ['hang', 'connections stay open and nothing comes back'],
  ] as const)
    test(`${what}; and told to stop then, both processes end`, async (t) => {
      const all = await startOutage(t)
      const { wire, api, worker, call } = all
      await wire[outage]()
      await assertUnavailable(all)
      await assertHeals(all)

      const waits = () => worker.output().split('worker waits for the database').length
      const before = waits()
      await wire[outage]()
      // Both processes have noticed the outage and wait.
      assert.equal((await call('/readyz')).status, 503)
      await eventually(async () => waits() > before)
      worker.signal('SIGTERM')
      api.signal('SIGTERM')
      for (const ending of [await endOf(worker), await endOf(api)]) {
        assert.equal(ending.code, 0, ending.stdout + ending.stderr)
        t.diagnostic(`ended after ${Math.round(ending.tookMs)} ms`)
      }
    })

  test('after an outage of some seconds a worker listens once, not once for every time it tried', async (t) => {
    const { world, wire } = await startWorkerBehind(t)
    const listening = async () => {
      const { rows } = await world.owner.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and query = 'listen tijdig_due'`,
      )
      return rows[0]?.count
    }
    await eventually(async () => (await listening()) === 1)
    await wire.cut()
    await sleep(5_000)
    await wire.pass()
    await eventually(async () => ((await listening()) ?? 0) > 0)
    // The longest pause between two tries of a second client, if there were one.
    await sleep(3_000)
    assert.equal(await listening(), 1)
  })

  test('the database goes away while messages are at the provider: none is sent twice', async (t) => {
    const outage = await startOutage(t)
    const { world, provider } = outage
    provider.holdAnswers()
    const numbers = await world.handIn(20)
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length === 20)
    await outage.wire.cut()
    await provider.pass()
    await assertUnavailable(outage)
    await outage.wire.pass()
    await world.untilStates({ delivered: 20 })
    assertOnceEach(await world.taken(), numbers)
  })

  test('the answer to a commit is missing: what it recorded was surely not called for, and goes', async (t) => {
    const { world, wire, worker } = await startWorkerBehind(t)
    const numbers = await world.handIn(5)
    // Blocks the record of what is sent; its commit has been pipelined by then.
    await world.owner.query('begin')
    await world.owner.query(
      `insert into reminder_volume (platform_holder_id, hour, handed_over) values ($1, date_trunc('hour', $2::timestamptz), 0)`,
      [world.holder.id, dueAt],
    )
    await world.becomeDue()
    await untilWaiting(world, 'with going as')
    wire.holdAnswers()
    await world.owner.query('commit')
    await world.untilStates({ handed_over: 5 })
    await eventually(async () => worker.output().includes('worker waits for the database'))
    assert.deepEqual(await world.taken(), [])

    await wire.pass()
    await world.untilStates({ delivered: 5 })
    assertOnceEach(await world.taken(), numbers)
    const { rows } = await world.owner.query('select distinct attempt_no, state from reminder_attempt')
    assert.deepEqual(rows, [{ attemptNo: 1, state: 'delivered' }])
  })

  test('a connection that dies between two statements fails its transaction and nothing else', async (t) => {
    const world = await startWorld(t)
    const database = new URL(world.product.databaseUrl)
    const wire = await startTcpProxy(t, Number(database.port))
    database.port = String(wire.port)
    const pool = openPool({
      databaseUrl: database.href,
      role: 'tijdig_api',
      size: 1,
      onIdleError: (error) => assert.fail(error),
    })
    atEnd(t, () => pool.end())
    const one = statement<{ one: number }>('one', 'select 1 as one')
    const cutHalfWay = inTransaction(pool, { holder: null }, async (tx) => {
      await tx.rows(one)
      await wire.cut()
      // Long enough for the reset to arrive while no statement is under way.
      await sleep(50)
      return tx.rows(one)
    })
    await assert.rejects(cutHalfWay, (error) => isDatabaseUnavailable(error))
    await wire.pass()
    assert.deepEqual(await inTransaction(pool, { holder: null }, (tx) => tx.rows(one)), [{ one: 1 }])
  })
})

type Behind = {
  readonly world: World
  /** Between the processes and their database. */
  readonly wire: TcpProxy
  /** Between the worker and the provider of text messages. */
  readonly provider: TcpProxy
  readonly worker: ServeProcess
  /** The database as the processes reach it. */
  readonly databaseUrl: string
}

/** A worker process whose database can be cut off; the twins keep their connection. */
async function startWorkerBehind(t: TestContext): Promise<Behind> {
  const world = await startWorld(t)
  const database = new URL(world.product.databaseUrl)
  const wire = await startTcpProxy(t, Number(database.port))
  const provider = await startTcpProxy(t, world.product.settings.ports.sandbox)
  database.port = String(wire.port)
  const worker = await world.startWorker({
    DATABASE_URL: database.href,
    TIJDIG_TWILIO_URL: `http://127.0.0.1:${provider.port}/twilio`,
  })
  return { world, wire, provider, worker, databaseUrl: database.href }
}

type Outage = Behind & {
  readonly api: ServeProcess
  call(path: string): Promise<Answer & { tookMs: number }>
  handIn(index: number): Promise<Answer>
}

/** With an API process on the same database. */
async function startOutage(t: TestContext): Promise<Outage> {
  const behind = await startWorkerBehind(t)
  const { world, databaseUrl } = behind
  const env = world.processEnv({ DATABASE_URL: databaseUrl, TIJDIG_PORT: '0' })
  const api = await startServe(t, { args: ['--roles', 'api'], env })
  const url = `http://127.0.0.1:${api.apiPort()}`
  const authorization = { authorization: `Bearer ${world.holder.apiKey}` }
  return {
    ...behind,
    api,
    async call(path) {
      const beforeMs = performance.now()
      return { ...(await callApi(url + path, 'GET', undefined, authorization)), tookMs: performance.now() - beforeMs }
    },
    handIn: (index) =>
      callApi(
        `${url}/api/v1/platform-holders/${world.holder.id}/appointments/intake`,
        'POST',
        intakeOf(index),
        authorization,
      ),
  }
}

async function assertUnavailable({ world, call, handIn }: Outage): Promise<void> {
  const path = `/api/v1/platform-holders/${world.holder.id}`
  // More callers than the pool has connections: those that wait for one must be answered in time too.
  const answers = await Promise.all(Array.from({ length: 30 }, () => call(`${path}/appointments`)))
  for (const { status, body, headers, tookMs } of answers) {
    assert.equal(status, 503)
    assert.equal(body.error.code, 'SERVICE_UNAVAILABLE')
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.ok(tookMs < answerMs, `503 came after ${Math.round(tookMs)} ms`)
  }
  assert.equal((await handIn(0)).status, 503)
  assert.equal((await call('/healthz')).status, 200)
  const ready = await call('/readyz')
  assert.equal(ready.status, 503)
  assert.ok(ready.tookMs < answerMs, `/readyz answered after ${Math.round(ready.tookMs)} ms`)
}

/** Restores the connection: requests are served, and what became due meanwhile is sent once. */
async function assertHeals({ world, wire, call, handIn }: Outage): Promise<void> {
  const numbers = await world.handIn(20)
  await world.becomeDue()
  assert.deepEqual(await world.states(), { planned: 20 })
  await wire.pass()
  await eventually(async () => (await call('/readyz')).status === 200)
  await world.untilStates({ delivered: 20 })
  assertOnceEach(await world.taken(), numbers)
  assert.equal((await handIn(20)).status, 201)
}
