import type { Tx } from '#/kernel/postgres/db.ts'
import { expireHeldRows, heldPageSize, holdUnsent, resumeRows } from './hold-store.ts'
import { replanAppointments } from '#/slices/reminders/replan/replan-all.ts'

/**
 * Holds the unsent reminders of an appointment that is to be moved, with the commit (G21). They end when it is moved or
 * cancelled, or when their time passes before that.
 */
export function holdForNewTime(tx: Tx, platformHolderId: string, appointmentId: string): void {
  holdUnsent(tx, platformHolderId, appointmentId)
}

/**
 * Resumes the held reminders of an appointment that is not moved after all, by the policy as it now is.
 *
 * @param appointmentId no longer marked as awaiting a new time
 */
export async function resumeReminders(
  tx: Tx,
  target: { readonly platformHolderId: string; readonly now: Temporal.Instant },
  appointmentId: string,
): Promise<void> {
  resumeRows(tx, target.platformHolderId, appointmentId)
  await replanAppointments(tx, target, [appointmentId])
}

/** Expires held reminders nobody released in time. @param tx acts as tijdig_operator @returns whether there may be more */
export async function expireHeld(tx: Tx): Promise<boolean> {
  return (await tx.rows(expireHeldRows)).length === heldPageSize
}
