import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import type { Appointment } from './appointment.ts'

/** Notes a request that awaits review, with the commit. */
export function noteOpenRequest(
  tx: Tx,
  { platformHolderId, id }: AppointmentKey,
  request: { readonly id: string; readonly type: 'cancel' | 'reschedule'; readonly now: Temporal.Instant },
): void {
  tx.send(noteOpen, [platformHolderId, id, request.id, request.type, request.now])
}

type AppointmentKey = Pick<Appointment, 'platformHolderId' | 'id'>

const noteOpen = statement(
  'note_open_request',
  `update appointment set has_requests = true, open_request_id = $3, open_request_type = $4, open_request_at = $5
   where platform_holder_id = $1 and id = $2`,
)

/** Notes that no request awaits review any more, with the commit. @param awaitsNewTime from now on; null leaves that as it was */
export function noteClosedRequest(
  tx: Tx,
  { platformHolderId, id }: AppointmentKey,
  awaitsNewTime: boolean | null = null,
): void {
  tx.send(noteClosed, [platformHolderId, id, awaitsNewTime])
}

const closed = 'open_request_id = null, open_request_type = null, open_request_at = null'
const noteClosed = statement(
  'note_closed_request',
  `update appointment set ${closed}, awaits_new_time = coalesce($3, awaits_new_time)
   where platform_holder_id = $1 and id = $2`,
)

/** The same of all appointments of an entry, at once. @returns those that had one */
export async function noteClosedRequestsOfEntry(tx: HolderTx, holderRecipientId: string): Promise<string[]> {
  return (await tx.rows(noteClosedOfEntry, [tx.platformHolderId, holderRecipientId])).map(({ id }) => id)
}

const noteClosedOfEntry = statement<{ id: string }>(
  'note_closed_requests_of_entry',
  `update appointment set ${closed}
   where platform_holder_id = $1 and holder_recipient_id = $2 and open_request_id is not null returning id`,
)
