import type pg from 'pg'
import { inTransaction, statement } from '#/kernel/postgres/db.ts'
import type { Channel } from '#/slices/reminders/policy/policy.ts'

/** A row this worker holds: nobody else may send it while the lease lasts, and every write must name the claim. */
export type Claim = { readonly platformHolderId: string; readonly id: string; readonly claimNo: number }

export const leaseSeconds = 60

/**
 * Claims due rows of one channel, of all holders, and commits, before anything is sent (G1). Normally in order of due instant;
 * when the channel is behind, of those that are of use the one whose last useful instant comes first goes first (G18), because
 * that saves most reminders; what is lost already ends after them.
 */
export function claimDue(pool: pg.Pool, channel: Channel, limit: number, isBehind: boolean): Promise<Claim[]> {
  return inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) => {
    const urgent = isBehind ? await tx.rows(claimBacklog, [limit, channel]) : []
    return urgent.length > 0 ? urgent : tx.rows(claimInOrder, [limit, channel])
  })
}

const isDue = `run_at <= tijdig_now() and (state = 'planned' or lease_until <= (select tijdig_now()))`

// Losing a claim in a crash of the database is harmless: the row is still planned and nothing was sent for it.
// `(select tijdig_now())` is asked once a statement, the bare call once a row; in the index condition only the bare one tells
// the planner how few rows are due.
const claim = (order: string, condition = '') => `
  update reminder r set state = 'claimed', claim_no = r.claim_no + 1, lease_until = (select tijdig_now()) + interval '${leaseSeconds} seconds', updated_at = (select tijdig_now())
  where (r.platform_holder_id, r.id) in (
    select platform_holder_id, id from reminder
    where stage = 1 and channel = $2 and ${isDue} ${condition}
    order by ${order} limit $1 for update skip locked)
  returning r.platform_holder_id, r.id, r.claim_no`
const claimInOrder = statement<Claim>('claim_due', claim('run_at'))
const claimBacklog = statement<Claim>('claim_backlog', claim('latest_at', 'and latest_at >= (select tijdig_now())'))

const oldestDueOf = (condition: string) => `
  select (extract(epoch from (select tijdig_now()) - run_at) * 1000)::bigint as lag_ms
  from reminder where stage = 1 ${condition} and ${isDue} order by run_at limit 1`

/**
 * How long the oldest row that can be claimed has waited, in milliseconds; no row when none is due. Everybody who tells of it
 * asks this.
 */
export const oldestDue = oldestDueOf('')

/** Lag of the oldest row of a channel that is due and not yet claimed, in milliseconds; null when nothing is due. */
export async function oldestDueLagMs(pool: pg.Pool, channel: Channel): Promise<number | null> {
  const [row] = await inTransaction(pool, { holder: null }, (tx) => tx.rows(selectOldestDue, [channel]))
  return row?.lagMs ?? null
}

const selectOldestDue = statement<{ lagMs: number }>('select_oldest_due', oldestDueOf('and channel = $1'))

/** Rows whose time has come without news: dead leases of hand-overs and missing receipts. */
export type FollowUp = Pick<Claim, 'platformHolderId' | 'id'>

export function listFollowUps(pool: pg.Pool, limit: number): Promise<FollowUp[]> {
  return inTransaction(pool, { holder: null }, (tx) => tx.rows(selectFollowUps, [limit]))
}

const selectFollowUps = statement<FollowUp>(
  'select_follow_ups',
  `select platform_holder_id, id from reminder
   where stage = 2 and state <> 'unknown' and run_at is not null and run_at <= tijdig_now()
   order by run_at limit $1`,
)

/** Rows of unknown fate that are due to be looked up. */
export type Unknown = Pick<Claim, 'platformHolderId' | 'id'>

export function listUnknown(pool: pg.Pool, limit: number): Promise<Unknown[]> {
  return inTransaction(pool, { holder: null }, (tx) => tx.rows(selectDueUnknown, [limit]))
}

const selectDueUnknown = statement<Unknown>(
  'select_due_unknown',
  `select platform_holder_id, id from reminder
   where stage = 2 and state = 'unknown' and run_at is not null and run_at <= tijdig_now() order by run_at limit $1`,
)
