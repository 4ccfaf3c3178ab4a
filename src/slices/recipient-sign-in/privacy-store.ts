import { statement } from '#/kernel/postgres/db.ts'
import { erasedEntries } from '#/slices/deletion-requests/sql.ts'

export const deleteLinks = statement('delete_links_of_erased', 'delete from recipient_link where recipient_id = $1')

export const deleteLinksOfEntries = statement(
  'delete_links_of_entries',
  `delete from recipient_link l
   where (l.platform_holder_id, l.holder_recipient_id) in (
     select e.platform_holder_id, e.holder_recipient_id
     from ${erasedEntries})`,
)

export const eraseProvedContactsOfErased = statement(
  'erase_proved_contacts_of_erased',
  `delete from proved_contact
   where profile_id in (select profile_id from recipient_profile_link where recipient_id = $1)`,
)

export const deleteProfileLinks = statement(
  'delete_profile_links_of_erased',
  'delete from recipient_profile_link where recipient_id = $1',
)

export type CopiedHolder = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly linkedAt: Temporal.Instant
}

export const selectCopiedHolders = statement<CopiedHolder>(
  'export_holders',
  `select l.platform_holder_id, h.display_name, min(l.linked_at) as linked_at
   from recipient_link l join holder_of_person h using (platform_holder_id)
   where l.recipient_id = $1 group by l.platform_holder_id, h.display_name order by l.platform_holder_id limit 1000`,
)

/** The sign-in profiles an operator linked to the recipient. */
export const selectOwnProfiles = statement<{ profileId: string }>(
  'export_own_profiles',
  'select profile_id from list_own_profiles()',
)

/** A profile nobody signed in with for so long that its number may be somebody else’s by now: $1 is now. */
export const isUnused = `coalesce(last_signed_in_at, created_at) < $1::timestamptz - interval '24 months'
      and not exists (select 1 from login.session s where s.profile_id = profile.id)`

export const unusedAtOnce = 500

/** Those that are forgotten next. */
export const selectUnused = statement<{ profileId: string }>(
  'select_unused_profiles',
  `select id as profile_id
   from login.profile
   where ${isUnused}
   order by coalesce(last_signed_in_at, created_at)
   limit ${unusedAtOnce}`,
)

/**
 * Erases profiles for good: number, sessions and codes. A profile row stays, known by nothing but its id, so that a later
 * sign-in with the number is somebody new.
 */
export const eraseProfiles = statement(
  'erase_sign_in_profiles',
  `with gone as (select id, number_key from login.profile where id = any($1::uuid[])),
   sessions as (delete from login.session s using gone where s.profile_id = gone.id),
   challenges as (delete from login.challenge c using gone where c.number_key = gone.number_key),
   failures as (delete from login.failed_number f using gone where f.number_key = gone.number_key)
   update login.profile p set status = 'inactive', phone_number_e164 = '', locale = null,
     number_key = sha256(p.id::text::bytea)
   from gone where p.id = gone.id`,
)
