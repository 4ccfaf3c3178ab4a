import type { Services } from '#/kernel/context.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import type { ChangedBy } from '#/slices/events/events.ts'
import { replanAppointments } from '#/slices/reminders/reminders.ts'
import { isConfirmed, type Appointment } from './appointment.ts'
import { appointmentConfirmed, tell } from './appointment-events.ts'
import { getForUpdate, updateAppointment } from './store.ts'

type Confirmation = {
  readonly appointmentId: string
  readonly via: 'app' | 'sms_reply' | 'message_link' | 'staff'
  readonly scheduleRevision: number | null
  /** Whoever says that the recipient confirmed, where that is not the recipient. */
  readonly by?: ChangedBy
}

/**
 * Records that the recipient will come: a signal, not a condition. It counts for the schedule revision it was given for,
 * and stops confirm prompts. Repeating it changes nothing, nor does confirming a time that does not hold any more.
 *
 * @param scheduleRevision the revision the person answered to; null takes the current one
 * @returns the appointment, and whether it was confirmed by this call
 */
export async function confirmAppointment(
  tx: HolderTx,
  { services, now }: { services: Services; now: Temporal.Instant },
  { appointmentId, via, scheduleRevision, by = 'recipient' }: Confirmation,
): Promise<{ appointment: Appointment; isNew: boolean }> {
  const before = await getForUpdate(tx, appointmentId)
  const isOpen =
    before.status === 'registered' && !before.awaitsNewTime && Temporal.Instant.compare(now, before.startsAt) < 0
  const isForThis = scheduleRevision === null || scheduleRevision === before.scheduleRevision
  if (!isOpen || !isForThis || isConfirmed(before)) return { appointment: before, isNew: false }
  const appointment: Appointment = {
    ...before,
    version: before.version + 1,
    confirmedAt: now,
    confirmedVia: via,
    confirmedRevision: before.scheduleRevision,
    contactLastConfirmedAt: now,
    updatedAt: now,
  }
  updateAppointment(tx, services.keys, appointment, null)
  tell(tx, appointmentConfirmed, appointment, { by, via })
  await replanAppointments(tx, { platformHolderId: tx.platformHolderId, now }, [appointmentId])
  return { appointment, isNew: true }
}
