import { columnOf, toRecords } from '#/kernel/postgres/values/columns.ts'
import { statement, type Statement, type Tx } from '#/kernel/postgres/db.ts'
import { factNames } from '#/slices/appointment-facts/appointment-facts.ts'

/** Adds records of a table from JSON by the names of its columns. @param known what to do with those that are there */
function insertInto(table: string, columns: string, known = '') {
  const names = columns.trim().split(/\s+/).join(', ')
  return statement(
    `insert_clinic_${table}`,
    `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json) ${known}`,
  )
}

// One person comes several times.
const onceEach = 'on conflict do nothing'

export const insertEntries = insertInto(
  'holder_recipient',
  'platform_holder_id id contact_key folded_name created_at locale',
  onceEach,
)

export const insertAppointments = insertInto(
  'appointment',
  `platform_holder_id id ${factNames.map(columnOf).join(' ')} holder_recipient_id origin source_system external_appointment_id status version
   schedule_revision contact_last_confirmed_at recipient_email_key recipient_phone_key confirmed_at confirmed_via confirmed_revision cancelled_at
   cancelled_by cancellation_reason cancellation_note cancelled_reminders outcome_recorded_at has_requests open_request_id open_request_type
   open_request_at awaits_new_time recipient_id plan_stamp created_at updated_at`,
)

export const insertReminders = insertInto(
  'reminder',
  `platform_holder_id id appointment_id schedule_revision kind offset_key channel fallback_channel due_at latest_at moved_because state reason_code
   is_released run_at destination_masked tzdb_version attempts channel_tries claim_no locale template_version segments encoding told_starts_at
   told_location_id told_place handed_over_at created_at updated_at`,
)

export const insertAttempts = insertInto(
  'reminder_attempt',
  `platform_holder_id reminder_id attempt_no message_reference channel state provider provider_message_id provider_code reason_code destination
   destination_key sender body is_locale_fallback tells_departure handed_over_at updated_at`,
)

export const insertReceipts = insertInto(
  'delivery_receipt',
  `id provider message_reference provider_message_id state reason_code provider_code provider_at platform_holder_id received_at applied_at`,
)

export const insertOptOuts = insertInto(
  'suppression',
  'platform_holder_id channel contact_key is_active source changed_at',
  onceEach,
)

export const insertRecipients = insertInto(
  'recipient',
  'id status display_name locale phone_number_e164 version linked_at preferences preferences_version created_at updated_at',
)

export const insertLinks = insertInto('recipient_link', 'platform_holder_id holder_recipient_id recipient_id linked_at')

export const insertProfileLinks = insertInto('recipient_profile_link', 'profile_id recipient_id linked_at')

export const insertProofs = insertInto('proved_contact', 'profile_id channel contact_key')

export const insertRequests = insertInto(
  'recipient_request',
  `platform_holder_id id recipient_id client_request_id appointment_id type status version appointment_version schedule_revision reason_code note
   preferred_windows appointment_changed reviewed_at reviewed_by expires_at created_at updated_at`,
)

/** By which the breaker knows how many messages an hour are usual here (G24). */
export const countVolumes = statement(
  'count_clinic_volumes',
  `insert into reminder_volume (platform_holder_id, hour, handed_over)
   select platform_holder_id, date_trunc('hour', handed_over_at), count(distinct message_reference)
   from reminder_attempt where platform_holder_id = $1 and state <> 'failed' group by 1, 2`,
)

export const analyzeClinic = statement(
  'analyze_clinic',
  'analyze holder_recipient, appointment, reminder, reminder_attempt, delivery_receipt, recipient_request',
)

/** Adds records with the commit. */
export function sendRecords(tx: Tx, query: Statement<unknown>, records: readonly object[]): void {
  if (records.length > 0) tx.send(query, [toRecords(records)])
}

/** A keyed hash as PostgreSQL reads it from JSON. */
export function bytesOf(key: Buffer | null): string | null {
  return key && `\\x${key.toString('hex')}`
}
