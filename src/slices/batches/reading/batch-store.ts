import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Position } from '#/kernel/page.ts'
import { itemOutcome, messageOfItem } from '#/slices/batches/sql.ts'

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
