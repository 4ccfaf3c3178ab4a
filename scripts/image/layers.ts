import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { debianFile, type Architecture, type DebianPackage } from './debian-files.ts'

const run = promisify(execFile)

/** Whoever runs in the image; 65532 is `nonroot` in other images without a shell. */
export const user = 65532

/** The folders that the product writes to. */
export const writable = ['tmp', 'var/lib/tijdig/journal', 'var/lib/tijdig/web']

/** One layer, as the tar of it. */
export type Layer = { readonly name: string; tar(into: (tar: Readable) => Promise<void>): Promise<void> }

/** What changes least comes first, so that a release fetches little. */
export function layersOf(
  root: string,
  parts: { architecture: Architecture; debian: readonly DebianPackage[]; node: string },
): readonly Layer[] {
  return [
    { name: 'Debian libraries and Node', tar: (into) => tarOfSystem(root, parts, into) },
    { name: 'npm packages', tar: async (into) => tarOf(root, await packageFiles(root), 'app', 0, into) },
    { name: 'Tijdig', tar: async (into) => tarOf(root, await productFiles(root), 'app', 0, into) },
    { name: 'folders to write to', tar: tarOfWritable },
  ]
}

async function tarOfSystem(
  root: string,
  { architecture, debian, node }: Parameters<typeof layersOf>[1],
  into: (tar: Readable) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    for (const one of debian) {
      const file = await debianFile(root, architecture, one)
      await run('dpkg-deb', ['-x', file, folder])
      // Where scanners for vulnerabilities look in images without dpkg.
      const status = join(folder, 'var/lib/dpkg/status.d', one.name)
      await mkdir(dirname(status), { recursive: true })
      await writeFile(status, (await run('dpkg-deb', ['-f', file])).stdout)
    }
    for (const unused of ['gcc', 'gdb', 'lintian', 'locale'])
      await rm(join(folder, 'usr/share', unused), { recursive: true, force: true })
    // Converters of character sets: Node has its own.
    for await (const gconv of glob('usr/lib/*/gconv', { cwd: folder }))
      await rm(join(folder, gconv), { recursive: true })
    for (const [file, text] of Object.entries(systemFiles)) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    await mkdir(join(folder, 'usr/local/bin'), { recursive: true })
    await cp(node, join(folder, 'usr/local/bin/node'))
    const files = await Array.fromAsync(glob('**/{*,.*}', { cwd: folder }))
    await tarOf(
      folder,
      files.filter((file) => !isDocumentation(file)),
      '',
      0,
      into,
    )
  })
}

/** Licences stay. */
function isDocumentation(path: string): boolean {
  return /^usr\/share\/doc\/.*\/(changelog|NEWS|README|TODO)[^/]*$/.test(path)
}

const systemFiles = {
  'etc/passwd': `root:x:0:0:root:/root:/sbin/nologin\ntijdig:x:${user}:${user}:Tijdig:/var/lib/tijdig:/sbin/nologin\n`,
  'etc/group': `root:x:0:\ntijdig:x:${user}:\n`,
  'etc/nsswitch.conf': 'hosts: files dns\n',
  'etc/os-release':
    'PRETTY_NAME="Tijdig on libraries of Debian 12"\nNAME="Debian GNU/Linux"\nID=debian\nVERSION_ID="12"\n',
}

type Locked = { readonly dev?: true; readonly optional?: true; readonly devOptional?: true }

/** What the packages that run need of themselves: without types, TypeScript, maps of sources and documentation. */
async function packageFiles(root: string): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const needed = Object.entries(lock.packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path)
  const lists = await Promise.all(
    needed.map(async (path) => {
      if (!existsSync(join(root, path, 'package.json'))) throw new Error(`${path} is not installed: run npm ci.`)
      const isOther = ({ name }: { readonly name: string }) => name === 'node_modules'
      const files = await Array.fromAsync(
        glob('**/{*,.*}', { cwd: join(root, path), exclude: isOther, withFileTypes: true }),
      )
      return files
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
    }),
  )
  const unused = /(\.([cm]?ts|map|flow|markdown)|(?<!licen[cs]e|notice|copying)\.md)$/i
  return lists.flat().filter((file) => !unused.test(file))
}

const ofTests = /(\.test|-for-tests)\.ts$|^src\/messages\/(snapshots|replies\/sentences)\//

/** What of the repository runs, and the web apps as they were built. */
async function productFiles(root: string): Promise<string[]> {
  const folders = ['package.json', 'src', 'migrations', 'openapi/v1.json', 'asyncapi/v1.json', '.env.example']
  const { stdout } = await run('git', ['ls-files', '-z', '--', ...folders], { cwd: root, maxBuffer: 16 * 1024 * 1024 })
  const tracked = stdout.split('\0').filter((file) => file !== '' && !ofTests.test(file))
  const built = await Array.fromAsync(glob('web/dist/**/*.*', { cwd: root }))
  if (built.length === 0) throw new Error('The web apps are not built: run `npm run web:build`.')
  return [...tracked, ...built]
}

function tarOfWritable(into: (tar: Readable) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    for (const path of writable) await mkdir(join(folder, path), { recursive: true })
    await tarOf(folder, writable, '', user, into, false)
  })
}

/**
 * Has GNU tar write files and the folders above them, under a path: sorted, without time, of one owner, with the same modes
 * whatever the umask was, so that the same files always give the same bytes.
 */
async function tarOf(
  from: string,
  files: readonly string[],
  under: string,
  owner: number,
  into: (tar: Readable) => Promise<void>,
  withParents = true,
): Promise<void> {
  const folders = withParents ? files.flatMap(foldersAbove) : []
  const entries = [...new Set([...(under === '' ? [] : ['.']), ...folders, ...files])].sort()
  const child = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--no-recursion',
      '--null',
      '--verbatim-files-from',
      '--files-from=-',
      '--mtime=@0',
      `--owner=${owner}`,
      `--group=${owner}`,
      '--numeric-owner',
      '--mode=a+rX,u+w,go-w',
      '--hard-dereference',
      ...(under === '' ? [] : [String.raw`--transform=flags=rSH;s,^\(\./\|\.$\)\?,${under}/,`]),
    ],
    { cwd: from, stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  )
  child.stdin.end(entries.join('\0'))
  const [, [code]] = await Promise.all([into(child.stdout), once(child, 'close') as Promise<[number | null]>])
  if (code !== 0) throw new Error(`tar ended with code ${code}: the image is built with GNU tar.`)
}

function foldersAbove(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [...foldersAbove(folder), folder]
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-image-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
