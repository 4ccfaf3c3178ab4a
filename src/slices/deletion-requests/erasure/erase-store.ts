import { statement } from '#/kernel/postgres/db.ts'
import { erasedFactsSql } from '#/slices/appointment-facts/appointment-facts.ts'

// Everything here runs as tijdig_operator, who sees all holders. A statement is about the recipient, who is $1, or about the
// entries by which holders know them: $1 the holders and $2 the entries, in pairs.

const entries = 'unnest($1::uuid[], $2::uuid[]) as e(platform_holder_id, holder_recipient_id)'
const ofEntries = `
  select a.platform_holder_id, a.id from appointment a
  join ${entries} on e.platform_holder_id = a.platform_holder_id and e.holder_recipient_id = a.holder_recipient_id`
const ofAppointments = `(platform_holder_id, appointment_id) in (${ofEntries})`

/** What an erasure takes names, contacts and words from; those of the sign-in may lie in a database of their own. */
export const erasedTables = {
  main: [
    'appointment',
    'client_request',
    'deletion_request',
    'holder_recipient',
    'inbound_sms',
    'recipient',
    'recipient_request',
    'reminder',
    'reminder_attempt',
    'suggestion',
    'voice_proposal',
  ],
  login: ['login.challenge', 'login.profile'],
} as const

/** One erasure at a time, so that the journal has one writer and nobody is erased by two. */
export const lockErasures = statement('lock_erasures', `select pg_advisory_xact_lock(hashtextextended('erasures', 0))`)

export type EntryOf = { readonly platformHolderId: string; readonly holderRecipientId: string }

export const selectEntries = statement<EntryOf>(
  'select_entries_of_recipient',
  `select platform_holder_id, holder_recipient_id from recipient_link where recipient_id = $1
   order by platform_holder_id, holder_recipient_id`,
)

