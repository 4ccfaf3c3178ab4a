import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { testDatabase } from '../../../../test/postgres.ts'
import { migrate } from './migrate.ts'
import { faultOf, readLoginSchema, readSchema } from './schema-state.ts'

/** What the migrations before the baseline left in `schema_migration`, of both schemas. */
const before = readFileSync(new URL('../../../../test/golden/migrations-before-baseline.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', checksum = ''] = line.split(' ')
    return { name, checksum }
  })
const isOfLogin = ({ name }: { name: string }) => name.startsWith('login/')

/** A database as an older version left it: the same schema, by other migrations, with a holder in it. */
async function olderDatabase(t: TestContext, applied: typeof before) {
  const { url } = await testDatabase()
  const owner = new Client({ connectionString: url })
  await owner.connect()
  t.after(() => owner.end())
  for (const table of ['schema_migration', 'login.schema_migration']) {
    await owner.query(`delete from ${table}`)
    await owner.query(`alter table ${table} drop column needs`)
    const rows = applied.filter((row) => isOfLogin(row) === table.startsWith('login'))
    for (const { name, checksum } of rows)
      await owner.query(`insert into ${table} (name, checksum) values ($1, $2)`, [name, checksum])
  }
  await owner.query(
    `insert into platform_holder (platform_holder_id, display_name) values (gen_random_uuid(), 'Praktijk De Linde')`,
  )
  return { url, owner }
}

const stateOf = async (owner: Client) => {
  const query = async (sql: string) => (await owner.query(sql)).rows
  return [faultOf(await readSchema(query)), faultOf(await readLoginSchema(query))]
}

test('a database at the last migration before the baseline is taken over, with its data, and goes on from there', async (t) => {
  const { url, owner } = await olderDatabase(t, before)
  const old = 'is older than this code: run `tijdig migrate` (1 to go)'
  assert.deepEqual(await stateOf(owner), [old, old])
  assert.deepEqual(await migrate(url), ['baseline', 'login/baseline'])
  assert.deepEqual(await stateOf(owner), [null, null])
  assert.deepEqual(await migrate(url), [])
  const { rows } = await owner.query('select display_name from platform_holder')
  assert.deepEqual(rows, [{ displayName: 'Praktijk De Linde' }])
})

test('processes of the version before go on meanwhile: they find all they look for', async (t) => {
  const { url, owner } = await olderDatabase(t, before)
  await migrate(url)
  const { rows } = await owner.query<{ name: string }>(
    'select name from schema_migration union all select name from login.schema_migration',
  )
  const names = new Set(rows.map(({ name }) => name))
  assert.deepEqual(
    before.filter(({ name }) => !names.has(name)),
    [],
  )
})

const last = '0101_saved_views.sql'
for (const [title, applied, present] of [
  [
    'at an earlier migration',
    before.filter(({ name }) => isOfLogin({ name }) || name < '0100'),
    '0099_find_people.sql',
  ],
  ['that lacks one of them', before.filter(({ name }) => name !== '0054_guesses.sql'), last],
  ['by an edited one', before.map((row) => (row.name === last ? { ...row, checksum: 'edited' } : row)), last],
] as const)
  test(`a database ${title} is left as it is, and whoever migrates is told what to do`, async (t) => {
    const { url, owner } = await olderDatabase(t, [...applied])
    await assert.rejects(migrate(url), {
      message: new RegExp(
        `^DATABASE_URL names a database that an older version made, up to ${present}, and only one up to ${last} can be taken over: run \`tijdig migrate\` of the last version that has migrations/${last} first`,
      ),
    })
    const { rows } = await owner.query('select * from schema_migration')
    assert.equal(rows.length, applied.filter((row) => !isOfLogin(row)).length)
    assert.deepEqual(Object.keys(rows[0] ?? {}), ['name', 'checksum', 'appliedAt'])
  })

test('so is a datastore of the sign-in', async (t) => {
  const { url, owner } = await olderDatabase(
    t,
    before.filter(({ name }) => name !== 'login/0005_link_message.sql'),
  )
  await assert.rejects(
    migrate(url),
    /^Error: TIJDIG_LOGIN_DATABASE_URL names a database .* up to login\/0004_guesses\.sql/,
  )
  const { rows } = await owner.query(`select 1 from login.schema_migration where name = 'login/baseline'`)
  assert.deepEqual(rows, [])
})

test('a new database gets the baseline, and two that migrate it at once do it once', async (t) => {
  const { url, owner } = await olderDatabase(t, [])
  const empty = new URL(url)
  empty.pathname = `${empty.pathname}_empty`
  await owner.query(`create database ${empty.pathname.slice(1)}`)
  try {
    const applied = await Promise.all([migrate(empty.href), migrate(empty.href)])
    assert.deepEqual(applied.flat().toSorted(), ['baseline', 'login/baseline'])
    assert.deepEqual(await migrate(empty.href), [])
  } finally {
    await owner.query(`drop database ${empty.pathname.slice(1)} with (force)`)
  }
})
