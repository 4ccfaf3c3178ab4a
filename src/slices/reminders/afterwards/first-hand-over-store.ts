import { statement, type Tx } from '#/kernel/postgres/db.ts'

/** When one of a holder's first messages was handed over to a provider and did not fail; null when none was. */
export async function findFirstHandOver(tx: Tx, platformHolderId: string): Promise<Temporal.Instant | null> {
  return (await tx.rows(selectFirstHandOver, [platformHolderId]))[0]?.handedOverAt ?? null
}

// Reminder ids are in order of time, so the first one in the primary key is among the oldest.
const selectFirstHandOver = statement<{ handedOverAt: Temporal.Instant }>(
  'select_first_hand_over',
  `select handed_over_at from reminder_attempt
   where platform_holder_id = $1 and state <> 'failed' order by reminder_id, attempt_no limit 1`,
)
