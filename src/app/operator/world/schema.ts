import type pg from 'pg'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { migrateInstallation, type Installation } from '#/app/starting/installation.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'

/** Brings the schema up to date. Each file is a transaction of its own, so the audit row follows them. @returns as `migrateInstallation` */
export async function migrateSchema(
  databaseUrl: string,
  loginDatabaseUrl: string | null,
  own: Installation,
  pool: pg.Pool,
): ReturnType<typeof migrateInstallation> {
  const migrated = await migrateInstallation(databaseUrl, loginDatabaseUrl, own)
  const { applied } = migrated
  if (applied.length > 0)
    await inTransaction(pool, { holder: null }, async (tx) =>
      auditOperator(tx, { platformHolderId: null, action: 'schemaMigrated', detail: { files: applied } }),
    )
  return migrated
}
