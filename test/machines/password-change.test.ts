import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readSettings } from '#/app/settings/read-settings.ts'
import { changeDatabasePassword } from '#/app/operator/world/database-password.ts'
import { Client, openPool } from '#/kernel/postgres/db.ts'
import { callApi, eventually } from '../harness.ts'
import { atEnd } from '../crash/at-end.ts'
import { endOf, launchCommand, startServe } from '../crash/processes.ts'
import { assertOnceEach, intakeOf, phoneOf, startWorld } from '../crash/world.ts'
import { startPrimary } from './servers.ts'

test('the password of the database is changed under load: processes read it again, no request fails, and every reminder leaves once', async (t) => {
  const server = await startPrimary(t)
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-password-'))
  atEnd(t, () => rm(folder, { recursive: true }))
  const file = join(folder, 'DATABASE_URL')
  await writeFile(file, `${server.url}\n`, { mode: 0o600 })
  const inFile = { DATABASE_URL: '', DATABASE_URL_FILE: file }
  // So that the product of the test itself follows the file too.
  readSettings({ TIJDIG_ENVIRONMENT: 'test', DATABASE_URL_FILE: file })
  const world = await startWorld(t, { url: server.url, drop: async () => undefined })
  const api = await startServe(t, {
    args: ['--roles', 'api'],
    env: world.processEnv({ ...inFile, TIJDIG_PORT: '0' }),
  })
  await world.startWorkerHere(inFile)

  const url = `http://127.0.0.1:${api.apiPort()}/api/v1/platform-holders/${world.holder.id}/appointments/intake`
  const authorization = { authorization: `Bearer ${world.holder.apiKey}` }
  const statuses: number[] = []
  let given = 0
  const handIn = async () => {
    const index = given++
    statuses.push((await callApi(url, 'POST', intakeOf(index), authorization)).status)
  }
  /** More at once than there are connections. */
  const handInMany = () => Promise.all(Array.from({ length: 20 }, handIn))
  const life = { isStopping: false }
  const lane = async () => {
    while (!life.isStopping) await handIn()
  }
  const lanes = Promise.all([lane(), lane()])

  const changing = launchCommand(t, {
    args: ['secret', 'change-database-password', '--yes'],
    env: world.processEnv(inFile),
  })
  const { code } = await endOf(changing, 300_000)
  assert.equal(code, 0, changing.output())
  await handInMany()
  life.isStopping = true
  await lanes

  const changed = (await readFile(file, 'utf8')).trim()
  assert.notEqual(changed, server.url)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.ok(!changing.output().includes(new URL(changed).password))
  const old = new Client({ connectionString: server.url.replace(/\/tijdig$/, '/tijdig?application_name=old') })
  await assert.rejects(old.connect(), { code: '28P01' })

  // Nobody is left who came in by the old one.
  const others = `from pg_stat_activity where usename like 'tijdig%'`
  const cut = await server.administer<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${others}`)
  assert.ok(cut.length > 3)
  await eventually(async () => {
    const rows = await server.administer(`select 1 ${others} and pid = any($1)`, [cut.map(({ pid }) => pid)])
    return rows.length === 0
  })
  await eventually(async () => (await fetch(`http://127.0.0.1:${api.apiPort()}/readyz`)).status === 200)
  await handInMany()
  assert.deepEqual([...new Set(statuses)], [201], api.output())

  await world.becomeDue()
  await eventually(async () => (await world.taken()).length >= given, 60_000)
  assertOnceEach(
    await world.taken(),
    Array.from({ length: given }, (_, index) => phoneOf(index)),
  )
})

/** Between the product and the server: ends the connection by which passwords are changed. */
async function startProxy(t: TestContext, port: number) {
  const way = { losesTheChange: false, isClosedAfter: false, isClosed: false }
  const server = createServer((client) => {
    if (way.isClosed) {
      client.destroy()
      return
    }
    const upstream = connect(port, '127.0.0.1')
    let isChanging = false
    client.on('data', (data) => {
      isChanging ||= data.includes('alter role')
      if (isChanging && way.losesTheChange) client.destroy()
      else upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!isChanging) {
        client.write(data)
        return
      }
      way.isClosed = way.isClosedAfter
      client.destroy()
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(t, async () => void server.close())
  return { way, port: (server.address() as AddressInfo).port }
}

test('when the answer to a changed password is lost, the server is asked, and the new one is never thrown away while it may hold', async (t) => {
  const server = await startPrimary(t)
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-password-'))
  atEnd(t, () => rm(folder, { recursive: true }))
  const file = join(folder, 'DATABASE_URL')
  const proxy = await startProxy(t, server.port)
  const given = server.url.replace(`:${server.port}/`, `:${proxy.port}/`)
  await writeFile(file, `${given}\n`, { mode: 0o600 })
  const read = async (path: string) => (await readFile(path, 'utf8')).trim()
  const change = async () => {
    const databaseUrl = await read(file)
    const atServer = databaseUrl.replace(`:${proxy.port}/`, `:${server.port}/`)
    const pool = openPool({
      databaseUrl: atServer,
      role: 'tijdig_operator',
      size: 1,
      onIdleError: (error) => assert.fail(error),
    })
    try {
      await pool.query('select 1')
      return await changeDatabasePassword({ DATABASE_URL_FILE: file }, { databaseUrl, pool })
    } finally {
      await pool.end()
    }
  }
  const letsIn = async (url: string): Promise<boolean> => {
    const client = new Client({ connectionString: url.replace(`:${proxy.port}/`, `:${server.port}/`) })
    try {
      await client.connect()
      return true
    } catch (error) {
      assert.equal((error as { code?: string }).code, '28P01')
      return false
    } finally {
      await client.end()
    }
  }

  proxy.way.losesTheChange = true
  await assert.rejects(change())
  assert.equal(await read(file), given)
  assert.ok(await letsIn(given), 'the change never came to the server')
  await assert.rejects(stat(`${file}.new`), { code: 'ENOENT' })

  proxy.way.losesTheChange = false
  assert.deepEqual(await change(), [file])
  const changed = await read(file)
  assert.deepEqual([await letsIn(given), await letsIn(changed)], [false, true])
  await assert.rejects(stat(`${file}.new`), { code: 'ENOENT' })

  proxy.way.isClosedAfter = true
  await assert.rejects(change(), (error: Error) => {
    assert.ok(error.message.includes(`${file}.new`), error.message)
    return true
  })
  assert.deepEqual([await letsIn(changed), await letsIn(await read(`${file}.new`))], [false, true])
})
