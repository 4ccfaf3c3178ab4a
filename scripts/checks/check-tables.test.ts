import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { tableViolations } from './check-tables.ts'

const writes = 'src/slices/b/store.ts writes visit, which is of a: a writes it, by a function or its sql.ts.'
const reads = 'src/slices/b/store.ts reads visit, which is of a: ask a, or add b to its readers there.'

for (const text of [
  'select x from visit',
  'select x from other o, visit v',
  'select x from only visit',
  'select x from other o join visit v using (id)',
  'select x from other\n    left join visit v on true',
  'select exists (select from visit for update)',
  'insert into other (x) select x from visit v on conflict do update set x = 1',
])
  test(`only who is listed reads: ${text}`, (t) => {
    const store = { 'src/slices/b/store.ts': `const a = statement('a', \`${text}\`)` }
    assert.deepEqual(violations(t, store), [reads])
    assert.deepEqual(violations(t, store, ['b']), [])
  })

for (const text of [
  'insert into visit (x) values ($1)',
  'update visit set x = 1',
  'update visit v set x = 1',
  'delete from visit',
  'with gone as (delete from visit returning x) select x from gone',
])
  test(`nobody else writes, listed or not: ${text}`, (t) => {
    const store = { 'src/slices/b/store.ts': `const a = statement('a', \`${text}\`)` }
    assert.deepEqual(violations(t, store), [writes])
    const listed = violations(t, store, ['b'])
    assert.equal(listed[0], writes)
  })

test('the owner reads and writes, and lends its SQL; tests, demo data and prose may name any', (t) => {
  const files = {
    'src/slices/a/deep/store.ts': `const a = 'update visit set x = (select 1 from visit)'`,
    'src/slices/a/sql.ts': 'export const stamp = (x: string) => `update visit u set x = ${x}`',
    'src/slices/b/store.ts': '// Not from visit.\nconst a = statement(`a`, `${stamp(`$1`)} where u.id = $2`)',
    'src/slices/b/store.test.ts': `const a = 'delete from visit'`,
    'src/app/demo/store.ts': `const a = 'insert into visit (x) values (1)'`,
    'src/slices/b/view.ts': `const text = 'Comes from a visit.'`,
  }
  assert.deepEqual(violations(t, files), [])
})

test('kernel and app are owners and readers like slices', (t) => {
  const files = {
    'src/kernel/postgres/privacy.ts': `export const kernel = [{ table: 'lease', readers: ['app'], fields: {} }]`,
    'src/app/store.ts': `const a = 'select x from lease'`,
  }
  assert.deepEqual(violations(t, files), [])
  const unlisted = { ...files, 'src/kernel/postgres/privacy.ts': `export const kernel = [{ table: 'lease' }]` }
  assert.match(violations(t, unlisted).join(), /^src\/app\/store\.ts reads lease, which is of kernel: /)
})

test('a table has one owner, and its readers are neither more than read it nor in disorder', (t) => {
  assert.deepEqual(violations(t, { 'src/slices/b/privacy.ts': `export const b = [{ table: 'visit' }]` }), [
    'visit is declared by a and b: it has one owner.',
  ])
  assert.deepEqual(violations(t, {}, ['b']), [
    'src/slices/a/privacy.ts: b does not read visit: take it out of its readers.',
  ])
  const read = { 'src/slices/b/store.ts': `const a = 'select from visit'`, 'src/slices/c/store.ts': `'from visit'` }
  assert.deepEqual(violations(t, read, ['c', 'b']), ['src/slices/a/privacy.ts: sort the readers of visit.'])
})

/** Of a tree in which slice a owns the table `visit`. */
function violations(t: TestContext, files: Record<string, string>, readers: readonly string[] = []): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tijdig-tables-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const list = readers.map((reader) => `'${reader}'`).join(', ')
  const all = {
    'src/slices/a/privacy.ts': `export const a = [{ table: 'visit', readers: [${list}], fields: {} }]`,
    ...files,
  }

  for (const [file, source] of Object.entries(all)) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  return tableViolations(root)
}
