import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { Provider } from '#/slices/calendars/integration-id.ts'
import type { StoredCalendar } from './selected-calendars.ts'

/** Claims the listing of an account's calendars; null when they were listed within the hour or it is not connected. */
export async function claimListing(tx: HolderTx, integrationId: string): Promise<Provider | null> {
  return (await tx.rows(claim, [tx.platformHolderId, integrationId]))[0]?.provider ?? null
}

const claim = statement<{ provider: Provider }>(
  'claim_calendar_listing',
  `update integration_connection set calendars_listed_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected'
     and (calendars_listed_at is null or calendars_listed_at <= tijdig_now() - interval '1 hour')
   returning provider`,
)

/** Stores which calendars an account has now. The choice is unchanged, and so is the version. */
export async function storeListed(
  tx: HolderTx,
  integrationId: string,
  calendars: readonly StoredCalendar[],
): Promise<void> {
  await tx.rows(updateListed, [tx.platformHolderId, integrationId, JSON.stringify(calendars)])
}

const updateListed = statement(
  'store_listed_calendars',
  `update integration_connection set calendars = $3, calendars_listed_at = tijdig_now(), updated_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2 and calendars <> $3::jsonb`,
)

/** The same when a chosen calendar could not be read: the choice changes, and staff are to be told. */
export async function storeRefused(
  tx: HolderTx,
  integrationId: string,
  calendars: readonly StoredCalendar[],
): Promise<void> {
  await tx.rows(updateRefused, [tx.platformHolderId, integrationId, JSON.stringify(calendars)])
}

const updateRefused = statement(
  'store_refused_calendar',
  `update integration_connection
   set calendars = $3, calendars_listed_at = tijdig_now(), version = version + 1, last_error_at = tijdig_now(),
       last_error_code = 'permission_missing', is_notice_due = true, updated_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2`,
)
