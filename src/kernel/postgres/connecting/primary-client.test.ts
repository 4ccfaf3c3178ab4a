import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { ConfigurationError, readSettings } from '#/app/settings/read-settings.ts'
import { freePorts, testDatabase } from '../../../../test/postgres.ts'
import { inTransaction, isDatabaseUnavailable, openPool, runOnce, statement } from '#/kernel/postgres/db.ts'
import { splitHosts } from './primary-client.ts'

test('a connection string of several servers is one for each', () => {
  for (const [url, urls] of [
    ['postgres://u:p,w@one:1,two/x?a=b', ['postgres://u:p,w@one:1/x?a=b', 'postgres://u:p,w@two/x?a=b']],
    ['postgres://[::1]:1,[::2]:2/x', ['postgres://[::1]:1/x', 'postgres://[::2]:2/x']],
    ['postgres://u@one/x', ['postgres://u@one/x']],
    ['postgres:///x?host=/run/postgresql', ['postgres:///x?host=/run/postgresql']],
  ] as const)
    assert.deepEqual(splitHosts(url), urls)
})

test('a set-up names several servers, and no other than the one that takes writes', () => {
  const databaseUrl = 'postgres://u@one:1,two:2/x?target_session_attrs=read-write'
  const env = { TIJDIG_ENVIRONMENT: 'test' }
  assert.equal(readSettings({ ...env, DATABASE_URL: databaseUrl }).databaseUrl, databaseUrl)
  for (const wrong of ['postgres://u@one:1,two:x/x', 'postgres://u@one,two/x?target_session_attrs=standby'])
    assert.throws(() => readSettings({ ...env, DATABASE_URL: wrong }), ConfigurationError)
})

test('the one that takes writes is found beside one that refuses and one that is silent', async (t) => {
  const database = await testDatabase()
  const pool = poolOf(await besides(t, database.url))
  const one = statement<{ one: number }>('select_one', 'select 1 as one')
  assert.deepEqual(
    await Promise.all(Array.from({ length: 3 }, () => runOnce(pool, one))),
    Array.from({ length: 3 }, () => [{ one: 1 }]),
  )
  await pool.end()
  await database.drop()
})

test('where none takes writes the database is unavailable, within the time a request waits', async (t) => {
  const [port] = await freePorts(1)
  const pool = poolOf(await besides(t, `postgres://u@127.0.0.1:${port}/x`))
  await assert.rejects(pool.connect(), (error) => isDatabaseUnavailable(error))
  await pool.end()
})

test('a server that ends a connection while it is being handed over makes the database unavailable, and ends no process', async (t) => {
  const message = (type: string, ...parts: string[]) => {
    const body = Buffer.from(parts.join(''), 'latin1')
    const head = Buffer.from(`${type}\0\0\0\0`)
    head.writeUInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  // AuthenticationOk, ReadyForQuery and ErrorResponse arrive together.
  const fatal = message(
    'E',
    'SFATAL\0',
    'VFATAL\0',
    'C57P01\0',
    'Mterminating connection due to administrator command\0\0',
  )
  const ready = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), fatal])
  const server = createServer((socket) => void socket.once('data', () => socket.end(ready))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const pool = poolOf(`postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/x`)
  for (const ask of [
    () => inTransaction(pool, { holder: null }, async () => undefined),
    () => runOnce(pool, statement('select_one', 'select 1 as one')),
  ])
    await assert.rejects(ask, (error) => isDatabaseUnavailable(error))
  await pool.end()
})

/** A connection string with a server that refuses and a silent one before the real one. */
async function besides(t: TestContext, databaseUrl: string): Promise<string> {
  const [refusing] = await freePorts(1)
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { host } = new URL(databaseUrl)
  const silentPort = (silent.address() as AddressInfo).port
  return databaseUrl.replace(host, `127.0.0.1:${refusing},127.0.0.1:${silentPort},${host}`)
}

function poolOf(databaseUrl: string) {
  return openPool({ databaseUrl, role: 'tijdig_api', size: 3, onIdleError: (error) => assert.fail(error) })
}
