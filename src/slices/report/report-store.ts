import { type CamelCase } from '#/kernel/postgres/values/columns.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { oneOf } from '#/kernel/schema.ts'
import type { LocalDays } from '#/kernel/time/local-days.ts'
import { receiptHours, wasSent } from '#/slices/reminders/sql.ts'

export const reportGroupings = ['day', 'channel', 'locale', 'appointmentType', 'leadTime'] as const
export type ReportGrouping = (typeof reportGroupings)[number]
export const ReportGrouping = oneOf(reportGroupings, {
  title: 'ReportGrouping',
  description: 'What the counts are split by.',
})

/** Time between registration and start, in whole days, from short to long. */
export const leadTimes = ['<1d', '1-2d', '3-7d', '8-14d', '15-30d', '>30d'] as const
export type LeadTime = (typeof leadTimes)[number]

/** What is counted of reminder rows, each with the condition on a row `r`. All but `planned` and `sent` add up to `planned`. */
const rowCounts = {
  planned: 'r.id is not null',
  pending: `r.state in ('planned', 'claimed', 'held')`,
  sent: wasSent,
  awaiting_receipt: `r.state in ('handed_over', 'sent')`,
  delivered: `r.state = 'delivered'`,
  failed: `r.state in ('undelivered', 'failed')`,
  unknown: `r.state = 'unknown'`,
  suppressed: `r.state = 'suppressed'`,
  skipped: `r.state = 'skipped'`,
  cancelled: `r.state = 'cancelled'`,
  expired: `r.state = 'expired'`,
} as const

/** Whether row `r` arrived: by its receipt, or as a mail that did not come back in time. */
export const hasArrived = `r.state = 'delivered' or r.state = 'sent' and r.channel = 'email'
  and r.handed_over_at <= (select tijdig_now()) - interval '${receiptHours} hours'`

const hasOutcome = `f.status in ('completed', 'no_show')`

/** What is counted of appointments, each as a number of an appointment `f`. */
const appointmentCounts = {
  appointments: '1',
  started: `(${hasOutcome} or f.status = 'registered' and f.starts_at <= (select tijdig_now()))::int`,
  outcome_recorded: `(${hasOutcome})::int`,
  completed: `(f.status = 'completed')::int`,
  no_show: `(f.status = 'no_show')::int`,
  reached: '(f.arrived > 0)::int',
  answered: '(f.is_confirmed or f.cancel_requests + f.reschedule_requests > 0)::int',
  confirmed: 'f.is_confirmed::int',
  cancel_requests: 'f.cancel_requests',
  reschedule_requests: 'f.reschedule_requests',
  cancelled_early: `(f.status = 'cancelled' and f.cancelled_at < f.starts_at - interval '1 day')::int`,
} as const

/** Appointments with a recorded outcome, by lead time: what makes groups comparable. */
export const outcomesByLeadTime = [
  'outcomes_lead_0',
  'outcomes_lead_1',
  'outcomes_lead_2',
  'outcomes_lead_3',
  'outcomes_lead_4',
  'outcomes_lead_5',
] as const
const leadTimeCounts = Object.fromEntries(
  outcomesByLeadTime.map((name, lead) => [name, `(${hasOutcome} and f.lead = ${lead})::int`]),
)

export type ReportCount = keyof typeof rowCounts | keyof typeof appointmentCounts | (typeof outcomesByLeadTime)[number]

export type ReportRow = Readonly<Record<CamelCase<ReportCount>, number>> & {
  /** Null for the totals. */
  readonly grouping: ReportGrouping | null
  /** `other` for the small groups together; null for the totals. */
  readonly key: string | null
}

/**
 * Counts of appointments and their reminders, by group and by lead time, and the totals: of days that were counted
 * before from their cells, of the others from their rows.
 *
 * @param counted dates of the days whose cells are valid
 */
export function readReport(
  tx: Tx,
  platformHolderId: string,
  groupBy: ReportGrouping,
  live: LocalDays,
  counted: readonly string[],
): Promise<ReportRow[]> {
  return tx.rows(selectReport[groupBy], [platformHolderId, live.beginnings, live.ends, live.dates, counted])
}

