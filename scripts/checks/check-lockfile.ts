import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'

type Dependencies = Record<string, string>
type Entry = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Dependencies
  readonly optionalDependencies?: Dependencies
}
type Manifest = Partial<Record<(typeof dependencyKinds)[number], Dependencies>> & {
  /** Packages that may run a script when they are installed. */
  readonly allowScripts?: Record<string, boolean>
}

const dependencyKinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/**
 * The faults of the lock file below `root`, one sentence each: an entry without a checksum, or with a source of its own
 * (whoever installs chooses the registry; git, files and URLs are refused), a package that is missing or runs a script
 * nobody approved, or dependencies that differ from package.json.
 */
export function lockfileViolations(root: string): string[] {
  const lock = readJson<{ packages: Record<string, Entry> }>(join(root, 'package-lock.json')).packages
  const manifest = readJson<Manifest>(join(root, 'package.json'))
  return [
    ...dependencyKinds
      .filter((kind) => !isDeepStrictEqual(manifest[kind] ?? {}, (lock[''] as Manifest | undefined)?.[kind] ?? {}))
      .map((kind) => `package-lock.json was not made for the ${kind} of package.json: run npm install.`),
    ...Object.entries(lock).flatMap(([path, entry]) => (path === '' ? [] : entryViolation(path, entry))),
    ...Object.entries(lock).flatMap(([path, entry]) => missingPackages(lock, path, entry)),
    ...Object.entries(lock)
      .filter(([path, { hasInstallScript }]) => hasInstallScript && !manifest.allowScripts?.[nameOf(path)])
      .map(([path]) => `${nameOf(path)} runs a script when it is installed: read it, then name it in allowScripts.`),
  ]
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** With node_modules present, npm drops other platforms' packages from a lock that it updates; there `npm ci` fails. */
function missingPackages(lock: Record<string, Entry>, path: string, entry: Entry): string[] {
  return Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    .filter((name) => !isLocked(lock, path, name))
    .map((name) => `${name}, which ${path || 'package.json'} asks for, is missing: ${remedy}.`)
}

const remedy = 'remove node_modules and package-lock.json, and run npm install'

/** Whether the package at a path finds another: in its own folder first, at the root last. */
function isLocked(lock: Record<string, Entry>, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in lock) return true
    if (folder === '') return false
  }
}

function entryViolation(path: string, { integrity, resolved, link, inBundle }: Entry): string[] {
  if (link) return [`${path} is a link to a folder, not a package.`]
  if (resolved !== undefined) {
    return [
      `${path} names its source: run npm install --omit-lockfile-registry-resolved, and use registry packages only.`,
    ]
  }
  if (inBundle || integrity?.startsWith('sha512-')) return []
  return [`${path} has no sha512 checksum.`]
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}
