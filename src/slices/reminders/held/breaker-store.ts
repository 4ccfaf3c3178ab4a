import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { changedColumns, tellRemindersSql } from '#/slices/reminders/rows/told-event-store.ts'

/** Rows the volume breaker holds for one holder (G24). */
export type HeldRow = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly held: number
  /** Those whose last useful instant has passed: released, they end as expired. */
  readonly tooLate: number
  readonly oldestDueAt: Temporal.Instant
  /** When the next of the others expires; null when there is none. */
  readonly nextLatestAt: Temporal.Instant | null
}

/** Held rows by holder, those that wait longest first. Operator work. @param platformHolderId null: all holders */
export function listHeld(tx: Tx, platformHolderId: string | null): Promise<HeldRow[]> {
  return tx.rows(selectHeld, [platformHolderId])
}

/**
 * Lets held rows go: at once, or when they are due if that is later. The breaker does not hold them again. Those that
 * are of no use any more end as expired (G5). Operator work.
 */
export async function releaseHeld(tx: Tx, platformHolderId: string): Promise<{ released: number; expired: number }> {
  const rows = await tx.rows(release, [platformHolderId])
  const released = rows.filter((row) => row.state === 'planned').length
  return { released, expired: rows.length - released }
}

/** Ends held rows unsent; replanning does not bring them back. @returns how many. Operator work. */
export async function dropHeld(tx: Tx, platformHolderId: string): Promise<number> {
  return (await tx.rows(drop, [platformHolderId])).length
}

const isHeld = `held_at is not null and state = 'held' and reason_code = 'volume_review'`
const lockedHeld = `platform_holder_id = $1 and id = any(array(
  select id from reminder where platform_holder_id = $1 and ${isHeld} order by id for no key update)) and ${isHeld}`

const selectHeld = statement<HeldRow>(
  'list_held',
  `select r.platform_holder_id, h.display_name, count(*) as held,
     count(*) filter (where r.latest_at < tijdig_now()) as too_late,
     min(r.due_at) as oldest_due_at, min(r.latest_at) filter (where r.latest_at >= tijdig_now()) as next_latest_at
   from reminder r join platform_holder h using (platform_holder_id)
   where r.held_at is not null
     and r.state = 'held'
     and r.reason_code = 'volume_review'
     and ($1::uuid is null or r.platform_holder_id = $1)
   group by r.platform_holder_id, h.display_name order by oldest_due_at, r.platform_holder_id`,
)
const release = statement<{ state: 'planned' | 'expired' }>(
  'release_held',
  `with released as (
   update reminder r set updated_at = tijdig_now(),
     state = case when latest_at < tijdig_now() then 'expired' else 'planned' end,
     reason_code = case when latest_at < tijdig_now() then 'volume_review' end,
     run_at = case when latest_at < tijdig_now() then null else greatest(due_at, tijdig_now()) end,
     is_released = latest_at >= tijdig_now()
   where ${lockedHeld}
   returning ${changedColumns()}),
   told as (${tellRemindersSql('released')})
   select state from released order by id`,
)
const drop = statement(
  'drop_held',
  `update reminder set state = 'skipped', run_at = null, updated_at = tijdig_now()
   where ${lockedHeld}
   returning 1 as dropped`,
)
