import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { docsViolations } from './check-docs.ts'

test('paths and headings that exist, web addresses and patterns pass', (t) => {
  const root = repository(t)
  writeFileSync(
    join(root, 'README.md'),
    '# Top\nSee [style](docs/style.md#the-names-of-2-things), [top](#top), [code](src/kernel/db.ts#L12), [site](https://example.test/src/gone.ts), `src/kernel/db.ts:12`,\n' +
      '`src/slices/*/store.ts`, `migrations/NNNN_name.sql` and src/gone.ts in prose.\n```sh\nnode src/kernel/db.ts\n```\n',
  )
  writeFileSync(join(root, 'docs/style.md'), '## The names, of `2` things\n[back](../README.md)\n')
  assert.deepEqual(docsViolations(root), [])
})

test('a link, a code span and a code block that cite a missing path or heading are reported once each', (t) => {
  const root = repository(t)
  writeFileSync(
    join(root, 'docs/style.md'),
    '[x](gone.md) `src/gone.ts` [gone](#gone)\n[y]: ../gone.md\n```\nnode scripts/gone.ts\nnode scripts/gone.ts\n```\n',
  )
  assert.deepEqual(docsViolations(root), [
    'docs/style.md cites gone.md, which does not exist.',
    'docs/style.md cites #gone, which does not exist.',
    'docs/style.md cites ../gone.md, which does not exist.',
    'docs/style.md cites src/gone.ts, which does not exist.',
    'docs/style.md cites scripts/gone.ts, which does not exist.',
  ])
})

test('a test that is cited by file and name exists', (t) => {
  const root = repository(t)
  writeFileSync(
    join(root, 'src/kernel/db.test.ts'),
    `test('it holds', () => {})\ntest(\`of ${'${count}'} one\`, () => {})\n`,
  )
  const cites =
    '`src/kernel/db.test.ts`: "it holds", "of ${count} one", "it is gone"; `src/gone.test.ts`: "it holds". "Words."\n'
  writeFileSync(join(root, 'docs/security.md'), `| A | b | ${cites} |\n`)
  assert.deepEqual(docsViolations(root), [
    'docs/security.md cites src/gone.test.ts, which does not exist.',
    'docs/security.md cites src/kernel/db.test.ts: "it is gone", which does not exist.',
    'docs/security.md cites src/gone.test.ts: "it holds", which does not exist.',
  ])
})

function repository(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'tijdig-docs-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['docs', 'src/kernel']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'src/kernel/db.ts'), '')
  return root
}
