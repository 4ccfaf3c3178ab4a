import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { acquireDataDirectoryLock } from './data-directory-lock.ts'

test('a data directory is taken once, and free again after release', async (t) => {
  const directory = await temporaryDirectory(t)
  const lock = await acquireDataDirectoryLock(directory)
  await assert.rejects(
    acquireDataDirectoryLock(directory),
    new RegExp(`in use by process ${process.pid}:.*TIJDIG_DATA_DIR`),
  )
  await lock.release()
  await lock.release()
  await (await acquireDataDirectoryLock(directory)).release()
})

test('the refusal names the other process, and killing that process frees the directory', async (t) => {
  const directory = await temporaryDirectory(t)
  const holder = await startHolder(t, directory)
  await assert.rejects(acquireDataDirectoryLock(directory), new RegExp(`in use by process ${holder.pid}:`))
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await acquireDataDirectoryLock(directory)).release()
})

test('of several processes that start at once, exactly one gets the directory', async (t) => {
  const directory = await temporaryDirectory(t)
  const attempts = await Promise.allSettled([1, 2, 3].map(() => startHolder(t, directory)))
  assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 1)
})

test('a directory that cannot be made is reported as such, not as taken', async () => {
  await assert.rejects(acquireDataDirectoryLock('/dev/null/data'), { code: 'ENOTDIR' })
})

const holderScript = `
  const { acquireDataDirectoryLock } = await import(process.argv[1])
  await acquireDataDirectoryLock(process.argv[2])
  process.stdout.write('held')
  setInterval(() => {}, 60_000)
`

async function startHolder(t: TestContext, directory: string): Promise<ChildProcess> {
  const module = new URL('./data-directory-lock.ts', import.meta.url).href
  const holder = spawn(process.execPath, ['--input-type=module', '-e', holderScript, module, directory], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.after(() => holder.kill('SIGKILL'))
  const held = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
  ])
  if (!held) throw new Error('The directory was taken.')
  return holder
}

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tijdig-lock-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  return directory
}
