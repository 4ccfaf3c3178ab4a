import { inTransaction, statement } from '#/kernel/db.ts'
import { listFollowUps } from './claim-store.ts'
import { receiptHours } from './delivery-status.ts'
import type { Dispatching } from './dispatch.ts'

/**
 * Sees to rows whose time has come without news: a hand-over whose outcome was never recorded is unknown and looked up
 * (G17), one that is recorded waits for its receipt, and an SMS without a receipt in 72 hours is unknown.
 *
 * @returns how many rows were seen to
 */
export async function followUp({ pool }: Pick<Dispatching, 'pool'>): Promise<number> {
  const rows = await listFollowUps(pool, 1_500)
  const byHolder = Map.groupBy(rows, (row) => row.platform_holder_id)
  for (const [platformHolderId, own] of byHolder) {
    const ids = own.map((row) => row.id)
    await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      await tx.rows(awaitReceipts, [platformHolderId, ids])
      await tx.rows(loseTrack, [platformHolderId, ids])
    })
  }
  return rows.length
}

// Mail has no receipts, only bounces, which come when they come.
const awaitReceipts = statement(
  'await_receipts',
  `update reminder set run_at = case when channel = 'sms' then handed_over_at + interval '${receiptHours} hours' end
   where platform_holder_id = $1 and id = any($2::uuid[]) and state = 'sent' and run_at <= tijdig_now()
     and (channel = 'email' or handed_over_at > tijdig_now() - interval '${receiptHours} hours')`,
)

// The row's new claim number fences off a worker that wakes up later. `sent` ends here, a lost hand-over is looked up.
const loseTrack = statement(
  'lose_track',
  `with lost as (
     update reminder set state = 'unknown', reason_code = 'outcome_unknown', claim_no = claim_no + 1, updated_at = tijdig_now(),
       run_at = case when state = 'handed_over' then tijdig_now() + interval '1 minute' end
     where platform_holder_id = $1 and id = any($2::uuid[]) and state in ('handed_over', 'sent') and run_at <= tijdig_now()
     returning id, attempts)
   update reminder_attempt a set state = 'unknown', reason_code = 'outcome_unknown', updated_at = tijdig_now()
   from lost where a.platform_holder_id = $1 and a.reminder_id = lost.id and a.attempt_no = lost.attempts and a.state in ('handed_over', 'sent')`,
)
