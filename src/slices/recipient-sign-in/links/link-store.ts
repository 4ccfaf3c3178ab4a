import { statement } from '#/kernel/postgres/db.ts'

// For the operator alone: no other role may write a link but by `link_person_to_entries`, or see whose profile is linked.

export type ProfileLinkRow = { readonly profileId: string; readonly recipientId: string }

/** The links of these profiles, with the address an operator checked of their recipient. */
export const selectProfileLinks = statement<ProfileLinkRow & { email: string | null }>(
  'select_profile_links',
  `select l.profile_id, l.recipient_id, r.email from recipient_profile_link l join recipient r on r.id = l.recipient_id
   where l.profile_id = any($1) order by l.profile_id limit 1000`,
)

/** Operators who link the same profile wait for each other. */
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

/** The address an operator checked; by it holders find entries of the person, as by the number they proved. */
export const noteProvedAddress = statement(
  'note_proved_address',
  `insert into proved_contact (profile_id, channel, contact_key) values ($1, 'email', $2)
   on conflict (profile_id, channel) do update set contact_key = excluded.contact_key`,
)

/** It was checked of a recipient to whom the profile is linked no longer. */
export const eraseProvedAddress = statement(
  'erase_proved_address',
  `delete from proved_contact where profile_id = $1 and channel = 'email'`,
)

export const eraseProvedContacts = statement(
  'erase_proved_contacts',
  'delete from proved_contact where profile_id = $1',
)

/** Profiles of a recipient, the one linked last first. */
export const selectLinksOfRecipient = statement<{ profileId: string }>(
  'select_links_of_recipient',
  'select profile_id from recipient_profile_link where recipient_id = $1 order by linked_at desc, profile_id desc',
)

export type EntryRow = {
  readonly platformHolderId: string
  readonly holderName: string
  readonly id: string
  readonly displayName: string | null
  readonly recipientId: string | null
}

/** Locks an entry of a holder; whoever else links it waits. */
export const lockEntry = statement<{ id: string }>(
  'lock_entry',
  'select id from holder_recipient where platform_holder_id = $1 and id = $2 for update',
)

const nameOfEntry = `(select x.recipient_name from appointment x
   where x.platform_holder_id = r.platform_holder_id and x.holder_recipient_id = r.id
   order by x.updated_at desc, x.id limit 1) as display_name`

/** A holder's entry of a person, with the name of its newest appointment; read after it was locked, so that it is current. */
export const selectEntry = statement<EntryRow>(
  'select_entry',
  `select r.platform_holder_id, h.display_name as holder_name, r.id, l.recipient_id, ${nameOfEntry}
   from holder_recipient r
   join platform_holder h on h.platform_holder_id = r.platform_holder_id
   left join recipient_link l on l.platform_holder_id = r.platform_holder_id and l.holder_recipient_id = r.id
   where r.platform_holder_id = $1 and r.id = $2`,
)

/** Entries that first came with a number or address, at every holder; one probe each. */
export const selectEntriesOfContact = statement<EntryRow>(
  'list_entries_of_contact',
  `select r.platform_holder_id, h.display_name as holder_name, r.id, l.recipient_id, ${nameOfEntry}
   from platform_holder h
   join holder_recipient r on r.platform_holder_id = h.platform_holder_id and r.contact_key = $1
   left join recipient_link l on l.platform_holder_id = r.platform_holder_id and l.holder_recipient_id = r.id
   where h.status <> 'deleted' order by h.display_name, r.platform_holder_id, display_name, r.id limit 1000`,
)

/** Joins an entry and its appointments to a recipient; to none when that is null. */
export const applyEntryLink = statement('apply_entry_link', 'select apply_recipient_link($1, $2, $3)')

/** The upcoming appointments of an entry. */
export const selectAheadOfEntry = statement<{ appointmentId: string }>(
  'select_ahead_of_entry',
  `select id as appointment_id from appointment
   where platform_holder_id = $1 and holder_recipient_id = $2 and status = 'registered' and starts_at > tijdig_now()
   order by id`,
)

export type CandidateRow = EntryRow & { readonly profileId: string }

/**
 * Entries an operator may look at for these profiles, as a hint and no proof: for an unlinked profile all that have one
 * of its contacts; for a linked one the unlinked entries that have a contact its recipient is known by at any holder,
 * or the same name and e-mail address. Profiles and contact keys come in pairs; one probe each at every holder.
 */
export const selectCandidates = statement<CandidateRow>(
  'select_link_candidates',
  `with given as (select g.profile_id, g.key from unnest($1::uuid[], $2::bytea[]) g(profile_id, key)),
   theirs as (
     select distinct l.profile_id, a.recipient_phone_key, a.recipient_email_key, a.recipient_folded_name
     from recipient_profile_link l join appointment a on a.recipient_id = l.recipient_id
     where l.profile_id = any($1)),
   known as (
     select profile_id, key from given
     union select profile_id, recipient_phone_key from theirs where recipient_phone_key is not null
     union select profile_id, recipient_email_key from theirs where recipient_email_key is not null),
   found as (
     select k.profile_id, r.platform_holder_id, r.id from known k
     cross join platform_holder h
     join holder_recipient r on r.platform_holder_id = h.platform_holder_id and r.contact_key = k.key
     union
     select t.profile_id, a.platform_holder_id, a.holder_recipient_id from theirs t
     cross join platform_holder h
     join appointment a on a.platform_holder_id = h.platform_holder_id
       and a.recipient_folded_name = t.recipient_folded_name
       and a.recipient_email_key = t.recipient_email_key)
   select f.profile_id, r.platform_holder_id, h.display_name as holder_name, r.id, l.recipient_id, ${nameOfEntry}
   from found f
   join holder_recipient r on r.platform_holder_id = f.platform_holder_id and r.id = f.id
   join platform_holder h on h.platform_holder_id = f.platform_holder_id and h.status <> 'deleted'
   left join recipient_link l on l.platform_holder_id = f.platform_holder_id and l.holder_recipient_id = f.id
   where l.recipient_id is null or not exists (select 1 from recipient_profile_link p where p.profile_id = f.profile_id)
   order by f.profile_id, h.display_name, r.platform_holder_id, display_name, r.id`,
)

/** Whether a holder has a link to a recipient, at any entry; with the time. */
export const selectLinkToHolder = statement<{ now: Temporal.Instant }>(
  'select_recipient_link',
  `select tijdig_now() as now from recipient_link where platform_holder_id = $1 and recipient_id = $2
   order by holder_recipient_id limit 1`,
)
