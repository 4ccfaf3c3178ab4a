import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '#/app/settings/read-settings.ts'

// A page that was opened before a release goes on asking for the files of its own build, for as long as it stays open: days
// at a desk. Names of these files change with their content, so those of several builds can be served beside each other.

/** At 40 MB each. A desk that reloads its pages less than once in five releases is told to (`web/ui/new-version.ts`). */
const keptMax = 5

/**
 * Keeps the files of a build in a folder that outlives its release, and the last few builds with it. Processes may do so at
 * once.
 *
 * @throws ConfigurationError when the folder cannot be written
 */
export function keepBuild(built: string, folder: string): void {
  const own = join(folder, nameOf(built))
  try {
    if (!existsSync(own)) {
      mkdirSync(folder, { recursive: true })
      const staging = `${own}.${process.pid}`
      cpSync(join(built, 'assets'), join(staging, 'assets'), { recursive: true })
      moveTo(own, staging)
    }
    const now = new Date()
    utimesSync(own, now, now)
    forgetOldest(folder)
  } catch (error) {
    throw new ConfigurationError([`The files of the web apps cannot be kept in ${folder}: ${String(error)}`])
  }
}

/** Moves the files of a build that is being replaced there. */
export function keepReplaced(built: string, folder: string): void {
  if (!existsSync(join(built, 'assets'))) return
  const own = join(folder, nameOf(built))
  mkdirSync(own, { recursive: true })
  if (!existsSync(join(own, 'assets'))) renameSync(join(built, 'assets'), join(own, 'assets'))
  forgetOldest(folder)
}

/** The folders of the builds that are kept, the one that was served last first. */
export function keptBuilds(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const builds = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[\w-]+$/.test(entry.name))
    .map((entry) => join(folder, entry.name))
  const servedMs = new Map(builds.map((build) => [build, statSync(build).mtimeMs]))
  return builds.sort((one, other) => (servedMs.get(other) ?? 0) - (servedMs.get(one) ?? 0))
}

/** Called by what it holds: a build of the same sources has the same files. */
function nameOf(built: string): string {
  return hash('sha256', readdirSync(join(built, 'assets')).sort().join(), 'base64url').slice(0, 16)
}

function moveTo(own: string, staging: string): void {
  try {
    renameSync(staging, own)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    // Another process was first.
    if (!existsSync(own)) throw error
  }
}

function forgetOldest(folder: string): void {
  const halves = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path.includes('.', folder.length) && Date.now() - statSync(path).mtimeMs > 3_600_000)
  for (const path of [...keptBuilds(folder).slice(keptMax), ...halves]) rmSync(path, { recursive: true, force: true })
}
