import { Client } from './db.ts'

/**
 * Analyzes tables that have changed by more than a tenth since they were last analyzed. PostgreSQL does so by itself, but
 * only every minute: an import into a new database would run that minute on plans made for empty tables, which read
 * all rows of a holder where one key would do.
 *
 * @param databaseUrl of the owner of the tables
 * @param stopping aborts it
 * @returns the names of the tables analyzed
 */
export async function refreshStatistics(databaseUrl: string, stopping: AbortSignal): Promise<string[]> {
  return asOwner(databaseUrl, stopping, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
       where schemaname = 'public' and n_mod_since_analyze > 500 and n_mod_since_analyze > n_live_tup / 10
       order by 1`,
    )
    // The names come quoted from the catalogue.
    for (const { name } of rows) await client.query(`analyze ${name}`)
    return rows.map((row) => row.name)
  })
}

/**
 * Analyzes tables from which a person was erased: until then the statistics, which quote the most common values and bounds of a
 * column, may name them.
 *
 * @param databaseUrl of the owner of the tables
 */
export async function forgetInStatistics(databaseUrl: string, tables: readonly string[]): Promise<void> {
  await asOwner(databaseUrl, new AbortController().signal, async (client) => {
    for (const table of tables) await client.query(`analyze ${table}`)
  })
}

const partingMs = 1_000

/**
 * Works on a connection of its own.
 *
 * @param databaseUrl of the owner of the tables
 * @param stopping cuts the connection
 * @param longestMs that one statement may take
 */
export async function asOwner<T>(
  databaseUrl: string,
  stopping: AbortSignal,
  work: (client: Client) => Promise<T>,
  longestMs = 30_000,
): Promise<T> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 3_000,
    query_timeout: longestMs + 500,
    options: `-c statement_timeout=${longestMs}`,
  })
  const cut = () => void client.connection.stream.destroy()
  stopping.addEventListener('abort', cut)
  try {
    await client.connect()
    return await work(client)
  } finally {
    // A server that has gone silent does not take leave either.
    const cutting = setTimeout(cut, partingMs)
    await client.end()
    clearTimeout(cutting)
    stopping.removeEventListener('abort', cut)
  }
}
