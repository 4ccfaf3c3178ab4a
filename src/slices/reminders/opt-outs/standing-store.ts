import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { joinPreferences } from '#/slices/reminders/policy/preferences.ts'
import type { OptOutSource } from './suppression-store.ts'

export type StandingOptOutRow = {
  readonly channel: 'sms' | 'email'
  readonly source: OptOutSource | 'erasure'
  readonly since: Temporal.Instant | null
}

/** What stands against messages to a contact of an entry, one for each channel. */
export function listStandingOptOuts(
  tx: HolderTx,
  {
    entry,
    smsKey,
    emailKey,
  }: { readonly entry: string; readonly smsKey: Buffer | null; readonly emailKey: Buffer | null },
): Promise<StandingOptOutRow[]> {
  return tx.rows(selectStanding, [tx.platformHolderId, entry, smsKey, emailKey])
}

const selectStanding = statement<StandingOptOutRow>(
  'list_standing_opt_outs',
  `select distinct on (channel) channel, source, since from (
     select s.channel, s.source, s.changed_at as since, 1 as place from suppression s
     where s.platform_holder_id = $1
       and s.is_active
       and (s.channel, s.contact_key) in (('sms', $3::bytea), ('email', $4::bytea))
     union all
     select s.channel, s.source, s.changed_at, 2 from suppression_everywhere s
     where s.is_active and (s.channel, s.contact_key) in (('sms', $3::bytea), ('email', $4::bytea))
     union all
     select off.channel, 'app', null, 3
     from recipient_link l ${joinPreferences('l.recipient_id', 'l.platform_holder_id')}
     cross join lateral (select jsonb_array_elements_text(coalesce(w.preferences->'offChannels', '[]'))
       union select jsonb_array_elements_text(coalesce(w.off_here, '[]'))) as off(channel)
     where l.platform_holder_id = $1 and l.holder_recipient_id = $2) standing
   order by channel, place`,
)
