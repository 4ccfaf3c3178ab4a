import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { wasSent } from '#/slices/reminders/sql.ts'
import type { Channel, ReasonCode, ReminderState } from '#/slices/reminders/reminders.ts'
import { hasArrived, leadOf, leadTimeOf, type LeadTime } from './report-store.ts'

/** Whose appointments are counted, and between which instants they must start: `from` belongs to it, `until` does not. */
export type ReportScope = {
  readonly platformHolderId: string
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant | null
}

export type CountRow = {
  readonly platformHolderId: string
  readonly channel: Channel | null
  readonly state: ReminderState
  readonly reasonCode: ReasonCode | null
  readonly reminders: number
  readonly sent: number
}

/** How long after the due instant hand-overs were, in milliseconds by the product's clock. */
export type LatenessRow = {
  readonly platformHolderId: string
  /** `last`: the last hand-over of each reminder. `first` and `retry`: each attempt, the first ones and the later ones. */
  readonly of: 'last' | 'first' | 'retry'
  readonly handOvers: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** What became of the appointments that start in the same days, by lead time. */
export type LeadTimeRow = {
  readonly platformHolderId: string
  readonly leadTime: LeadTime
  readonly appointments: number
  /** Begun, and not cancelled. */
  readonly started: number
  readonly outcomeRecorded: number
  readonly noShow: number
  /** At least one message was delivered. */
  readonly reached: number
  readonly answered: number
  /** Cancelled more than 24 hours before the start. */
  readonly cancelledEarly: number
}

/** Reads all in one snapshot, so that the counts agree. Operator work, in a transaction of its own. */
export async function readOperatorReport(
  tx: Tx,
  scopes: readonly ReportScope[],
): Promise<{ counts: CountRow[]; lateness: LatenessRow[]; leadTimes: LeadTimeRow[] }> {
  const values = [
    scopes.map((scope) => scope.platformHolderId),
    scopes.map((scope) => scope.from),
    scopes.map((scope) => scope.until ?? 'infinity'),
  ]
  const prepared = [tx.rows(readOneSnapshot), tx.rows(withoutCompiling)]
  const [counts, lateness, leadTimes] = await Promise.all([
    tx.rows(selectCounts, values),
    tx.rows(selectLateness, values),
    tx.rows(selectLeadTimes, values),
  ])
  await Promise.all(prepared)
  return { counts, lateness, leadTimes }
}

const readOneSnapshot = statement('read_one_snapshot', 'set transaction isolation level repeatable read read only')
// Up to millions of rows, JIT compilation takes longer than the query itself.
const withoutCompiling = statement('without_compiling', 'set local jit = off')

// Holder by holder (`offset 0` keeps it so): to join all of them at once would read their whole past.
const appointmentsInScope = `
  from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as scope(id, from_at, until_at)
  cross join lateral (
    select * from appointment where platform_holder_id = scope.id and starts_at >= scope.from_at and starts_at < scope.until_at offset 0) a`
const remindersInScope = `
  ${appointmentsInScope}
  join reminder r on r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id`

const selectCounts = statement<CountRow>(
  'operator_report_counts',
  `select r.platform_holder_id, r.channel, r.state, r.reason_code, count(*) as reminders,
     count(*) filter (where ${wasSent}) as sent
   ${remindersInScope}
   group by r.platform_holder_id, r.channel, r.state, r.reason_code
   order by r.platform_holder_id, r.channel, r.state, r.reason_code`,
)

const selectLeadTimes = statement<LeadTimeRow>(
  'operator_report_lead_times',
  `select f.platform_holder_id, ${leadTimeOf('f.lead')} as lead_time, count(*) as appointments,
     count(*) filter (where f.has_outcome or f.status = 'registered' and f.starts_at <= (select tijdig_now())) as started,
     count(*) filter (where f.has_outcome) as outcome_recorded, count(*) filter (where f.status = 'no_show') as no_show,
     count(*) filter (where f.is_reached) as reached, count(*) filter (where f.is_answered) as answered,
     count(*) filter (where f.status = 'cancelled' and f.cancelled_at < f.starts_at - interval '1 day') as cancelled_early
   from (
     select a.platform_holder_id, a.status, a.starts_at, a.cancelled_at, ${leadOf} as lead,
       a.status in ('completed', 'no_show') as has_outcome,
       a.has_requests or a.confirmed_revision is not distinct from a.schedule_revision as is_answered,
       exists (
         select 1
         from reminder r
         where r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id and (${hasArrived})) as is_reached
     ${appointmentsInScope}) f
   group by f.platform_holder_id, f.lead order by f.platform_holder_id, f.lead`,
)

const selectLateness = statement<LatenessRow>(
  'operator_report_lateness',
  `select platform_holder_id, of, count(*) as hand_overs,
     percentile_disc(0.5) within group (order by late_ms) as p50_ms,
     percentile_disc(0.99) within group (order by late_ms) as p99_ms, max(late_ms) as max_ms
   from (
     select r.platform_holder_id, 'last' as of,
       (extract(epoch from r.handed_over_at - r.due_at) * 1000)::bigint as late_ms
     ${remindersInScope} where r.handed_over_at is not null
     union all
     select r.platform_holder_id, case t.attempt_no when 1 then 'first' else 'retry' end,
       (extract(epoch from t.handed_over_at - r.due_at) * 1000)::bigint
     ${remindersInScope} join reminder_attempt t on t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id) hand_over
   group by platform_holder_id, of`,
)
