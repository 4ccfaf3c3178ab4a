import type pg from 'pg'
import { inTransaction, runOnce, statement, type Tx } from '#/kernel/postgres/db.ts'
import { countDueSql, dueResultSql } from '#/slices/reminders/rows/due-count-store.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import { isToSend } from '#/slices/reminders/rows/row-store.ts'
import { leaseSeconds, type Claim } from './sending.ts'

/**
 * Claims due rows of one channel, of all holders, and commits, before anything is sent (G1). Normally in order of due
 * instant; when the channel is behind, rows that are still of use go first, in order of their last useful instant
 * (G18), because that saves most reminders.
 */
export function claimDue(pool: pg.Pool, channel: Channel, limit: number, isBehind: boolean): Promise<Claim[]> {
  return inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
    const urgent = isBehind ? await tx.rows(claimBacklog, [limit, channel]) : []
    return urgent.length > 0 ? urgent : tx.rows(claimInOrder, [limit, channel])
  })
}

const isDue = `run_at <= tijdig_now() and (state = 'planned' or lease_until <= (select tijdig_now()))`

// Losing a claim in a crash of the database is harmless: the row is still planned and nothing was sent for it.
// `(select tijdig_now())` is evaluated once per statement, the bare call once per row; but in the index condition only
// the bare one tells the planner how few rows are due. A locked row does not move, so it is updated where it was found
// (`ctid`); one that somebody changed just before is left for the next round.
const claim = (order: string, condition = '') => `
  update reminder r set state = 'claimed', claim_no = r.claim_no + 1,
    lease_until = (select tijdig_now()) + interval '${leaseSeconds} seconds', updated_at = (select tijdig_now())
  where r.ctid = any(array(
    select ctid from reminder
    where ${isToSend} and channel = $2 and ${isDue} ${condition}
    order by ${order} limit $1 for update skip locked))
  returning r.platform_holder_id, r.id, r.claim_no`
const claimInOrder = statement<Claim>('claim_due', claim('run_at'))
const claimBacklog = statement<Claim>('claim_backlog', claim('latest_at', 'and latest_at >= (select tijdig_now())'))

const oldestDueOf = (condition: string) => `
  select (extract(epoch from (select tijdig_now()) - run_at) * 1000)::bigint as lag_ms
  from reminder where ${isToSend} ${condition} and ${isDue} order by run_at limit 1`

/** How long the oldest row that can be claimed has waited, in milliseconds; no row when none is due. */
export const oldestDue = oldestDueOf('')

/** Lag of the oldest row of a channel that is due and not yet claimed, in milliseconds; null when nothing is due. */
export async function oldestDueLagMs(pool: pg.Pool, channel: Channel): Promise<number | null> {
  const [row] = await runOnce(pool, selectOldestDue, [channel])
  return row?.lagMs ?? null
}

const selectOldestDue = statement<{ lagMs: number }>('select_oldest_due', oldestDueOf('and channel = $1'))

/** Releases rows that are still claimed, with the commit; what this claim might still write no longer takes effect. */
export function giveBackClaims(tx: Tx, claims: readonly Claim[]): void {
  if (claims.length === 0) return
  const rows = inOrderOfId(claims)
  const values = [rows.map((row) => row.platformHolderId), rows.map((row) => row.id), rows.map((row) => row.claimNo)]
  tx.send(giveBackClaimed, values)
}

const giveBackClaimed = statement(
  'give_back_claimed',
  `update reminder r set state = 'planned', claim_no = r.claim_no + 1, updated_at = (select tijdig_now())
   from unnest($1::uuid[], $2::uuid[], $3::int[]) as c(holder, id, claim_no)
   where r.platform_holder_id = c.holder and r.id = c.id and r.claim_no = c.claim_no and r.state = 'claimed'`,
)

/** Releases a row that cannot be prepared: it is tried again after a pause, until it expires. */
export async function postponeClaim(tx: Tx, { platformHolderId, id, claimNo }: Claim): Promise<void> {
  await tx.rows(postponeClaimed, [platformHolderId, id, claimNo])
}

const postponeClaimed = statement(
  'postpone_claimed',
  `with postponed as (
   update reminder r set updated_at = (select tijdig_now()),
     state = case when latest_at < (select tijdig_now()) then 'expired' else 'planned' end,
     reason_code = case when latest_at < (select tijdig_now()) then 'too_late' end,
     run_at = case when latest_at < (select tijdig_now()) then null else (select tijdig_now()) + interval '5 minutes' end
   where platform_holder_id = $1 and id = $2 and claim_no = $3 and state = 'claimed'
   returning ${changedColumns()}, ${dueResultSql} as due_result),
   counted as (${countDueSql('postponed')})
   ${tellRemindersSql('postponed')}`,
)

/** The order in which everybody locks rows of one table, so that writers of the same ones never deadlock. */
export function inOrderOfId<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

export async function readClock(tx: Tx): Promise<Temporal.Instant> {
  const [row] = await tx.rows(selectClock)
  if (!row) throw new Error('The database told no time')
  return row.clock
}

const selectClock = statement<{ clock: Temporal.Instant }>('select_clock', 'select tijdig_now() as clock')
