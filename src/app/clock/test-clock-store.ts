import { statement } from '#/kernel/postgres/db.ts'
import { isToFollowUp, isToSend } from '#/slices/reminders/rows/row-store.ts'

// No lower bound: what fell due since the drain must be drained too, not skipped. The follow-up of what was just sent
// needs no stop of its own.
export const selectNextDue = statement<{ runAt: Temporal.Instant }>(
  'select_next_due',
  `select run_at from (
     (select run_at from reminder where ${isToSend} and state = 'planned' and run_at <= $1 order by run_at limit 1)
     union all
     (select lease_until
     from reminder
     where ${isToSend} and state = 'claimed' and run_at <= tijdig_now()
     order by run_at limit 1)
     union all
     (select run_at
     from reminder
     where ${isToFollowUp} and run_at <= $1 and (state <> 'sent' or run_at > handed_over_at + interval '1 hour')
     order by run_at limit 1)
   ) due order by run_at limit 1`,
)

/** Whether something is due or in a worker's hands. */
export const restlessSql = `(exists (select 1 from reminder where ${isToSend} and run_at <= tijdig_now())
     or exists (select 1 from reminder where ${isToFollowUp} and state = 'handed_over' and run_at is not null)
     or exists (select 1 from reminder where ${isToFollowUp} and run_at <= tijdig_now()))`

export const selectRestless = statement<{ isRestless: boolean }>(
  'select_restless',
  `select ${restlessSql} as is_restless`,
)
