import type pg from 'pg'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { migrateInstallation, type Installation } from '#/app/starting/installation.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'

/** Brings the schema up to date. Each file is a transaction of its own, so the audit row follows them. @returns the files applied */
export async function migrateSchema(
  databaseUrl: string,
  loginDatabaseUrl: string | null,
  own: Installation,
  pool: pg.Pool,
): Promise<string[]> {
  const applied = await migrateInstallation(databaseUrl, loginDatabaseUrl, own)
  if (applied.length > 0)
    await inTransaction(pool, { holder: null }, async (tx) =>
      auditOperator(tx, { platformHolderId: null, action: 'schemaMigrated', detail: { files: applied } }),
    )
  return applied
}
