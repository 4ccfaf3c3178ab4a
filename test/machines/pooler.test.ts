import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { callApi, eventually, type TestHolder } from '../harness.ts'
import { freePorts } from '../postgres.ts'
import { endOf, launchServe, startServe } from '../crash/processes.ts'
import { atEnd } from '../crash/at-end.ts'
import { assertOnceEach, intakeOf, phoneOf, startWorld } from '../crash/world.ts'
import { findPgBouncer, serverConnections, startPgBouncer } from './pooler.ts'

const version = await findPgBouncer()
const appointments = 60
/** Logged where a machine is so busy that a call waits too long for a connection; it is told to come again. */
const tooBusy = 'timeout exceeded when trying to connect'

test(
  'behind PgBouncer in transaction mode everything works, and no session is relied on that is not our own',
  { skip: version === null && 'PgBouncer is not installed here: apt-get install pgbouncer' },
  async (t) => {
    const world = await startWorld(t)
    const { owner, product } = world
    const pooler = await startPgBouncer(t, product.databaseUrl, version ?? '')
    t.diagnostic(`PgBouncer ${version}`)
    const [port] = await freePorts(1)
    const changes = { DATABASE_URL: pooler, TIJDIG_DATABASE_DIRECT_URL: product.databaseUrl }
    const env = await world.processEnv({ ...changes, TIJDIG_PORT: String(port), TIJDIG_DATABASE_CONNECTIONS: '10' })
    const api = await startServe(t, { args: ['--roles', 'api'], env })
    const worker = await world.startWorker(changes)
    // Repeats what a busy machine refuses.
    const callAs = (caller: TestHolder, method: string, path: string, body?: object, of: TestHolder = caller) =>
      eventually(async () => {
        const url = `http://127.0.0.1:${port}/api/v1/platform-holders/${of.id}${path}`
        const answer = await callApi(url, method, body, { authorization: `Bearer ${caller.apiKey}` })
        return answer.status === 503 ? null : answer
      })

    // Two holders at once, each with more callers than the pooler has connections.
    const other = await product.createHolder()
    const indexes = Array.from({ length: appointments }, (_, index) => index)
    const answers = await Promise.all(
      indexes.flatMap((index) => [
        callAs(world.holder, 'POST', '/appointments/intake', intakeOf(index)),
        callAs(other, 'GET', '/appointments'),
        callAs(other, 'GET', '/appointments', undefined, world.holder),
      ]),
    )
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status))
    assert.deepEqual(
      statuses.map(([status, those]) => [Number(status), those?.length]),
      [
        [200, appointments],
        [201, appointments],
        [404, appointments],
      ],
    )
    for (const { status, body } of answers) if (status === 200) assert.deepEqual(body.data.items ?? body.data, [])

    // An edit of the policy replans everything, with temporary tables. In winter a day is 24 hours.
    const { version: expectedVersion, steps } = (await callAs(world.holder, 'GET', '/reminder-policy')).body.data
    const edited = await callAs(world.holder, 'PATCH', '/reminder-policy', {
      expectedVersion,
      steps: steps.map((step: { offset: string }) => (step.offset === 'P1D' ? { ...step, offset: 'PT24H' } : step)),
    })
    assert.equal(edited.status, 200, JSON.stringify(edited.body))
    await world.untilStates({ cancelled: appointments, planned: appointments })

    // Jobs, notifications and reminders of one worker.
    await world.becomeDue()
    await world.untilStates({ cancelled: appointments, delivered: appointments }, 30_000)
    assertOnceEach(await world.taken(), indexes.map(phoneOf))

    // Settings of a transaction end with it, on each connection of the pooler.
    const clients = Array.from({ length: serverConnections }, () => new Client({ connectionString: pooler }))
    atEnd(t, () => Promise.all(clients.map((client) => client.end())))
    await Promise.all(clients.map((client) => client.connect()))
    await Promise.all(clients.map((client) => client.query('begin')))
    const sessions = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query(
          `select current_user = session_user as is_owner, coalesce(current_setting('app.holder', true), '') as holder,
             current_setting('enable_seqscan') as scans`,
        )
        return rows[0]
      }),
    )
    await Promise.all(clients.map((client) => client.query('commit')))
    assert.deepEqual(
      sessions,
      clients.map(() => ({ isOwner: true, holder: '', scans: 'on' })),
    )
    const { rows } = await owner.query<{ query: string; count: number }>(
      `select query, count(*)::int as count from pg_stat_activity where datname = current_database() and query = 'listen tijdig_due'
       group by 1`,
    )
    assert.deepEqual(rows, [{ query: 'listen tijdig_due', count: 1 }])
    const logged = [api, worker].flatMap(({ output }) => output().split('\n'))
    const faults = logged.filter((line) => /"level":"(error|fatal)"|prepared statement/.test(line))
    assert.deepEqual(
      faults.filter((line) => !line.includes(tooBusy)),
      [],
    )
    await eventually(async () => (await callApi(`http://127.0.0.1:${port}/readyz`, 'GET')).status === 200)
  },
)

test(
  'a pooler that signs in as the owner for everybody is refused, because any statement could then act as the owner',
  { skip: version === null && 'PgBouncer is not installed here: apt-get install pgbouncer' },
  async (t) => {
    const { product, processEnv } = await startWorld(t)
    const pooler = await startPgBouncer(t, product.databaseUrl, version ?? '', true)
    const env = await processEnv({ DATABASE_URL: pooler, TIJDIG_DATABASE_DIRECT_URL: product.databaseUrl })
    const { code, stderr } = await endOf(launchServe(t, { args: ['--roles', 'worker'], env }))
    assert.equal(code, 1)
    assert.match(
      stderr,
      /DATABASE_URL names a pooler that signs in to the server with a user of its own choice: take `user` out/,
    )
  },
)
