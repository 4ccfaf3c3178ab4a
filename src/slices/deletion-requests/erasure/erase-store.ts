import { statement } from '#/kernel/postgres/db.ts'
import { isOfNobody } from '#/slices/appointments/sql.ts'
import { appointmentsOfErased, erasedEntries, hasOpenLetter } from '#/slices/deletion-requests/sql.ts'

// Runs as tijdig_operator, who sees all holders: whom an erasure is about, and that it was done. What it does to a
// table stands beside that table. `$1` is the recipient, or `$1` and `$2` are their entries, in pairs of holder and
// entry.

/** One erasure at a time, so that the journal has one writer and nobody is erased by two. */
export const lockErasures = statement('lock_erasures', `select pg_advisory_xact_lock(hashtextextended('erasures', 0))`)

export type EntryOf = { readonly platformHolderId: string; readonly holderRecipientId: string }

export const selectEntries = statement<EntryOf>(
  'select_entries_of_recipient',
  `select platform_holder_id, holder_recipient_id from recipient_link where recipient_id = $1
   order by platform_holder_id, holder_recipient_id`,
)

/** Locks the linked entries, so that nothing is handed in for them, linked or unlinked meanwhile. */
export const lockEntries = statement<EntryOf>(
  'lock_entries_of_recipient',
  `select r.platform_holder_id, r.id as holder_recipient_id
   from recipient_link l
   join holder_recipient r on r.platform_holder_id = l.platform_holder_id and r.id = l.holder_recipient_id
   where l.recipient_id = $1 order by r.platform_holder_id, r.id for update of r`,
)

/**
 * Locks what is left of the same person, without appointment and link, since their contact was corrected: entries of the
 * same chain as one of `$1` and `$2`. One that is being booked for is locked elsewhere, and not left.
 */
export const lockLeftOfChain = statement<EntryOf>(
  'lock_left_entries_of_chain',
  `select r.platform_holder_id, r.id as holder_recipient_id
   from (
     select distinct o.platform_holder_id, coalesce(o.same_person_as, o.id) as first_id
     from ${erasedEntries}
     join holder_recipient o on o.platform_holder_id = e.platform_holder_id and o.id = e.holder_recipient_id) chain
   join holder_recipient r on r.platform_holder_id = chain.platform_holder_id
     and (r.id = chain.first_id or r.same_person_as = chain.first_id)
   where (r.platform_holder_id, r.id) not in (select e.platform_holder_id, e.holder_recipient_id from ${erasedEntries})
     and ${isOfNobody('r')}
   order by r.platform_holder_id, r.id for update of r skip locked`,
)

/** Entries without appointment and link that have one of these contact keys, `$1` in hex, at the holder `$2` or, when null, at all. */
export const selectLeftOfContacts = statement<EntryOf>(
  'select_left_entries_of_contacts',
  `select r.platform_holder_id, r.id as holder_recipient_id
   from platform_holder h
   join holder_recipient r on r.platform_holder_id = h.platform_holder_id
     and r.contact_key = any(array(select decode(k, 'hex') from unnest($1::text[]) k))
   where ($2::uuid is null or h.platform_holder_id = $2) and ${isOfNobody('r')} and not ${hasOpenLetter('r')}`,
)

/** Locks the one entry that a letter is about; none when it went with its last appointment. */
export const lockEntry = statement<EntryOf>(
  'lock_entry_to_erase',
  `select r.platform_holder_id, r.id as holder_recipient_id from holder_recipient r
   where r.platform_holder_id = $1 and r.id = $2 for update`,
)

/** Whoever links somebody to the recipient locks the row too, so no link is added after this. */
export const lockRecipient = statement('lock_recipient_to_erase', 'select id from recipient where id = $1 for update')

export const selectProfiles = statement<{ profileId: string }>(
  'select_profiles_of_recipient',
  'select profile_id from recipient_profile_link where recipient_id = $1 order by profile_id',
)

/** Contacts by which holders reach the entries, as keyed hashes. */
export const selectContactKeys = statement<{ channel: 'sms' | 'email'; key: string }>(
  'select_contact_keys_of_entries',
  `with contact as (
     select a.recipient_phone_key, a.recipient_email_key from appointment a
     join ${erasedEntries} on e.platform_holder_id = a.platform_holder_id
       and e.holder_recipient_id = a.holder_recipient_id)
   select 'sms' as channel, encode(recipient_phone_key, 'hex') as key from contact where recipient_phone_key is not null
   union select 'email', encode(recipient_email_key, 'hex') from contact where recipient_email_key is not null
   order by channel, key`,
)

/** Those of these contact keys, `$1`, that no entry of the holder `$2` has but `$3`. */
export const selectKeysOfNoOther = statement<{ key: string }>(
  'select_contact_keys_of_no_other_entry',
  `select k as key from unnest($1::text[]) k
   where not exists (select 1 from appointment a
       where a.platform_holder_id = $2 and a.recipient_phone_key = decode(k, 'hex') and a.holder_recipient_id <> $3)
     and not exists (select 1 from appointment a
       where a.platform_holder_id = $2 and a.recipient_email_key = decode(k, 'hex') and a.holder_recipient_id <> $3)
   order by k`,
)

/** Appointments before reminders, the order in which everybody locks. */
export const lockAppointments = statement(
  'lock_appointments_of_entries',
  `select a.id from appointment a where (a.platform_holder_id, a.id) in (${appointmentsOfErased})
   order by a.id for update`,
)

const reopenEntries = (name: string, column: string) =>
  statement<EntryOf>(
    name,
    `delete from erased_entry e
     where (e.platform_holder_id, e.holder_recipient_id) in (
       select a.platform_holder_id, a.holder_recipient_id from platform_holder h
       join appointment a on a.platform_holder_id = h.platform_holder_id and a.${column} = decode($1, 'hex'))
     returning e.platform_holder_id, e.holder_recipient_id`,
  )

/** Entries that an erasure closed and that have this contact again, because a source handed them in again. */
export const reopenEntriesOf = {
  sms: reopenEntries('reopen_erased_entries_by_phone', 'recipient_phone_key'),
  email: reopenEntries('reopen_erased_entries_by_email', 'recipient_email_key'),
} as const

export const insertErasure = statement(
  'insert_erasure',
  'insert into erasure (id, recipient_id) values ($1, $2) on conflict (id) do nothing',
)

export const selectErasures = statement<{ id: string }>(
  'select_erasures',
  'select id from erasure where id = any($1::uuid[]) order by id',
)

/** Completes the request and drops its texts; adds it when a restored backup lacks it, of a letter as one of that day. */
export const completeRequest = statement(
  'complete_deletion_request',
  `insert into deletion_request as d (id, recipient_id, client_request_id, status, due_at, completed_at, retained_categories)
   select $1, r.id, $1, 'completed', $3, $3, $4::text[] from recipient r where r.id = $2
   on conflict (id) do update set status = 'completed', completed_at = $3, retained_categories = $4::text[],
     reason = null,
     outcome_message = null, kept_contacts = '{}', version = d.version + 1, updated_at = $3`,
)

export const completeLetter = statement(
  'complete_deletion_by_letter',
  `insert into deletion_request as d (id, platform_holder_id, holder_recipient_id, client_request_id, status, received_on, due_at, completed_at,
     retained_categories)
   values ($1, $2, $3, $1, 'completed', $4::timestamptz::date, $4, $4, $5::text[])
   on conflict (id) do update set status = 'completed', completed_at = $4, retained_categories = $5::text[],
     outcome_message = null, version = d.version + 1, updated_at = $4`,
)
