import { audit } from '#/kernel/audit.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { isErasedSql } from '#/slices/deletion-requests/sql.ts'

export type OptOutSource = 'sms_reply' | 'list_unsubscribe' | 'staff' | 'provider' | 'app'

/**
 * Opts contacts out of one holder's messages, with the commit. An opt-out that stands keeps its date and source, unless
 * the app made it: the app must not be able to undo what the contact itself asked for. What staff stop and what the contact
 * asks for stand beside each other: each is ended by who made it.
 *
 * @param keys contact keys as hex
 */
export function addOptOuts(
  tx: Tx,
  platformHolderId: string,
  channel: Channel,
  keys: readonly string[],
  source: OptOutSource,
): void {
  tx.send(upsertOptOuts, [platformHolderId, channel, keys, source])
}

/**
 * Remembers an opt-out that only the SMS provider knew of, with the commit.
 *
 * @param reminderIds the rows whose messages were refused because of it
 */
export function rememberProviderOptOut(
  tx: Tx,
  platformHolderId: string,
  keys: readonly string[],
  reminderIds: readonly string[],
): void {
  addOptOuts(tx, platformHolderId, 'sms', keys, 'provider')
  audit(tx, {
    platformHolderId,
    actor: { kind: 'provider', id: null },
    action: 'smsOptOut',
    requestId: null,
    subjects: reminderIds,
    detail: { how: 'provider' },
  })
}

/** The same for the messages of all holders. */
export function addOptOutsEverywhere(tx: Tx, channel: Channel, keys: readonly string[], source: OptOutSource): void {
  tx.send(upsertEverywhere, [channel, keys, source])
}

const stronger = `not s.is_active or (s.source = 'app' and excluded.source <> 'app')`
/** Staff stop what was stopped already. */
const isBesides = `s.is_active and s.source <> 'app' and excluded.source = 'staff'`
const upsertOptOuts = statement(
  'upsert_suppressions',
  `insert into suppression as s (platform_holder_id, channel, contact_key, is_active, source)
   select distinct $1::uuid, $2, decode(k, 'hex'), true, $4 from unnest($3::text[]) k
   on conflict (platform_holder_id, channel, contact_key) do update
     set is_active = true,
       source = case when ${isBesides} then s.source else excluded.source end,
       by_staff = s.is_active and (s.source = 'staff' or ${isBesides}),
       changed_at = case when ${isBesides} then s.changed_at else tijdig_now() end
     where ${stronger}
       or (s.source = 'staff' and excluded.source not in ('staff', 'app'))
       or (${isBesides} and s.source <> 'staff' and not s.by_staff)`,
)
const upsertEverywhere = statement(
  'upsert_suppressions_everywhere',
  `insert into suppression_everywhere as s (channel, contact_key, is_active, source)
   select distinct $1, decode(k, 'hex'), true, $3 from unnest($2::text[]) k
   on conflict (channel, contact_key) do update
     set is_active = true, source = excluded.source, changed_at = tijdig_now() where ${stronger}`,
)

type Lift = {
  /** Contact keys as hex. */
  readonly keys: readonly string[]
  /** Only opt-outs with one of these sources end. */
  readonly of: readonly OptOutSource[]
  readonly by: OptOutSource
}

/** Ends opt-outs of contacts from one holder's messages, with the commit. What somebody else set stands. */
export function liftOptOuts(tx: Tx, platformHolderId: string, channel: Channel, { keys, of, by }: Lift): void {
  if (keys.length > 0) tx.send(lift, [platformHolderId, channel, keys, of, by])
}

/** The same for the messages of all holders. */
export function liftOptOutsEverywhere(tx: Tx, channel: Channel, { keys, of, by }: Lift): void {
  if (keys.length > 0) tx.send(liftEverywhere, [channel, keys, of, by])
}

const keysIn = (parameter: string) => `array(select decode(k, 'hex') from unnest(${parameter}::text[]) k)`
// Of a stop that two made, what the other one wants is left.
const lift = statement(
  'lift_suppressions',
  `update suppression
   set is_active = by_staff or source <> all($4::text[]),
     source = case when source <> all($4::text[]) then source when by_staff then 'staff' else $5 end,
     by_staff = false,
     changed_at = tijdig_now()
   where platform_holder_id = $1
     and channel = $2
     and contact_key = any(${keysIn('$3')})
     and is_active
     and (source = any($4::text[]) or (by_staff and 'staff' = any($4::text[])))`,
)
const liftEverywhere = statement(
  'lift_suppressions_everywhere',
  `update suppression_everywhere set is_active = false, source = $4, changed_at = tijdig_now()
   where channel = $1 and contact_key = any(${keysIn('$2')}) and is_active and source = any($3::text[])`,
)

/**
 * Whether an opt-out of this holder or of all holders stands for a contact; `$n` may be null. Each is looked up by its key (`offset 0`
 * keeps it so): a plan that was made while there were few would go on reading all of them for each share.
 */
export const isOptedOutSql = (channel: Channel, parameter: string, row: string) => `
  (exists (select 1 from suppression s where s.platform_holder_id = ${row}.platform_holder_id and s.channel = '${channel}'
             and s.contact_key = ${parameter} and s.is_active offset 0)
   or exists (
     select 1
     from suppression_everywhere s
     where s.channel = '${channel}' and s.contact_key = ${parameter} and s.is_active offset 0))`

/** Whether either keeps a message from being sent. */
export const isOptedOutOrErasedSql = (
  channel: Channel,
  parameter: string,
  row = 'p',
  entry = 'a.holder_recipient_id',
) => `(${isErasedSql(row, entry)} or ${isOptedOutSql(channel, parameter, row)})`
