import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sqlViolations } from './check-sql.ts'

for (const text of [
  'select a from b',
  '\n    select a\n    from b',
  'insert into a (b) values ($1)',
  'update login.a set b = 1',
  'update a x set b = 1',
  'delete from a',
  'with a as (select 1) select b from a',
  'set local role none',
  'begin read only',
])
  test(`outside a store this is refused: ${text.trim()}`, (t) => {
    const source = `// select nothing\nconst a = statement('a', \`${text}\`)`
    const [found, ...others] = sqlViolations(tree(t, { 'src/slices/a/change.ts': source }))
    assert.match(found ?? 'nothing', /^src\/slices\/a\/change\.ts:2 holds SQL \(.+\): move it to a store beside it\.$/)
    assert.deepEqual(others, [])
  })

test('stores, what a slice lends, the kernel of PostgreSQL and tests hold it', (t) => {
  const source = `const a = 'select b from c'`
  const places = [
    'src/slices/a/store.ts',
    'src/slices/a/b-store.ts',
    'src/slices/a/sql.ts',
    'src/kernel/postgres/db.ts',
    'src/app/a.test.ts',
  ]
  assert.deepEqual(sqlViolations(tree(t, Object.fromEntries(places.map((place) => [place, source])))), [])
})

test('words that only look like it are let alone', (t) => {
  const source = `const words = ['select_account', 'update', 'beginning', 'Delete from here', 'with a smile', 'set']`
  assert.deepEqual(sqlViolations(tree(t, { 'src/slices/a/words.ts': source })), [])
})

function tree(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tijdig-sql-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  return root
}