/** The days of a period that were counted by the local clock of this zone and have not changed since. */
export async function countedDays(
  tx: Tx,
  platformHolderId: string,
  period: { readonly from: string; readonly to: string; readonly timezone: string },
): Promise<Set<string>> {
  const rows = await tx.rows(selectCountedDays, [platformHolderId, period.from, period.to, period.timezone])
  return new Set(rows.map((row) => row.day))
}

const selectCountedDays = statement<{ day: string }>(
  'select_counted_report_days',
  `select d.day::text from report_day d
   where d.platform_holder_id = $1 and d.day between $2::date and $3::date and d.timezone = $4 and not d.is_stale
     and not exists (select 1 from report_cell c
                     where c.platform_holder_id = d.platform_holder_id
                       and c.day = d.day
                       and c.grouping = 'day'
                       and c.reached is null)
   order by d.day limit 400`,
)

/** Groups of fewer people than this would single somebody out. */
const fewestPeople = 5

const keys: Readonly<Record<ReportGrouping, string>> = {
  // By the product's time-zone data, not the database's.
  day: 'days.date',
  channel: `coalesce(r.channel, 'none')`,
  locale: `coalesce(r.locale, 'none')`,
  appointmentType: `coalesce(a.appointment_type_id::text, 'none')`,
  leadTime: leadTimeOf('lead.number'),
}

/** The lead time of this number, which counts from 0. */
export function leadTimeOf(number: string): string {
  return `(array['${leadTimes.join(`', '`)}'])[1 + ${number}]`
}

/** The number of the lead time of appointment `a`. */
export const leadOf = `width_bucket(extract(epoch from a.starts_at - a.created_at) / 86400, array[1, 3, 8, 15, 31]::numeric[])`

const names = [...Object.keys(rowCounts), ...Object.keys(appointmentCounts), ...outcomesByLeadTime]
const columns = names.join(', ')

/**
 * One fact is an appointment in a group, on the days that begin at $2, end at $3 and are called $4. Appointments are found
 * day by day and reminders appointment by appointment, so that the cost is that of these days, however many others there are.
 */
function factsText(groupBy: ReportGrouping): string {
  const isOfReminder = groupBy === 'channel' || groupBy === 'locale'
  const counts = Object.entries(rowCounts).map(([name, condition]) => `count(*) filter (where ${condition}) as ${name}`)
  const counted = Object.keys(rowCounts).map((name) => `coalesce(r.${name}, 0) as ${name}`)
  return `
    select a.id, a.holder_recipient_id, a.status, a.starts_at, a.cancelled_at, lead.number as lead,
      a.confirmed_revision is not distinct from a.schedule_revision as is_confirmed,
      ${isOfReminder ? `coalesce(r.key, 'none')` : keys[groupBy]} as key,
      ${requestsOf('cancel')} as cancel_requests, ${requestsOf('reschedule')} as reschedule_requests,
      ${counted.join(', ')},
      coalesce(r.arrived, 0) as arrived
    from unnest($2::timestamptz[], $3::timestamptz[], $4::text[]) as days(beginning, ending, date)
    cross join lateral (
      select * from appointment
      where platform_holder_id = $1 and starts_at >= days.beginning and starts_at < days.ending offset 0) a
    cross join lateral (select ${leadOf} as number) lead
    left join lateral (
      select ${isOfReminder ? `${keys[groupBy]} as key, ` : ''}${counts.join(', ')},
        count(*) filter (where ${hasArrived}) as arrived
      from reminder r where r.platform_holder_id = $1 and r.appointment_id = a.id
      ${isOfReminder ? 'group by 1' : ''}) r on true`
}

/** Most appointments have none, and then nothing is looked up. */
function requestsOf(type: 'cancel' | 'reschedule'): string {
  return `case when a.has_requests then (select count(*)::int from recipient_request q
    where q.platform_holder_id = a.platform_holder_id and q.appointment_id = a.id and q.type = '${type}') else 0 end`
}

/** The counts of facts `f`. */
const sums = [
  ...Object.keys(rowCounts).map((name) => `sum(f.${name})::int as ${name}`),
  ...Object.entries({ ...appointmentCounts, ...leadTimeCounts }).map(
    ([name, number]) => `sum(${number})::int as ${name}`,
  ),
].join(', ')

const selectReport = Object.fromEntries(
  reportGroupings.map((groupBy) => [groupBy, statement<ReportRow>(`select_report_by_${groupBy}`, reportText(groupBy))]),
) as Record<ReportGrouping, ReturnType<typeof statement<ReportRow>>>

