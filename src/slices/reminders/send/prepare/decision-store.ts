import { toRecords } from '#/kernel/postgres/values/columns.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { inOrderOfId } from '#/slices/reminders/send/claim/claim-store.ts'
import type { Decision } from './decide.ts'
import { countDueSql, dueResultSql } from '#/slices/reminders/rows/due-count-store.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import { leaseSeconds, type Claim } from '#/slices/reminders/send/claim/sending.ts'

/** Writes the decisions on claimed rows that do not go now, with the commit; only for those still held by this claim. */
export function writeDecisions(tx: Tx, decisions: readonly Decision[]): void {
  if (decisions.length > 0) tx.send(decideRows, [toRecords(inOrderOfId(decisions))])
}

const decideRows = statement(
  'decide_rows',
  `with decided as (
   update reminder r set state = d.state, reason_code = d.reason_code, run_at = d.run_at,
     due_at = coalesce(d.due_at, r.due_at),
     latest_at = coalesce(d.latest_at, r.latest_at), channel = coalesce(d.channel, r.channel),
     fallback_channel = case when d.channel is null then r.fallback_channel end,
     channel_tries = case when d.channel is null then r.channel_tries else 0 end,
     moved_because = case when d.due_at is null then r.moved_because else 'quiet_hours_later' end,
     updated_at = (select tijdig_now())
   from (select * from json_to_recordset($1::json) as d(platform_holder_id uuid, id uuid, claim_no int, state text, reason_code text,
     run_at timestamptz, due_at timestamptz, latest_at timestamptz, channel text) offset 0) d
   where r.platform_holder_id = d.platform_holder_id
     and r.id = d.id
     and r.claim_no = d.claim_no
     and r.state = 'claimed'
   returning ${changedColumns()}, ${dueResultSql} as due_result),
   counted as (${countDueSql('decided')})
   ${tellRemindersSql('decided')}`,
)

/**
 * Claims rows of the same channels and days that are due within half an hour, to be joined: of the same recipients (G27), or
 * of everybody with the same telephone (H3).
 */
export function claimSiblings(tx: Tx, claims: readonly Claim[], of: 'recipient' | 'telephone'): Promise<Claim[]> {
  const values = [claims.map((claim) => claim.platformHolderId), claims.map((claim) => claim.id)]
  return tx.rows(of === 'recipient' ? claimOfRecipient : claimOfTelephone, values)
}

const claimAlong = (isSame: string) => `
  update reminder r set state = 'claimed', claim_no = r.claim_no + 1,
     lease_until = (select tijdig_now()) + interval '${leaseSeconds} seconds', updated_at = (select tijdig_now())
   where (r.platform_holder_id, r.id) in (
     select s.platform_holder_id, s.id
     from (select * from unnest($1::uuid[], $2::uuid[]) as w(holder, id) offset 0) wanted
     join reminder c on c.platform_holder_id = wanted.holder and c.id = wanted.id
     join appointment ca on ca.platform_holder_id = c.platform_holder_id and ca.id = c.appointment_id
     join appointment sa on sa.platform_holder_id = ca.platform_holder_id
       and ${isSame}
       and sa.id <> ca.id and sa.starts_at between ca.starts_at - interval '1 day' and ca.starts_at + interval '1 day'
       and (sa.starts_at at time zone sa.timezone)::date = (ca.starts_at at time zone ca.timezone)::date
     join reminder s on s.platform_holder_id = sa.platform_holder_id and s.appointment_id = sa.id
     where c.kind in ('reminder', 'confirm_prompt') and c.attempts = 0
       and s.state = 'planned' and s.kind in ('reminder', 'confirm_prompt') and s.attempts = 0 and s.channel = c.channel
       and s.due_at <= (select tijdig_now()) + interval '30 minutes'
     order by s.id for update of s skip locked)
   returning r.platform_holder_id, r.id, r.claim_no`
const claimOfRecipient = statement<Claim>(
  'claim_siblings',
  claimAlong(`sa.holder_recipient_id = ca.holder_recipient_id
       and sa.recipient_phone is not distinct from ca.recipient_phone
       and sa.recipient_email is not distinct from ca.recipient_email`),
)
// Whom else a mail goes to is told by its address, which is compared when it is written.
const claimOfTelephone = statement<Claim>(
  'claim_household',
  claimAlong('sa.recipient_phone_key = ca.recipient_phone_key'),
)
