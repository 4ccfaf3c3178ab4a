import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { StoredSecret } from '#/slices/webhooks/secrets/secrets.ts'

const endpointColumns = columns(
  'webhook_endpoint',
  `id, url, description, event_types, location_ids, status, disabled_reason, secrets, max_in_flight, failing_since,
   last_success_at, version, created_at, updated_at`,
)

export type EndpointRow = Omit<RowOf<typeof endpointColumns>, 'secrets'> & {
  readonly secrets: readonly StoredSecret[]
}

/** What staff decide about an endpoint. */
export type EndpointFields = Pick<
  EndpointRow,
  'url' | 'description' | 'eventTypes' | 'locationIds' | 'status' | 'maxInFlight'
>

const own = 'platform_holder_id = $1'
const present = `${own} and id = $2 and deleted_at is null`

/** @throws AppError NOT_FOUND */
export async function getEndpoint(tx: HolderTx, id: string): Promise<EndpointRow> {
  return found(await tx.rows(selectEndpoint, [tx.platformHolderId, id]))
}

const selectEndpoint = statement<EndpointRow>(
  'select_webhook_endpoint',
  `select ${endpointColumns} from webhook_endpoint where ${present}`,
)

/** The same, locked until the transaction ends. @throws AppError NOT_FOUND */
export async function getEndpointForUpdate(tx: HolderTx, id: string): Promise<EndpointRow> {
  return found(await tx.rows(lockEndpoint, [tx.platformHolderId, id]))
}

const lockEndpoint = statement<EndpointRow>(
  'get_webhook_endpoint_for_update',
  `select ${endpointColumns} from webhook_endpoint where ${present} for no key update`,
)

/** All that are not deleted, at most ten, the oldest first. */
export function listEndpoints(tx: HolderTx): Promise<EndpointRow[]> {
  return tx.rows(selectEndpoints, [tx.platformHolderId, endpointsMax])
}

export const endpointsMax = 10

const selectEndpoints = statement<EndpointRow>(
  'list_webhook_endpoints',
  `select ${endpointColumns} from webhook_endpoint where ${own} and deleted_at is null order by id limit $2`,
)

/** How many there are; who adds another one meanwhile waits. */
export async function countEndpoints(tx: HolderTx): Promise<number> {
  tx.send(lockEndpointList, [tx.platformHolderId])
  const [counted] = await tx.rows(selectEndpointCount, [tx.platformHolderId])
  return counted?.endpoints ?? 0
}

const lockEndpointList = statement(
  'lock_webhook_endpoint_list',
  `select pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || $1::text, 0))`,
)
const selectEndpointCount = statement<{ endpoints: number }>(
  'count_webhook_endpoints',
  `select count(*) as endpoints from webhook_endpoint where ${own} and deleted_at is null`,
)

/** @param secretOf seals its secret for the id that it gets */
export async function insertEndpoint(
  tx: HolderTx,
  fields: Omit<EndpointFields, 'status'>,
  secretOf: (id: string) => StoredSecret,
): Promise<EndpointRow> {
  const id = newId()
  const { url, description, eventTypes, locationIds, maxInFlight } = fields
  const secrets = JSON.stringify([secretOf(id)])
  return found(
    await tx.rows(insertRow, [
      tx.platformHolderId,
      id,
      url,
      description,
      eventTypes,
      locationIds,
      maxInFlight,
      secrets,
    ]),
  )
}

const insertRow = statement<EndpointRow>(
  'insert_webhook_endpoint',
  `insert into webhook_endpoint (platform_holder_id, id, url, description, event_types, location_ids, max_in_flight, secrets)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   returning ${endpointColumns}`,
)

/** Writes what staff decide. One that is enabled again begins anew: what failed before counts no more. */
export async function updateEndpoint(tx: HolderTx, id: string, fields: EndpointFields): Promise<EndpointRow> {
  const { url, description, eventTypes, locationIds, maxInFlight, status } = fields
  return found(
    await tx.rows(updateRow, [tx.platformHolderId, id, url, description, eventTypes, locationIds, maxInFlight, status]),
  )
}

const updateRow = statement<EndpointRow>(
  'update_webhook_endpoint',
  `update webhook_endpoint
   set url = $3, description = $4, event_types = $5, location_ids = $6, max_in_flight = $7, status = $8,
     disabled_reason = case when $8 = 'disabled' then disabled_reason end,
     failing_since = case when $8 = 'enabled' and status <> 'enabled' then null else failing_since end,
     failing_told_at = case when $8 = 'enabled' and status <> 'enabled' then null else failing_told_at end,
     rests_until = case when url = $3 then rests_until end,
     version = version + 1, updated_at = tijdig_now()
   where ${present}
   returning ${endpointColumns}`,
)

/** Replaces the secrets of an endpoint. */
export async function updateSecrets(tx: HolderTx, id: string, secrets: readonly StoredSecret[]): Promise<EndpointRow> {
  return found(await tx.rows(updateSecretsRow, [tx.platformHolderId, id, JSON.stringify(secrets)]))
}

const updateSecretsRow = statement<EndpointRow>(
  'update_webhook_endpoint_secrets',
  `update webhook_endpoint set secrets = $3, version = version + 1, updated_at = tijdig_now()
   where ${present}
   returning ${endpointColumns}`,
)

/**
 * Ends an endpoint and forgets its secrets. Whoever is calling it settles nothing any more, and what waits for it waits
 * for nobody: maintenance erases it with the rest.
 *
 * @returns when it was deleted, now or before
 * @throws AppError NOT_FOUND
 */
export async function endEndpoint(tx: HolderTx, id: string): Promise<Temporal.Instant> {
  return found(await tx.rows(endRow, [tx.platformHolderId, id])).deletedAt
}

const endRow = statement<{ deletedAt: Temporal.Instant }>(
  'end_webhook_endpoint',
  `update webhook_endpoint
   set deleted_at = coalesce(deleted_at, tijdig_now()), secrets = '[]', due_at = null, lease_until = null,
     claim_no = claim_no + case when deleted_at is null then 1 else 0 end,
     version = version + case when deleted_at is null then 1 else 0 end, updated_at = coalesce(deleted_at, tijdig_now())
   where ${own} and id = $2
   returning deleted_at`,
)

function found<Row>([row]: readonly Row[]): Row {
  if (!row) throw new AppError('NOT_FOUND')
  return row
}
