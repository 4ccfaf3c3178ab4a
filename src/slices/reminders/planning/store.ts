import { statement, toRecords, type Tx } from '#/kernel/postgres/db.ts'
import type { Channel, ReminderKind, ReminderPolicy } from '#/slices/reminders/policy/policy.ts'
import type { MovedBecause } from '#/slices/reminders/timing/quiet-hours.ts'
import type { ReasonCode, ReminderState, ReminderSummaryRow } from '#/slices/reminders/reading/reminder-summary.ts'
import { joinType, typeColumns, type TypeRow } from '#/slices/reminders/policy/type-plan.ts'
import { joinWishes, wishColumns, type WishRow } from '#/slices/reminders/plan/wishes.ts'

export type PolicyRow = ReminderPolicy & { readonly updatedAt: Temporal.Instant }

export const policyColumns = `p.version, p.steps, p.min_lead_minutes, p.quiet_hours, p.short_notice, p.send_change_notice,
  p.send_cancellation_notice, p.send_registration_notice, p.group_same_day, p.sms_sender, p.sms_alphabet, p.intake_default_type_id, p.updated_at`

/**
 * Whether an opt-out of this holder or of all holders stands for a contact, or the holder's entry is of somebody who was
 * erased; `$n` may be null.
 */
export const isSuppressedSql = (channel: Channel, parameter: string, row = 'p', entry = 'a.holder_recipient_id') => `
  (exists (select 1 from erased_entry e where e.platform_holder_id = ${row}.platform_holder_id and e.holder_recipient_id = ${entry})
   or exists (select 1 from suppression s where s.platform_holder_id = ${row}.platform_holder_id and s.channel = '${channel}'
             and s.contact_key = ${parameter} and s.is_active)
   or exists (select 1 from suppression_everywhere s where s.channel = '${channel}' and s.contact_key = ${parameter} and s.is_active))`

/** Shared by everyone who plans, exclusive for a policy edit: nobody plans by a policy that is being replaced. */
export const policyLockKey = `hashtextextended('policy ' || $1::text, 0)`

type PlanningRow = PolicyRow &
  WishRow &
  TypeRow & { readonly isSmsSuppressed: boolean; readonly isEmailSuppressed: boolean }

export async function readPlanningRow(
  tx: Tx,
  platformHolderId: string,
  key: { sms: Buffer | null; email: Buffer | null },
  holderRecipientId: string | null,
  type: TypeChoice,
): Promise<PlanningRow | undefined> {
  // The lock is its own statement, so that the next one sees what was committed while it waited.
  const locked = tx.rows(sharePolicy, [platformHolderId])
  const values = [platformHolderId, key.sms, key.email, holderRecipientId]
  const [row] = await ('id' in type
    ? tx.rows(selectPlanning, [...values, type.id])
    : tx.rows(selectIntakePlanning, [...values, type.sourceSystem, type.externalAppointmentId]))
  await locked
  return row
}

/** The type that is planned for: one that is known, or that of whatever a source system hands in under a key. */
export type TypeChoice =
  | { readonly id: string | null }
  | { readonly sourceSystem: string; readonly externalAppointmentId: string }

// Not while an appointment that is asked for is held by somebody else: to wait for it with this lock in hand would stop an
// edit that holds it (see `findBySource`).
const sharePolicy = statement(
  'share_policy',
  `select pg_advisory_xact_lock_shared(${policyLockKey}) where current_setting('app.is_held_elsewhere', true) is distinct from 'yes'`,
)
const planningText = (joinType: string) => `
  select ${policyColumns}, ${isSuppressedSql('sms', '$2', 'p', '$4')} as is_sms_suppressed, ${isSuppressedSql('email', '$3', 'p', '$4')} as is_email_suppressed, ${wishColumns},
    ${typeColumns}
  from reminder_policy p
  left join recipient_link l on l.platform_holder_id = p.platform_holder_id and l.holder_recipient_id = $4
  ${joinWishes('l.recipient_id')}
  ${joinType}
  where p.platform_holder_id = $1`
