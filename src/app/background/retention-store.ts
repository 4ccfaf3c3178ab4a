import { statement } from '#/kernel/postgres/db.ts'
import { erasing, type Page } from '#/kernel/postgres/erasing.ts'
import { platformId } from '#/kernel/ids.ts'

// Everything here runs as tijdig_operator, who sees all holders. The terms stand in docs/privacy.md and follow the
// product's clock, but for sessions and rate limits, which follow real time.

/** Every few seconds: a page of each, found by an index or in a table that stays small. */
export const shortTerms: readonly Page[] = [
  shortTerm('30 days', {
    name: 'erase_messages',
    table: 'reminder_attempt',
    key: 'platform_holder_id, reminder_id, attempt_no',
    by: 'handed_over_at',
    where: 'body is not null',
    set: 'body = null, destination = null',
  }),
  shortTerm('30 days', {
    name: 'erase_inbound',
    table: 'inbound_sms',
    key: 'id',
    by: 'received_at',
    where: 'body is not null',
    set: 'body = null, sender = null, recipient = null',
  }),
  shortTerm('24 hours', {
    name: 'forget_client_requests',
    table: 'client_request',
    key: 'platform_holder_id, actor_id, operation_id, client_request_id',
    by: 'created_at',
    where: `platform_holder_id <> '${platformId}'`,
  }),
  shortTerm('90 days', {
    name: 'forget_client_requests_of_recipients',
    table: 'client_request',
    key: 'platform_holder_id, actor_id, operation_id, client_request_id',
    by: 'created_at',
    where: `platform_holder_id = '${platformId}'`,
  }),
  shortTerm('24 hours', {
    name: 'forget_voice_proposals',
    table: 'voice_proposal',
    key: 'platform_holder_id, id',
    by: 'created_at',
  }),
  shortTerm('24 hours', {
    name: 'forget_voice_sessions',
    table: 'voice_session',
    key: 'platform_holder_id, id',
    by: 'created_at',
  }),
  shortTerm('0 seconds', {
    name: 'erase_voice_urls',
    table: 'voice_session',
    key: 'platform_holder_id, id',
    by: 'url_expires_at',
    where: 'encrypted_url is not null',
    set: 'encrypted_url = null',
  }),
  shortTerm('2 days', { name: 'forget_sign_in_codes', table: 'staff_sign_in_code', key: 'id', by: 'created_at' }),
  shortTerm('0 seconds', {
    name: 'forget_passkey_challenges',
    table: 'staff_passkey_challenge',
    key: 'challenge_sha256',
    by: 'expires_at',
  }),
  // By then the address has all its guesses again.
  shortTerm('100 days', {
    name: 'forget_staff_sign_in_failures',
    table: 'staff_sign_in_failure',
    key: 'email_key',
    by: 'last_at',
  }),
  shortTerm('30 days', {
    name: 'forget_calendar_events',
    table: 'calendar_event',
    key: 'platform_holder_id, integration_id, calendar_id, event_key',
    by: 'starts_at',
  }),
  shortTerm('1 day', {
    name: 'forget_integration_authorizations',
    table: 'integration_authorization',
    key: 'platform_holder_id, id',
    by: 'created_at',
  }),
  shortTerm('30 days', {
    name: 'forget_integration_revocations',
    table: 'integration_revocation',
    key: 'platform_holder_id, id',
    by: 'created_at',
  }),
  shortTerm('30 days', {
    name: 'forget_company_lookups',
    table: 'company_lookup',
    key: 'platform_holder_id, actor_id',
    by: 'updated_at',
  }),
  shortTerm('15 days', {
    name: 'forget_volumes',
    table: 'reminder_volume',
    key: 'platform_holder_id, hour',
    by: 'hour',
  }),
  erasing({
    name: 'forget_sessions',
    table: 'staff_session',
    key: 'platform_holder_id, id',
    by: 'expires_at',
    size: 1_000,
    where: `expires_at < now() - interval '30 days'`,
  }),
  // Every caller leaves one a minute, so that pages of these are larger.
  erasing({
    name: 'forget_rate_windows',
    table: 'rate_window',
    key: 'bucket, window_start',
    by: 'window_start',
    size: 10_000,
    where: `window_start < now() - interval '10 minutes'`,
  }),
]

