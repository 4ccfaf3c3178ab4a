import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { sampleOf } from '#/kernel/postgres/sample.ts'
import { isAliveSql } from '#/slices/reminders/worker/heartbeat-store.ts'
import { isToFollowUp } from '#/slices/reminders/rows/row-store.ts'
import { oldestDue } from '#/slices/reminders/send/claim/claim-store.ts'

/**
 * What no reminder row may be (G22): each is a row that would leave too early or that nobody would look at again. The
 * table itself demands a named state, and a reason for every end.
 */
const rowFaults = {
  plannedForNever: `state = 'planned' and run_at is null`,
  // A row that is joined with another of the same day may be looked at up to half an hour before it is due.
  plannedTooEarly: `state = 'planned' and run_at < due_at - interval '30 minutes'`,
  neverLookedAtAgain: `run_at is null and (state in ('claimed', 'handed_over') or (state = 'sent' and channel = 'sms'))`,
  endedButScheduled: `run_at is not null and state not in ('planned', 'claimed', 'handed_over', 'sent', 'unknown')`,
} as const

export type RowFault = keyof typeof rowFaults

/** Counts over all rows, or over a sample of a large table, another one each time. */
export type RowsOverview = Readonly<Record<RowFault, number>> & {
  readonly rows: number
  /** Attempts as the rows count them, and as they are stored: the two must agree. */
  readonly attempts: number
  readonly attemptRows: number
  readonly held: number
  /** The first hand-overs of each hour of the last seven days, and how many of them are of unknown fate. */
  readonly handedOver: number
  readonly unknown: number
  /** Upcoming appointments, of some holders, without a row for their current schedule although the policy has steps. */
  readonly unplanned: number
}

/** Its cost is bounded, however large the tables are. Operator work. */
export async function readRowsOverview(tx: Tx): Promise<RowsOverview> {
  const [row] = await tx.rows(selectRowsOverview)
  if (!row) throw new Error('Counting gave no row')
  return row
}

/** How many seconds the row that waits longest has waited; 0 when none waits. */
export type Waiting = {
  /** Of due rows that nobody has claimed, or whose claim ran out. */
  readonly dueSeconds: number
  /** Of rows whose hand-over was not recorded in time, whose receipt is missing or whose fate must be looked up. */
  readonly followUpSeconds: number
  /** Backlog of maintenance: held rows to end, messages to erase, receipts to retry; and how long nobody has run it. */
  readonly heldSeconds: number
  readonly eraseSeconds: number
  readonly receiptSeconds: number
  readonly maintenanceSeconds: number
}

export async function readWaiting(tx: Tx): Promise<Waiting> {
  const [row] = await tx.rows(selectWaiting)
  if (!row) throw new Error('Looking for who waits gave no row')
  return row
}

/** A task of maintenance that has not caught up for longer than it should. */
export type Behind = { readonly name: string; readonly seconds: number }

/** Tasks that are overdue by at least so many seconds, and by how many. Operator work. */
export function listBehind(tx: Tx, patienceSeconds: number): Promise<Behind[]> {
  return tx.rows(selectBehind, [patienceSeconds])
}

const selectBehind = statement<Behind>(
  'list_works_behind',
  `select name, extract(epoch from now() - caught_up_at - rest)::float8 as seconds from maintenance_work
   where caught_up_at + rest + $1 * interval '1 second' < now() order by 1`,
)

/** Workers that are alive, by the time-zone data they plan by. Operator work. */
export function listWorkers(tx: Tx): Promise<{ tzdbVersion: string; workers: number }[]> {
  return tx.rows(selectWorkers)
}

const countFaults = Object.entries(rowFaults).map(([name, is]) => `count(*) filter (where ${is}) as "${name}"`)
/** How many hand-overs of an hour, how many holders and how many appointments of each are looked at. */
const handOversOfHour = 500
const holdersAtOnce = 500
const appointmentsOfHolder = 200
// Nobody waits for it.
const selectRowsOverview = {
  ...statement<RowsOverview>(
    'select_rows_overview',
    `select looked_at.*, recent.*,
     (select count(*)
       from reminder
       where held_at is not null and state = 'held' and reason_code = 'volume_review') as held,
     (select count(*) from (
        select platform_holder_id from reminder_policy where jsonb_array_length(steps) > 0 order by random() limit ${holdersAtOnce}) p
      cross join lateral (
        select a.id, a.schedule_revision from appointment a
        where a.platform_holder_id = p.platform_holder_id and a.starts_at > tijdig_now() and a.status = 'registered'
        order by a.starts_at limit ${appointmentsOfHolder}) ahead
      where not exists (select 1 from reminder o where o.platform_holder_id = p.platform_holder_id and o.appointment_id = ahead.id
                          and o.schedule_revision = ahead.schedule_revision)) as unplanned
   from (
     select count(*) as rows, coalesce(sum(attempts), 0) as attempts,
       coalesce(sum(trace.rows), 0)::bigint as attempt_rows, ${countFaults.join(', ')}
     from ${sampleOf('reminder', 'r')} cross join lateral (
       select count(*) as rows from reminder_attempt t where t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id) trace) looked_at,
   (select count(*) as handed_over, count(*) filter (where state = 'unknown') as unknown
    from generate_series(tijdig_now() - interval '7 days', tijdig_now(), interval '1 hour') as hour(begins)
    cross join lateral (
      select state from reminder_attempt
      where body is not null and handed_over_at >= hour.begins and handed_over_at < hour.begins + interval '1 hour'
      order by handed_over_at limit ${handOversOfHour}) handed_over) recent`,
  ),
  timeoutMs: 120_000,
}
/** Seconds since the earliest instant of a query; 0 when it finds none, or one to come. */
const secondsSince = (earliest: string, clock = 'tijdig_now()') =>
  `greatest(0, coalesce(extract(epoch from ${clock} - (${earliest})), 0))::float8`
// Each by the first entry of an index.
const selectWaiting = statement<Waiting>(
  'select_waiting',
  `select
     coalesce((${oldestDue}) / 1000.0, 0)::float8 as due_seconds,
     ${secondsSince(`select run_at from reminder where ${isToFollowUp} and run_at is not null order by run_at limit 1`)} as follow_up_seconds,
     ${secondsSince('select latest_at from reminder where held_at is not null order by latest_at limit 1')} as held_seconds,
     ${secondsSince(`select handed_over_at + interval '30 days' from reminder_attempt where body is not null order by handed_over_at limit 1`)} as erase_seconds,
     ${secondsSince('select retry_at from delivery_receipt where retry_at is not null order by retry_at limit 1')} as receipt_seconds,
     ${secondsSince(`select max(taken_until) from lease where name = 'maintenance'`, 'now()')} as maintenance_seconds`,
)
const selectWorkers = statement<{ tzdbVersion: string; workers: number }>(
  'list_workers',
  `select tzdb_version, count(*) as workers from worker_heartbeat where ${isAliveSql} group by 1 order by 1`,
)
