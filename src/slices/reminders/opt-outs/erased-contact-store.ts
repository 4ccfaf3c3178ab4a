import { statement } from '#/kernel/postgres/db.ts'

/**
 * Nothing is ever sent to these contacts again, whoever hands them in (G9). The source `erasure` is lifted neither by
 * the app nor by a text message.
 */
export const optOutErased = statement(
  'suppress_contacts_of_recipient',
  `insert into suppression_everywhere as s (channel, contact_key, is_active, source)
   select distinct c.channel, decode(c.key, 'hex'), true, 'erasure'
   from unnest($1::text[], $2::text[]) as c(channel, key)
   on conflict (channel, contact_key) do update set is_active = true, source = excluded.source,
     changed_at = tijdig_now()
     where not s.is_active or s.source <> 'erasure'`,
)

export const liftErasedOptOut = statement<{ isLifted: boolean }>(
  'lift_suppression_of_erasure',
  `update suppression_everywhere set is_active = false, source = 'staff', changed_at = tijdig_now()
   where channel = $1 and contact_key = decode($2, 'hex') and is_active and source = 'erasure'
   returning true as is_lifted`,
)
