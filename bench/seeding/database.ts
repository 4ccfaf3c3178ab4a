import { randomBytes } from 'node:crypto'
import { Client } from '#/kernel/postgres/db.ts'
import { migrateInstallation } from '#/app/starting/installation.ts'
import { startTemporaryDatabase } from '../../scripts/testing/temporary-database.ts'
import { benchInstallation } from '../product/product-settings.ts'

/** A server to measure on: that of DATABASE_URL, or a PostgreSQL of our own in a temporary folder, with fsync on. */
export type BenchServer = {
  /** Makes a migrated database. @returns its URL */
  createDatabase(): Promise<string>
  /** Drops the databases made so far, so that the next benchmark has the server to itself. */
  dropDatabases(): Promise<void>
  stop(): Promise<void>
}

export async function startBenchServer(configuredUrl: string | undefined): Promise<BenchServer> {
  const server = configuredUrl
    ? { url: configuredUrl, stop: async () => undefined }
    : await startTemporaryDatabase(false)
  const names: string[] = []
  const dropDatabases = async () => {
    for (const name of names.splice(0)) {
      // Not forced: a forced drop is refused beside an autovacuum, an unforced one ends it.
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`
      await runSql(server.url, cut, `drop database if exists ${name}`)
    }
  }
  return {
    async createDatabase() {
      const name = `tijdig_bench_${randomBytes(4).toString('hex')}`
      await runSql(server.url, `create database ${name}`)
      names.push(name)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      await migrateInstallation(url.href, null, benchInstallation)
      return url.href
    },
    dropDatabases,
    async stop() {
      await dropDatabases()
      await server.stop()
    },
  }
}

/** Runs statements one after the other as the owner of the database. @returns the rows of the last one */
export async function runSql(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
