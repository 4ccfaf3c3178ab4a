import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationFaults } from './check-migrations.ts'

const faultsOf = (sql: string, before: Readonly<Record<string, string>> = {}) =>
  migrationFaults(new Map([...Object.entries(before), ['0200_new.sql', sql]]))

test('a migration says whether it expands, migrates or contracts', () => {
  for (const kind of ['expand', 'migrate'])
    assert.deepEqual(faultsOf(`-- ${kind}\nalter table reminder add column x text;\n`), [])
  for (const first of ['', '-- A column.\n', '-- expand 0101_x.sql\n', '-- contract\n', '-- contracts 0101_x.sql\n'])
    assert.match(
      faultsOf(`${first}alter table reminder add column x text;\n`).join(),
      /must begin with "-- expand"/,
      first,
    )
})

test('a contract names the migration since which code does without what it takes away', () => {
  const contract = '-- contract 0150_places.sql\nalter table appointment drop column location_label;\n'
  assert.deepEqual(faultsOf(contract, { '0150_places.sql': '-- expand\nselect 1;\n' }), [])
  assert.match(faultsOf(contract).join(), /contracts after 0150_places\.sql, which is no migration before it/)
})

test('what running code may use goes in a contract alone', () => {
  const lost = [
    'alter table appointment drop column location_label',
    'alter table appointment rename column title to heading',
    'alter table appointment rename to visit',
    'alter table appointment alter column title type varchar(10)',
    'alter table appointment alter title set not null',
    'drop table suggestion',
    'drop function holder_name(uuid)',
    'drop view appointment_of_person',
  ]
  for (const statement of lost)
    assert.match(faultsOf(`-- expand\n${statement};\n`).join(), /takes away what running code may use/, statement)
  for (const statement of ['drop index x', 'drop policy bound on reminder', 'alter table reminder drop constraint x'])
    assert.deepEqual(faultsOf(`-- expand\n${statement};\n`), [], statement)
  assert.deepEqual(
    faultsOf(`-- expand\n-- drop table x\ncreate function f() returns void language sql as $$ drop table x $$;\n`),
    [],
  )
})

test('an index is made concurrently, alone in its file, unless its table is made there too', () => {
  const index = 'index if not exists x on reminder (due_at);\n'
  assert.deepEqual(
    faultsOf(`-- expand\n-- Why.\ncreate index concurrently if not exists x on reminder (due_at);\n`),
    [],
  )
  assert.deepEqual(faultsOf('-- expand\ncreate table t (id uuid);\ncreate unique index x on t (id);\n'), [])
  assert.match(
    faultsOf('-- expand\ncreate index x on reminder (due_at);\n').join(),
    /keeps writers of reminder waiting/,
  )
  for (const [rest, first] of [
    [`create ${index.replace('index', 'index concurrently')}select 1;\n`, '-- expand\n'],
    ['create index concurrently x on reminder (due_at);\n', '-- expand\n'],
  ] as const)
    assert.match(faultsOf(`${first}${rest}`).join(), /must be one statement/, rest)
})

test('a constraint of a table that is there is checked apart from its being added', () => {
  const add = 'alter table reminder add constraint x check (attempts >= 0)'
  assert.match(faultsOf(`-- expand\n${add};\n`).join(), /add the constraint not valid/)
  assert.deepEqual(faultsOf(`-- expand\n${add} not valid;\n`), [])
  assert.deepEqual(faultsOf('-- migrate\nalter table reminder validate constraint x;\n'), [])
})
