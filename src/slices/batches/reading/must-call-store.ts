import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { newestItemsSql } from '#/slices/batches/sql.ts'

/** Somebody whom no message of a batch has told, or is known to have. */
export type MustCall = {
  readonly appointmentId: string
  readonly batchId: string
  readonly action: 'cancel' | 'postpone' | 'delay'
  /** Of an item or of a message: see `BatchItem`. */
  readonly reasonCode: string | null
  /** When the appointment was to start. */
  readonly startsAt: Temporal.Instant
}

/** Most that are listed at once. */
export const mustCallMax = 2_000

/**
 * Whom staff must call because of batches, of appointments that were to start from `from` and before `to`; each appointment
 * once, by its newest batch, nearest start first.
 */
export function listMustCall(
  tx: HolderTx,
  { from, to }: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
): Promise<MustCall[]> {
  return tx.rows(selectMustCall, [tx.platformHolderId, from, to])
}

const selectMustCall = statement<MustCall>(
  'list_must_call_of_batches',
  `select n.appointment_id, n.batch_id, n.action, n.reason_code, n.starts_at
   from (${newestItemsSql}) n
   where n.outcome = 'must_call'
   order by n.starts_at, n.appointment_id limit ${mustCallMax}`,
)
