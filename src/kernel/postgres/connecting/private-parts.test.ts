import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Client, inTransaction, openPool, statement } from '#/kernel/postgres/db.ts'
import { testDatabase } from '../../../../test/postgres.ts'

// What we use of the driver beside what it documents: `client.connection`, its stream and its messages.

test('the driver is the version whose private parts were looked at', () => {
  const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string }
  assert.equal(
    version,
    '8.23.1',
    'Read lib/client.js and lib/connection.js of the new pg for what db.ts, connections.ts and primary-client.ts use of `connection`, run this file, and name the new version here.',
  )
})

test('the names of columns are changed before the driver reads them, of each statement', async (t) => {
  const database = await testDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  t.after(async () => {
    await client.end()
    await database.drop()
  })
  for (const name of ['', 'named', 'named']) {
    const { rows, fields } = await client.query({ name, text: 'select 1 as due_at, 2 as id' })
    assert.deepEqual(rows, [{ dueAt: 1, id: 2 }])
    assert.deepEqual(
      fields.map((field) => field.name),
      ['dueAt', 'id'],
    )
  }
})

test('statements of one turn travel in one write', async (t) => {
  const database = await testDatabase()
  const onIdleError = (error: Error) => assert.fail(error)
  const pool = openPool({ databaseUrl: database.url, role: 'tijdig_operator', size: 1, onIdleError })
  t.after(async () => {
    await pool.end()
    await database.drop()
  })
  const client = await pool.connect()
  const { stream } = client.connection
  client.release()
  let writes = 0
  const writev = stream._writev?.bind(stream)
  assert.ok(writev, 'a socket of Node writes together what was corked')
  stream._writev = (chunks, done) => {
    writes += 1
    writev(chunks, done)
  }
  const one = statement<{ one: number }>('select_one_of_turn', 'select 1 as one')
  const found = await inTransaction(pool, { holder: null }, (tx) => Promise.all([tx.rows(one), tx.rows(one)]))
  assert.deepEqual(found, [[{ one: 1 }], [{ one: 1 }]])
  // The opening with both statements, and the commit, which is a single chunk or two.
  assert.ok(writes >= 1 && writes <= 2, `${writes} writes`)
})

test('a connection that is cut fails what it was asked, and is told of as ended', async (t) => {
  const database = await testDatabase()
  t.after(() => database.drop())
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  const asked = assert.rejects(client.query('select pg_sleep(60)'), /terminated/)
  client.connection.stream.destroy()
  await Promise.all([asked, ended])
})
