import { audit } from '#/kernel/audit.ts'
import { statement, type Tx } from '#/kernel/db.ts'
import type { Channel } from './policy.ts'

export type SuppressionSource = 'sms_reply' | 'list_unsubscribe' | 'staff' | 'provider' | 'app'

/** Opts contacts out of one holder's messages, with the commit. @param keys contact keys as hex */
export function activateSuppressions(
  tx: Tx,
  platformHolderId: string,
  channel: Channel,
  keys: readonly string[],
  source: SuppressionSource,
): void {
  tx.atCommit(upsertSuppressions, [platformHolderId, channel, keys, source, true])
}

/**
 * Remembers an opt-out that only the SMS provider knew of, with the commit.
 *
 * @param reminderIds the rows whose message was refused for it
 */
export function rememberProviderOptOut(
  tx: Tx,
  platformHolderId: string,
  keys: readonly string[],
  reminderIds: readonly string[],
): void {
  activateSuppressions(tx, platformHolderId, 'sms', keys, 'provider')
  audit(tx, {
    platformHolderId,
    actor: { kind: 'provider', id: null },
    action: 'smsOptOut',
    requestId: null,
    subjects: reminderIds,
    detail: { how: 'provider' },
  })
}

/** Ends the opt-out of one contact, with the commit. */
export function liftSuppression(
  tx: Tx,
  platformHolderId: string,
  channel: Channel,
  key: Buffer,
  source: SuppressionSource,
): void {
  tx.atCommit(upsertSuppressions, [platformHolderId, channel, [key.toString('hex')], source, false])
}

const upsertSuppressions = statement(
  'upsert_suppressions',
  `insert into suppression as s (platform_holder_id, channel, contact_key, is_active, source)
   select distinct $1::uuid, $2, decode(k, 'hex'), $5::boolean, $4 from unnest($3::text[]) k
   on conflict (platform_holder_id, channel, contact_key) do update
     set is_active = excluded.is_active, source = excluded.source, changed_at = tijdig_now() where s.is_active <> excluded.is_active`,
)

/** The same for all holders. */
export function setSuppressionEverywhere(
  tx: Tx,
  channel: Channel,
  key: Buffer,
  isActive: boolean,
  source: SuppressionSource,
): void {
  tx.atCommit(upsertEverywhere, [channel, key, isActive, source])
}

const upsertEverywhere = statement(
  'upsert_suppression_everywhere',
  `insert into suppression_everywhere (channel, contact_key, is_active, source) values ($1, $2, $3, $4)
   on conflict (channel, contact_key) do update set is_active = excluded.is_active, source = excluded.source, changed_at = tijdig_now()`,
)
