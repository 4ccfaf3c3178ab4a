import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { EndpointRow } from './endpoint-view.ts'
import type { SealedSecret } from './secrets.ts'

const columns = `w.platform_holder_id, w.id, w.url, w.description, w.event_types, w.location_ids, w.max_in_flight, w.status, w.disabled_reason,
  w.secrets, w.failing_since, w.last_success_at, w.version, w.created_at, w.updated_at`

/** All of a holder, the oldest first; few by their limit. */
export function listEndpoints(tx: HolderTx): Promise<EndpointRow[]> {
  return tx.rows(selectAll, [tx.platformHolderId])
}

const selectAll = statement<EndpointRow>(
  'list_webhook_endpoints',
  `select ${columns} from webhook_endpoint w where w.platform_holder_id = $1 order by w.created_at, w.id limit 100`,
)

/** Makes whoever adds an endpoint of this holder wait for each other, so that they can be counted. */
export function lockEndpoints(tx: HolderTx): Promise<unknown> {
  return tx.rows(lockAll, [tx.platformHolderId])
}

const lockAll = statement(
  'lock_webhook_endpoints',
  `select pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || $1::text, 0))`,
)

/** @throws AppError NOT_FOUND */
export async function getEndpoint(tx: HolderTx, id: string): Promise<EndpointRow> {
  return found(await tx.rows(select, [tx.platformHolderId, id]))
}

const select = statement<EndpointRow>(
  'select_webhook_endpoint',
  `select ${columns} from webhook_endpoint w where w.platform_holder_id = $1 and w.id = $2`,
)

/** @throws AppError NOT_FOUND */
export async function getEndpointForUpdate(tx: HolderTx, id: string): Promise<EndpointRow> {
  return found(await tx.rows(selectForUpdate, [tx.platformHolderId, id]))
}

const selectForUpdate = statement<EndpointRow>(
  'lock_webhook_endpoint',
  `select ${columns} from webhook_endpoint w where w.platform_holder_id = $1 and w.id = $2 for no key update`,
)

export async function findEndpointOfRequest(tx: HolderTx, clientRequestId: string): Promise<EndpointRow | null> {
  const [row] = await tx.rows(selectOfRequest, [tx.platformHolderId, clientRequestId])
  return row ?? null
}

const selectOfRequest = statement<EndpointRow>(
  'select_webhook_endpoint_of_request',
  `select ${columns} from webhook_endpoint w where w.platform_holder_id = $1 and w.client_request_id = $2`,
)

/** What a holder chooses of an endpoint. */
export type EndpointChoice = Pick<EndpointRow, 'url' | 'description' | 'eventTypes' | 'locationIds' | 'maxInFlight'>

export function insertEndpoint(
  tx: HolderTx,
  { id, clientRequestId, secret, ...choice }: EndpointChoice & NewEndpoint,
): void {
  const chosen = [choice.url, choice.description, choice.eventTypes, choice.locationIds, choice.maxInFlight]
  tx.send(insert, [tx.platformHolderId, id, clientRequestId, ...chosen, JSON.stringify([secret])])
}

type NewEndpoint = { readonly id: string; readonly clientRequestId: string; readonly secret: SealedSecret }

const insert = statement(
  'insert_webhook_endpoint',
  `insert into webhook_endpoint (platform_holder_id, id, client_request_id, url, description, event_types, location_ids, max_in_flight, secrets)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

/** Writes an endpoint as it now is, with the commit. Enabled, it is looked at again. */
export function updateEndpoint(tx: HolderTx, endpoint: EndpointRow): void {
  const { id, url, description, eventTypes, locationIds, maxInFlight, status, disabledReason, secrets } = endpoint
  const chosen = [url, description, eventTypes, locationIds, maxInFlight, status, disabledReason]
  tx.send(update, [
    tx.platformHolderId,
    id,
    ...chosen,
    JSON.stringify(secrets),
    endpoint.failingSince,
    endpoint.version,
  ])
}

const update = statement(
  'update_webhook_endpoint',
  `update webhook_endpoint set url = $3, description = $4, event_types = $5, location_ids = $6, max_in_flight = $7, status = $8,
     disabled_reason = $9, secrets = $10, failing_since = $11, version = $12, updated_at = tijdig_now(),
     failing_told_at = case when $11::timestamptz is null then null else failing_told_at end,
     due_at = case when $8 = 'enabled' then tijdig_now() else due_at end
   where platform_holder_id = $1 and id = $2`,
)

/** @returns false when there is none */
export async function deleteEndpoint(tx: HolderTx, id: string): Promise<boolean> {
  return (await tx.rows(remove, [tx.platformHolderId, id])).length > 0
}

const remove = statement<{ id: string }>(
  'delete_webhook_endpoint',
  'delete from webhook_endpoint where platform_holder_id = $1 and id = $2 returning id',
)

/** What becomes of deliveries that were held, or wait, when an endpoint is enabled again: sent now, or left out. */
export function resumeDeliveries(tx: HolderTx, endpointId: string, which: 'all' | 'new'): void {
  tx.send(which === 'all' ? sendHeld : skipHeld, [tx.platformHolderId, endpointId])
}

const sendHeld = statement(
  'send_held_deliveries',
  `update webhook_delivery set state = 'waiting', tries = 0, next_at = tijdig_now()
   where platform_holder_id = $1 and endpoint_id = $2 and state in ('held', 'waiting')`,
)
const skipHeld = statement(
  'skip_held_deliveries',
  `update webhook_delivery set state = 'skipped' where platform_holder_id = $1 and endpoint_id = $2 and state in ('held', 'waiting')`,
)

function found(rows: EndpointRow[]): EndpointRow {
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}
