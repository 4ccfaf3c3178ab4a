import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
const advisoryLock = 7_421_306_001

/**
 * Brings a database to the schema of this code: the job queue's own migrations, then `migrations/NNNN_name.sql` in order,
 * each in one transaction. Running it twice, or twice at once, does nothing the second time; a run that was killed is
 * simply run again. An applied file that was edited since is refused, because two databases would then differ silently.
 *
 * @returns the names of the files applied now
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, options: '-c timezone=UTC -c lock_timeout=10s' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    const { runMigrations } = await import('graphile-worker')
    await runMigrations({ connectionString: databaseUrl })
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = new Map<string, string>(
      (
        await client.query<{ name: string; checksum: string }>(
          'select name, checksum from schema_migration order by name',
        )
      ).rows.map((row) => [row.name, row.checksum]),
    )
    const done: string[] = []
    for (const file of await migrationFiles()) {
      const known = applied.get(file.name)
      if (known === file.checksum) continue
      if (known !== undefined)
        throw new Error(`Migration ${file.name} was changed after it was applied: add a new file instead.`)
      await applyOne(client, file)
      done.push(file.name)
    }
    return done
  } finally {
    await client.end()
  }
}

/** The migrations this code expects and the database lacks; empty when the schema is current. */
export async function pendingMigrations(
  query: (sql: string) => Promise<readonly { name: string }[]>,
): Promise<string[]> {
  const [table] = await query(`select to_regclass('public.schema_migration')::text as name`)
  const names = (await migrationFiles()).map((file) => file.name)
  if (!table?.name) return names
  const applied = new Set((await query('select name from schema_migration')).map((row) => row.name))
  return names.filter((name) => !applied.has(name))
}

type MigrationFile = { readonly name: string; readonly sql: string; readonly checksum: string }

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyOne(client: Client, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin')
    await client.query(file.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [file.name, file.checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${file.name} failed and was rolled back: ${(cause as Error).message}`, { cause })
  }
}
