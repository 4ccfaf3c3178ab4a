import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '#/embedded-postgres/embedded-postgres.ts'
import { ConfigurationError } from '#/app/settings/read-settings.ts'
import type { Installation } from './installation.ts'
import type { Settings } from '#/app/settings/settings.ts'

/** A database for as long as a command runs, reached directly: `url` never names a pooler in transaction mode. */
export type Database = { readonly url: string; readonly isEmbedded: boolean; stop(): Promise<void> }

/** The database to serve from: the configured one, or the embedded server, which this process then owns. */
export async function startDatabase(settings: Settings, say: (line: string) => void): Promise<Database> {
  if (settings.databaseUrl !== null)
    return { url: settings.databaseDirectUrl ?? settings.databaseUrl, isEmbedded: false, stop: async () => undefined }
  const server = await inDataDirectory(() => startEmbeddedPostgres({ dataDirectory: settings.dataDirectory, log: say }))
  return { url: server.url, isEmbedded: true, stop: () => server.stop() }
}

/** The database for a command: the configured one, the embedded server of a running product, or else one of our own. */
export async function reachDatabase(settings: Settings): Promise<Database> {
  if (settings.databaseUrl === null) {
    const running = await inDataDirectory(() => findRunningEmbeddedPostgres(settings.dataDirectory))
    if (running !== null) return { url: running, isEmbedded: true, stop: async () => undefined }
  }
  return startDatabase(settings, () => undefined)
}

/** The installation's secret: configured, or outside production made once and kept beside the data. */
export async function readSecret(settings: Settings): Promise<string> {
  if (settings.secret !== null) return settings.secret
  const file = join(settings.dataDirectory, 'secret')
  return inDataDirectory(async () => {
    await mkdir(settings.dataDirectory, { recursive: true })
    try {
      await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    return (await readFile(file, 'utf8')).trim()
  })
}

/** What processes and commands with these settings take themselves for. */
export async function installationOf(settings: Settings): Promise<Installation> {
  return { environment: settings.environment, secret: await readSecret(settings) }
}

/** @throws ConfigurationError when the work fails because of the folder it works in */
async function inDataDirectory<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    const isOfFolder = code === 'ERR_SQLITE_ERROR' || (syscall !== undefined && folderFaults.has(code))
    if (!isOfFolder) throw error
    throw new ConfigurationError([`TIJDIG_DATA_DIR names a folder that cannot be made or written (${code}).`])
  }
}

const folderFaults = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ENAMETOOLONG',
  'ELOOP',
])
