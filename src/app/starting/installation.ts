import { ConfigurationError } from '#/app/settings/read-settings.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { migrate } from '#/kernel/postgres/migrating/migrate.ts'
import { fingerprintOf, isSame } from '#/kernel/secrets/derived-keys.ts'
import {
  claim,
  selectBoundEnvironment,
  selectInstallation,
  selectTable,
  type InstallationRow,
} from './installation-store.ts'

/** What a process or command takes itself for. */
export type Installation = { readonly environment: string; readonly secret: string }

/** What runs one statement, as whichever role. */
type Query = <Row>(sql: string, values?: unknown[]) => Promise<readonly Row[]>

/**
 * Brings a database to the schema of this code, and claims it for this installation where nobody has yet. One of another
 * environment or with another secret is left as it is.
 *
 * @param databaseUrl of the owner
 * @throws ConfigurationError when the database is another installation's
 * @returns the names of the files applied now, and whether this was the first time
 */
export async function migrateInstallation(
  databaseUrl: string,
  loginDatabaseUrl: string | null,
  own: Installation,
): Promise<{ applied: string[]; isClaimed: boolean }> {
  await asOwner(databaseUrl, async (query) => refuseForeign(own, await find(query)))
  const applied = await migrate(databaseUrl, loginDatabaseUrl ?? databaseUrl)
  return { applied, isClaimed: await claimInstallation(databaseUrl, own) }
}

/** What whoever sets a database up has to know of its secret, once. */
export const secretNotice =
  'This database now belongs to the TIJDIG_SECRET it was set up with, which can never be changed: keep a copy apart from every backup of the database, and try the copy with `tijdig secret check` ("Secrets" in docs/running/secure.md).'

/**
 * Claims a migrated database for this installation. @throws ConfigurationError when it is another's
 *
 * @returns whether nobody had claimed it before
 */
export async function claimInstallation(databaseUrl: string, own: Installation): Promise<boolean> {
  return asOwner(databaseUrl, async (query) => {
    // A database from before this row: the sign-in knew its environment already.
    const [bound] = await query<{ environment: string }>(selectBoundEnvironment)
    if (bound && bound.environment !== own.environment) throw anotherEnvironment(bound.environment, own.environment)
    // Of two at once, one claims, and both then see whose it is.
    const claimed = await query(claim, [own.environment, fingerprintOf(own.secret)])
    refuseForeign(own, await find(query))
    return claimed.length > 0
  })
}

/**
 * Compares whose database it is with what this process takes itself for, before it does anything there.
 *
 * @throws ConfigurationError when it is another installation's, or nobody has claimed it
 */
export async function checkInstallation(query: Query, own: Installation): Promise<void> {
  const found = await find(query)
  if (found === null)
    throw new ConfigurationError([
      'The database does not say yet which installation it belongs to: run `tijdig migrate`, in the environment and with the secret it is served with.',
    ])
  refuseForeign(own, found)
}

/** Whether a copy of a secret, such as one in a safe, is that of the database. */
export async function isSecretOf(query: Query, copy: string): Promise<boolean> {
  const found = await find(query)
  return found !== null && isSame(found.secretFingerprint, fingerprintOf(copy))
}

/** @returns null where nobody has claimed it, and where it is from before that */
async function find(query: Query): Promise<InstallationRow | null> {
  const [table] = await query<{ name: string | null }>(selectTable)
  if (!table?.name) return null
  const [row] = await query<InstallationRow>(selectInstallation)
  return row ?? null
}

function refuseForeign({ environment, secret }: Installation, found: InstallationRow | null): void {
  if (found === null) return
  if (found.environment !== environment) throw anotherEnvironment(found.environment, environment)
  if (isSame(found.secretFingerprint, fingerprintOf(secret))) return
  throw new ConfigurationError([
    'TIJDIG_SECRET is not the one of this database, by which it knows who opted out, whom a link is for and who was erased: set the one it was set up with. Nothing was changed.',
  ])
}

function anotherEnvironment(found: string, own: string): ConfigurationError {
  return new ConfigurationError([
    `The database belongs to ${found}, and TIJDIG_ENVIRONMENT is ${own}: use a database of its own for each. Nothing was changed.`,
  ])
}

async function asOwner<T>(databaseUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, query_timeout: 30_000 })
  try {
    await client.connect()
    return await work(
      async <Row>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as Row[],
    )
  } finally {
    await client.end()
  }
}
