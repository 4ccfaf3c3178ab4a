import { randomUUID } from 'node:crypto'
import { Client, type Pooler } from '#/kernel/postgres/db.ts'

/**
 * Finds out what a pooler does with the names of prepared statements. PgBouncer from 1.21 on, with `max_prepared_statements`
 * above 0, gives each another name on the server and prepares it wherever it is missing. An older one passes names
 * through, to whichever connection comes next: statements are then sent without names, and planned each time.
 */
export async function askPooler(databaseUrl: string): Promise<Pooler> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000, query_timeout: 4_500 })
  try {
    await client.connect()
    const name = `tijdig_${randomUUID()}`
    const { rows } = await client.query<{ keepsNames: boolean }>({
      name,
      text: `select not exists (select from pg_prepared_statements where name = '${name}') as keeps_names`,
    })
    return { keepsNames: rows[0]?.keepsNames === true }
  } finally {
    await client.end()
  }
}
