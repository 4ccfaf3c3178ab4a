import { toRecords } from '#/kernel/postgres/values/columns.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Channel, ReminderKind, ReasonCode, ReminderState } from '#/slices/reminders/words/words.ts'
import { changedColumns, tellRemindersSql } from './told-event-store.ts'
import type { MovedBecause } from '#/slices/reminders/plan/quiet-hours.ts'

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
  /** A human looked at it and let it go (G24). */
  readonly isReleased: boolean
  readonly destinationMasked: string | null
  readonly tzdbVersion: string
}

/** What the engine is to send, and what it is to look at again after that: the conditions of the indexes by which it finds them. */
export const isToSend = 'stage = 1'
export const isToFollowUp = 'stage = 2'

/** Adds rows of a revision that has none yet, with the commit. */
export function insertReminderRows(tx: Tx, rows: readonly NewReminder[]): void {
  if (rows.length > 0) tx.send(isAnyTold(rows) ? insertAndTell : insertReminders, [toRecords(rows)])
}

/**
 * Adds rows or replans existing unsent ones, with the commit. An offset that was handed over in this revision is never
 * repeated under any kind, a row that was tried is left to its retries, what a human dropped stays dropped, and no row
 * changes only because its nominal instant has passed meanwhile.
 */
export function upsertReminderRows(tx: Tx, rows: readonly NewReminder[]): void {
  if (rows.length > 0) tx.send(isAnyTold(rows) ? upsertAndTell : upsertReminders, [toRecords(rows)])
}

/** Whether a row that is planned is told of at once: it is not sent. */
function isAnyTold(rows: readonly NewReminder[]): boolean {
  return rows.some(({ state }) => state === 'suppressed')
}

/** The fields of a `NewReminder` as columns. */
export const newReminderColumns = `platform_holder_id uuid, id uuid, appointment_id uuid, schedule_revision int,
  kind text, offset_key text, channel text, fallback_channel text, due_at timestamptz, latest_at timestamptz,
  moved_because text, state text, reason_code text, is_released boolean, destination_masked text, tzdb_version text`
const fromRecords = `from json_to_recordset($1::json) as r(${newReminderColumns})`
// `(select tijdig_now())` is evaluated once per statement, the columns' default once per row.
const insertReminder = (
  from: string,
) => `insert into reminder as t (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel,
  fallback_channel, due_at, latest_at, moved_because, state, reason_code, is_released, run_at, destination_masked,
  tzdb_version, created_at, updated_at)
  select r.platform_holder_id, r.id, r.appointment_id, r.schedule_revision, r.kind, r.offset_key, r.channel,
    r.fallback_channel,
    r.due_at, r.latest_at, r.moved_because, r.state, r.reason_code, r.is_released,
    case when r.state = 'planned' then r.due_at end, r.destination_masked, r.tzdb_version,
    (select tijdig_now()), (select tijdig_now())
  ${from}`

/** `upsertReminderRows` as SQL, over rows `r`. */
export const upsertText = (from: string) => `${insertReminder(from)}
   where (select true from reminder o where o.platform_holder_id = r.platform_holder_id and o.appointment_id = r.appointment_id
       and o.schedule_revision = r.schedule_revision and o.offset_key = r.offset_key and o.handed_over_at is not null
       and r.kind in ('reminder', 'confirm_prompt') limit 1) is null
   on conflict on constraint reminder_once do update
     set channel = excluded.channel, fallback_channel = excluded.fallback_channel, due_at = excluded.due_at,
         latest_at = excluded.latest_at, moved_because = excluded.moved_because, state = excluded.state,
         reason_code = excluded.reason_code, run_at = excluded.run_at, destination_masked = excluded.destination_masked,
         tzdb_version = excluded.tzdb_version, updated_at = excluded.updated_at
     where t.handed_over_at is null
       and t.attempts = 0
       and t.state in ('planned', 'claimed', 'skipped', 'suppressed', 'cancelled')
       and excluded.reason_code is distinct from 'due_in_past' and t.reason_code is distinct from 'volume_review'`

const insertReminders = statement('insert_reminders', insertReminder(fromRecords))
const upsertReminders = statement('upsert_reminders', upsertText(fromRecords))

const told = (write: string) =>
  `with written as (${write} returning ${changedColumns('t')}) ${tellRemindersSql('written')}`
const insertAndTell = statement('insert_reminders_and_tell', told(insertReminder(fromRecords)))
const upsertAndTell = statement('upsert_reminders_and_tell', told(upsertText(fromRecords)))

/** A row as it was when it was withdrawn. */
export type WithdrawnRow = RowOf<typeof withdrawnColumns> & { readonly movedBecause: MovedBecause | null }

const withdrawnColumns = columns(
  'reminder',
  'schedule_revision, kind, offset_key, due_at, latest_at, moved_because, reason_code, is_released',
)

/**
 * Ends the unsent rows of earlier revisions (G3), and messages owed since registration that no channel was open for.
 */
export function withdrawOlderRevisions(
  tx: Tx,
  platformHolderId: string,
  appointmentId: string,
  revision: number,
): Promise<WithdrawnRow[]> {
  return tx.rows(withdrawRevisions, [platformHolderId, appointmentId, revision])
}

/** Ends rows that are no longer true; what follows says which. */
export const endRows = (reason: string) =>
  `update reminder set state = 'cancelled', reason_code = ${reason}, run_at = null, updated_at = (select tijdig_now())`
const unsent = `state in ('planned', 'claimed', 'held')`
const lockInOrder = (where: string) =>
  `where platform_holder_id = $1 and id = any(array(select id from reminder where ${where} order by id for update)) and ${unsent}`

const withdrawRevisions = statement<WithdrawnRow>(
  'withdraw_revisions',
  `with unsent as materialized (
     select id, schedule_revision, kind, offset_key, due_at, latest_at, moved_because, reason_code, is_released
     from reminder
     where platform_holder_id = $1 and appointment_id = $2 and schedule_revision < $3
       and (${unsent} or (offset_key in ('short_notice', 'registration') and due_at > (select tijdig_now()) and state in ('skipped', 'suppressed')
         and reason_code in ('no_contact', 'landline', 'recipient_opted_out', 'channel_disabled')))
     order by id for update),
   ended as (${endRows(`'rescheduled'`)} where platform_holder_id = $1 and id = any(array(select id from unsent)))
   select ${withdrawnColumns}
   from unsent
   order by due_at, offset_key`,
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

/** The rows of the appointment's current revision, in order of due instant. */
export function listCurrentReminders(
  tx: Tx,
  platformHolderId: string,
  appointmentId: string,
  revision: number,
): Promise<ReminderSummaryRow[]> {
  return tx.rows(selectCurrentReminders, [platformHolderId, appointmentId, revision])
}

const summaryColumns = columns('reminder', 'id, kind, channel, due_at, state, reason_code')

const selectCurrentReminders = statement<ReminderSummaryRow>(
  'select_current_reminders',
  `select ${summaryColumns} from reminder
   where platform_holder_id = $1 and appointment_id = $2 and schedule_revision = $3 order by due_at, id limit 10`,
)

export type ReminderSummaryRow = RowOf<typeof summaryColumns>
