import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { isServerProcess } from '#/kernel/postgres/embedded-postgres-process.ts'
import { callApi, eventually, type Answer } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { endOf, isRunning, launchCommand, launchServe, startServe, type ServeProcess } from '../processes.ts'
import { intakeOf } from '../world.ts'
import { atEnd } from '../at-end.ts'

// What `npm start` runs for a newcomer: no DATABASE_URL, the embedded server, twins and demo data.

describe('the whole product in one process, on its own database', () => {
  test('starts, stops with nothing left running, and starts again without making anything anew', async (t) => {
    const home = await newHome(t)
    const first = await startServe(t, home)
    await assertServes(home)
    const server = await databaseServer(home)
    // A terminal's Ctrl-C arrives twice: from the terminal, and passed on by npm.
    first.signal('SIGINT')
    first.signal('SIGINT')
    assert.equal((await endOf(first)).code, 0, first.output())
    await assertNothingLeft(first, server)

    const beforeMs = performance.now()
    const second = await startServe(t, home)
    const tookMs = performance.now() - beforeMs
    await assertServes(home)
    const secondServer = await databaseServer(home)
    second.signal('SIGTERM')
    assert.equal((await endOf(second)).code, 0, second.output())
    await assertNothingLeft(second, secondServer)
    assert.doesNotMatch(second.output(), /Creating the database|Schema brought up to date|Demo data added/)
    t.diagnostic(`second start ready after ${Math.round(tookMs)} ms`)
  })

  describe('and whatever happens to it', { concurrency: 2 }, () => {
    test('killed together with its database server, it recovers by itself and has every acknowledged appointment', async (t) => {
      const home = await newHome(t)
      const first = await startServe(t, home)
      const client = await newClient(t, home)
      const acknowledged = await handIn(client)
      const server = await databaseServer(home)
      process.kill(server.pid, 'SIGKILL')
      await first.kill()

      await startServe(t, home)
      await assertServes(home)
      for (const id of acknowledged) assert.equal((await client('GET', `/appointments/${id}`)).status, 200)
    })

    // How soon it answers is measured in ../outages/database-outage.test.ts.
    test('with its database server killed it answers 503, and heals by itself', async (t) => {
      const home = await newHome(t)
      await startServe(t, home)
      const client = await newClient(t, home)
      const [first = ''] = await handIn(client)
      process.kill((await databaseServer(home)).pid, 'SIGKILL')
      const seen = new Set<number>()
      await eventually(async () => {
        const { status } = await client('GET', `/appointments/${first}`)
        seen.add(status)
        return status === 200 && seen.has(503)
      })
      assert.deepEqual(
        [...seen].filter((status) => status !== 200 && status !== 503),
        [],
      )
      assert.equal((await callApi(`${home.url}/readyz`, 'GET')).status, 200)
    })

    test('killed alone, it leaves no server behind, and the next start has every acknowledged appointment', async (t) => {
      const home = await newHome(t)
      const first = await startServe(t, home)
      const client = await newClient(t, home)
      const acknowledged = await handIn(client)
      const server = await databaseServer(home)
      await first.kill()
      await eventually(async () => !(await isServerProcess(server.pid, server.directory)))

      await startServe(t, home)
      await assertServes(home)
      for (const id of acknowledged) assert.equal((await client('GET', `/appointments/${id}`)).status, 200)
    })

    test('a second start on the same data says who uses it and leaves the first alone', async (t) => {
      const home = await newHome(t)
      const first = await startServe(t, home)
      const [port] = await freePorts(1)
      const second = launchServe(t, { env: { ...home.env, TIJDIG_PORT: String(port) } })
      const { code, stderr } = await endOf(second)
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`^The data directory \\S+ is in use by process ${first.pid}: [^\\n]+\\.\\n$`))
      await assertServes(home)
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
