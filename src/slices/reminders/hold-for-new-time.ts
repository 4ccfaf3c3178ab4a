import type { Tx } from '#/kernel/db.ts'
import { expireHeldRows, holdUnsent, releasePaused } from './hold-store.ts'
import { replanUnsent, type PlannableAppointment, type Planning } from './planning.ts'

/**
 * Holds the unsent reminders of an appointment that is to be moved, with the commit (G21). They end when it is moved or
 * cancelled, or when their time passes before that.
 */
export function holdForNewTime(tx: Tx, platformHolderId: string, appointmentId: string): void {
  holdUnsent(tx, platformHolderId, appointmentId)
}

/**
 * Lets the held reminders of an appointment go on that is not moved after all, by the policy as it now is.
 *
 * @param appointment as it is now, no longer awaiting a new time
 */
export function resumeReminders(
  tx: Tx,
  target: { readonly platformHolderId: string; readonly now: Temporal.Instant },
  appointment: PlannableAppointment,
  planning: Planning,
): void {
  releasePaused(tx, target.platformHolderId, appointment.id)
  replanUnsent(tx, target, appointment, planning)
}

/** Ends held reminders of all holders that nobody let go in time. @param tx acts as tijdig_operator */
export async function expireHeld(tx: Tx): Promise<void> {
  await tx.rows(expireHeldRows)
}
