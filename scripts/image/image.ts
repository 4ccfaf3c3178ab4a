import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { hash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import {
  architectures,
  readDebianLock,
  updateDebianLock,
  type Architecture,
  type DebianPackage,
} from './debian-files.ts'
import { layersOf, user, writable } from './layers.ts'
import { writeLayout } from './oci-layout.ts'

// `npm run image -- FOLDER`: the product as an image of the Open Container Initiative, made without a registry or a daemon.

const run = promisify(execFile)

/** What the image sets, and an operator may set otherwise. */
export const imageEnvironment = {
  PATH: '/usr/local/bin',
  // What is forgotten in production is refused, and so cannot make it anything else.
  TIJDIG_ENVIRONMENT: 'production',
  // Of the container, which decides what is let in.
  TIJDIG_HOST: '0.0.0.0',
  TIJDIG_ADMIN_HOST: '0.0.0.0',
  TIJDIG_ERASURE_JOURNAL: '/var/lib/tijdig/journal/erasures.jsonl',
  TIJDIG_WEB_KEPT: '/var/lib/tijdig/web',
}

/** Name under which it is loaded. */
export const imageName = 'tijdig:latest'

/** Writes the image of the files below `root`. @returns its digest, and the bytes that whoever fetches it gets */
export async function buildImage(
  root: string,
  folder: string,
  { architecture, debian }: { architecture: Architecture; debian: readonly DebianPackage[] },
): Promise<{ digest: string; packedBytes: number }> {
  const { stdout: revision } = await run('git', ['describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'], {
    cwd: root,
  })
  const { stdout: committedAt } = await run('git', ['show', '--no-patch', '--format=%cI'], { cwd: root })
  const node = await nodeOf(root, architecture)
  return writeLayout(folder, imageName, layersOf(root, { architecture, debian, node }), {
    architecture,
    created: new Date(committedAt.trim()).toISOString(),
    config: {
      User: `${user}:${user}`,
      Env: Object.entries(imageEnvironment).map(([name, value]) => `${name}=${value}`),
      Entrypoint: ['/usr/local/bin/node', '/app/src/main/cli.ts'],
      Cmd: ['serve'],
      WorkingDir: '/app',
      ExposedPorts: { '4000/tcp': {}, '4001/tcp': {}, '4003/tcp': {} },
      Volumes: Object.fromEntries(writable.filter((path) => path !== 'tmp').map((path) => [`/${path}`, {}])),
      Labels: { 'org.opencontainers.image.title': 'Tijdig', 'org.opencontainers.image.revision': revision.trim() },
    },
  })
}

/** The path of the Node that the lock file pins; that of another architecture is fetched. */
async function nodeOf(root: string, architecture: Architecture): Promise<string> {
  const name = `node-linux-${architecture === 'amd64' ? 'x64' : architecture}`
  const installed = join(root, 'node_modules', name, 'bin/node')
  if (existsSync(installed)) return installed
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const locked = packages[`node_modules/${name}`]
  if (locked === undefined) throw new Error(`package-lock.json has no ${name}.`)
  const cached = join(root, 'node_modules/.cache/image', `${name}-${locked.version}`)
  const unpacked = join(cached, 'package/bin/node')
  if (existsSync(unpacked)) return unpacked
  mkdirSync(dirname(cached), { recursive: true })
  const folder = await mkdtemp(`${cached}-`)
  try {
    await run('npm', ['pack', `${name}@${locked.version}`, '--pack-destination', folder])
    const [file = ''] = readdirSync(folder)
    const sum = hash('sha512', await readFile(join(folder, file)), 'base64')
    if (`sha512-${sum}` !== locked.integrity)
      throw new Error(`${file} is not what package-lock.json has the checksum of.`)
    mkdirSync(cached, { recursive: true })
    await run('tar', ['-xzf', join(folder, file), '-C', cached, 'package/bin/node'])
    return unpacked
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      arch: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
      'update-debian': { type: 'boolean' },
    },
  })
  const architecture = architectures.find((one) => one === values.arch)
  const [folder] = positionals
  if (values['update-debian']) await updateDebianLock(root)
  else if (architecture === undefined || folder === undefined || positionals.length > 1) {
    console.error(`npm run image -- FOLDER [--arch ${architectures.join('|')}], or npm run image -- --update-debian`)
    process.exitCode = 1
  } else {
    const lock = await readDebianLock(root)
    const { digest, packedBytes } = await buildImage(root, resolve(process.env['INIT_CWD'] ?? '', folder), {
      architecture,
      debian: lock[architecture],
    })
    console.log(`${digest} (${(packedBytes / 1e6).toFixed(1)} MB, linux/${architecture}) in ${folder}`)
  }
}