/** Every hour, and on until nothing is left. */
export const longTerms: readonly Page[] = [
  longTerm('90 days', {
    name: 'erase_words_of_requests',
    table: 'recipient_request',
    key: 'platform_holder_id, id',
    by: 'expires_at',
    where: `(note is not null or review_message is not null or preferred_windows <> '[]') and status <> 'pending_review'`,
    set: `note = null, review_message = null, preferred_windows = '[]'`,
  }),
  longTerm('90 days', {
    name: 'erase_words_of_suggestions',
    table: 'suggestion',
    key: 'platform_holder_id, id',
    by: 'expires_at',
    where: `message is not null and status <> 'pending_review'`,
    set: 'message = null',
  }),
  longTerm('24 months', {
    name: 'forget_suggestions',
    table: 'suggestion',
    key: 'platform_holder_id, id',
    by: 'expires_at',
  }),
  longTerm('24 months', { name: 'forget_inbound', table: 'inbound_sms', key: 'id', by: 'received_at' }),
  // Of a service message, or of nothing that was sent; the others go with their appointment.
  longTerm('30 days', {
    name: 'forget_receipts_of_nobody',
    table: 'delivery_receipt',
    key: 'id',
    by: 'received_at',
    where: 'platform_holder_id is null',
  }),
  // The holder's own days, not the database's: a day more or less is no matter here.
  longTermOfEachHolder('24 months', { name: 'forget_report_days', table: 'report_day', key: 'day', by: 'day' }),
  longTerm('90 days', {
    name: 'forget_payment_setups',
    table: 'payment_setup',
    key: 'platform_holder_id, id',
    by: 'created_at',
    where: `state in ('failed', 'abandoned') and not exists (
      select 1 from billing_account b where b.platform_holder_id = payment_setup.platform_holder_id
        and payment_setup.id in (b.current_setup_id, b.mandate_setup_id))`,
  }),
  // They go with the last assignment; this finds what was added at that very moment.
  longTerm('0 seconds', {
    name: 'forget_passkeys_of_former_staff',
    table: 'staff_passkey',
    key: 'id',
    by: 'created_at',
    where: `not exists (select 1 from staff_member s where s.email = staff_passkey.email and s.status = 'active')`,
  }),
  longTerm('24 months', { name: 'forget_api_keys', table: 'api_key', key: 'id', by: 'least(expires_at, revoked_at)' }),
  longTerm('5 years', { name: 'forget_deletion_requests', table: 'deletion_request', key: 'id', by: 'completed_at' }),
  // Who read or changed what must be answerable for five years, by name; and no longer.
  longTerm('5 years', {
    name: 'erase_former_staff',
    table: 'staff_member',
    key: 'platform_holder_id, id',
    by: 'updated_at',
    where: `status = 'inactive' and email <> id || '@erased.invalid'`,
    set: `email = id || '@erased.invalid'`,
  }),
  // Five years and a month: what lies in a month's table has gone with it by then; this is for what came before there were months, and for a moved test clock.
  // An index of the trail by time alone would cost every request.
  longTermOfEachHolder('1857 days', { name: 'forget_audit_events', table: 'audit_event', key: 'at, id', by: 'at' }),
]

/** The tables of the trail by month: the next ones are made, and one whose five years are over goes as a whole. */
export const keepAuditMonths = statement('keep_audit_months', 'select keep_audit_months()')

type Kind = Readonly<Record<'name' | 'table' | 'key' | 'by', string>> & {
  readonly where?: string
  readonly set?: string
}

/** @param term from the instant in the column `by`, by the product's clock */
function shortTerm(term: string, kind: Kind, size = 1_000): Page {
  const isOver = `${kind.by} < tijdig_now() - interval '${term}'`
  return erasing({ ...kind, size, where: kind.where === undefined ? isOver : `${isOver} and ${kind.where}` })
}

function longTerm(term: string, kind: Kind): Page {
  return shortTerm(term, kind, 500)
}

