import { statement, type Tx } from '#/kernel/db.ts'
import { wasSent } from './delivery-status.ts'

export const reportGroupings = ['day', 'channel', 'locale', 'appointmentType', 'leadTime'] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** Time between registration and start, in whole days, from short to long. */
export const leadTimes = ['<1d', '1-2d', '3-7d', '8-14d', '15-30d', '>30d'] as const

/** What is counted of reminder rows, each with the condition on a row `r`. All but `planned` and `sent` add up to `planned`. */
const rowCounts = {
  planned: 'r.id is not null',
  pending: `r.state in ('planned', 'claimed', 'held')`,
  sent: wasSent,
  awaitingReceipt: `r.state in ('handed_over', 'sent')`,
  delivered: `r.state = 'delivered'`,
  failed: `r.state in ('undelivered', 'failed')`,
  unknown: `r.state = 'unknown'`,
  suppressed: `r.state = 'suppressed'`,
  skipped: `r.state = 'skipped'`,
  cancelled: `r.state = 'cancelled'`,
  expired: `r.state = 'expired'`,
} as const

/** What is counted of appointments, each with the condition on an appointment `f`. */
const appointmentCounts = {
  appointments: 'true',
  confirmed: 'f.is_confirmed',
  completed: `f.status = 'completed'`,
  noShow: `f.status = 'no_show'`,
} as const

export type ReportCount = keyof typeof rowCounts | keyof typeof appointmentCounts

export type ReportRow = Readonly<Record<ReportCount, number>> & {
  /** `other` for the small groups together; null for the totals. */
  readonly key: string | null
}

/** Consecutive local days: where each begins, and what it is called. */
export type ReportDays = { readonly beginnings: readonly Temporal.Instant[]; readonly dates: readonly string[] }

/** Counts of appointments that start in [from, until) and of their reminders, by group, and the totals. */
export function readReport(
  tx: Tx,
  platformHolderId: string,
  range: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
  groupBy: ReportGrouping,
  days: ReportDays,
): Promise<ReportRow[]> {
  const byDay = groupBy === 'day' ? [days.beginnings, days.dates] : []
  return tx.rows(selectReport[groupBy], [platformHolderId, range.from, range.until, ...byDay])
}

/** Groups of fewer people than this would single somebody out. */
const fewestPeople = 5

const keys: Readonly<Record<ReportGrouping, string>> = {
  // The days come from the same time-zone data as everything else we say of time, not from the database's own.
  day: '($5::text[])[width_bucket(a.starts_at, $4::timestamptz[])]',
  channel: `coalesce(r.channel, 'none')`,
  locale: `coalesce(r.locale, 'none')`,
  appointmentType: `coalesce(a.appointment_type_id::text, 'none')`,
  leadTime: `(array['${leadTimes.join(`', '`)}'])[1 + width_bucket(extract(epoch from a.starts_at - a.created_at) / 86400, array[1, 3, 8, 15, 31]::numeric[])]`,
}

const selectReport = Object.fromEntries(
  reportGroupings.map((groupBy) => [groupBy, statement<ReportRow>(`select_report_by_${groupBy}`, reportText(groupBy))]),
) as Record<ReportGrouping, ReturnType<typeof statement<ReportRow>>>

/**
 * One fact is an appointment in a group. Small groups are merged; while the merged ones are still too few people, the
 * smallest of the others joins them.
 */
function reportText(groupBy: ReportGrouping): string {
  const countRows = Object.entries(rowCounts).map(
    ([name, condition]) => `count(*) filter (where ${condition}) as "${name}"`,
  )
  const sumRows = Object.keys(rowCounts).map((name) => `sum(f."${name}")::bigint as "${name}"`)
  const countAppointments = Object.entries(appointmentCounts).map(
    ([name, condition]) => `count(distinct f.id) filter (where ${condition}) as "${name}"`,
  )
  return `
    with facts as materialized (
      select a.id, a.holder_recipient_id, a.status, a.confirmed_revision is not distinct from a.schedule_revision as is_confirmed,
        ${keys[groupBy]} as key, ${countRows.join(', ')}
      from appointment a
      left join reminder r on r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
      where a.platform_holder_id = $1 and a.starts_at >= $2 and a.starts_at < $3
      group by a.platform_holder_id, a.id, key),
    sizes as (select key, count(distinct holder_recipient_id) as people from facts group by key),
    small as (select key from sizes where people < ${fewestPeople}),
    joining as (
      select key from sizes where people >= ${fewestPeople}
        and (select count(distinct holder_recipient_id) from facts where key in (select key from small)) between 1 and ${fewestPeople - 1}
      order by people, key limit 1),
    merged as (select key from small union all select key from joining),
    named as (select f.*, case when f.key in (select key from merged) then 'other' else f.key end as name from facts f)
    select f.name as key, ${[...sumRows, ...countAppointments].join(', ')}
    from named f group by grouping sets ((f.name), ()) order by f.name`
}