/**
 * Small groups are merged; if together they are still too few people, the smallest other group joins them. Totals of
 * counted days come from the grouping by day, in which every appointment stands once.
 */
function reportText(groupBy: ReportGrouping): string {
  const isByLeadTime = groupBy === 'leadTime'
  const cells = `from report_cell c
    where c.platform_holder_id = $1 and c.grouping in ('${groupBy}', 'leadTime') and c.day = any($5::date[])`
  const added = names.map((name) => `sum(${name})::int as ${name}`).join(', ')
  const lead = `'leadTime', ${leadTimeOf('lead')}`
  return `
    with facts as materialized (${factsText(groupBy)}),
    by_key as materialized (select key, lead, ${sums} from facts f group by key, lead),
    by_lead as materialized (${byLeadText(groupBy, added)}),
    parts as materialized (
      select '${groupBy}' as grouping, key, ${columns} from by_key
      ${isByLeadTime ? '' : `union all select ${lead}, ${columns} from by_lead`}
      union all
      select c.grouping, c.key, ${columns} ${cells}),
    people as materialized (
      select '${groupBy}' as grouping, key, holder_recipient_id as person from facts
      ${isByLeadTime ? '' : `union select ${lead}, holder_recipient_id from facts`}
      union
      select c.grouping, c.key, unnest(c.people) ${cells}),
    sizes as (select grouping, key, count(*) as people from people group by grouping, key),
    small as (select grouping, key from sizes where people < ${fewestPeople}),
    lonely as (
      select grouping from people where (grouping, key) in (select grouping, key from small)
      group by grouping having count(distinct person) < ${fewestPeople}),
    joining as (
      select distinct on (grouping) grouping, key from (
        select grouping, key, sum(appointments) as appointments from parts
        where grouping in (select grouping from lonely) and (grouping, key) not in (select grouping, key from small)
        group by grouping, key) p
      order by grouping, appointments, key),
    merged as (select grouping, key from small union all select grouping, key from joining),
    totals as (
      select ${columns} from by_lead
      union all
      select ${columns}
      from report_cell c
      where c.platform_holder_id = $1 and c.grouping = 'day' and c.day = any($5::date[]))
    select grouping, case when (grouping, key) in (select grouping, key from merged) then 'other' else key end as key,
      ${added}
    from parts group by 1, 2
    union all
    select null, null, ${added} from totals
    order by 1, 2`
}

/** By lead time every appointment stands once, even where grouping by channel or locale has it in several groups. */
function byLeadText(groupBy: ReportGrouping, added: string): string {
  if (groupBy !== 'channel' && groupBy !== 'locale') return `select lead, ${added} from by_key group by lead`
  const ofAppointment = 'id, status, starts_at, cancelled_at, lead, is_confirmed, cancel_requests, reschedule_requests'
  const ofRows = [...Object.keys(rowCounts), 'arrived'].map((name) => `sum(${name}) as ${name}`)
  return `select lead, ${sums} from (
      select ${ofAppointment}, ${ofRows.join(', ')} from facts group by ${ofAppointment}) f group by lead`
}

/**
 * Counts one local day anew into its cells, in every grouping, with the commit.
 *
 * @param tx of an operator, who sees every holder
 */
export function countDay(
  tx: Tx,
  platformHolderId: string,
  timezone: string,
  day: { readonly date: string; readonly beginning: Temporal.Instant; readonly end: Temporal.Instant },
): void {
  tx.send(beginDay, [platformHolderId, day.date, timezone])
  for (const groupBy of reportGroupings)
    tx.send(countCells[groupBy], [platformHolderId, [day.beginning], [day.end], [day.date]])
}

// Whatever changes the day while it is counted waits for this row and then makes it stale.
const beginDay = statement(
  'begin_report_day',
  `with begun as (
     insert into report_day (platform_holder_id, day, timezone) values ($1, $2, $3)
     on conflict (platform_holder_id, day) do update set timezone = excluded.timezone, is_stale = false,
       failed_at = null, counted_at = tijdig_now()
     returning platform_holder_id, day)
   delete from report_cell c using begun where c.platform_holder_id = begun.platform_holder_id and c.day = begun.day`,
)

