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

/** Claims reminders of the same recipients, channels and days that are due within half an hour, to be joined (G27). */
export function claimSiblings(tx: Tx, claims: readonly Claim[]): Promise<Claim[]> {
  return tx.rows(claimOfRecipient, idsOf(claims))
}

/**
 * Keeps everybody else from joining rows of these telephones until the transaction ends, and waits for who does: in the
 * same order as they (H3). What was read before may be out of date.
 *
 * @param telephones a holder and the key of a telephone each
 */
export function lockHouseholds(
  tx: Tx,
  telephones: readonly { readonly platformHolderId: string; readonly recipientPhoneKey: Buffer | null }[],
): void {
  const keys = telephones.map(({ recipientPhoneKey }) => recipientPhoneKey)
  tx.send(lockTelephones, [telephones.map(({ platformHolderId }) => platformHolderId), keys])
}

const lockTelephones = statement(
  'lock_households',
  `select pg_advisory_xact_lock(key)
   from (
     select distinct hashtextextended('household ' || holder || encode(telephone, 'hex'), 0) as key
     from unnest($1::uuid[], $2::bytea[]) as t(holder, telephone)
     order by key) keys`,
)

/**
 * As `claimSiblings`, of everybody with the same telephone (H3), which `lockHouseholds` holds, and also of what the same batch
 * tells (B3): where the organization does not join telephones, of the same recipient alone. What another share or worker
 * has claimed and not recorded yet is taken from it, as its `claim_no` tells: else a household whose rows were claimed
 * apart would get a message for each part.
 */
export function claimHousehold(tx: Tx, claims: readonly Claim[]): Promise<Claim[]> {
  return tx.rows(claimOfTelephone, idsOf(claims))
}

function idsOf(claims: readonly Claim[]): [string[], string[]] {
  return [claims.map((claim) => claim.platformHolderId), claims.map((claim) => claim.id)]
}

const isReminder = (row: string) => `${row}.kind in ('reminder', 'confirm_prompt')`
const areReminders = `${isReminder('c')} and ${isReminder('s')}`

const lastMessageOf = (row: string) => `(
         select t.message_reference from reminder_attempt t
         where t.platform_holder_id = ${row}.platform_holder_id and t.reminder_id = ${row}.id and t.attempt_no = ${row}.attempts)`

// What was told in one message, and failed, goes again as one.
const isOfOneTry = `(c.attempts = 0 and s.attempts = 0 or ${lastMessageOf('s')} = ${lastMessageOf('c')})`

/** Claimed rows `c` with others `s` that may be told beside them: of whom `isSame` says, and of what `isAlike`. */
const beside = (isSame: string, isAlike: string) => `
     from (select * from unnest($1::uuid[], $2::uuid[]) as w(holder, id) offset 0) wanted
     join reminder c on c.platform_holder_id = wanted.holder and c.id = wanted.id
     join appointment ca on ca.platform_holder_id = c.platform_holder_id and ca.id = c.appointment_id
     join appointment sa on sa.platform_holder_id = ca.platform_holder_id
       and ${isSame}
       and sa.id <> ca.id and sa.starts_at between ca.starts_at - interval '1 day' and ca.starts_at + interval '1 day'
       and (sa.starts_at at time zone sa.timezone)::date = (ca.starts_at at time zone ca.timezone)::date
     join reminder s on s.platform_holder_id = sa.platform_holder_id and s.appointment_id = sa.id
       and ${isAlike} and s.channel = c.channel and ${isOfOneTry}
       and s.due_at <= (select tijdig_now()) + interval '30 minutes'`

const claimAlong = (isSame: string, isAlike: string, isFree: string, lock = 'for update of s skip locked') => `
  update reminder r set state = 'claimed', claim_no = r.claim_no + 1,
     lease_until = (select tijdig_now()) + interval '${leaseSeconds} seconds', updated_at = (select tijdig_now())
   where (r.platform_holder_id, r.id) in (
     select s.platform_holder_id, s.id ${beside(isSame, isAlike)}
     where ${isFree}
     order by s.id ${lock})
   returning r.platform_holder_id, r.id, r.claim_no`
const claimOfRecipient = statement<Claim>(
  'claim_siblings',
  claimAlong(
    `sa.holder_recipient_id = ca.holder_recipient_id
       and sa.recipient_phone is not distinct from ca.recipient_phone
       and sa.recipient_email is not distinct from ca.recipient_email`,
    areReminders,
    `s.state = 'planned'`,
  ),
)
// Whether it goes to one address too is seen when it is written. A row that is being claimed just now is waited for: it
// would go by itself.
const isOfTelephone = `sa.recipient_phone_key = ca.recipient_phone_key
       and (sa.holder_recipient_id = ca.holder_recipient_id or (
         select group_same_telephone from reminder_policy p where p.platform_holder_id = ca.platform_holder_id))`
const claimOfTelephone = statement<Claim>(
  'claim_household',
  claimAlong(
    isOfTelephone,
    `((${areReminders}) or (starts_with(c.offset_key, 'batch:') and s.offset_key = c.offset_key))`,
    `(s.state = 'planned' or (s.state = 'claimed' and not s.id = any($2::uuid[])))`,
    'for update of s',
  ),
)