const selectPlanning = statement<PlanningRow>('select_planning', planningText(joinType('p', '$5::uuid')))
// What is known keeps its type; what is new gets the holder's default, unless that was archived.
const selectIntakePlanning = statement<PlanningRow>(
  'select_intake_planning',
  planningText(`
  left join appointment known on known.platform_holder_id = p.platform_holder_id and known.source_system = $5 and known.external_appointment_id = $6
  ${joinType('p', 'case when known.id is null then p.intake_default_type_id else known.appointment_type_id end')} and (known.id is not null or t.status = 'active')`),
)

/** A row to plan. */
export type NewReminder = {
  readonly platformHolderId: string
  readonly id: string
  readonly appointmentId: string
  readonly scheduleRevision: number
  readonly kind: ReminderKind
  readonly offsetKey: string
  readonly channel: Channel | null
  readonly fallbackChannel: Channel | null
  readonly dueAt: Temporal.Instant
  readonly latestAt: Temporal.Instant
  readonly movedBecause: string | null
  readonly state: ReminderState
  readonly reasonCode: ReasonCode | null
  readonly destinationMasked: string | null
  readonly tzdbVersion: string
}

/** Adds rows of a revision that has none yet, with the commit. */
export function insertReminderRows(tx: Tx, rows: readonly NewReminder[]): void {
  if (rows.length > 0) tx.send(insertReminders, [toRecords(rows)])
}

/**
 * Adds rows or plans existing unsent ones anew, with the commit. An offset that was handed over in this revision is
 * never repeated under whatever kind, a row that was tried is left to its retries, what a human dropped stays dropped, and
 * no row changes only because its nominal instant has passed meanwhile.
 */
export function upsertReminderRows(tx: Tx, rows: readonly NewReminder[]): void {
  if (rows.length > 0) tx.send(upsertReminders, [toRecords(rows)])
}

/** The fields of a `NewReminder` as columns. */
export const newReminderColumns = `platform_holder_id uuid, id uuid, appointment_id uuid, schedule_revision int,
  kind text, offset_key text, channel text, fallback_channel text, due_at timestamptz, latest_at timestamptz,
  moved_because text, state text, reason_code text, destination_masked text, tzdb_version text`
const fromRecords = `from json_to_recordset($1::json) as r(${newReminderColumns})`
// `(select tijdig_now())` is asked once a statement, the columns' default once a row.
const insertReminder = (
  from: string,
) => `insert into reminder as t (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel,
  fallback_channel, due_at, latest_at, moved_because, state, reason_code, run_at, destination_masked, tzdb_version, created_at, updated_at)
  select r.platform_holder_id, r.id, r.appointment_id, r.schedule_revision, r.kind, r.offset_key, r.channel, r.fallback_channel,
    r.due_at, r.latest_at, r.moved_because, r.state, r.reason_code, case when r.state = 'planned' then r.due_at end, r.destination_masked, r.tzdb_version,
    (select tijdig_now()), (select tijdig_now())
  ${from}`

/** Adds rows `r`, or plans existing unsent ones anew, by the rules told at `upsertReminderRows`. */
export const upsertText = (from: string) => `${insertReminder(from)}
   where (select true from reminder o where o.platform_holder_id = r.platform_holder_id and o.appointment_id = r.appointment_id
       and o.schedule_revision = r.schedule_revision and o.offset_key = r.offset_key and o.handed_over_at is not null
       and r.kind in ('reminder', 'confirm_prompt') limit 1) is null
   on conflict on constraint reminder_once do update
     set channel = excluded.channel, fallback_channel = excluded.fallback_channel, due_at = excluded.due_at,
         latest_at = excluded.latest_at, moved_because = excluded.moved_because, state = excluded.state,
         reason_code = excluded.reason_code, run_at = excluded.run_at, destination_masked = excluded.destination_masked, tzdb_version = excluded.tzdb_version, updated_at = excluded.updated_at
     where t.handed_over_at is null and t.attempts = 0 and t.state in ('planned', 'claimed', 'skipped', 'suppressed', 'cancelled')
       and excluded.reason_code is distinct from 'due_in_past' and t.reason_code is distinct from 'volume_review'`

const insertReminders = statement('insert_reminders', insertReminder(fromRecords))
const upsertReminders = statement('upsert_reminders', upsertText(fromRecords))

