import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** Messages of batches that a holder may send in 24 hours without anybody looking. */
const messagesPerDayMax = 2_000

/** Lets a batch send as many messages as were confirmed, as far as the day leaves room, with the commit (G24). What is more is held. */
export function allowMessages(tx: HolderTx, batchId: string, messages: number): void {
  tx.send(insertAllowance, [tx.platformHolderId, batchId, messages])
}

const insertAllowance = statement(
  'insert_reminder_allowance',
  `insert into reminder_allowance (platform_holder_id, batch_id, allowed)
   select $1, $2, greatest(0, least($3::int, ${messagesPerDayMax} - coalesce(sum(greatest(w.handed_over, w.allowed)), 0)))
   from reminder_allowance w
   where w.platform_holder_id = $1 and w.created_at > tijdig_now() - interval '24 hours'`,
)

/** Takes it back, with the commit: the batch was undone. */
export function withdrawAllowance(tx: HolderTx, batchId: string): void {
  tx.send(updateAllowance, [tx.platformHolderId, batchId])
}

const updateAllowance = statement(
  'withdraw_reminder_allowance',
  'update reminder_allowance set allowed = handed_over where platform_holder_id = $1 and batch_id = $2',
)

/**
 * Ends what has not been handed over of a batch, with the commit of whoever stops it.
 *
 * @returns the appointments whose person is not told any more
 */
export async function withdrawUnsentOfBatch(
  tx: HolderTx,
  batchId: string,
  appointmentIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows(withdrawRows, [tx.platformHolderId, `batch:${batchId}`, appointmentIds])
  return rows.map(({ appointmentId }) => appointmentId)
}

const unsent = `state in ('planned', 'claimed', 'held')`
const withdrawRows = statement<{ appointmentId: string }>(
  'withdraw_unsent_of_batch',
  `update reminder set state = 'cancelled', reason_code = 'superseded', run_at = null, updated_at = (select tijdig_now())
   where platform_holder_id = $1 and id = any(array(
     select id from reminder
     where platform_holder_id = $1 and appointment_id = any($3::uuid[]) and offset_key = $2 and ${unsent}
     order by id for update)) and ${unsent}
   returning appointment_id`,
)
