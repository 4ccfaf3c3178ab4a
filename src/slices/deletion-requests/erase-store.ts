import { statement } from '#/kernel/db.ts'

// Everything here runs as tijdig_operator, who sees all holders. $1 is the recipient, $2 the holders and $3 the entries,
// in pairs, by which holders know them.

const entries = 'unnest($2::uuid[], $3::uuid[]) as e(platform_holder_id, holder_recipient_id)'
const ofEntries = (table: string) => `
  select a.platform_holder_id, a.id from appointment a
  join ${entries} on e.platform_holder_id = a.platform_holder_id and e.holder_recipient_id = a.holder_recipient_id ${table}`
const ofAppointments = `(platform_holder_id, appointment_id) in (${ofEntries('')})`

/** One erasure at a time, so that the journal has one writer and nobody is erased by two. */
export const lockErasures = statement('lock_erasures', `select pg_advisory_xact_lock(hashtextextended('erasures', 0))`)

export type EntryOf = { readonly platform_holder_id: string; readonly holder_recipient_id: string }

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

export const selectProfiles = statement<{ profile_id: string }>(
  'select_profiles_of_recipient',
  'select profile_id from recipient_profile_link where recipient_id = $1 order by profile_id',
)

/** Contacts by which holders reach the entries, as keyed hashes. */
export const selectContactKeys = statement<{ channel: 'sms' | 'email'; key: string }>(
  'select_contact_keys_of_recipient',
  `with contact as (
     select a.recipient_phone_key, a.recipient_email_key from appointment a
     join ${entries} on e.platform_holder_id = a.platform_holder_id and e.holder_recipient_id = a.holder_recipient_id
     where $1::uuid is not null)
   select 'sms' as channel, encode(recipient_phone_key, 'hex') as key from contact where recipient_phone_key is not null
   union select 'email', encode(recipient_email_key, 'hex') from contact where recipient_email_key is not null
   order by channel, key`,
)

/** Appointments first, then reminders: the order in which everything locks. */
export const lockAppointments = statement(
  'lock_appointments_to_erase',
  `select a.id from appointment a where (a.platform_holder_id, a.id) in (${ofEntries('')}) and $1::uuid is not null
   order by a.id for update`,
)

const withdrawReminders = statement(
  'withdraw_reminders_to_erase',
  `update reminder set state = 'suppressed', reason_code = 'recipient_opted_out', run_at = null, updated_at = tijdig_now()
   where ${ofAppointments} and state in ('planned', 'claimed', 'held') and $1::uuid is not null`,
)

const eraseAttempts = statement(
  'erase_attempts_of_recipient',
  `update reminder_attempt t set body = null, destination = null
   where (t.platform_holder_id, t.reminder_id) in (
       select platform_holder_id, id from reminder where ${ofAppointments})
     and (t.body is not null or t.destination is not null) and $1::uuid is not null`,
)

const eraseDestinations = statement(
  'erase_destinations_of_recipient',
  `update reminder set destination_masked = null
   where ${ofAppointments} and destination_masked is not null and $1::uuid is not null`,
)

const eraseRequests = statement(
  'erase_requests_of_recipient',
  `update recipient_request set note = null, review_message = null, preferred_windows = '[]', reason_code = null,
     status = case when status = 'pending_review' then 'withdrawn' else status end,
     version = version + (status = 'pending_review')::int, updated_at = tijdig_now()
   where recipient_id = $1 and cardinality($2::uuid[]) = cardinality($3::uuid[])`,
)

const eraseSuggestions = statement(
  'erase_suggestions_of_recipient',
  `update suggestion set message = null, status = case when status = 'pending_review' then 'withdrawn' else status end,
     version = version + (status = 'pending_review')::int, updated_at = tijdig_now()
   where recipient_id = $1 and cardinality($2::uuid[]) = cardinality($3::uuid[])`,
)

/** First answers that are kept for repeated requests: the recipient's own, and those to staff about their appointments. */
const forgetAnswers = statement(
  'forget_answers_about_recipient',
  `delete from client_request c
   where c.actor_id = $1 or (c.platform_holder_id = any($2::uuid[]) and (
     c.response_data->>'id' in (select id::text from (${ofEntries('')}) own)
     or c.response_data->>'appointmentId' in (select id::text from (${ofEntries('')}) own)
     or c.response_data->>'id' in (select r.id::text from recipient_request r where r.recipient_id = $1)
     or c.response_data->>'id' in (select s.id::text from suggestion s where s.recipient_id = $1)))`,
)

/** The person's words and those of staff, of every request they ever made. */
const eraseDeletionRequests = statement(
  'erase_words_of_deletion_requests',
  `update deletion_request set reason = null, outcome_message = null
   where recipient_id = $1 and (reason is not null or outcome_message is not null)
     and cardinality($2::uuid[]) = cardinality($3::uuid[])`,
)

// The source's own id of an appointment stays: by it a later cancellation finds the row, and nobody finds the person.
const eraseAppointments = statement(
  'erase_appointments_of_recipient',
  `update appointment a set recipient_name = '–', recipient_email = null, recipient_phone = null, recipient_email_key = null,
     recipient_phone_key = null, recipient_locale = null, recipient_id = null, title = null, location_label = null,
     cancellation_note = null, open_request_id = null, open_request_type = null, open_request_at = null, awaits_new_time = false,
     version = a.version + 1, updated_at = tijdig_now()
   where (a.platform_holder_id, a.id) in (${ofEntries('')}) and $1::uuid is not null`,
)

// Known by nothing but its id from now on, which follows from contact and name: nothing is sent to who comes back to it.
const eraseEntries = statement(
  'erase_entries_of_recipient',
  `update holder_recipient r set contact_key = sha256(r.id::text::bytea), folded_name = r.id::text
   where (r.platform_holder_id, r.id) in (select e.platform_holder_id, e.holder_recipient_id from ${entries}) and $1::uuid is not null`,
)

const closeEntries = statement(
  'close_entries_of_recipient',
  `insert into erased_entry (platform_holder_id, holder_recipient_id)
   select e.platform_holder_id, e.holder_recipient_id from ${entries} where $1::uuid is not null on conflict do nothing`,
)

const deleteLinks = statement(
  'delete_links_of_recipient',
  `delete from recipient_link l
   where l.recipient_id = $1
     or (l.platform_holder_id, l.holder_recipient_id) in (select e.platform_holder_id, e.holder_recipient_id from ${entries})`,
)

const eraseProfile = statement(
  'erase_recipient',
  `with keys as (
     update api_key set revoked_at = coalesce(revoked_at, tijdig_now()), name = '–'
     where platform_holder_id is null and actor_id = $1),
   profiles as (delete from recipient_profile_link where recipient_id = $1)
   update recipient set status = 'deleted', display_name = '–', phone_number_e164 = null, email = null, locale = null, timezone = null,
     preferences = '{}', version = version + 1, updated_at = tijdig_now()
   where id = $1 and cardinality($2::uuid[]) = cardinality($3::uuid[])`,
)

/** In this order, each with the recipient, the holders and the entries. */
export const eraseAll = [
  lockAppointments,
  withdrawReminders,
  eraseAttempts,
  eraseDestinations,
  eraseRequests,
  eraseSuggestions,
  forgetAnswers,
  eraseDeletionRequests,
  eraseAppointments,
  eraseEntries,
  closeEntries,
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