/** A row as it was when it was withdrawn. */
export type WithdrawnRow = {
  readonly scheduleRevision: number
  readonly offsetKey: string
  readonly dueAt: Temporal.Instant
  readonly latestAt: Temporal.Instant
  readonly movedBecause: MovedBecause | null
  readonly reasonCode: ReasonCode | null
}

/**
 * Ends the unsent rows of revisions before this one (G3), and what the registration still owed and could not send because
 * there was nowhere to send it to.
 */
export function withdrawOlderRevisions(
  tx: Tx,
  platformHolderId: string,
  appointmentId: string,
  revision: number,
): Promise<WithdrawnRow[]> {
  return tx.rows(withdrawRevisions, [platformHolderId, appointmentId, revision])
}

const endRows = (reason: string) =>
  `update reminder set state = 'cancelled', reason_code = ${reason}, run_at = null, updated_at = (select tijdig_now())`
const unsent = `state in ('planned', 'claimed', 'held')`
const lockInOrder = (where: string) =>
  `where platform_holder_id = $1 and id = any(array(select id from reminder where ${where} order by id for update)) and ${unsent}`

const withdrawRevisions = statement<WithdrawnRow>(
  'withdraw_revisions',
  `with unsent as materialized (
     select id, schedule_revision, offset_key, due_at, latest_at, moved_because, reason_code from reminder
     where platform_holder_id = $1 and appointment_id = $2 and schedule_revision < $3
       and (${unsent} or (offset_key in ('short_notice', 'registration') and due_at > (select tijdig_now()) and state in ('skipped', 'suppressed')
         and reason_code in ('no_contact', 'landline', 'recipient_opted_out', 'channel_disabled')))
     order by id for update),
   ended as (${endRows(`'rescheduled'`)} where platform_holder_id = $1 and id = any(array(select id from unsent)))
   select schedule_revision, offset_key, due_at, latest_at, moved_because, reason_code from unsent order by due_at, offset_key`,
)

/** Ends every unsent row of an appointment and says how many there were. */
export async function cancelUnsent(
  tx: Tx,
  platformHolderId: string,
  appointmentId: string,
  reason: ReasonCode,
): Promise<number> {
  return (await tx.rows(cancelUnsentRows, [platformHolderId, appointmentId, reason])).length
}

const cancelUnsentRows = statement(
  'cancel_unsent',
  `${endRows('$3')} ${lockInOrder(`platform_holder_id = $1 and appointment_id = $2 and ${unsent}`)} returning 1 as ended`,
)

/** A message that told the person of an appointment. */
export type Told = {
  readonly startsAt: Temporal.Instant
  readonly channel: Channel
  readonly kind: ReminderKind
  readonly offsetKey: string
}

/** The messages that told the person of this appointment, the last one first. */
export function listTold(tx: Tx, platformHolderId: string, appointmentId: string): Promise<Told[]> {
  return tx.rows(selectTold, [platformHolderId, appointmentId])
}

/** Whether a row `o` told the person something, or may have. */
export const hasToldSql = `o.told_starts_at is not null and o.state in ('handed_over', 'sent', 'delivered', 'unknown')`

const selectTold = statement<Told>(
  'select_told',
  `select told_starts_at as starts_at, channel, kind, offset_key as offset_key from reminder o
   where platform_holder_id = $1 and appointment_id = $2 and ${hasToldSql}
   order by handed_over_at desc, id desc limit 100`,
)

const summaryColumns = 'id, kind, channel, due_at, state, reason_code'

/** The rows of the appointment's current revision, in order of due instant. */
export function listCurrentReminders(
  tx: Tx,
  platformHolderId: string,
  appointmentId: string,
  revision: number,
): Promise<ReminderSummaryRow[]> {
  return tx.rows(selectCurrentReminders, [platformHolderId, appointmentId, revision])
}

const selectCurrentReminders = statement<ReminderSummaryRow>(
  'select_current_reminders',
  `select ${summaryColumns} from reminder
   where platform_holder_id = $1 and appointment_id = $2 and schedule_revision = $3 order by due_at, id limit 10`,
)
