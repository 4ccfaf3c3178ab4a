import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '#/kernel/embedded-postgres.ts'
import type { Settings } from './config.ts'

/** A database that is there while a command runs. */
export type Database = { readonly url: string; readonly isEmbedded: boolean; stop(): Promise<void> }

/** The database to serve from: the configured one, or the embedded server, which this process then owns. */
export async function startDatabase(settings: Settings, say: (line: string) => void): Promise<Database> {
  if (settings.databaseUrl !== null)
    return { url: settings.databaseUrl, isEmbedded: false, stop: async () => undefined }
  const server = await startEmbeddedPostgres({ dataDirectory: settings.dataDirectory, log: say })
  return { url: server.url, isEmbedded: true, stop: () => server.stop() }
}

/** The database for a command beside a running product: its embedded server, or one of our own while the command runs. */
export async function reachDatabase(settings: Settings): Promise<Database> {
  if (settings.databaseUrl === null) {
    const running = await findRunningEmbeddedPostgres(settings.dataDirectory)
    if (running !== null) return { url: running, isEmbedded: true, stop: async () => undefined }
  }
  return startDatabase(settings, () => undefined)
}

/** The installation's secret: configured, or outside production made once and kept beside the data. */
export async function readSecret(settings: Settings): Promise<string> {
  if (settings.secret !== null) return settings.secret
  const file = join(settings.dataDirectory, 'secret')
  await mkdir(settings.dataDirectory, { recursive: true })
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
