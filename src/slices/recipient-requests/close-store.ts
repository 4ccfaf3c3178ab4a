import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'

/** Closes the open request of an appointment, with the commit. */
export function supersedeRequests(tx: HolderTx, appointmentId: string, isMoved: boolean): void {
  tx.send(supersede, [tx.platformHolderId, appointmentId, isMoved])
}

const supersede = statement(
  'supersede_requests',
  `with closed as (
     update recipient_request set version = version + 1,
       status = case when expires_at <= tijdig_now() then 'expired' else 'superseded' end,
       updated_at = least(expires_at, tijdig_now())
     where platform_holder_id = $1 and appointment_id = $2 and status = 'pending_review')
   update appointment set open_request_id = null, open_request_type = null, open_request_at = null,
     awaits_new_time = awaits_new_time and not $3
   where platform_holder_id = $1 and id = $2`,
)

/**
 * Closes what a person asked about the appointments of an entry that is no longer theirs: open requests are superseded.
 * The caller has locked the appointments.
 *
 * @returns how many requests were open
 */
export async function supersedeRequestsOfEntry(tx: HolderTx, holderRecipientId: string): Promise<number> {
  return (await tx.rows(supersedeOfEntry, [tx.platformHolderId, holderRecipientId])).length
}

const supersedeOfEntry = statement<{ id: string }>(
  'supersede_requests_of_entry',
  `with asked as (
     select id from appointment where platform_holder_id = $1 and holder_recipient_id = $2 and has_requests),
   closed as (
     update recipient_request r set version = version + 1,
       status = case when expires_at <= tijdig_now() then 'expired' else 'superseded' end,
       updated_at = least(expires_at, tijdig_now())
     from asked where r.platform_holder_id = $1 and r.appointment_id = asked.id and r.status = 'pending_review'
     returning r.id),
   noted as (
     update appointment a set open_request_id = null, open_request_type = null, open_request_at = null
     from asked where a.platform_holder_id = $1 and a.id = asked.id and a.open_request_id is not null)
   select id from closed`,
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
  `update recipient_request set status = 'expired', version = version + 1, updated_at = expires_at
   where (platform_holder_id, id) in (
     select platform_holder_id, id from recipient_request
     where status = 'pending_review' and expires_at <= tijdig_now() order by expires_at, id limit 1000 for update skip locked)`,
)
