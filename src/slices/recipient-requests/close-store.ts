import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { closedColumns, tellClosedSql } from './told-event-store.ts'

/** Ends the open requests about appointments, which the caller has locked. @returns how many there were */
export async function supersedeRequests(tx: HolderTx, appointmentIds: readonly string[]): Promise<number> {
  return (await tx.rows(supersede, [tx.platformHolderId, appointmentIds])).length
}

const supersede = statement<{ id: string }>(
  'supersede_requests',
  `with closed as (
   update recipient_request r set version = version + 1,
     status = case when expires_at <= tijdig_now() then 'expired' else 'superseded' end,
     updated_at = least(expires_at, tijdig_now())
   where platform_holder_id = $1 and appointment_id = any($2::uuid[]) and status = 'pending_review'
   returning ${closedColumns}),
   told as (${tellClosedSql('closed')})
   select id from closed order by id`,
)

/**
 * Stores which pending requests of all holders have expired, a page at a time. Reading computes the same, so nobody
 * sees a difference; the appointment's note of the request is ignored once it has begun. Operator work.
 */
export async function settleExpiredRequests(tx: Tx): Promise<void> {
  await tx.rows(settleExpired)
}

const settleExpired = statement(
  'settle_expired_requests',
  `with closed as (
   update recipient_request r set status = 'expired', version = version + 1, updated_at = expires_at
   where (platform_holder_id, id) in (
     select platform_holder_id, id from recipient_request
     where status = 'pending_review' and expires_at <= tijdig_now()
     order by expires_at, id limit 1000
     for update skip locked)
   returning ${closedColumns})
   ${tellClosedSql('closed')}`,
)
