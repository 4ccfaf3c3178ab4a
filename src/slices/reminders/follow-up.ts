import { inTransaction, statement } from '#/kernel/db.ts'
import { listFollowUps, type FollowUp } from './claim-store.ts'
import type { Dispatching } from './dispatch.ts'

/**
 * Sees to rows whose time has come without news: a claim whose lease ran out before the hand-over is planned again (G17),
 * a hand-over whose outcome was never recorded is unknown and looked up, an SMS without a receipt in 72 hours is unknown.
 *
 * @returns how many rows were seen to
 */
export async function followUp({ pool }: Pick<Dispatching, 'pool'>): Promise<number> {
  const rows = await listFollowUps(pool, 500)
  const byHolder = Map.groupBy(rows, (row) => row.platform_holder_id)
  for (const [platformHolderId, own] of byHolder) {
    await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
      await tx.rows(freeDeadClaims, [platformHolderId, ids(own, 'claimed')])
      await tx.rows(loseTrack, [platformHolderId, [...ids(own, 'handed_over'), ...ids(own, 'sent')]])
    })
  }
  return rows.length
}

function ids(rows: readonly FollowUp[], state: FollowUp['state']): string[] {
  return rows.filter((row) => row.state === state).map((row) => row.id)
}

const freeDeadClaims = statement(
  'free_dead_claims',
  `update reminder set state = 'planned', run_at = tijdig_now(), claim_no = claim_no + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = any($2::uuid[]) and state = 'claimed' and run_at <= tijdig_now()`,
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
