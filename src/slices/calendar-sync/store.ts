import type pg from 'pg'
import { runOnce, statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { CalendarReader } from '#/ports/calendar.ts'

/** One calendar of one holder. */
export type CalendarPlace = {
  readonly platformHolderId: string
  readonly integrationId: string
  readonly provider: CalendarReader['name']
  readonly calendarId: string
}

/** A calendar that this worker holds, with how far it was read. */
export type Claimed = RowOf<typeof claimedColumns> & {
  /** The rules its events were judged by. */
  readonly judgedBy: number
  /** How many cancellations the previous full reading held back until this one confirms them; null when none wait. */
  readonly withdrawalsHeld: number | null
  readonly now: Temporal.Instant
}

/** What the present reading reads. */
export function windowOf({ windowFrom, windowTo, now }: Claimed): Window {
  return { from: windowFrom ?? now, to: windowTo ?? now }
}

const claimedColumns = columns(
  'calendar_sync',
  'cursor, round, is_round_open, window_from, window_to, failures, judged_by, withdrawals_held',
)
const isPlace = 'platform_holder_id = $1 and integration_id = $2 and calendar_id = $3'
const isOurs = `${isPlace} and lease_id = $4`
const leasedUntil = `leased_until = now() + interval '1 minute'`

/** Calendars that are due, of all holders, the longest waiting first. */
export function findDueCalendars(pool: pg.Pool, size: number): Promise<CalendarPlace[]> {
  return runOnce(pool, selectDue, [size])
}

const selectDue = statement<CalendarPlace>(
  'find_due_calendars',
  `select platform_holder_id, integration_id, provider, calendar_id
   from find_due_calendars($1)`,
)

/** Takes a due calendar for a minute; null when somebody else has it or it is not due any more. */
export async function claimCalendar(tx: Tx, place: CalendarPlace, leaseId: string): Promise<Claimed | null> {
  const [row] = await tx.rows(claim, [...keyOf(place), leaseId])
  return row ?? null
}

const claim = statement<Claimed>(
  'claim_calendar',
  `update calendar_sync set lease_id = $4, ${leasedUntil}
   where ${isPlace} and run_at <= tijdig_now() and (leased_until is null or leased_until < now())
   returning ${claimedColumns}, tijdig_now() as now`,
)

/** A calendar that is no longer ours: another worker has it, or it is not to be read any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Keeps the calendar ours for another minute, and until the transaction ends. @returns now
 *
 * @throws LeaseLost
 */
export async function keepLease(tx: Tx, place: CalendarPlace, leaseId: string): Promise<Temporal.Instant> {
  const [row] = await tx.rows(renew, [...keyOf(place), leaseId])
  if (!row) throw new LeaseLost()
  return row.now
}

const renew = statement<{ now: Temporal.Instant }>(
  'keep_calendar_lease',
  `update calendar_sync set ${leasedUntil} where ${isOurs} returning tijdig_now() as now`,
)

/** Begins a full reading from now on, judged by these rules. @throws LeaseLost */
export async function openRound(
  tx: Tx,
  place: CalendarPlace,
  leaseId: string,
  { days, judgedBy }: { readonly days: number; readonly judgedBy: number },
): Promise<Claimed> {
  const [row] = await tx.rows(open, [...keyOf(place), leaseId, days, judgedBy])
  if (!row) throw new LeaseLost()
  return row
}

const open = statement<Claimed>(
  'open_calendar_round_by_rules',
  `update calendar_sync set cursor = null, round = round + 1, is_round_open = true, window_from = tijdig_now(),
     window_to = tijdig_now() + make_interval(days => $5), judged_by = $6, ${leasedUntil}
   where ${isOurs} returning ${claimedColumns}, tijdig_now() as now`,
)

/** Stores where to go on after a page whose events are all settled. @throws LeaseLost */
export async function saveCursor(tx: Tx, place: CalendarPlace, leaseId: string, cursor: string): Promise<void> {
  if ((await tx.rows(save, [...keyOf(place), leaseId, cursor])).length === 0) throw new LeaseLost()
}

const save = statement(
  'save_calendar_cursor',
  `update calendar_sync set cursor = $5, ${leasedUntil} where ${isOurs} returning 1`,
)

/** Releases a calendar that was read to its end; without a cursor the next reading is a full one. @throws LeaseLost */
export async function finish(
  tx: Tx,
  place: CalendarPlace,
  leaseId: string,
  next: { readonly cursor: string | null; readonly afterSeconds: number; readonly withdrawalsHeld: number | null },
): Promise<void> {
  const values = [...keyOf(place), leaseId, next.cursor, next.afterSeconds, next.withdrawalsHeld]
  if ((await tx.rows(finishRow, values)).length === 0) throw new LeaseLost()
}

const finishRow = statement(
  'finish_calendar',
  `update calendar_sync set cursor = $5, is_round_open = false, run_at = tijdig_now() + make_interval(secs => $6),
     failures = 0,
     last_success_at = tijdig_now(), withdrawals_held = $7, lease_id = null, leased_until = null
   where ${isOurs} returning 1`,
)

/** Releases a calendar that could not be read; the next reading goes on where it was. */
export async function postpone(
  tx: Tx,
  place: CalendarPlace,
  leaseId: string,
  { afterSeconds, isFailure }: { readonly afterSeconds: number; readonly isFailure: boolean },
): Promise<void> {
  await tx.rows(postponeRow, [...keyOf(place), leaseId, afterSeconds, isFailure ? 1 : 0])
}

const postponeRow = statement(
  'postpone_calendar',
  `update calendar_sync set run_at = tijdig_now() + make_interval(secs => $5), failures = failures + $6,
     lease_id = null, leased_until = null
   where ${isOurs}`,
)

/** What is known of an event. */
export type KnownEvent = RowOf<typeof eventColumns> & {
  /** Why nobody is reminded, or the code the intake refused it with. */
  readonly reason: string | null
}

const eventColumns = columns(
  'calendar_event',
  `event_key, object_key, external_appointment_id,
  starts_at, outcome, reason, has_appointment, fingerprint`,
)

/** What is known of these events and of everything in these objects. */
export async function findEvents(
  tx: Tx,
  place: CalendarPlace,
  eventKeys: readonly string[],
  objectKeys: readonly string[],
): Promise<KnownEvent[]> {
  // Two queries, so that each is answered by its index.
  const [byEvent, byObject] = await Promise.all([
    tx.rows(selectByEvent, [...keyOf(place), eventKeys]),
    tx.rows(selectByObject, [...keyOf(place), objectKeys]),
  ])
  return [...byEvent, ...byObject]
}

const selectByEvent = statement<KnownEvent>(
  'select_calendar_events',
  `select ${eventColumns} from calendar_event where ${isPlace} and event_key = any($4)`,
)
const selectByObject = statement<KnownEvent>(
  'select_calendar_events_of_objects',
  `select ${eventColumns} from calendar_event where ${isPlace} and object_key = any($4)`,
)

export function upsertEvent(tx: Tx, place: CalendarPlace, event: KnownEvent, round: number): void {
  tx.send(upsert, [
    ...keyOf(place),
    event.eventKey,
    event.objectKey,
    event.externalAppointmentId,
    event.startsAt,
    event.outcome,
    event.reason,
    event.hasAppointment,
    event.fingerprint,
    round,
  ])
}

const upsert = statement(
  'upsert_calendar_event',
  `insert into calendar_event (platform_holder_id, integration_id, calendar_id, event_key, object_key, external_appointment_id, starts_at,
     outcome, reason, has_appointment, fingerprint, seen_round)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (platform_holder_id, integration_id, calendar_id, event_key) do update set object_key = excluded.object_key,
     starts_at = excluded.starts_at, outcome = excluded.outcome, reason = excluded.reason,
     has_appointment = excluded.has_appointment,
     fingerprint = excluded.fingerprint, seen_round = excluded.seen_round, updated_at = tijdig_now()`,
)

export function deleteEvent(tx: Tx, place: CalendarPlace, eventKey: string): void {
  tx.send(remove, [...keyOf(place), eventKey])
}

const remove = statement('delete_calendar_event', `delete from calendar_event where ${isPlace} and event_key = $4`)

/** Marks unchanged events as seen in this round. */
export async function markSeen(
  tx: Tx,
  place: CalendarPlace,
  eventKeys: readonly string[],
  round: number,
): Promise<void> {
  await tx.rows(mark, [...keyOf(place), eventKeys, round])
}

const mark = statement(
  'mark_calendar_events',
  `update calendar_event set seen_round = $5 where ${isPlace} and event_key = any($4) and seen_round < $5`,
)

type Window = { readonly from: Temporal.Instant; readonly to: Temporal.Instant }

/** Of the upcoming appointments: how many a full reading did not show, and how many there are. */
export async function countUnseen(
  tx: Tx,
  place: CalendarPlace,
  round: number,
  window: Window,
): Promise<{ readonly unseen: number; readonly all: number }> {
  const [row] = await tx.rows(selectUnseenCount, [...keyOf(place), round, window.from, window.to])
  return row ?? { unseen: 0, all: 0 }
}

const selectUnseenCount = statement<{ unseen: number; all: number }>(
  'count_unseen_calendar_events',
  `select count(*) filter (where seen_round < $4) as unseen, count(*) as "all" from calendar_event
   where ${isPlace} and has_appointment and starts_at >= $5 and starts_at < $6`,
)

/** Upcoming events that a full reading did not show. */
export function findUnseen(
  tx: Tx,
  place: CalendarPlace,
  round: number,
  window: Window,
  size: number,
): Promise<KnownEvent[]> {
  return tx.rows(selectUnseen, [...keyOf(place), round, window.from, window.to, size])
}

const selectUnseen = statement<KnownEvent>(
  'select_unseen_calendar_events',
  `select ${eventColumns} from calendar_event
   where ${isPlace} and seen_round < $4 and starts_at >= $5 and starts_at < $6 order by event_key limit $7`,
)

function keyOf({ platformHolderId, integrationId, calendarId }: CalendarPlace): [string, string, string] {
  return [platformHolderId, integrationId, calendarId]
}
