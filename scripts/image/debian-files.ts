import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

// What Node needs of a system, from Debian's packages: the versions and checksums of debian-packages.json, so that equal
// sources give an equal image.

/** As Debian calls them. */
export const architectures = ['amd64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

/** A package of the lock, such as libc6. */
export type DebianPackage = { readonly name: string; readonly version: string; readonly sha256: string }
export type DebianLock = Readonly<Record<Architecture, readonly DebianPackage[]>>

/** `gcc-12-base` has the licence of the three after it. */
const names = ['libc6', 'gcc-12-base', 'libgcc-s1', 'libstdc++6', 'libatomic1']
const run = promisify(execFile)

/** A locked version that Debian has replaced, mostly by one without a vulnerability. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

export async function readDebianLock(root: string): Promise<DebianLock> {
  return JSON.parse(await readFile(lockFileOf(root), 'utf8')) as DebianLock
}

/** Writes the versions that Debian has now, for both architectures. */
export async function updateDebianLock(root: string): Promise<void> {
  const locks = await Promise.all(architectures.map(async (one) => [one, await newestPackages(root, one)] as const))
  await writeFile(lockFileOf(root), `${JSON.stringify(Object.fromEntries(locks), null, 2)}\n`)
}

/** The packages that Debian has now. */
export async function newestPackages(root: string, architecture: Architecture): Promise<readonly DebianPackage[]> {
  const folder = await downloaded(root, architecture, names)
  try {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.deb')).sort()
    return await Promise.all(files.map((file) => kept(root, join(folder, file))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The path of a package's file, fetched when it is not there from an earlier time.
 *
 * @throws Superseded when Debian has another version by now
 */
export async function debianFile(
  root: string,
  architecture: Architecture,
  { name, version, sha256 }: DebianPackage,
): Promise<string> {
  const file = join(cacheOf(root), `${sha256}.deb`)
  if (existsSync(file)) return file
  const folder = await downloaded(root, architecture, [`${name}=${version}`])
  try {
    for (const fetched of await readdir(folder)) if (fetched.endsWith('.deb')) await kept(root, join(folder, fetched))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (!existsSync(file)) throw new Error(`${name} ${version} is not what debian-packages.json has the checksum of.`)
  return file
}

/** Keeps a file under its checksum. */
async function kept(root: string, file: string): Promise<DebianPackage> {
  const sha256 = hash('sha256', await readFile(file))
  const { stdout } = await run('dpkg-deb', ['-f', file, 'Package', 'Version'])
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(stdout)?.[1] ?? ''
  await rename(file, join(cacheOf(root), `${sha256}.deb`))
  return { name: field('Package'), version: field('Version'), sha256 }
}

/** Has apt, which checks the signature of the archive, fetch packages with lists of its own, into a new folder. */
async function downloaded(root: string, architecture: Architecture, wanted: readonly string[]): Promise<string> {
  const cache = cacheOf(root)
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'fetching-'))
  const lists = join(folder, 'lists')
  await mkdir(join(lists, 'partial'), { recursive: true })
  const options = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    `Dir::State::Lists=${lists}`,
    `Dir::Cache::pkgcache=`,
    `Dir::Cache::srcpkgcache=`,
    // The folder belongs to whoever builds.
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option])
  try {
    await run('apt-get', [...options, 'update'], { cwd: folder })
    await run('apt-get', [...options, 'download', ...wanted], { cwd: folder })
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new Error('The image is built of packages of Debian 12: build it there.', { cause: error })
    if (/Version '.*' for '.*' was not found/.test(stderr ?? ''))
      throw new Superseded(
        `Debian has replaced ${wanted.join(', ')}: run \`npm run image -- --update-debian\` and commit debian-packages.json.`,
        { cause: error },
      )
    throw error
  }
}

function cacheOf(root: string): string {
  return join(root, 'node_modules/.cache/image')
}

function lockFileOf(root: string): string {
  return join(root, 'scripts/image/debian-packages.json')
}
