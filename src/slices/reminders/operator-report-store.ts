import { statement, type Tx } from '#/kernel/db.ts'
import { wasSent } from './delivery-status.ts'
import type { Channel } from './policy.ts'
import type { ReasonCode, ReminderState } from './reminder-summary.ts'

/** Whose reminders are counted, and between which instants they must be due: `from` belongs to it, `until` does not. */
export type ReportScope = {
  readonly platformHolderId: string
  readonly from: Temporal.Instant | null
  readonly until: Temporal.Instant | null
}

export type CountRow = {
  readonly platform_holder_id: string
  readonly channel: Channel | null
  readonly state: ReminderState
  readonly reason_code: ReasonCode | null
  readonly reminders: number
  readonly sent: number
}

/** How long after the due instant hand-overs were, in milliseconds by the product's clock. */
export type LatenessRow = {
  readonly platform_holder_id: string
  /** `last`: of each reminder its last hand-over. The others: of each attempt, the first ones and the later ones. */
  readonly of: 'last' | 'first' | 'retry'
  readonly hand_overs: number
  readonly p50_ms: number
  readonly p99_ms: number
  readonly max_ms: number
}

/** Reads both in one snapshot, so that they tell of the same reminders. Operator work, in a transaction of its own. */
export async function readOperatorReport(
  tx: Tx,
  scopes: readonly ReportScope[],
): Promise<{ counts: CountRow[]; lateness: LatenessRow[] }> {
  const values = [
    scopes.map((scope) => scope.platformHolderId),
    scopes.map((scope) => scope.from ?? '-infinity'),
    scopes.map((scope) => scope.until ?? 'infinity'),
  ]
  const prepared = [tx.rows(readOneSnapshot), tx.rows(withoutCompiling)]
  const [counts, lateness] = await Promise.all([tx.rows(selectCounts, values), tx.rows(selectLateness, values)])
  await Promise.all(prepared)
  return { counts, lateness }
}

const readOneSnapshot = statement('read_one_snapshot', 'set transaction isolation level repeatable read read only')
// Compiling takes longer than the query itself up to millions of rows.
const withoutCompiling = statement('without_compiling', 'set local jit = off')

const inScope = `
  from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as scope(id, from_at, until_at)
  join reminder r on r.platform_holder_id = scope.id and r.due_at >= scope.from_at and r.due_at < scope.until_at`

const selectCounts = statement<CountRow>(
  'operator_report_counts',
  `select r.platform_holder_id, r.channel, r.state, r.reason_code, count(*) as reminders,
     count(*) filter (where ${wasSent}) as sent
   ${inScope}
   group by r.platform_holder_id, r.channel, r.state, r.reason_code
   order by r.platform_holder_id, r.channel, r.state, r.reason_code`,
)

const selectLateness = statement<LatenessRow>(
  'operator_report_lateness',
  `select platform_holder_id, of, count(*) as hand_overs, percentile_disc(0.5) within group (order by late_ms) as p50_ms,
     percentile_disc(0.99) within group (order by late_ms) as p99_ms, max(late_ms) as max_ms
   from (
     select r.platform_holder_id, 'last' as of, (extract(epoch from r.handed_over_at - r.due_at) * 1000)::bigint as late_ms
     ${inScope} where r.handed_over_at is not null
     union all
     select r.platform_holder_id, case t.attempt_no when 1 then 'first' else 'retry' end, (extract(epoch from t.handed_over_at - r.due_at) * 1000)::bigint
     ${inScope} join reminder_attempt t on t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id) hand_over
   group by platform_holder_id, of`,
)
