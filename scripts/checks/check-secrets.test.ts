import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createApiKeySecret } from '#/slices/access/api-keys/api-key-secret.ts'
import { secretViolations } from './check-secrets.ts'

// Assembled at run time, so that no file holds a credential.
const password = ['postgres://tijdig', 's3cr3t-of-ours@db.example/tijdig'].join(':')
const privateKey = [
  '-----BEGIN',
  'PRIVATE KEY-----\n',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(4),
  '\n-----END',
  'PRIVATE KEY-----',
].join(' ')
const mollieKey = `live_${'dHar4XY7LxsDOtmnkVtjNVWXLSlXsM'}`

test('a credential of any kind in the tree is reported with its place and without itself, also in a comment that forbids it', async (t) => {
  const root = repository(t)
  const own = createApiKeySecret()
  write(root, 'src/db.ts', `const url = '${password}'\n`)
  write(root, 'src/key.pem', privateKey)
  write(root, 'src/log.txt', `\n{"key":"${own}"}\n`)
  write(root, '.env.example', `MOLLIE=${mollieKey} # secretlint-disable-line\n`)
  write(root, 'docs/example.md', `tijdig_sk_${'0'.repeat(36)}, whose checksum is wrong, and live_short`)
  write(root, '.gitignore', 'node_modules/\n.env\n')
  for (const ignored of ['node_modules/x/x.js', '.env']) write(root, ignored, password)
  const found = [
    '.env.example:1 holds a credential (key of Mollie).',
    'src/db.ts:1 holds a credential (database-connection-string).',
    'src/key.pem:1 holds a credential (privatekey).',
    'src/log.txt:2 holds a credential (API key of this product).',
  ]
  assert.deepEqual((await secretViolations(root, [])).toSorted(), found, 'without git')
  git(root, 'init', '--quiet')
  assert.deepEqual((await secretViolations(root, [])).toSorted(), found, 'before the first commit')
})

test('a credential that was removed is still found in the history, and in a clone without history only what is there', async (t) => {
  const root = repository(t)
  git(root, 'init', '--quiet')
  write(root, 'src/db.ts', `const url = '${password}'\n`)
  commit(root, 'Add it')
  const blob = git(root, 'rev-parse', 'HEAD:src/db.ts')
  write(root, 'src/db.ts', `const url = null\n`)
  commit(root, 'Remove it')
  assert.deepEqual(await secretViolations(root, []), [
    `src/db.ts:1 holds a credential (database-connection-string), in the history: git show ${blob}.`,
  ])
  const clone = repository(t)
  git(clone, 'clone', '--quiet', '--depth', '1', `file://${root}`, '.')
  assert.deepEqual(await secretViolations(clone, []), [])
})

test('what stands on the list of fakes passes, letter for letter, and what stands nowhere has to leave it', async (t) => {
  const root = repository(t)
  write(root, 'src/db.test.ts', `const url = '${password}'\n`)
  assert.deepEqual(await secretViolations(root, [password]), [])
  assert.deepEqual(await secretViolations(root, [password.slice(0, -1)]), [
    'src/db.test.ts:1 holds a credential (database-connection-string).',
    `The fake credential ${password.slice(0, -1)} stands nowhere: take it off the list.`,
  ])
})

function repository(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'tijdig-secrets-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return root
}

function write(root: string, path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}

function commit(root: string, title: string): void {
  git(root, 'add', '--all')
  git(root, '-c', 'user.name=Test', '-c', 'user.email=test@tijdig.example', 'commit', '--quiet', '--message', title)
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
