import { AppError } from '#/kernel/errors.ts'
import type { Position } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type Row, type RowOf } from '#/kernel/postgres/rows.ts'
import type { NumberedEvent } from '#/slices/events/events.ts'

const deliveryColumns = columns(
  'webhook_delivery',
  `d.position, d.event_id, d.state, d.next_at, d.attempts, d.created_at, d.settled_at`,
)

export type DeliveryRow = RowOf<typeof deliveryColumns> & Row<'event', 'type'>

/** Most deliveries that one page looks at: few of them may be of the type that is sought. */
const mostSearched = 2_000

export type DeliveryFilter = {
  readonly endpointId: string
  readonly state: DeliveryRow['state'] | null
  readonly type: string | null
  readonly since: Temporal.Instant | null
}

/**
 * The newest first, one row more than the page.
 *
 * @returns where the search stopped when it looked at the most that one page may and did not fill it; else null
 */
export async function listDeliveries(
  tx: HolderTx,
  { endpointId, state, type, since }: DeliveryFilter,
  { after, size }: { readonly after: Position | null; readonly size: number },
): Promise<{ rows: DeliveryRow[]; searchedTo: Position | null }> {
  const from = [tx.platformHolderId, endpointId, state, after?.[0] ?? null, since]
  const rows = await tx.rows(selectDeliveries, [...from, type, type === null ? size + 1 : mostSearched, size + 1])
  if (type === null || rows.length > size) return { rows, searchedTo: null }
  const [end] = await tx.rows(selectSearchEnd, [...from, mostSearched - 1])
  return { rows, searchedTo: end ? [String(end.position)] : null }
}

// One statement for each way to look, or else a plan for all of them would be good for none.
const found = `d.platform_holder_id = $1 and d.endpoint_id = $2
  and ($3::text is null or d.state = $3)
  and ($4::bigint is null or d.position < $4)
  and ($5::timestamptz is null or d.position >= (
    select f.position from webhook_delivery f
    where f.platform_holder_id = $1 and f.endpoint_id = $2 and f.created_at >= $5
    order by f.created_at, f.position limit 1))`

const selectDeliveries = statement<DeliveryRow>(
  'list_webhook_deliveries',
  `select ${deliveryColumns}, e.type
   from (select * from webhook_delivery d where ${found} order by d.position desc limit $7) d
   join event e on e.platform_holder_id = $1 and e.id = d.event_id
   where d.platform_holder_id = $1 and ($6::text is null or e.type = $6)
   order by d.position desc limit $8`,
)

const selectSearchEnd = statement<{ position: number }>(
  'select_end_of_delivery_search',
  `select d.position from webhook_delivery d where ${found} order by d.position desc offset $6 limit 1`,
)

export type DeliveryDetail = DeliveryRow & { readonly event: NumberedEvent }

/** A delivery with its event. @throws AppError NOT_FOUND */
export async function getDelivery(tx: HolderTx, endpointId: string, eventId: string): Promise<DeliveryDetail> {
  const [row] = await tx.rows(selectDelivery, [tx.platformHolderId, endpointId, eventId])
  if (!row) throw new AppError('NOT_FOUND')
  const { platformHolderId } = tx
  return { ...row, event: { ...row, platformHolderId, id: row.eventId } }
}

type SelectedDelivery = DeliveryRow & Omit<NumberedEvent, 'id' | 'platformHolderId'>

const selectDelivery = statement<SelectedDelivery>(
  'select_webhook_delivery',
  `select ${deliveryColumns}, e.type, e.sequence, e.schema_version, e.occurred_at, e.subject_type, e.subject_id,
     e.subject_version, e.data
   from webhook_delivery d
   join event e on e.platform_holder_id = d.platform_holder_id and e.id = d.event_id
   where d.platform_holder_id = $1 and d.endpoint_id = $2 and d.event_id = $3
   order by d.position desc limit 1`,
)

export type AttemptRow = RowOf<typeof attemptColumns>

const attemptColumns = columns('webhook_attempt', 'at, duration_ms, status, error_code, answer')

const mostAttempts = 100

/** The calls of a delivery, the last first; the newest hundred where it was sent again often. */
export function listAttempts(tx: HolderTx, endpointId: string, position: number): Promise<AttemptRow[]> {
  return tx.rows(selectAttempts, [tx.platformHolderId, endpointId, position, mostAttempts])
}

const selectAttempts = statement<AttemptRow>(
  'list_webhook_attempts',
  `select ${attemptColumns} from webhook_attempt
   where platform_holder_id = $1 and endpoint_id = $2 and position = $3
   order by attempt_no desc limit $4`,
)
