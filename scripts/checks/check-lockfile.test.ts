import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { lockfileViolations } from './check-lockfile.ts'

const manifest = { dependencies: { pg: '^8.0.0' }, allowScripts: { pg: true } }
const locked = { version: '8.1.0', integrity: 'sha512-abc' }

test('registry packages with checksums that answer package.json pass', (t) => {
  assert.deepEqual(violations(t, { '': manifest, 'node_modules/pg': locked }), [])
})

test('a package without a checksum, from elsewhere, or from a folder is refused', (t) => {
  const found = violations(t, {
    '': manifest,
    'node_modules/pg': locked,
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', integrity: 'sha1-abc' },
    'node_modules/c': { ...locked, resolved: 'git+ssh://git@example.test/c.git#abc' },
    'node_modules/d': { ...locked, resolved: 'file:../d.tgz' },
    'node_modules/e': { link: true, resolved: '../e' },
  })
  assert.deepEqual(
    found.map((line) => line.split(' ').slice(0, 4).join(' ')),
    [
      'node_modules/a has no sha512',
      'node_modules/b has no sha512',
      'node_modules/c names its source:',
      'node_modules/d names its source:',
      'node_modules/e is a link',
    ],
  )
})

test('packages of other platforms must be locked too', (t) => {
  const tool = { ...locked, dependencies: { a: '1', b: '1' }, optionalDependencies: { 'c-linux': '1', 'c-mac': '1' } }
  const packages = {
    '': manifest,
    'node_modules/pg': locked,
    'node_modules/@x/tool': tool,
    'node_modules/a': locked,
    'node_modules/@x/tool/node_modules/b': { ...locked, dependencies: { a: '1' } },
    'node_modules/c-linux': locked,
  }
  assert.deepEqual(
    violations(t, packages).map((line) => line.split(':')[0]),
    ['c-mac, which node_modules/@x/tool asks for, is missing'],
  )
})

test('a lock file that was made for other dependencies is refused', (t) => {
  assert.deepEqual(violations(t, { '': { dependencies: { pg: '^7.0.0' } }, 'node_modules/pg': locked }), [
    'package-lock.json was not made for the dependencies of package.json: run npm install.',
  ])
})

test('a package that runs a script when it is installed has to be approved', (t) => {
  const scripted = { ...locked, hasInstallScript: true }
  const packages = { '': manifest, 'node_modules/pg': scripted, 'node_modules/a/node_modules/@x/b': scripted }
  assert.deepEqual(violations(t, packages), [
    '@x/b runs a script when it is installed: read it, then name it in allowScripts.',
  ])
})

function violations(t: TestContext, packages: Record<string, object>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tijdig-lockfile-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  return lockfileViolations(root)
}
