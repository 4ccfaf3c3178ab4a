import { statement } from '#/kernel/db.ts'

// For the operator alone: no other role may write a link, or see whose profile is linked.

export type ProfileLinkRow = { readonly profile_id: string; readonly recipient_id: string }

export const selectProfileLinks = statement<ProfileLinkRow>(
  'select_profile_links',
  `select profile_id, recipient_id from recipient_profile_link where profile_id = any($1) order by profile_id limit 1000`,
)

/** Two operators at once do not link one profile twice. */
export const lockProfile = statement(
  'lock_profile_for_link',
  `select pg_advisory_xact_lock(hashtextextended('profile link ' || $1::text, 0))`,
)

export const selectProfileLink = statement<ProfileLinkRow>(
  'select_profile_link',
  'select profile_id, recipient_id from recipient_profile_link where profile_id = $1',
)

export const insertProfileLink = statement(
  'insert_profile_link',
  'insert into recipient_profile_link (profile_id, recipient_id) values ($1, $2)',
)

export const deleteProfileLink = statement<ProfileLinkRow>(
  'delete_profile_link',
  'delete from recipient_profile_link where profile_id = $1 returning profile_id, recipient_id',
)

export const selectRecipient = statement<{ id: string; display_name: string; status: 'active' | 'deleted' }>(
  'select_recipient_to_link',
  'select id, display_name, status from recipient where id = $1 for update',
)

export const insertRecipient = statement(
  'insert_recipient',
  'insert into recipient (id, display_name, phone_number_e164, locale) values ($1, $2, $3, $4)',
)

export type EntryRow = {
  readonly platform_holder_id: string
  readonly holder_name: string
  readonly id: string
  readonly display_name: string | null
  readonly recipient_id: string | null
}

/** A holder's entry of a person, with the name its newest appointment has. */
export const lockEntry = statement<EntryRow>(
  'lock_entry',
  `select r.platform_holder_id, h.display_name as holder_name, r.id, l.recipient_id,
     (select a.recipient_name from appointment a
      where a.platform_holder_id = r.platform_holder_id and a.holder_recipient_id = r.id
      order by a.updated_at desc, a.id limit 1) as display_name
   from holder_recipient r
   join platform_holder h on h.platform_holder_id = r.platform_holder_id
   left join recipient_link l on l.platform_holder_id = r.platform_holder_id and l.holder_recipient_id = r.id
   where r.platform_holder_id = $1 and r.id = $2 for update of r`,
)

/** Joins an entry and its appointments to a recipient; to none when that is null. */
export const applyEntryLink = statement('apply_entry_link', 'select apply_recipient_link($1, $2, $3)')

/** Entries whose appointments name this number: what an operator may look at, and no proof of anything. */
export const selectCandidates = statement<EntryRow>(
  'select_link_candidates',
  `select h.platform_holder_id, h.display_name as holder_name, a.id, a.display_name, l.recipient_id
   from platform_holder h
   cross join lateral (
     select distinct on (x.holder_recipient_id) x.holder_recipient_id as id, x.recipient_name as display_name
     from appointment x where x.platform_holder_id = h.platform_holder_id and x.recipient_phone_key = $1
     order by x.holder_recipient_id, x.updated_at desc limit 20) a
   left join recipient_link l on l.platform_holder_id = h.platform_holder_id and l.holder_recipient_id = a.id
   where h.status <> 'deleted'
   order by h.display_name, h.platform_holder_id, a.display_name, a.id limit 100`,
)

/** Keys were made through a link; whoever made them may not keep them when it ends. */
export const revokeRecipientKeys = statement<{ id: string }>(
  'revoke_recipient_keys',
  `update api_key set revoked_at = tijdig_now()
   where platform_holder_id is null and role = 'recipient' and actor_id = $1 and revoked_at is null returning id`,
)