/** Holder by holder, the platform itself included, because that is how these are indexed. */
function longTermOfEachHolder(term: string, { name, table, key, by }: Kind): Page {
  const size = 500
  const ofEach = statement<{ readonly gone: boolean }>(
    name,
    `delete from ${table} where ${by} < tijdig_now() - interval '${term}' and (platform_holder_id, ${key}) in (
       select due.* from (select platform_holder_id from platform_holder union all select '${platformId}') h cross join lateral (
         select platform_holder_id, ${key} from ${table}
         where platform_holder_id = h.platform_holder_id and ${by} < tijdig_now() - interval '${term}' order by ${by} limit ${size}) due
       limit ${size}) returning true as gone`,
  )
  return { ...ofEach, size }
}

/** Jobs that failed for good; those that were done leave the queue by themselves. */
export const forgetFailedJobs = statement(
  'forget_failed_jobs',
  `select forget_failed_jobs(tijdig_now() - interval '30 days')`,
)

export const appointmentsAtOnce = 500

export type OldAppointment = {
  readonly platformHolderId: string
  readonly id: string
  readonly holderRecipientId: string
}

/** Appointments past their term, `appointmentsAtOnce` at most, locked; what somebody works on waits for the next hour. */
export const lockOldAppointments = statement<OldAppointment>(
  'lock_old_appointments',
  `select a.platform_holder_id, a.id, a.holder_recipient_id from appointment a
   where (a.platform_holder_id, a.id) in (
     select o.platform_holder_id, o.id from platform_holder h cross join lateral (
       select x.platform_holder_id, x.id from appointment x
       where x.platform_holder_id = h.platform_holder_id and x.starts_at < tijdig_now() - interval '24 months'
       order by x.starts_at limit ${appointmentsAtOnce}) o
     limit ${appointmentsAtOnce})
   order by a.id for update skip locked`,
)

// $1 the holders and $2 the appointments, in pairs.
const old = 'unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, appointment_id)'
const oldReminders = `select r.platform_holder_id, r.id from reminder r join ${old} using (platform_holder_id, appointment_id)`
const oldRequests = `select q.platform_holder_id, q.id from recipient_request q join ${old} using (platform_holder_id, appointment_id)`

/** Everything of these appointments, in this order. */
export const deleteOldAppointments = [
  statement(
    'forget_receipts_of_old',
    `delete from delivery_receipt where message_reference in (
       select t.message_reference from reminder_attempt t where (t.platform_holder_id, t.reminder_id) in (${oldReminders}))`,
  ),
  statement(
    'forget_attempts_of_old',
    `delete from reminder_attempt where (platform_holder_id, reminder_id) in (${oldReminders})`,
  ),
  statement(
    'forget_reminders_of_old',
    `delete from reminder where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${old})`,
  ),
  statement(
    'forget_suggestions_of_old',
    `delete from suggestion where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${old})
       or (platform_holder_id, request_id) in (${oldRequests})`,
  ),
  statement(
    'forget_requests_of_old',
    `delete from recipient_request where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${old})`,
  ),
  statement(
    'forget_old',
    `delete from appointment where (platform_holder_id, id) in (select platform_holder_id, appointment_id from ${old})`,
  ),
]

/**
 * Entries of holders, $1 and $2 in pairs. Locked by a statement of their own, so that the next one sees what was handed in
 * for them meanwhile.
 */
export const lockEntries = statement<{ readonly id: string }>(
  'lock_entries_of_old',
  `select r.id from holder_recipient r
   where (r.platform_holder_id, r.id) in (select o.platform_holder_id, o.entry from unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, entry))
   order by r.id for update skip locked`,
)

/** Of those locked ($3), whoever has no appointment and is linked to nobody. */
export const deleteEntries = statement(
  'forget_entries_of_old',
  `delete from holder_recipient r
   where (r.platform_holder_id, r.id) in (select o.platform_holder_id, o.entry from unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, entry))
     and r.id = any($3::uuid[])
     and not exists (select 1 from appointment a where a.platform_holder_id = r.platform_holder_id and a.holder_recipient_id = r.id)
     and not exists (select 1 from recipient_link l where l.platform_holder_id = r.platform_holder_id and l.holder_recipient_id = r.id)`,
)
