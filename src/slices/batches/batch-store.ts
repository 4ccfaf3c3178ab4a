import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Position } from '#/kernel/page.ts'
import type { Chosen } from './chosen-store.ts'
import { itemOutcome, messageOfItem } from './sql.ts'

export type BatchRow = RowOf<typeof batchColumns> & {
  /** The address of whoever confirmed it; null once they are gone. */
  readonly byName: string | null
  readonly waiting: number
  readonly onTheWay: number
  readonly told: number
  readonly mustCall: number
  readonly skipped: number
  /** Appointments that were changed: cancelled, put off or, of a delay, announced. */
  readonly applied: number
  /** Messages that wait for the end of quiet hours, and when the last of them is due. */
  readonly afterQuietHours: number
  readonly lastDueAt: Temporal.Instant | null
}

const batchColumns = columns(
  'batch',
  `b.id, b.action, b.reason, b.delay_minutes, b.state, b.appointments, b.messages, b.created_at, b.runs_at, b.applied_at,
   b.ended_at, b.version`,
)

const counts = `
  select count(*) filter (where outcome = 'waiting')::int as waiting,
    count(*) filter (where outcome = 'applied')::int as on_the_way,
    count(*) filter (where outcome = 'told')::int as told,
    count(*) filter (where outcome = 'must_call')::int as must_call,
    count(*) filter (where outcome = 'skipped')::int as skipped,
    count(*) filter (where state in ('applied', 'must_call') and reason_code is distinct from 'not_applied')::int as applied,
    count(waits_until)::int as after_quiet_hours,
    max(waits_until) as last_due_at
  from (
    select i.state, i.reason_code, ${itemOutcome} as outcome,
      case when i.state = 'applied' and m.state = 'planned' and m.due_at > (select tijdig_now()) then m.due_at end as waits_until
    from batch_item i
    join appointment a on a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id
    ${messageOfItem}
    where i.platform_holder_id = b.platform_holder_id and i.batch_id = b.id) o`

const shown = (batches: string, order: string) => `
  select ${batchColumns}, s.email as by_name, c.waiting, c.on_the_way, c.told, c.must_call, c.skipped, c.applied,
    c.after_quiet_hours, c.last_due_at
  from (${batches}) b
  left join staff_member s on s.platform_holder_id = b.platform_holder_id and s.id = b.created_by
  cross join lateral (${counts}) c
  ${order}`

