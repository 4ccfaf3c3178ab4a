import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { itemOutcome, messageOfItem } from '#/slices/batches/sql.ts'

/** A batch whose time to be undone is over, with something left to do. */
export type DueBatch = { readonly platformHolderId: string; readonly id: string; readonly runsAt: Temporal.Instant }

/** Of all holders what has still to be applied; the longest due first. */
export const selectDueBatches = statement<DueBatch>(
  'select_due_batches',
  `select platform_holder_id, id, runs_at from batch
   where state in ('holding', 'running') and applied_at is null and runs_at <= tijdig_now() order by runs_at, id limit 100`,
)

/** Those that wait for their messages alone, which can take the night: a page of them, behind the one given. */
export const selectAppliedBatches = statement<DueBatch>(
  'select_applied_batches',
  `select platform_holder_id, id, runs_at from batch
   where state = 'running' and applied_at is not null and (runs_at, id) > ($1::timestamptz, $2::uuid)
   order by runs_at, id limit 100`,
)

/** Begins a batch, with the commit: it was not undone in its time. */
export function beginBatch(tx: HolderTx, id: string): void {
  tx.send(begin, [tx.platformHolderId, id])
}

const begin = statement(
  'begin_batch',
  `update batch set state = 'running', version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and state = 'holding' and runs_at <= tijdig_now()`,
)

/** Appointments of a round. */
export const roundSize = 50

/** The appointments whose turn is next, nearest start first. */
export async function listWaiting(tx: HolderTx, id: string): Promise<string[]> {
  return (await tx.rows(selectWaiting, [tx.platformHolderId, id])).map(({ appointmentId }) => appointmentId)
}

const selectWaiting = statement<{ appointmentId: string }>(
  'select_waiting_items',
  `select appointment_id from batch_item
   where platform_holder_id = $1 and batch_id = $2 and state = 'waiting'
   order by starts_at, appointment_id limit ${roundSize}`,
)

export type RunningBatch = RowOf<typeof runningColumns>
const runningColumns = columns('batch', 'id, action, created_by, created_at')

/** The batch while it runs, so that nobody stops it until the transaction ends. */
export async function shareRunning(tx: HolderTx, id: string): Promise<RunningBatch | null> {
  const [row] = await tx.rows(selectRunning, [tx.platformHolderId, id])
  return row ?? null
}

const selectRunning = statement<RunningBatch>(
  'share_running_batch',
  `select ${runningColumns} from batch where platform_holder_id = $1 and id = $2 and state = 'running' for share`,
)

export type WaitingItem = RowOf<typeof waitingColumns>
const waitingColumns = columns('batch_item', 'appointment_id, appointment_version, starts_at')

/** An item that still waits, locked; none where another worker has it. */
export async function takeItem(tx: HolderTx, batchId: string, appointmentId: string): Promise<WaitingItem | null> {
  const [row] = await tx.rows(lockItem, [tx.platformHolderId, batchId, appointmentId])
  return row ?? null
}

const lockItem = statement<WaitingItem>(
  'lock_batch_item',
  `select ${waitingColumns} from batch_item
   where platform_holder_id = $1 and batch_id = $2 and appointment_id = $3 and state = 'waiting'
   for no key update skip locked`,
)

/** Settles an item, with the commit. */
export function settleItem(
  tx: HolderTx,
  batchId: string,
  appointmentId: string,
  {
    state,
    reasonCode = null,
  }: { readonly state: 'applied' | 'skipped'; readonly reasonCode?: 'changed' | 'too_late' | null },
): void {
  tx.send(writeItem, [tx.platformHolderId, batchId, appointmentId, state, reasonCode])
}

const writeItem = statement(
  'settle_batch_item',
  `update batch_item set state = $4, reason_code = $5, updated_at = tijdig_now()
   where platform_holder_id = $1 and batch_id = $2 and appointment_id = $3`,
)

/** How often an item is tried before a person has to look at it. */
const triesMax = 5

/** Notes that an item could not be applied, with the commit: after a few tries it is left to people. */
export function noteFailedItem(tx: HolderTx, batchId: string, appointmentId: string): void {
  tx.send(writeFailure, [tx.platformHolderId, batchId, appointmentId])
}

const writeFailure = statement(
  'note_failed_batch_item',
  `update batch_item set tries = tries + 1, updated_at = tijdig_now(),
     state = case when tries + 1 >= ${triesMax} then 'must_call' else state end,
     reason_code = case when tries + 1 >= ${triesMax} then 'not_applied' end
   where platform_holder_id = $1 and batch_id = $2 and appointment_id = $3 and state = 'waiting'`,
)

/** Notes how far a batch is, with the commit: that nothing waits any more, and that everybody is told, to be called or skipped. */
export function noteProgress(tx: HolderTx, id: string): void {
  tx.send(noteApplied, [tx.platformHolderId, id])
  tx.send(noteDone, [tx.platformHolderId, id])
}

const noteApplied = statement(
  'note_batch_applied',
  `update batch b set applied_at = tijdig_now(), version = b.version + 1, updated_at = tijdig_now()
   where b.platform_holder_id = $1 and b.id = $2 and b.state = 'running' and b.applied_at is null
     and not exists (select 1 from batch_item i
       where i.platform_holder_id = $1 and i.batch_id = b.id and i.state = 'waiting')`,
)
const noteDone = statement(
  'note_batch_done',
  `update batch b set state = 'done', ended_at = tijdig_now(), version = b.version + 1, updated_at = tijdig_now()
   where b.platform_holder_id = $1 and b.id = $2 and b.state = 'running' and b.applied_at is not null
     and not exists (
       select 1 from batch_item i
       join appointment a on a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id
       ${messageOfItem}
       where i.platform_holder_id = $1 and i.batch_id = b.id and i.state = 'applied' and ${itemOutcome} = 'applied')`,
)
