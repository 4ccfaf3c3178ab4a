import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { Client, columnOf } from '#/kernel/postgres/db.ts'
import { factNames } from '#/slices/appointment-facts/appointment-facts.ts'
import { testDatabase, type TestDatabase } from '../../postgres.ts'

let database: TestDatabase
let owner: Client
before(async () => {
  database = await testDatabase()
  owner = new Client({ connectionString: database.url })
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await database?.drop()
})

/** Columns that can hold words, JSON or bytes, but for those the database restricts to a list of words. */
const selectFields = `
  select case n.nspname when 'public' then '' else n.nspname || '.' end || t.relname as table_name,
    coalesce(array_agg(a.attname::text order by a.attname::text) filter (where
      a.atttypid = any('{text, text[], varchar, json, jsonb, bytea, inet, uuid[]}'::regtype[])
      and not exists (
        select 1 from pg_constraint c where c.conrelid = t.oid and c.contype = 'c' and c.conkey = array[a.attnum]
          and pg_get_constraintdef(c.oid) ~ '= ANY')), '{}') as fields
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  where t.relkind in ('r', 'p') and n.nspname in ('public', 'login')
  group by 1 order by 1`

test('every stored field stands in the register of docs/privacy.md, and nothing that is not stored', async () => {
  const page = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8')
  const [, register = ''] = page.split('## Register of stored fields')
  const written = new Map<string, string[]>()
  for (const line of register.split('\n').filter((text) => text.startsWith('| `'))) {
    const [table = '', ...fields] = [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    assert.ok(!written.has(table), `${table} stands there twice`)
    written.set(table, fields.toSorted())
  }
  const { rows } = await owner.query<{ tableName: string; fields: string[] }>(selectFields)
  assert.ok(rows.length > 40)
  const stored = Object.fromEntries(rows.map((row) => [row.tableName, row.fields.toSorted()]))
  assert.deepEqual(Object.fromEntries([...written].toSorted()), Object.fromEntries(Object.entries(stored).toSorted()))
})

test('each fact of an appointment is a column, of the table and of what its recipient sees', async () => {
  for (const table of ['appointment', 'appointment_of_person']) {
    const { rows } = await owner.query<{ name: string }>(
      'select column_name::text as name from information_schema.columns where table_name = $1',
      [table],
    )
    const columns = new Set(rows.map((row) => row.name))
    assert.deepEqual(
      factNames.map(columnOf).filter((column) => !columns.has(column)),
      [],
      table,
    )
  }
})

test('a new column of a table is noticed', async () => {
  await owner.query('alter table appointment add column shoe_size text')
  const { rows } = await owner.query<{ tableName: string; fields: string[] }>(selectFields)
  assert.ok(rows.find((row) => row.tableName === 'appointment')?.fields.includes('shoe_size'))
})
