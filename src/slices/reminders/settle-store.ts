import { statement, type Tx } from '#/kernel/db.ts'
import type { Settlement } from './settle.ts'
import { rememberProviderOptOut } from './suppression-store.ts'

/**
 * Records outcomes. A receipt may have come first: an attempt that it moved on is not moved back, and a row is written
 * only while it is still handed over by this very claim.
 */
export async function writeSettlements(
  tx: Tx,
  platformHolderId: string,
  settlements: readonly Settlement[],
): Promise<void> {
  const rows = JSON.stringify(settlements)
  // Rows before their attempts, as receipts lock them, so that the two never wait for each other.
  tx.atCommit(settleRows, [platformHolderId, rows])
  tx.atCommit(settleAttempts, [platformHolderId, rows])
  const optedOut = settlements.filter((settlement) => settlement.opted_out_key !== null)
  if (optedOut.length > 0) {
    const keys = optedOut.flatMap((settlement) => settlement.opted_out_key ?? [])
    rememberProviderOptOut(
      tx,
      platformHolderId,
      keys,
      optedOut.map((settlement) => settlement.id),
    )
  }
}

const records = `json_to_recordset($2::json) as s(id uuid, claim_no int, attempt_no smallint, attempt_state text, provider_message_id text,
  provider_code text, attempt_reason text, state text, reason_code text, run_at timestamptz, channel text, fallback_channel text, tries_back smallint)`

const settleAttempts = statement(
  'settle_attempts',
  `update reminder_attempt a set provider_message_id = coalesce(a.provider_message_id, s.provider_message_id),
     provider_code = coalesce(s.provider_code, a.provider_code),
     reason_code = case when a.state in ('handed_over', 'unknown') then s.attempt_reason else a.reason_code end,
     state = case when a.state in ('handed_over', 'unknown') then s.attempt_state else a.state end, updated_at = (select tijdig_now())
   from ${records} where a.platform_holder_id = $1 and a.reminder_id = s.id and a.attempt_no = s.attempt_no`,
)

// A row that was sent keeps the end of its lease as the next look at it: a write that touches no index. By then its receipt is
// mostly there; if not, the follow-up sets how long to wait for it.
const settleRows = statement(
  'settle_rows',
  `update reminder r set state = s.state, reason_code = s.reason_code, run_at = case when s.state = 'sent' then r.run_at else s.run_at end, channel = s.channel, fallback_channel = s.fallback_channel,
     channel_tries = case when s.channel = r.channel then r.channel_tries - s.tries_back else 0 end, updated_at = (select tijdig_now())
   from ${records} where r.platform_holder_id = $1 and r.id = s.id and r.claim_no = s.claim_no and r.state = 'handed_over'`,
)
