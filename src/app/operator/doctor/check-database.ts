import type { Client } from 'pg'
import type { DatabaseRole, Statement } from '#/kernel/postgres/db.ts'
import { findRefusedLogin } from '#/kernel/postgres/connecting/logins.ts'
import { readLoginSchema, readSchema, type SchemaState } from '#/kernel/postgres/migrating/schema-state.ts'
import { oldestServerVersion, readServerVersion } from '#/kernel/postgres/connecting/server-version.ts'
import {
  findBoundEnvironment,
  listRoles,
  listSeenWithoutTenant,
  listTenantTables,
  readEncryption,
  readOwnRole,
} from './catalogue-store.ts'
import { alertLimits } from '#/app/server/health/alert-limits.ts'
import { selectBaseBackup, selectUnlistedProxy } from '#/app/starting/installation-store.ts'
import { isArchiveFailing } from '#/app/server/health/surroundings.ts'
import { selectArchiving, selectReplication } from '#/app/server/health/surroundings-store.ts'
import { fail, ok, warn, type Check } from './check.ts'

/** The roles that processes act as; they belong to the server, not to a database. */
export const applicationRoles: readonly DatabaseRole[] = [
  'tijdig_api',
  'tijdig_worker',
  'tijdig_operator',
  'tijdig_login',
]

/** Each process signs in to the database by logins that may act as one role each. @param databaseUrl of the owner */
export async function checkLogins(databaseUrl: string): Promise<Check> {
  const refused = await findRefusedLogin(databaseUrl, applicationRoles)
  return refused === undefined
    ? ok('logins', 'Each role has one of its own.')
    : fail(
        'logins',
        `The server does not let ${refused} in.`,
        'run `tijdig migrate`, and see "Logins" in docs/running/secure.md',
      )
}

/** Does everybody behind a proxy count as one address, because it is not named? An API or login process noticed. */
export async function checkProxies(client: Client): Promise<Check> {
  const { rows } = await client.query<{ seenAt: string | null; isRecent: boolean | null }>(selectUnlistedProxy)
  const [seen] = rows
  if (!seen?.isRecent) return ok('proxies', 'No request came through one that is not named, in a day.')
  return warn(
    'proxies',
    `Requests come through one that is not named, last at ${seen.seenAt}: everybody behind it counts as one address.`,
    'name it in TIJDIG_TRUSTED_PROXIES: "The proxy" in docs/running/secure.md',
  )
}

/** The server itself. @param client connected as the owner, in no role of ours, as in every function here */
export async function checkServer(client: Client, isEmbedded: boolean): Promise<Check> {
  const { version, isTooOld } = await readServerVersion(async (sql) => (await client.query(sql)).rows)
  const finding = `PostgreSQL ${version}${isEmbedded ? ', embedded' : ''}.`
  return isTooOld
    ? fail('database', finding, `use PostgreSQL ${oldestServerVersion} or newer`)
    : ok('database', finding)
}

/** Whether a standby follows, and whether commits wait for it. */
export async function checkStandby(client: Client, environment: string): Promise<Check> {
  const { standbys, isSynchronous } = await ask(client, selectReplication)
  if (isSynchronous && standbys > 0) return ok('standby', `Commits wait for a standby; ${standbys} follow.`)
  if (isSynchronous)
    return fail(
      'standby',
      'Commits wait for a standby, and none follows.',
      'start one, or empty `synchronous_standby_names`: nothing is stored meanwhile',
    )
  if (environment !== 'production') return ok('standby', standbys > 0 ? `${standbys} follow.` : 'None is needed here.')
  return standbys > 0
    ? warn(
        'standby',
        `Commits wait for no standby; ${standbys} follow.`,
        'set `synchronous_standby_names`; after a failover without it, what was acknowledged last may be lost: "A standby" in docs/running/many-machines.md',
      )
    : warn('standby', 'None follows.', 'add one: "A standby" in docs/running/many-machines.md')
}

/** Without an archive a dump is all there is, and everything after it is lost with the server. */
export async function checkArchive(client: Client, environment: string): Promise<Check> {
  const archiving = await ask(client, selectArchiving)
  const { isOn, archivedSeconds, failedSeconds, failures } = archiving
  if (isArchiveFailing(archiving))
    return fail(
      'archive',
      `The WAL is not archived: ${failures} tries failed, the last ${failedSeconds} s ago.`,
      'see the log of PostgreSQL for what `archive_command` says; the disk fills up meanwhile',
    )
  if (isOn && archivedSeconds !== null && archivedSeconds > alertLimits.archiveLateSeconds)
    return warn(
      'archive',
      `The last WAL was archived ${archivedSeconds} s ago.`,
      'set `archive_timeout`, so that little is lost with the server: "Backup" in docs/running/restore.md',
    )
  if (isOn)
    return ok(
      'archive',
      archivedSeconds === null ? 'None was archived yet.' : `WAL was archived ${archivedSeconds} s ago.`,
    )
  return environment === 'production'
    ? warn(
        'archive',
        'The WAL is not archived.',
        'archive it, as in "Backup" of docs/running/restore.md, or see that the host of the database does',
      )
    : ok('archive', 'None is needed here.')
}

