import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { channelOfSql } from '#/slices/reminders/sql.ts'
import { rememberedLocaleSql } from '#/slices/appointments/sql.ts'

/** Fewer people than this would single somebody out. */
const fewestPeople = 5

export type CallReportRow = {
  readonly grouping: 'locale' | 'channel'
  /** `other` for the small groups together. */
  readonly key: string
  readonly appointments: number
  readonly called: number
}

/** Appointments that start in the period, and those of them about which staff called, by language and by channel. */
export function readCallReport(
  tx: HolderTx,
  { from, to }: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
): Promise<CallReportRow[]> {
  return tx.rows(selectReport, [tx.platformHolderId, from, to])
}

const isCalled = `exists (
  select 1
  from appointment_call c
  where c.platform_holder_id = a.platform_holder_id and c.appointment_id = a.id and c.withdrawn_at is null)`

// Small groups are merged, with the next smallest one while they are too few together. One person can have several channels, so that
// of these only the largest group is sure to count other people.
const selectReport = statement<CallReportRow>(
  'report_calls',
  `with fact as materialized (
     select a.holder_recipient_id, coalesce(${rememberedLocaleSql('a')}, h.default_locale) as locale,
       ${channelOfSql} as channel, ${isCalled} as is_called
     from appointment a join platform_holder h using (platform_holder_id)
     where a.platform_holder_id = $1 and a.starts_at >= $2 and a.starts_at < $3),
   keyed as (
     select 'locale' as grouping, locale as key, holder_recipient_id, is_called from fact
     union all
     select 'channel', channel, holder_recipient_id, is_called from fact),
   sized as (
     select grouping, key, count(distinct holder_recipient_id) as people
     from keyed
     group by grouping, key),
   ranked as (
     select *, case grouping when 'locale' then sum(people) over smaller_ones else max(people) over smaller_ones end as smaller
     from sized
     window smaller_ones as (partition by grouping order by people, key rows between unbounded preceding and 1 preceding)),
   named as (
     select grouping, key,
       case when people < ${fewestPeople} or smaller < ${fewestPeople} then 'other' else key end as name
     from ranked)
   select n.grouping, n.name as key, count(*)::int as appointments,
     (count(*) filter (where k.is_called))::int as called
   from keyed k
   join named n on n.grouping = k.grouping and n.key = k.key
   group by n.grouping, n.name
   order by n.grouping, n.name = 'other', n.name limit 200`,
)
