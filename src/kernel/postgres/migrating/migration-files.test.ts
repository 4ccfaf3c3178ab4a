import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationNames, readHeader, readMigrations } from './migration-files.ts'
import { login, main } from './schema.ts'

test('migrations are applied in the order of their numbers, and a file that would be passed over is refused', () => {
  assert.deepEqual(migrationNames(['0133_oauth2.sql', 'baseline', 'login', '0102_holders.sql', '.DS_Store']), [
    '0102_holders.sql',
    '0133_oauth2.sql',
  ])
  for (const name of ['33_oauth.sql', '0133-oauth.sql', '0133_OAuth.sql', '0133_oauth.up.sql'])
    assert.throws(() => migrationNames(['0102_holders.sql', name]), { message: new RegExp(`^Migration ${name} `) })
})

test('the baseline comes first, and later migrations go on from the numbers before it', async () => {
  for (const schema of [main, login]) {
    const [baseline, ...later] = (await readMigrations(schema)).map(({ name }) => name)
    assert.equal(baseline, `${schema.prefix}baseline`)
    assert.deepEqual(
      later.filter((name) => name < schema.beforeBaseline.last),
      [],
    )
  }
})

test('a migration says in its first line what it does', () => {
  assert.deepEqual(readHeader('x', '-- expand\nselect 1;'), { kind: 'expand', needs: null, index: null })
  assert.deepEqual(readHeader('x', '-- contract 0102_a.sql\nselect 1;'), {
    kind: 'contract',
    needs: '0102_a.sql',
    index: null,
  })
  const drop = '-- contract 0102_a.sql\ndrop index concurrently if exists public.a_by_b;\n'
  assert.equal(readHeader('x', drop).index, 'public.a_by_b')
  for (const sql of ['select 1;', '\n-- expand\n', '-- Expand\n', '-- contract\n', '-- migrate 0102_a.sql\n'])
    assert.throws(() => readHeader('0103_b.sql', sql), /^Error: Migration 0103_b\.sql must begin with/)
})
