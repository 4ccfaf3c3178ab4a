import type pg from 'pg'
import { runOnce, statement } from '#/kernel/postgres/db.ts'

/** What became of a reminder that was due: the objective in docs/running.md. */
export const dueResults = ['on_time', 'late', 'missed'] as const
export type DueResult = (typeof dueResults)[number]

/** A reminder is on time when it is handed over no later than this after it was due. */
const onTimeSeconds = 60

// Two channels are tried one after the other: what a provider once took was counted then.
const wasTaken = `r.attempts > 1 and exists (
  select 1 from reminder_attempt e where e.platform_holder_id = r.platform_holder_id and e.reminder_id = r.id
    and e.attempt_no < r.attempts and (e.state <> 'failed' or e.provider_message_id is not null))`

/**
 * What the new state of a row `r` makes certain; null while that is open, where its holder is a test, and where it says nothing of us: what a person held,
 * and what number, carrier or recipient refused.
 */
export const dueResultSql = `case
  when r.platform_holder_id = any(array(select h.platform_holder_id from platform_holder h where h.is_test)) then null
  when r.state not in ('sent', 'delivered', 'failed', 'expired') or r.is_released or (${wasTaken}) then null
  when r.state = 'expired' then case when r.latest_at < (select tijdig_now()) then 'missed' end
  when r.state = 'failed' then case when r.reason_code in ('provider_unreachable', 'provider_refused') then 'missed' end
  when r.handed_over_at <= r.due_at + interval '${onTimeSeconds} seconds' then 'on_time' else 'late' end`

/**
 * Counts the `due_result` of rows, in the very statement that makes it certain: so each is counted once, whichever worker
 * does it and whatever ends before it is read. A row of its own, because one to add to would be locked by every worker.
 */
export const countDueSql = (rows: string) => `insert into reminder_due_count (result, reminders)
   select due_result, count(*) from ${rows} where due_result is not null group by 1`

/** Of all time, with those there are none of. @param pool acts as tijdig_operator, as below */
export async function readDueCounts(pool: pg.Pool): Promise<Readonly<Record<DueResult, number>>> {
  const rows = await runOnce(pool, selectDueCounts)
  const countOf = (result: DueResult) => rows.find((row) => row.result === result)?.reminders ?? 0
  return { on_time: countOf('on_time'), late: countOf('late'), missed: countOf('missed') }
}

/** Adds the rows up; whoever reads meanwhile sees them before or after. */
export async function foldDueCounts(pool: pg.Pool): Promise<void> {
  await runOnce(pool, foldCounts)
}

const selectDueCounts = statement<{ result: DueResult; reminders: number }>(
  'select_due_counts',
  'select result, sum(reminders)::bigint as reminders from reminder_due_count group by 1 order by 1',
)
const foldCounts = statement(
  'fold_due_counts',
  `with folded as (
     delete from reminder_due_count
     where result in (select result from reminder_due_count group by 1 having count(*) > 1)
     returning result, reminders)
   insert into reminder_due_count (result, reminders) select result, sum(reminders) from folded group by 1`,
)
