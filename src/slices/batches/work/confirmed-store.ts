import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Chosen } from '#/slices/batches/choose/chosen-store.ts'

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