/** Holds the entries that are linked, so that nothing of them is handed in, linked or unlinked meanwhile. */
export const lockEntries = statement<EntryOf>(
  'lock_entries_of_recipient',
  `select r.platform_holder_id, r.id as holder_recipient_id
   from recipient_link l join holder_recipient r on r.platform_holder_id = l.platform_holder_id and r.id = l.holder_recipient_id
   where l.recipient_id = $1 order by r.platform_holder_id, r.id for update of r`,
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
     join ${entries} on e.platform_holder_id = a.platform_holder_id and e.holder_recipient_id = a.holder_recipient_id)
   select 'sms' as channel, encode(recipient_phone_key, 'hex') as key from contact where recipient_phone_key is not null
   union select 'email', encode(recipient_email_key, 'hex') from contact where recipient_email_key is not null
   order by channel, key`,
)

/** Appointments first, then reminders: the order in which everything locks. */
export const lockAppointments = statement(
  'lock_appointments_of_entries',
  `select a.id from appointment a where (a.platform_holder_id, a.id) in (${ofEntries})
   order by a.id for update`,
)

const withdrawReminders = statement(
  'withdraw_reminders_of_entries',
  `update reminder set state = 'suppressed', reason_code = 'recipient_opted_out', run_at = null, updated_at = tijdig_now()
   where ${ofAppointments} and state in ('planned', 'claimed', 'held')`,
)

const eraseAttempts = statement(
  'erase_attempts_of_entries',
  `update reminder_attempt t set body = null, destination = null
   where (t.platform_holder_id, t.reminder_id) in (
       select platform_holder_id, id from reminder where ${ofAppointments})
     and (t.body is not null or t.destination is not null)`,
)

const eraseDestinations = statement(
  'erase_destinations_of_entries',
  `update reminder set destination_masked = null
   where ${ofAppointments} and destination_masked is not null`,
)

const eraseRequests = statement(
  'erase_requests_of_erased',
  `update recipient_request set note = null, review_message = null, preferred_windows = '[]', reason_code = null,
     status = case when status = 'pending_review' then 'withdrawn' else status end,
     version = version + (status = 'pending_review')::int, updated_at = tijdig_now()
   where recipient_id = $1`,
)

const eraseSuggestions = statement(
  'erase_suggestions_of_erased',
  `update suggestion set message = null, status = case when status = 'pending_review' then 'withdrawn' else status end,
     version = version + (status = 'pending_review')::int, updated_at = tijdig_now()
   where recipient_id = $1`,
)

const ownSubjects = `array(select e.holder_recipient_id from ${entries} union all select own.id from (${ofEntries}) own)`

/** First answers to staff that are kept for repeated requests. */
const forgetAnswersAboutAppointments = statement(
  'forget_answers_about_appointments',
  `delete from client_request c
   where c.platform_holder_id = any($1::uuid[]) and (
     c.response_data->>'id' in (select id::text from (${ofEntries}) own)
     or c.response_data->>'appointmentId' in (select id::text from (${ofEntries}) own)
     or c.subjects && ${ownSubjects})`,
)

/** What an agent proposed about them. Of an appointment that was proposed and is not made, nobody can tell whose it was to be. */
const forgetProposals = statement(
  'forget_voice_proposals_about_appointments',
  `delete from voice_proposal p
   where p.platform_holder_id = any($1::uuid[]) and (
     p.subjects && ${ownSubjects} or p.operation_id = 'createHolderAppointment' and p.subjects = '{}')`,
)

/** The same about what the recipient asked or was suggested, and answers to the recipient. */
const forgetAnswers = statement(
  'forget_answers_of_recipient',
  `with own as (
     select platform_holder_id, id from recipient_request where recipient_id = $1
     union all select platform_holder_id, id from suggestion where recipient_id = $1)
   delete from client_request c
   where c.actor_id = $1
     or c.platform_holder_id in (select platform_holder_id from own) and c.response_data->>'id' in (select id::text from own)`,
)

/** Replies about their appointments, from whichever number: the source may have corrected it since. */
const eraseReplies = statement(
  'erase_replies_about_appointments',
  `update inbound_sms set body = null, sender = null, recipient = null
   where ${ofAppointments} and body is not null`,
)

/** The person's words and those of staff, of every request they ever made. */
const eraseDeletionRequests = statement(
  'erase_words_of_own_deletion_requests',
  `update deletion_request set reason = null, outcome_message = null
   where recipient_id = $1 and (reason is not null or outcome_message is not null)`,
)

// The source's own id of an appointment stays: by it a later cancellation finds the row, and nobody finds the person.
const eraseAppointments = statement(
  'erase_appointments_of_entries',
  `update appointment a set ${erasedFactsSql}, recipient_email_key = null, recipient_phone_key = null, recipient_id = null,
     cancellation_note = null, open_request_id = null, open_request_type = null, open_request_at = null, awaits_new_time = false,
     version = a.version + 1, updated_at = tijdig_now()
   where (a.platform_holder_id, a.id) in (${ofEntries})`,
)

// Known by nothing but its id from now on, which follows from contact and name: nothing is sent to who comes back to it.
const eraseEntries = statement(
  'erase_entries',
  `update holder_recipient r set contact_key = sha256(r.id::text::bytea), folded_name = r.id::text
   where (r.platform_holder_id, r.id) in (select e.platform_holder_id, e.holder_recipient_id from ${entries})`,
)

const closeEntries = statement(
  'close_entries',
  `insert into erased_entry (platform_holder_id, holder_recipient_id)
   select e.platform_holder_id, e.holder_recipient_id from ${entries} on conflict do nothing`,
)

const deleteLinks = statement('delete_links_of_erased', 'delete from recipient_link where recipient_id = $1')

const deleteLinksOfEntries = statement(
  'delete_links_of_entries',
  `delete from recipient_link l
   where (l.platform_holder_id, l.holder_recipient_id) in (select e.platform_holder_id, e.holder_recipient_id from ${entries})`,
)

const eraseProfile = statement(
  'erase_profile_of_recipient',
  `with keys as (
     update api_key set revoked_at = coalesce(revoked_at, tijdig_now()), name = '–'
     where platform_holder_id is null and actor_id = $1),
   profiles as (delete from recipient_profile_link where recipient_id = $1)
   update recipient set status = 'deleted', display_name = '–', phone_number_e164 = null, email = null, locale = null, timezone = null,
     preferences = '{}', version = version + 1, updated_at = tijdig_now()
   where id = $1`,
)

/** In this order, each with the holders and the entries. */
export const eraseOfEntries = [
  lockAppointments,
  withdrawReminders,
  eraseAttempts,
  eraseDestinations,
  eraseReplies,
  forgetAnswersAboutAppointments,
  forgetProposals,
  eraseAppointments,
  eraseEntries,
  closeEntries,
  deleteLinksOfEntries,
]

/** After those, in this order, each with the recipient. */
export const eraseOfRecipient = [
  eraseRequests,
  eraseSuggestions,
  forgetAnswers,
  eraseDeletionRequests,
  deleteLinks,
  eraseProfile,
]

/**
 * Nothing is ever sent to these again, whoever hands them in (G9). Under a source of its own, which neither the app nor a
 * text message ever lifts.
 */
export const suppressContacts = statement(
  'suppress_contacts_of_recipient',
  `insert into suppression_everywhere as s (channel, contact_key, is_active, source)
   select distinct c.channel, decode(c.key, 'hex'), true, 'erasure' from unnest($1::text[], $2::text[]) as c(channel, key)
   on conflict (channel, contact_key) do update set is_active = true, source = excluded.source, changed_at = tijdig_now()
     where not s.is_active or s.source <> 'erasure'`,
)

export const liftSuppression = statement<{ isLifted: boolean }>(
  'lift_suppression_of_erasure',
  `update suppression_everywhere set is_active = false, source = 'staff', changed_at = tijdig_now()
   where channel = $1 and contact_key = decode($2, 'hex') and is_active and source = 'erasure' returning true as is_lifted`,
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

/** Entries that were closed by an erasure and are reached by this contact again, because the source handed them in anew. */
export const reopenEntriesOf = {
  sms: reopenEntries('reopen_erased_entries_by_phone', 'recipient_phone_key'),
  email: reopenEntries('reopen_erased_entries_by_email', 'recipient_email_key'),
} as const

/** Replies by SMS from these numbers. */
export const eraseInbound = statement(
  'erase_inbound_of_recipient',
  `update inbound_sms set body = null, sender = null, recipient = null
   where sender_key in (select decode(k, 'hex') from unnest($1::text[]) k) and body is not null`,
)

export const insertErasure = statement(
  'insert_erasure',
  'insert into erasure (id, recipient_id) values ($1, $2) on conflict (id) do nothing',
)

export const selectErasures = statement<{ id: string }>(
  'select_erasures',
  'select id from erasure where id = any($1::uuid[]) order by id',
)

/** Completes the request, without a word; one that the restored backup does not have is written as it was decided. */
export const completeRequest = statement(
  'complete_deletion_request',
  `insert into deletion_request as d (id, recipient_id, client_request_id, status, due_at, completed_at, retained_categories)
   select $1, r.id, $1, 'completed', $3, $3, $4::text[] from recipient r where r.id = $2
   on conflict (id) do update set status = 'completed', completed_at = $3, retained_categories = $4::text[], reason = null,
     outcome_message = null, kept_contacts = '{}', version = d.version + 1, updated_at = $3`,
)
