import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#/kernel/postgres/db.ts'
import { applyNewer } from '../../../../test/migrations.ts'
import { testDatabase } from '../../../../test/postgres.ts'
import { migrate } from './migrate.ts'
import { faultOf, readSchema } from './schema-state.ts'

async function openDatabase(t: TestContext) {
  const { url } = await testDatabase()
  const connect = async () => {
    const client = new Client({ connectionString: url, options: '-c lock_timeout=10s' })
    await client.connect()
    t.after(() => client.end())
    return client
  }
  return { url, connect, owner: await connect() }
}

const faultOfSchema = async (owner: Client) => faultOf(await readSchema(async (sql) => (await owner.query(sql)).rows))

test('migrations are applied in order, each once, and one that fails changes nothing', async (t) => {
  const { owner } = await openDatabase(t)
  const first = { '9001_first.sql': '-- expand\nalter table lease add column first text;\n' }
  const failing = {
    ...first,
    '9002_second.sql': '-- expand\nalter table lease add column second text;\nselect 1 / 0;\n',
  }
  assert.deepEqual(await applyNewer(t, owner, first), ['9001_first.sql'])
  assert.deepEqual(await applyNewer(t, owner, first), [])
  await assert.rejects(
    applyNewer(t, owner, failing),
    /Migration 9002_second\.sql failed and was rolled back: division by zero/,
  )
  const mended = {
    ...first,
    '9002_second.sql': '-- migrate\nupdate lease set first = name;\nalter table lease add second text;\n',
  }
  assert.deepEqual(await applyNewer(t, owner, mended), ['9002_second.sql'])
  const edited = { ...mended, '9001_first.sql': '-- expand\nalter table lease add column first bigint;\n' }
  await assert.rejects(applyNewer(t, owner, edited), /9001_first\.sql was changed after it was applied/)
})

test('a migration that traffic and it have locked out of each other goes again', async (t) => {
  const { owner, connect } = await openDatabase(t)
  const request = await connect()
  await request.query('begin')
  await request.query('lock table rate_window in row exclusive mode')
  const sql = '-- expand\nalter table lease add more text;\nalter table rate_window add more text;\n'
  const applied = applyNewer(t, owner, { '9001_both.sql': sql })
  await waiting(await connect(), 'alter table lease')
  // Who has waited for a second looks for a deadlock, and is rolled back: the migration, which began to wait before.
  await sleep(300)
  await request.query(insertLease, ['meanwhile'])
  await request.query('commit')
  assert.deepEqual(await applied, ['9001_both.sql'])
  const { rows } = await owner.query('select more from lease')
  assert.deepEqual(rows, [{ more: null }], 'the request was not in vain')
})

test('an index is built while others write', async (t) => {
  const { owner, connect } = await openDatabase(t)
  const writer = await connect()
  await writer.query('begin')
  await writer.query(insertLease, ['open'])
  const applied = applyNewer(t, owner, { '9001_index.sql': index })
  // It waits for the transaction that is open, and nobody waits for it.
  const other = await connect()
  await other.query('set statement_timeout = 5000')
  await waiting(other, 'create index concurrently')
  await other.query(insertLease, ['meanwhile'])
  await writer.query('commit')
  assert.deepEqual(await applied, ['9001_index.sql'])
  assert.deepEqual(await validity(owner), [true])
})

test('an index whose building was cut off is built anew', async (t) => {
  const { owner } = await openDatabase(t)
  const unique = {
    '9001_index.sql': index.replace('create index', 'create unique index').replace('(name)', '(owner_id)'),
  }
  for (const name of ['one', 'other']) await owner.query(insertLease, [name])
  await assert.rejects(
    applyNewer(t, owner, unique),
    /9001_index\.sql failed: could not create unique index .*Run `tijdig migrate` again/,
  )
  assert.deepEqual(await validity(owner), [false])
  await owner.query(`delete from lease where name = 'other'`)
  assert.deepEqual(await applyNewer(t, owner, unique), ['9001_index.sql'])
  assert.deepEqual(await validity(owner), [true])
})

test('whoever waits to migrate does not keep an index from being built', async (t) => {
  const { url, owner } = await openDatabase(t)
  await owner.query('select pg_advisory_lock(7421306001)')
  const second = migrate(url)
  await sleep(300)
  await owner.query(index)
  await owner.query('select pg_advisory_unlock(7421306001)')
  assert.deepEqual(await second, [])
})

test('code goes on with a newer schema that was expanded, and not with one that lacks what it uses', async (t) => {
  const { owner } = await openDatabase(t)
  const expanded = { '9001_more.sql': '-- expand\nalter table lease add column more text;\n' }
  await applyNewer(t, owner, expanded)
  assert.equal(await faultOfSchema(owner), null)
  const contracted = {
    ...expanded,
    '9002_less.sql': '-- contract 9001_more.sql\nalter table lease drop column more;\n',
  }
  await applyNewer(t, owner, contracted)
  assert.equal(
    await faultOfSchema(owner),
    'is newer than this code and lacks what it uses (9002_less.sql): run the version that migrated it',
  )
  await owner.query(`update schema_migration set needs = 'baseline' where name = '9002_less.sql'`)
  assert.equal(await faultOfSchema(owner), null, 'this code does without it already')
  await owner.query(`delete from schema_migration where name = 'baseline'`)
  assert.equal(await faultOfSchema(owner), 'is older than this code: run `tijdig migrate` (1 to go)')
})

const insertLease = `insert into lease (name, owner_id, taken_until) values ($1, '00000000-0000-4000-8000-000000000000', now())`
const index = '-- expand\n-- Why.\ncreate index concurrently if not exists lease_sought on lease (name);\n'

async function validity(owner: Client): Promise<unknown[]> {
  const { rows } = await owner.query(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('lease_sought')`,
  )
  return rows.map(({ valid }) => valid)
}

/** Until a statement of a migration waits for somebody. */
async function waiting(client: Client, statement: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and position($1 in query) > 0 and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
      [statement],
    )
    if (rows.length > 0) return
    await sleep(20)
  }
}
