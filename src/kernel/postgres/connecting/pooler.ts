import { randomUUID } from 'node:crypto'
import { Client, type Pooler } from '#/kernel/postgres/db.ts'
import { asLogin } from './logins.ts'

/**
 * Finds out what a pooler does with the names of prepared statements. PgBouncer from 1.21 on, with `max_prepared_statements`
 * above 0, gives each another name on the server and prepares it wherever it is missing. An older one passes names
 * through, to whichever connection comes next: statements are then sent without names, and planned each time.
 *
 * @returns also whether it passes our login on: one that signs in as the owner for everybody pulls a wall down
 */
export async function askPooler(databaseUrl: string): Promise<Pooler & { readonly keepsLogins: boolean }> {
  const connectionString = asLogin(databaseUrl, 'tijdig_api')
  const client = new Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 4_500 })
  try {
    await client.connect()
    const name = `tijdig_${randomUUID()}`
    const { rows } = await client.query<{ keepsNames: boolean; login: string }>({
      name,
      text: `select not exists (select from pg_prepared_statements where name = '${name}') as keeps_names, session_user::text as login`,
    })
    return { keepsNames: rows[0]?.keepsNames === true, keepsLogins: rows[0]?.login === client.user }
  } finally {
    await client.end()
  }
}