/** Notes that all days of a holder up to this one were counted, and lets other holders go first; with the commit. */
export function noteProgress(tx: Tx, platformHolderId: string, date: string): void {
  tx.send(upsertProgress, [platformHolderId, date])
}

const upsertProgress = statement(
  'note_report_progress',
  `insert into report_progress as p (platform_holder_id, counted_until, look_at) values ($1, $2, tijdig_now())
   on conflict (platform_holder_id) do update set counted_until = greatest(p.counted_until, excluded.counted_until),
     look_at = excluded.look_at`,
)

/** Notes that a day could not be counted, with the commit: it counts as stale, and is left alone for a while. */
export function noteFailedDay(tx: Tx, platformHolderId: string, date: string, timezone: string): void {
  tx.send(upsertFailedDay, [platformHolderId, date, timezone])
}

const upsertFailedDay = statement(
  'note_failed_report_day',
  `insert into report_day (platform_holder_id, day, timezone, is_stale, failed_at)
   values ($1, $2, $3, true, tijdig_now())
   on conflict (platform_holder_id, day) do update set is_stale = true, failed_at = tijdig_now()`,
)

const countCells = Object.fromEntries(
  reportGroupings.map((groupBy) => [
    groupBy,
    statement(
      `count_report_cells_by_${groupBy}`,
      `with facts as materialized (${factsText(groupBy)})
       insert into report_cell (platform_holder_id, day, grouping, key, people, ${columns})
       select $1, ($4::text[])[1]::date, '${groupBy}', f.key,
         (array_agg(distinct f.holder_recipient_id))[1:${fewestPeople}], ${sums}
       from facts f group by f.key`,
    ),
  ]),
) as Record<ReportGrouping, ReturnType<typeof statement>>

/**
 * What to count next: stale days and days without `reached`, unless they just failed; and of each holder whose turn it
 * is, the first day with appointments after the last counted one. A holder without such a day rests until it has one,
 * for a day at most.
 */
export function nextDays(tx: Tx, limit: number): Promise<NextDay[]> {
  return tx.rows(selectNextDays, [limit])
}

export type NextDay = {
  readonly platformHolderId: string
  readonly timezone: string
  /** A stale day; null when a new one is to be counted, that of `nextStart`. */
  readonly staleDay: string | null
  /** Start of the first appointment after what was counted; null for a stale day. */
  readonly nextStart: Temporal.Instant | null
}

/** Days that have been over for this long are counted: receipts and outcomes have mostly come by then. */
const restDays = 3

const hasNotJustFailed = `(d.failed_at is null or d.failed_at < tijdig_now() - interval '1 hour')`

// An appointment made later for a skipped day makes it stale if that is past, and otherwise is over only after the rest.
const selectNextDays = statement<NextDay>(
  'select_next_report_days',
  `with due as (
     select p.platform_holder_id, h.default_timezone as timezone, (
       select a.starts_at from appointment a
       where a.platform_holder_id = p.platform_holder_id
         and a.starts_at >= (p.counted_until + 1)::timestamp at time zone h.default_timezone
       order by a.starts_at limit 1) as next_start
     from report_progress p join platform_holder h using (platform_holder_id)
     where p.look_at <= tijdig_now() order by p.look_at limit 1000),
   judged as (
     select *, coalesce(next_start < tijdig_now() - interval '${restDays + 1} days', false) as is_over
     from due),
   rested as (
     update report_progress p set look_at = least(tijdig_now() + interval '1 day', j.next_start + interval '${restDays + 1} days')
     from judged j where p.platform_holder_id = j.platform_holder_id and not j.is_over)
   (select d.platform_holder_id, h.default_timezone as timezone, d.day::text as stale_day,
   null::timestamptz as next_start
    from report_day d join platform_holder h using (platform_holder_id) where d.is_stale and ${hasNotJustFailed}
    order by d.platform_holder_id, d.day limit $1)
   union
   (select d.platform_holder_id, h.default_timezone, d.day::text, null
    from report_cell c
    join report_day d using (platform_holder_id, day)
    join platform_holder h using (platform_holder_id)
    where c.grouping = 'day' and c.reached is null and ${hasNotJustFailed}
    order by c.platform_holder_id, c.day limit $1)
   union all
   (select platform_holder_id, timezone, null, next_start from judged where is_over)
   limit $1`,
)
