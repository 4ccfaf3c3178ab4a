import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, mkdir, open, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  canEnter,
  makeReadableDirectory,
  serverEnvironment,
  type ServerPrograms,
  type ServerUser,
} from './embedded-postgres-binaries.ts'
import { stopLeftoverServer } from './embedded-postgres-process.ts'

const run = promisify(execFile)

/** The role and the database the product uses. An ordinary owner, as in production: a superuser would hide missing grants. */
export const ownerName = 'tijdig'

/** Database files: where they really are, and who owns them. */
export type Cluster = { readonly directory: string; readonly owner: ServerUser }

/** The database files of a data directory, or null before its first start. */
export async function findCluster(dataDirectory: string): Promise<Cluster | null> {
  const directory = await realpath(join(dataDirectory, 'postgres')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (directory === null) return null
  const { uid, gid } = await stat(directory)
  return { directory, owner: { uid, gid } }
}

/**
 * Creates the database files, with the owner role and its database, and returns their directory. A run that is killed
 * leaves nothing that counts as created.
 *
 * Where the server's user cannot enter the data directory, they live in `sharedDirectory` and a link points there.
 */
export async function createCluster(
  programs: ServerPrograms,
  place: { dataDirectory: string; sharedDirectory: string; password: string },
): Promise<string> {
  const link = join(place.dataDirectory, 'postgres')
  // A link whose target is gone is no database either.
  await rm(link, { force: true })
  if (programs.user === undefined || (await canEnter(programs.user, place.dataDirectory))) {
    await createAt(link, programs, place.password)
    return realpath(link)
  }
  const parent = join(place.sharedDirectory, 'clusters')
  await makeReadableDirectory(place.sharedDirectory)
  await makeReadableDirectory(parent)
  const name = createHash('sha256')
    .update(await realpath(place.dataDirectory))
    .digest('hex')
    .slice(0, 16)
  const directory = join(parent, name)
  // Files without a link to them belonged to a data directory that was deleted.
  await stopLeftoverServer(directory)
  await rm(directory, { recursive: true, force: true })
  await createAt(directory, programs, place.password)
  await symlink(directory, link)
  return directory
}

/** Gives the owner role a new password, with the server stopped. */
export async function resetPassword(programs: ServerPrograms, directory: string, password: string): Promise<void> {
  await runOffline(programs, directory, [`alter role ${ownerName} password '${password}'`])
}

async function createAt(directory: string, programs: ServerPrograms, password: string): Promise<void> {
  const staging = `${directory}.new`
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  if (programs.user) await chown(staging, programs.user.uid, programs.user.gid)
  // PostgreSQL's own locale provider sorts the same on every machine, whatever locales are installed.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(
    join(programs.binDirectory, 'initdb'),
    ['-D', staging, '--username=postgres', ...locale, '--auth=trust', '--no-instructions'],
    { ...programs.user, cwd: '/', env: serverEnvironment },
  )
  // No role but the owner has a password, so nobody signs in as superuser.
  await writeFile(join(staging, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await runOffline(programs, staging, [
    `create role ${ownerName} login createdb createrole password '${password}'`,
    `create database ${ownerName} owner ${ownerName}`,
  ])
  await rename(staging, directory)
  await syncDirectory(join(directory, '..'))
}

/**
 * Runs statements in PostgreSQL's single-user mode, which needs neither a server nor a password. Passwords are hashed
 * once: they are random, so many rounds would protect nothing and slow every connection.
 */
async function runOffline(programs: ServerPrograms, directory: string, statements: string[]): Promise<void> {
  const settings = ['exit_on_error=on', 'log_checkpoints=off', 'scram_iterations=1'].flatMap((each) => ['-c', each])
  const offline = run(join(programs.binDirectory, 'postgres'), ['--single', '-D', directory, ...settings, 'postgres'], {
    ...programs.user,
    cwd: '/',
    env: serverEnvironment,
  })
  offline.child.stdin?.end(statements.map((statement) => `${statement};\n`).join(''))
  await offline
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync()
  await handle.close()
}
