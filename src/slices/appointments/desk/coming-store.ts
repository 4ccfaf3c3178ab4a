import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { KnownAppointment } from '#/slices/appointments/appointment.ts'
import { appointmentColumns } from '#/slices/appointments/store.ts'

/** More than anybody has ahead; bounds what one request locks and plans. */
const comingMax = 100

/** The registered appointments ahead of these entries, locked in the order of locks. */
export function lockComing(tx: HolderTx, entries: readonly string[]): Promise<KnownAppointment[]> {
  return tx.rows(selectComing, [tx.platformHolderId, entries])
}

const selectComing = statement<KnownAppointment>(
  'lock_coming_of_person',
  `select ${appointmentColumns} from appointment a
   where a.platform_holder_id = $1
     and a.holder_recipient_id = any($2::uuid[])
     and a.status = 'registered'
     and a.starts_at > tijdig_now()
   order by a.id limit ${comingMax} for no key update`,
)
