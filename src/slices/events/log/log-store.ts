import type { Static } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import type { Position } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { eventColumns } from '#/slices/events/feed/feed-store.ts'
import type { EventRow } from '#/slices/events/feed/event-view.ts'
import type { DeliveryRow, WebhookAttempt } from './delivery-view.ts'

const columns = `d.id as delivery_id, d.endpoint_id, d.event_id, e.type, d.position, d.state, d.attempts, d.next_at`
const joined = `webhook_delivery d join event e on e.platform_holder_id = d.platform_holder_id and e.id = d.event_id`

/** Newest first, one more than the page. */
export function listDeliveries(
  tx: HolderTx,
  endpointId: string,
  state: string | null,
  after: Position | null,
  size: number,
): Promise<DeliveryRow[]> {
  return tx.rows(selectPage, [tx.platformHolderId, endpointId, state, after?.[0] ?? null, size + 1])
}

const selectPage = statement<DeliveryRow>(
  'list_webhook_deliveries',
  `select ${columns} from ${joined}
   where d.platform_holder_id = $1 and d.endpoint_id = $2 and ($3::text is null or d.state = $3) and ($4::bigint is null or d.position < $4)
   order by d.position desc limit $5`,
)

/** @throws AppError NOT_FOUND */
export async function getDelivery(tx: HolderTx, endpointId: string, id: string): Promise<DeliveryRow & EventRow> {
  const [row] = await tx.rows(select, [tx.platformHolderId, endpointId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const select = statement<DeliveryRow & EventRow>(
  'select_webhook_delivery',
  `select ${eventColumns}, ${columns} from ${joined} where d.platform_holder_id = $1 and d.endpoint_id = $2 and d.id = $3`,
)

export type AttemptRow = Omit<Static<typeof WebhookAttempt>, 'at'> & { readonly at: Temporal.Instant }

export function listAttempts(tx: HolderTx, deliveryId: string): Promise<AttemptRow[]> {
  return tx.rows(selectAttempts, [tx.platformHolderId, deliveryId])
}

const selectAttempts = statement<AttemptRow>(
  'list_webhook_attempts',
  `select attempt_no, at, duration_ms, status, error_code, answer from webhook_attempt
   where platform_holder_id = $1 and delivery_id = $2 order by attempt_no desc limit 100`,
)

/** Begins a delivery anew, with the commit. */
export function resend(tx: HolderTx, endpointId: string, deliveryId: string): void {
  tx.send(sendAgain, [tx.platformHolderId, endpointId, [deliveryId]])
  tx.send(wakeEndpoint, [tx.platformHolderId, endpointId])
}

const sendAgain = statement(
  'resend_webhook_deliveries',
  `update webhook_delivery set state = 'waiting', tries = 0, next_at = tijdig_now()
   where platform_holder_id = $1 and endpoint_id = $2 and id = any($3::uuid[])`,
)
const wakeEndpoint = statement(
  'wake_webhook_endpoint',
  'update webhook_endpoint set due_at = tijdig_now() where platform_holder_id = $1 and id = $2',
)

export const recoveredAtOnce = 10_000

/** Begins deliveries of a span of time anew, the oldest first. @returns how many */
export async function recover(
  tx: HolderTx,
  endpointId: string,
  { since, until, which }: { since: Temporal.Instant; until: Temporal.Instant | null; which: 'failed' | 'all' },
): Promise<number> {
  const states = which === 'all' ? ['failed', 'held', 'skipped', 'succeeded'] : ['failed', 'held', 'skipped']
  const rows = await tx.rows(selectSpan, [tx.platformHolderId, endpointId, since, until, states])
  tx.send(sendAgain, [tx.platformHolderId, endpointId, rows.map(({ id }) => id)])
  tx.send(wakeEndpoint, [tx.platformHolderId, endpointId])
  return rows.length
}

const selectSpan = statement<{ id: string }>(
  'select_deliveries_to_recover',
  `select d.id from ${joined}
   where d.platform_holder_id = $1 and d.endpoint_id = $2 and d.state = any($5::text[])
     and e.occurred_at >= $3 and ($4::timestamptz is null or e.occurred_at < $4)
   order by d.position limit ${recoveredAtOnce} for no key update of d`,
)
