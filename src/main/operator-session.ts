import type pg from 'pg'
import { readSettings, type Settings } from '#/app/config.ts'
import { reachDatabase } from '#/app/database.ts'
import { auditOperator, nameOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { inTransaction, isDatabaseUnavailable, openPool } from '#/kernel/db.ts'
import { runningCommand } from './running-command.ts'

/** What a command works with; the pool acts as tijdig_operator and sees every tenant. */
export type Session = { readonly settings: Settings; readonly databaseUrl: string; readonly pool: pg.Pool }

/** Commands look at whole tables; nothing waits for them. */
const statementTimeoutMs = 120_000

/**
 * Runs a command's work on the database: the configured one, the embedded one that runs, or the embedded one started for
 * as long as the work takes. One audit row is left for each call.
 *
 * @throws OperatorError saying what to do when the database cannot be worked on; ConfigurationError
 */
export async function asOperator<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  nameOperator(settings)
  const database = await reachDatabase(settings)
  try {
    const pool = openPool({
      databaseUrl: database.url,
      role: 'tijdig_operator',
      size: 2,
      statementTimeoutMs,
      // Whoever asks next is told; between questions it matters to nobody.
      onIdleError: () => undefined,
    })
    try {
      const result = await work({ settings, databaseUrl: database.url, pool })
      await auditCommand(pool, true)
      return result
    } catch (error) {
      // Without a schema or a database there is no row either, and what went wrong first is what is told.
      await auditCommand(pool, false).catch(() => undefined)
      throw error
    } finally {
      await pool.end()
    }
  } catch (error) {
    throw explained(error)
  } finally {
    await database.stop()
  }
}

/**
 * Leaves the audit row of every call, such as `tijdig holder list`, whether it looked, changed something or failed. What it
 * changed has rows of its own, at its platform holder.
 */
async function auditCommand(pool: pg.Pool, isDone: boolean): Promise<void> {
  await inTransaction(pool, { holder: null }, async (tx) =>
    auditOperator(tx, { platformHolderId: null, action: runningCommand(), detail: { isDone } }),
  )
}

/** The same for what exists in every environment but production, which is refused before anything is opened. */
export async function asOperatorOutsideProduction<T>(what: string, work: (session: Session) => Promise<T>): Promise<T> {
  if (process.env['TIJDIG_ENVIRONMENT']?.trim() === 'production')
    throw new OperatorError(`TIJDIG_ENVIRONMENT is production, where there is no ${what}: use another environment.`)
  return asOperator(work)
}

/** What the database says of itself helps nobody who runs a command; what to do about it does. */
function explained(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (schemaIsMissing.has(code))
    return new OperatorError('The database lacks the schema of this version: run `tijdig migrate`.', { cause: error })
  if (isDatabaseUnavailable(error))
    return new OperatorError(
      `The database does not answer${code ? ` (${code})` : ''}: check DATABASE_URL and that PostgreSQL runs.`,
      { cause: error },
    )
  return error
}

// A role, schema, table, column or function that a migration makes.
const schemaIsMissing = new Set(['22023', '3F000', '42P01', '42703', '42883'])