/** @throws AppError NOT_FOUND */
export async function getBatch(tx: HolderTx, id: string): Promise<BatchRow> {
  const [row] = await tx.rows(selectBatch, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectBatch = statement<BatchRow>(
  'select_batch',
  shown('select * from batch where platform_holder_id = $1 and id = $2', ''),
)

/** Newest first, one more than the page. */
export function listBatches(tx: HolderTx, after: Position | null, size: number): Promise<BatchRow[]> {
  return tx.rows(selectBatches, [tx.platformHolderId, after?.[0] ?? null, after?.[1] ?? null, size + 1])
}

const selectBatches = statement<BatchRow>(
  'list_batches',
  shown(
    `select * from batch
     where platform_holder_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
     order by created_at desc, id desc limit $4`,
    'order by b.created_at desc, b.id desc',
  ),
)

/** Makes whoever confirms another batch of the holder wait until the transaction ends. @returns how many are at work */
export async function lockBatches(tx: HolderTx): Promise<number> {
  tx.send(lockOfHolder, [tx.platformHolderId])
  const [row] = await tx.rows(countAtWork, [tx.platformHolderId])
  return row?.batches ?? 0
}

const lockOfHolder = statement(
  'lock_batches_of_holder',
  `select pg_advisory_xact_lock(hashtextextended('batches ' || $1::text, 0))`,
)
const countAtWork = statement<{ batches: number }>(
  'count_batches_at_work',
  `select count(*)::int as batches from batch
   where platform_holder_id = $1 and state in ('holding', 'running') and applied_at is null`,
)

export type NewBatch = {
  readonly id: string
  readonly action: string
  readonly reason: string
  readonly delayMinutes: number | null
  readonly messages: number
  readonly createdBy: string
  readonly runsAt: Temporal.Instant
  readonly items: readonly Chosen[]
}

/** Stores a batch with its items, with the commit. */
export function insertBatch(tx: HolderTx, batch: NewBatch): void {
  const { id, action, reason, delayMinutes, messages, createdBy, runsAt, items } = batch
  const locationIds = [...new Set(items.map((item) => item.locationId))].sort()
  const confirmed = [items.length, messages, createdBy, runsAt, locationIds]
  tx.send(insert, [tx.platformHolderId, id, action, reason, delayMinutes, ...confirmed])
  tx.send(insertItems, [
    tx.platformHolderId,
    id,
    items.map((item) => item.id),
    items.map((item) => item.version),
    items.map((item) => item.startsAt),
    items.map((item) => item.isSourceManaged),
  ])
}

const insert = statement(
  'insert_batch',
  `insert into batch (platform_holder_id, id, action, reason, delay_minutes, appointments, messages, created_by, runs_at,
     location_ids)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
const insertItems = statement(
  'insert_batch_items',
  `insert into batch_item (platform_holder_id, batch_id, appointment_id, appointment_version, starts_at, is_source_managed)
   select $1, $2, * from unnest($3::uuid[], $4::int[], $5::timestamptz[], $6::boolean[])`,
)

export type LockedBatch = RowOf<typeof lockedColumns>
const lockedColumns = columns('batch', 'id, action, state, runs_at, version')

/** The batch, so that no item of it is applied until the transaction ends. @throws AppError NOT_FOUND */
export async function lockBatch(tx: HolderTx, id: string): Promise<LockedBatch> {
  const [row] = await tx.rows(selectForUpdate, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectForUpdate = statement<LockedBatch>(
  'select_batch_for_update',
  `select ${lockedColumns} from batch where platform_holder_id = $1 and id = $2 for update`,
)

/** Ends a batch before it is through, with the commit: what waits is skipped. */
export function endBatch(tx: HolderTx, id: string, state: 'undone' | 'stopped'): void {
  tx.send(end, [tx.platformHolderId, id, state])
  tx.send(skipWaiting, [tx.platformHolderId, id, state])
}

const end = statement(
  'end_batch',
  `update batch set state = $3, ended_at = tijdig_now(), version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2`,
)
const skipWaiting = statement(
  'skip_waiting_items',
  `update batch_item set state = 'skipped', reason_code = $3, updated_at = tijdig_now()
   where platform_holder_id = $1 and batch_id = $2 and state = 'waiting'`,
)

/** The appointments of items that were applied. */
export async function listApplied(tx: HolderTx, id: string): Promise<string[]> {
  return (await tx.rows(selectApplied, [tx.platformHolderId, id])).map(({ appointmentId }) => appointmentId)
}

const selectApplied = statement<{ appointmentId: string }>(
  'select_applied_items',
  `select appointment_id from batch_item
   where platform_holder_id = $1 and batch_id = $2 and state = 'applied' order by appointment_id limit 1000`,
)

/** Notes of items that their message was withdrawn, with the commit: their people are to be called, or know nothing of a delay. */
export function noteStopped(
  tx: HolderTx,
  id: string,
  appointmentIds: readonly string[],
  state: 'must_call' | 'skipped',
): void {
  tx.send(writeStopped, [tx.platformHolderId, id, appointmentIds, state])
}

const writeStopped = statement(
  'note_stopped_items',
  `update batch_item set state = $4, reason_code = 'stopped', updated_at = tijdig_now()
   where platform_holder_id = $1 and batch_id = $2 and appointment_id = any($3::uuid[]) and state = 'applied'`,
)
