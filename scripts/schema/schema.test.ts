import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { testDatabase } from '../../test/postgres.ts'
import { rowTypes } from './row-types.ts'
import { readSchemaFile, rowTypesFile, schemaFile } from './schema-file.ts'

test('docs/schema.sql is what the migrations make: npm run generate writes it', async () => {
  const { url } = await testDatabase()
  assert.equal(await readSchemaFile(url), await readFile(schemaFile, 'utf8'))
})

test('the types of rows are those of its columns, and its words where a check allows no others', async () => {
  assert.equal(rowTypes(await readFile(schemaFile, 'utf8')), await readFile(rowTypesFile, 'utf8'))
  const visit = `create table visit (
  id uuid not null,
  "grouping" text not null default 'day',
  moved_at timestamptz,
  is_late boolean not null generated always as (
case
    when (moved_at is null) then false
end) stored,
  rest jsonb,
  constraint visit_grouping_check check ("grouping" in ('day', 'hour')),
  constraint visit_moved check ((grouping in ('day')) = (moved_at is null))
);
`
  const [, types] = rowTypes(visit).split('Tables = ')
  assert.equal(
    types,
    `{
  visit: {
    id: string
    grouping: 'day' | 'hour'
    moved_at: Temporal.Instant | null
    is_late: boolean
    rest: unknown
  }
}
`,
  )
  assert.throws(() => rowTypes('create table visit (\n  at point\n)'), /visit\.at .*: point$/)
})

test('whatever a migration changes shows in it', async () => {
  const { url } = await testDatabase()
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    let known = await readSchemaFile(url)
    for (const change of changes) {
      await owner.query(change)
      const now = await readSchemaFile(url)
      assert.notEqual(now, known, change)
      known = now
    }
  } finally {
    await owner.end()
  }
})

const changes = [
  'alter table lease add column reason text',
  `alter table lease alter column reason set default 'x'`,
  `update lease set reason = 'x'; alter table lease alter column reason set not null`,
  'alter table lease add column n bigint generated always as identity',
  `alter table lease add constraint lease_named check (name <> '') not valid`,
  'alter table lease validate constraint lease_named',
  'create index lease_by_owner on lease (owner_id)',
  'alter table lease enable row level security',
  'create policy p on lease for select to tijdig_api using (true)',
  'grant select on lease to tijdig_api',
  'grant update (name) on lease to tijdig_api',
  'alter table lease owner to tijdig_operator',
  'alter table lease set (fillfactor = 70)',
  'alter table lease alter column name set statistics 0',
  `comment on table lease is 'x'`,
  'create function f() returns trigger language plpgsql as $$ begin return null; end $$',
  'create or replace function f() returns trigger language plpgsql security definer as $$ begin return null; end $$',
  'revoke execute on function f() from public',
  'alter function f() owner to tijdig_operator',
  'create trigger t after insert on lease for each row execute function f()',
  'alter table lease disable trigger t',
  'create view v as select name from lease',
  'create sequence s',
  `create type e as enum ('a')`,
  'grant usage on schema login to tijdig_api',
  'alter default privileges in schema public grant select on tables to tijdig_api',
]
