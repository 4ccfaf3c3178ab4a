type Query = (sql: string) => Promise<readonly { readonly version: string; readonly number: number }[]>

/** The oldest PostgreSQL whose statements we write. */
export const oldestServerVersion = 15

/** @returns the server's version as a person writes it, such as 16.4 */
export async function readServerVersion(query: Query): Promise<{ version: string; isTooOld: boolean }> {
  const [row] = await query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const version = row?.version.split(' ')[0] ?? 'unknown'
  return { version, isTooOld: (row?.number ?? 0) < oldestServerVersion * 10_000 }
}
