import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { CallRow } from './call-view.ts'

/** Most calls noted with one appointment. */
export const callsMax = 20

/** Notes a call with the commit. */
export function insertCall(
  tx: HolderTx,
  call: { readonly id: string; readonly appointmentId: string; readonly outcome: string; readonly by: string },
): void {
  tx.send(insert, [tx.platformHolderId, call.id, call.appointmentId, call.outcome, call.by])
}

const insert = statement(
  'insert_appointment_call',
  `insert into appointment_call (platform_holder_id, id, appointment_id, outcome, called_by)
   values ($1, $2, $3, $4, $5)`,
)

/** The calls about these appointments, oldest first. */
export function listCalls(tx: HolderTx, appointmentIds: readonly string[]): Promise<CallRow[]> {
  return tx.rows(selectCalls, [tx.platformHolderId, appointmentIds])
}

const selectCalls = statement<CallRow>(
  'list_appointment_calls',
  `select c.id, c.appointment_id, c.outcome, c.called_at, coalesce(s.email, s.name) as called_by
   from appointment_call c
   left join staff_member s on s.platform_holder_id = c.platform_holder_id and s.id = c.called_by
   where c.platform_holder_id = $1 and c.appointment_id = any($2::uuid[]) order by c.called_at, c.id`,
)
