import type pg from 'pg'
import { noteBaseBackup, selectBaseBackup } from '#/app/starting/installation-store.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstantOrNull } from '#/kernel/schema.ts'

/**
 * Notes that a base backup ended: only the job that takes it knows. An earlier one than that which is known changes
 * nothing.
 *
 * @param at null for now
 * @returns when the last one ended
 */
export async function noteBackup(pool: pg.Pool, at: Temporal.Instant | null): Promise<string | null> {
  const now = Temporal.Now.instant()
  if (at !== null && Temporal.Instant.compare(at, now) > 0)
    throw new OperatorError(
      'A base backup cannot have ended later than now: check the clock of the machine that took it.',
    )
  return inTransaction(pool, { holder: null }, async (tx) => {
    tx.send(noteBaseBackup, [at ?? now])
    auditOperator(tx, { platformHolderId: null, action: 'baseBackupTaken' })
    const [row] = await tx.rows(selectBaseBackup)
    return formatInstantOrNull(row?.takenAt ?? null)
  })
}
