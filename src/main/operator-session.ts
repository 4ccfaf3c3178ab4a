import type pg from 'pg'
import { ConfigurationError, readSettings } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { installationOf, reachDatabase } from '#/app/starting/database.ts'
import { checkInstallation } from '#/app/starting/installation.ts'
import { applicationRoles, checkRoles } from '#/app/operator/doctor/check-database.ts'
import type { Check } from '#/app/operator/doctor/check.ts'
import { auditOperator, nameOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { findSchemaFault } from '#/app/server/health/schema-check.ts'
import { createLog } from '#/kernel/log.ts'
import {
  Client,
  inTransaction,
  isDatabaseUnavailable,
  isDiskFull,
  openPool,
  type DatabaseRole,
} from '#/kernel/postgres/db.ts'
import { Standby } from '#/kernel/postgres/connecting/standby.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** Pool and standby act as tijdig_operator, which sees every tenant. */
export type Session = {
  readonly settings: Settings
  readonly databaseUrl: string
  readonly pool: pg.Pool
  readonly standby: Standby | null
}

/** Long, because commands may read whole tables and nothing waits for them. */
const statementTimeoutMs = 120_000

/**
 * Runs a command's work on the database that `reachDatabase` finds, and leaves an audit row for the command.
 *
 * @throws OperatorError saying what to do when the database cannot be worked on; ConfigurationError
 */
export async function asOperator<T>(work: (session: Session) => Promise<T>): Promise<T> {
  return asOwnerOfSchema(async (session) => {
    const own = await installationOf(session.settings)
    await checkInstallation(async (sql) => (await session.pool.query(sql)).rows, own)
    const fault = await findSchemaFault(session.pool)
    if (fault !== null) throw new ConfigurationError([`The schema of the database ${fault}.`])
    return work(session)
  })
}

/** The same where the work itself finds out whose database it is, as `tijdig migrate` does. */
export async function asOwnerOfSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const settings = readSettings(terminal().env)
  nameOperator(settings)
  const database = await reachDatabase(settings)
  try {
    const role = 'tijdig_operator'
    // The next query fails by itself.
    const pool = openPool({
      databaseUrl: database.url,
      role,
      size: 2,
      statementTimeoutMs,
      onIdleError: () => undefined,
    })
    const standby = openStandby(settings, role)
    try {
      const result = await work({ settings, databaseUrl: database.url, pool, standby })
      await auditCommand(pool, true)
      return result
    } catch (error) {
      // Without a schema or a database there is no audit row, nor in one of another installation; the first error is the one to report.
      if (!(error instanceof ConfigurationError)) await auditCommand(pool, false).catch(() => undefined)
      throw error
    } finally {
      await Promise.all([pool.end(), standby?.end()])
    }
  } catch (error) {
    throw await explained(error, database.url)
  } finally {
    await database.stop()
  }
}

function openStandby({ databaseStandbyUrl }: Settings, role: DatabaseRole): Standby | null {
  if (databaseStandbyUrl === null) return null
  const log = createLog('warn', terminal().stderr)
  return new Standby({ databaseUrl: databaseStandbyUrl, role, size: 1, statementTimeoutMs, log })
}

/**
 * Leaves the audit row of every command, such as `tijdig holder list`, even if it only reads or fails. Changes have
 * audit rows of their own, at their platform holder.
 */
async function auditCommand(pool: pg.Pool, isDone: boolean): Promise<void> {
  await inTransaction(pool, { holder: null }, async (tx) =>
    auditOperator(tx, { platformHolderId: null, action: terminal().command, detail: { isDone } }),
  )
}

/** The same for commands that production refuses, before anything is opened. */
export async function asOperatorOutsideProduction<T>(
  what: string,
  work: (session: Session) => Promise<T>,
  run: typeof asOperator = asOperator,
): Promise<T> {
  if (terminal().env['TIJDIG_ENVIRONMENT']?.trim() === 'production')
    throw new OperatorError(`TIJDIG_ENVIRONMENT is production, where there is no ${what}: use another environment.`)
  return run(work)
}

/** Replaces the database's own error, where it is known, by a sentence that says what to do. */
async function explained(error: unknown, databaseUrl: string): Promise<unknown> {
  const code = codeOf(error)
  if (code === roleIsMissing || schemaIsMissing.has(code)) {
    const roles = code === roleIsMissing ? await examineRoles(databaseUrl) : null
    return roles?.status === 'fail' && roles.advice !== null
      ? new OperatorError(
          `Roles of the database server are not as they must be. ${roles.finding} What to do: ${roles.advice}.`,
          { cause: error },
        )
      : new OperatorError('The database lacks the schema of this version: run `tijdig migrate`.', { cause: error })
  }
  if (isDiskFull(error))
    return new OperatorError(
      'The disk of the database is full: make room there. PostgreSQL may need a restart, Tijdig does not.',
      { cause: error },
    )
  if (isDatabaseUnavailable(error))
    return new OperatorError(
      `The database does not answer${code ? ` (${code})` : ''}: check DATABASE_URL and that PostgreSQL runs.`,
      { cause: error },
    )
  const { cause } = error as { cause?: unknown }
  if (error instanceof Error && codeOf(cause) === isNotPermitted && /\brole\b/.test(error.message))
    return new OperatorError(
      `${error.message}. The schema needs roles of its own: as an administrator of the server run \`alter role USER createrole;\` for the user of the database or, when the roles are there, \`grant ${applicationRoles.join(', ')} to USER with admin option;\`, and then \`tijdig migrate\`.`,
      { cause: error },
    )
  return error
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | null | undefined)?.code ?? ''
}

async function examineRoles(databaseUrl: string): Promise<Check> {
  const client = new Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    return await checkRoles(client)
  } finally {
    await client.end()
  }
}

/** Of a connection that is to act as a role that does not exist (invalid_parameter_value). */
const roleIsMissing = '22023'
const isNotPermitted = '42501'
// A schema, table, column or function that a migration makes.
const schemaIsMissing = new Set(['3F000', '42P01', '42703', '42883'])
