import type pg from 'pg'
import type { Settings } from '#/app/settings/settings.ts'
import { readSecret } from '#/app/database.ts'
import { seedDemo } from '#/app/demo/seed-demo.ts'
import { operations } from '#/app/operations.ts'
import { createServices } from '#/app/wiring.ts'
import { forgetEverySignIn } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import type { Log } from '#/kernel/log.ts'
import { migrate } from '#/kernel/postgres/migrate.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { actAsOperator, actAsOwner, addGlobalTypes, emptyTables, resetClock } from '#/app/demo/demo-store.ts'

/**
 * Starts over: every row is gone, the clock shows real time and the demo data are as on the first day. Tables are
 * emptied rather than dropped, so that processes that serve this database go on undisturbed.
 */
export async function resetDemo(database: { pool: pg.Pool; url: string }, settings: Settings, log: Log): Promise<void> {
  await migrate(database.url, settings.loginDatabaseUrl ?? database.url)
  await emptyDatabase(database.pool)
  const services = createServices(settings, await readSecret(settings), operations)
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const api = openPool({ databaseUrl: database.url, role: 'tijdig_api', size: 2, onIdleError })
  const loginUrl = settings.loginDatabaseUrl ?? database.url
  const login = openPool({ databaseUrl: loginUrl, role: 'tijdig_login', size: 1, onIdleError })
  try {
    await forgetEverySignIn(login)
    await seedDemo({ operator: database.pool, api, login }, services, settings, log)
  } finally {
    await Promise.all([api.end(), login.end()])
  }
}

/** Repeats when a deadlock with a worker's transaction makes ours fail. */
async function emptyDatabase(pool: pg.Pool): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(pool, { holder: null }, async (tx) => {
        // Only the owner, who connected, may empty tables; the audit row is written as the operator.
        await tx.rows(actAsOwner)
        await tx.rows(emptyTables)
        await tx.rows(actAsOperator)
        await tx.rows(resetClock)
        await tx.rows(addGlobalTypes)
        auditOperator(tx, { platformHolderId: null, action: 'demoReset' })
      })
    } catch (error) {
      if (attempt === 3 || (error as { code?: string }).code !== '40P01') throw error
    }
  }
}