/** Without a base backup the archive is of no use. Only the job that takes one knows: it says `tijdig backup taken`. */
export async function checkBaseBackup(client: Client, environment: string): Promise<Check> {
  const { ageSeconds } = await ask(client, selectBaseBackup)
  const hours = ageSeconds === null ? null : Math.round(ageSeconds / 3_600)
  if (ageSeconds !== null && ageSeconds <= alertLimits.baseBackupLateSeconds)
    return ok('base backup', `The last one ended ${hours} hours ago.`)
  if (environment !== 'production' && hours === null) return ok('base backup', 'None is needed here.')
  return warn(
    'base backup',
    hours === null ? 'Nobody has told of one.' : `The last one ended ${hours} hours ago.`,
    'take one, and let the job that does say `tijdig backup taken`: docs/running/restore.md',
  )
}

async function ask<Row extends object>(client: Client, { name, text }: Statement<Row>): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  const [row] = rows
  if (!row) throw new Error(`${name} gave no row`)
  return row
}

/** What goes to the database holds names and numbers. */
export async function checkEncryption(client: Client, environment: string): Promise<Check> {
  const { isLocal, isEncrypted } = await readEncryption(client)
  if (isEncrypted) return ok('encryption', 'The connection to the database is encrypted.')
  return isLocal || environment !== 'production'
    ? ok('encryption', 'The connection to the database stays here, and is not encrypted.')
    : warn(
        'encryption',
        'The connection to the database is not encrypted, and leaves this machine.',
        'add `sslmode=verify-full` to its URL: docs/running/secure.md',
      )
}

export async function checkSchema(client: Client): Promise<Check> {
  return (
    stateOfSchema('schema', await readSchema(async (sql) => (await client.query(sql)).rows)) ??
    ok('schema', 'Up to date.')
  )
}

function stateOfSchema(name: string, { pending, breaking }: SchemaState): Check | null {
  if (pending.length > 0)
    return fail(name, `${pending.length} migrations are not applied, from ${pending[0]} on.`, 'run `tijdig migrate`')
  if (breaking.length > 0)
    return fail(
      name,
      `Newer than this code, and lacks what it uses: ${breaking.join(', ')}.`,
      'run the version that migrated it',
    )
  return null
}

/**
 * The datastore of the recipients' sign-in, which may be a database of its own.
 *
 * @param login connected to it as its owner
 */
export async function checkSignIn(login: Client, environment: string): Promise<Check> {
  const fault = stateOfSchema('sign-in', await readLoginSchema(async (sql) => (await login.query(sql)).rows))
  if (fault !== null) return fault
  const bound = (await findBoundEnvironment(login)) ?? environment
  return bound === environment
    ? ok('sign-in', 'Its datastore is up to date.')
    : fail('sign-in', `Its datastore belongs to ${bound}.`, 'give this environment a datastore of its own')
}

/** The application's roles must not be able to bypass row-level security. */
export async function checkRoles(client: Client): Promise<Check> {
  const rows = await listRoles(client, applicationRoles)
  const missing = applicationRoles.filter((role) => !rows.some((row) => row.name === role))
  if (missing.length > 0) return fail('roles', `Missing: ${missing.join(', ')}.`, await adviceOnRoles(client, missing))
  const bypassing = rows.filter((row) => row.isBypassing).map((row) => row.name)
  const dangerous = bypassing.filter((role) => applicationRoles.some((each) => each === role))
  if (dangerous.length > 0)
    return fail(
      'roles',
      `${dangerous.join(', ')} can step over row-level security.`,
      `run \`alter role ${dangerous[0]} nosuperuser nobypassrls\``,
    )
  return bypassing.length === 0
    ? ok('roles', 'None can step over row-level security.')
    : warn(
        'roles',
        'The user of DATABASE_URL is a superuser or steps over row-level security.',
        'use an ordinary owner of the database',
      )
}

/** A migration makes the roles, once: a database restored on another server has the migrations but not the roles. */
async function adviceOnRoles(client: Client, missing: readonly string[]): Promise<string> {
  if ((await checkSchema(client)).status === 'fail') return 'run `tijdig migrate`'
  const statements = [
    ...missing.map((role) => `create role ${role} nologin;`),
    `grant ${missing.join(', ')} to ${await readOwnRole(client)} with admin option;`,
  ]
  return `they belong to a server and come with no dump of a database; as its administrator run \`${statements.join(' ')}\` and restore the dump once more`
}

export async function checkRowLevelSecurity(client: Client): Promise<Check> {
  const tables = await listTenantTables(client)
  const open = tables.filter((table) => !table.isForced).map((table) => table.name)
  return open.length === 0
    ? ok('row security', `Forced on all ${tables.length} tables with tenants' rows.`)
    : fail('row security', `Not forced on ${open.join(', ')}.`, 'enable and force it in a new migration')
}

/** Tries it: as the API, without a tenant, no tenant's row may be visible. */
export async function checkTenantWall(client: Client): Promise<Check> {
  const readable = (await listTenantTables(client)).filter((table) => table.isReadable)
  if (readable.length === 0) return fail('tenant wall', 'The API may read no table at all.', 'run `tijdig migrate`')
  const seen = await listSeenWithoutTenant(client, readable)
  return seen.length === 0
    ? ok('tenant wall', `Without a tenant the API sees no row in ${readable.length} tables.`)
    : fail(
        'tenant wall',
        `Without a tenant the API sees rows in ${seen.join(', ')}.`,
        'stop serving until their policies are repaired by a migration',
      )
}
