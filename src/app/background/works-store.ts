import type pg from 'pg'
import { runOnce, statement } from '#/kernel/postgres/db.ts'
import type { Step } from './rounds.ts'

/** How often a step that has nothing left to do is recorded. */
const notedEveryMs = 60_000

/**
 * The same steps, which also record when they last had nothing left to do: so the doctor sees which one is behind.
 *
 * @param pool acts as tijdig_operator
 */
export function noting(pool: pg.Pool, steps: readonly Step[]): Step[] {
  const names = steps.map(({ what }) => what)
  const rests = steps.map(({ restMs }) => restMs)
  return [
    { what: 'works', restMs: notedEveryMs * 60, perform: () => runOnce(pool, listWorks, [names, rests]) },
    ...steps.map((step) => notingOne(pool, step)),
  ]
}

function notingOne(pool: pg.Pool, step: Step): Step {
  let notedMs = -notedEveryMs
  return {
    ...step,
    async perform(stopping) {
      const outcome = await step.perform(stopping)
      if (outcome !== true && performance.now() - notedMs >= notedEveryMs) {
        await runOnce(pool, noteCaughtUp, [step.what])
        notedMs = performance.now()
      }
      return outcome
    },
  }
}

const listWorks = statement(
  'list_maintenance_works',
  `with gone as (delete from maintenance_work where name <> all($1::text[]))
   insert into maintenance_work (name, rest) select name, rest_ms * interval '1 millisecond'
   from unnest($1::text[], $2::float8[]) as w(name, rest_ms)
   on conflict (name) do update set rest = excluded.rest`,
)
const noteCaughtUp = statement('note_caught_up', 'update maintenance_work set caught_up_at = now() where name = $1')

/** How far a work that goes through a table page by page has come: the key of the last row, null at the start. */
export const selectReached = statement<{ readonly reached: readonly string[] | null }>(
  'select_reached',
  'select reached from maintenance_work where name = $1',
)
export const noteReached = statement('note_reached', 'update maintenance_work set reached = $2 where name = $1')
