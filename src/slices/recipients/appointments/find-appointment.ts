import { bindHolder, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { isId } from '#/kernel/ids.ts'
import { getAppointmentForUpdate, type Appointment } from '#/slices/appointments/appointments.ts'
import { fromShortId } from '#/slices/reminders/reminders.ts'
import { findHolderOfAppointment } from './appointment-store.ts'

/** An appointment of the calling recipient, and the transaction bound to its holder. */
export type RecipientAppointment = { readonly tx: HolderTx; readonly appointment: Appointment }

/** The id of an appointment as a path gives it: by itself, or as the short one that links in older messages carry. */
export function toAppointmentId(given: string): string {
  return isId(given) ? given : (fromShortId(given) ?? given)
}

/**
 * Finds an appointment of a recipient among those of all holders they are linked to, locks it until the transaction ends,
 * and binds the transaction to its holder. Somebody else's is absent.
 *
 * @throws AppError NOT_FOUND
 */
export async function findRecipientAppointmentForUpdate(
  tx: Tx,
  recipientId: string,
  appointmentId: string,
): Promise<RecipientAppointment> {
  const bound = await bindToAppointment(tx, recipientId, appointmentId)
  const [appointment, holder] = await Promise.all([
    getAppointmentForUpdate(bound, appointmentId),
    // It may have become somebody else's while this waited for the lock.
    findHolderOfAppointment(tx, recipientId, appointmentId),
  ])
  if (holder === null) throw new AppError('NOT_FOUND')
  return { tx: bound, appointment }
}

async function bindToAppointment(tx: Tx, recipientId: string, appointmentId: string): Promise<HolderTx> {
  const platformHolderId = isId(appointmentId) ? await findHolderOfAppointment(tx, recipientId, appointmentId) : null
  if (platformHolderId === null) throw new AppError('NOT_FOUND')
  return bindHolder(tx, platformHolderId)
}
