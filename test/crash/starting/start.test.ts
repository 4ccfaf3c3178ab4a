import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { isServerProcess } from '#/embedded-postgres/embedded-postgres-process.ts'
import { callApi, eventually, testSecret, type Answer } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { endOf, isRunning, launchCommand, launchServe, startServe, type ServeProcess } from '../processes.ts'
import { intakeOf } from '../world.ts'
import { atEnd } from '../at-end.ts'

// What `npm start` runs for a newcomer: no DATABASE_URL, the embedded server, twins and demo data.

describe('the whole product in one process, on its own database', { concurrency: 2 }, () => {
  test('on one data directory', async (t) => {
    const made = await newHome(t)
    const home = { ...made, env: { ...made.env, TIJDIG_SECRET: testSecret } }
    const start = () => startServe(t, home)
    let serving = await start()
    assert.match(serving.output(), /belongs to the TIJDIG_SECRET it was set up with.*keep a copy/)

    await t.test('stops with nothing left running, and starts again without making anything anew', async (t) => {
      await assertServes(home)
      const server = await databaseServer(home)
      // A terminal's Ctrl-C arrives twice: from the terminal, and passed on by npm.
      serving.signal('SIGINT')
      serving.signal('SIGINT')
      assert.equal((await endOf(serving)).code, 0, serving.output())
      await assertNothingLeft(serving, server)

      const beforeMs = performance.now()
      serving = await start()
      t.diagnostic(`second start ready after ${Math.round(performance.now() - beforeMs)} ms`)
      await assertServes(home)
      assert.doesNotMatch(
        serving.output(),
        /Creating the database|Schema brought up to date|Demo data added|keep a copy/,
      )
    })

    await t.test('a second start beside it says who uses the data and leaves the first alone', async (t) => {
      const [port] = await freePorts(1)
      const second = launchServe(t, { env: { ...home.env, TIJDIG_PORT: String(port) } })
      const { code, stderr } = await endOf(second)
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`^The data directory \\S+ is in use by process ${serving.pid}: [^\\n]+\\.\\n$`))
      await assertServes(home)
    })

    const client = await newClient(t, home)
    const acknowledged = await handIn(client)
    const isKept = async (id: string) => (await client('GET', `/appointments/${id}`)).status
    const assertKept = async () =>
      assert.deepEqual(
        await Promise.all(acknowledged.map(isKept)),
        acknowledged.map(() => 200),
      )

    // How soon it answers is measured in ../outages/database-outage.test.ts.
    await t.test('with its database server killed it answers 503, and heals by itself', async () => {
      const [first = ''] = acknowledged
      process.kill((await databaseServer(home)).pid, 'SIGKILL')
      const seen = new Set<number>()
      await eventually(async () => {
        const status = await isKept(first)
        seen.add(status)
        return status === 200 && seen.has(503)
      })
      assert.deepEqual([...seen].sort(), [200, 503])
      assert.equal((await callApi(`${home.url}/readyz`, 'GET')).status, 200)
    })

    await t.test(
      'killed together with its database server, it recovers with every acknowledged appointment',
      async () => {
        process.kill((await databaseServer(home)).pid, 'SIGKILL')
        await serving.kill()
        serving = await start()
        await assertServes(home)
        await assertKept()
      },
    )

    await t.test(
      'killed alone, it leaves no server behind, and starts with every acknowledged appointment',
      async () => {
        const server = await databaseServer(home)
        await serving.kill()
        await eventually(async () => !(await isServerProcess(server.pid, server.directory)))
        serving = await start()
        await assertServes(home)
        await assertKept()
      },
    )

    await t.test('told to stop, it leaves nothing running', async () => {
      const server = await databaseServer(home)
      serving.signal('SIGTERM')
      assert.equal((await endOf(serving)).code, 0, serving.output())
      await assertNothingLeft(serving, server)
    })
  })

  test('told to stop while it is still starting, it stops cleanly', async (t) => {
    const home = await newHome(t)
    const starting = launchServe(t, home)
    await eventually(async () => starting.output().includes('Creating the database'))
    starting.signal('SIGTERM')
    const { code } = await endOf(starting, 60_000)
    assert.equal(code, 0, starting.output())
    await assertNothingLeft(starting, await databaseServer(home))
  })
})

type Home = {
  readonly env: Readonly<Record<string, string>>
  readonly dataDirectory: string
  readonly url: string
  readonly sandboxUrl: string
}

/** A data directory and ports of its own. */
async function newHome(t: TestContext): Promise<Home> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tijdig-start-'))
  // As root, the server runs as another user, who needs access.
  await chmod(dataDirectory, 0o755)
  const [api, login, sandbox, smtp, admin] = await freePorts(5)
  atEnd(t, async () => {
    const server = await databaseServer({ dataDirectory }).catch(() => null)
    if (server) await eventually(async () => !(await isServerProcess(server.pid, server.directory)))
    await rm(dataDirectory, { recursive: true, force: true })
  })
  return {
    dataDirectory,
    url: `http://127.0.0.1:${api}`,
    sandboxUrl: `http://127.0.0.1:${sandbox}`,
    env: {
      TIJDIG_DATA_DIR: dataDirectory,
      TIJDIG_PORT: String(api),
      TIJDIG_LOGIN_PORT: String(login),
      TIJDIG_SANDBOX_PORT: String(sandbox),
      TIJDIG_SANDBOX_SMTP_PORT: String(smtp),
      TIJDIG_ADMIN_PORT: String(admin),
    },
  }
}

async function assertServes({ url, sandboxUrl }: Home): Promise<void> {
  assert.equal((await callApi(`${url}/readyz`, 'GET')).status, 200)
  assert.equal((await callApi(`${sandboxUrl}/demo`, 'GET')).body.holders.length, 2)
}

/** Calls the API as the first demo organization. */
type Client = (method: string, path: string, body?: object) => Promise<Answer>

async function newClient(t: TestContext, { env, url, sandboxUrl }: Home): Promise<Client> {
  const { code, stdout, stderr } = await endOf(launchCommand(t, { args: ['demo', 'key'], env }))
  assert.equal(code, 0, stderr)
  const { holders } = (await callApi(`${sandboxUrl}/demo`, 'GET')).body
  const base = `${url}/api/v1/platform-holders/${holders[0].id}`
  return (method, path, body) => callApi(base + path, method, body, { authorization: `Bearer ${stdout.trim()}` })
}

/** @returns the ids of what was acknowledged */
async function handIn(client: Client): Promise<string[]> {
  const starts = Temporal.Now.instant().add({ hours: 72 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client('POST', '/appointments/intake', {
        ...intakeOf(index),
        startsAt: starts.toString(),
        endsAt: starts.add({ minutes: 20 }).toString(),
      }),
    ),
  )
  return answers.map(({ status, body }) => {
    assert.equal(status, 201, JSON.stringify(body))
    return String(body.data.appointmentId)
  })
}

type DatabaseServer = { readonly pid: number; readonly directory: string }

async function databaseServer({ dataDirectory }: Pick<Home, 'dataDirectory'>): Promise<DatabaseServer> {
  const { pid } = JSON.parse(await readFile(join(dataDirectory, 'embedded-postgres.json'), 'utf8')) as { pid: number }
  return { pid, directory: await realpath(join(dataDirectory, 'postgres')) }
}

async function assertNothingLeft(serving: ServeProcess, server: DatabaseServer): Promise<void> {
  assert.equal(isRunning(serving.pid), false)
  assert.equal(await isServerProcess(server.pid, server.directory), false)
}
