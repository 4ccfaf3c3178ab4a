import type { RecipientCtx } from '#/kernel/context.ts'
import { bindHolder } from '#/kernel/postgres/db.ts'
import { replanAppointment, replanAppointments } from '#/slices/reminders/reminders.ts'
import { listAppointmentsAhead } from '#/slices/recipients/appointments/appointment-store.ts'

/** Appointments that are replanned within the request: a second's work, and more than nearly anybody has. */
const atOnce = 500

/**
 * Replans the unsent reminders of a recipient's upcoming appointments after a change of what they want, at all holders
 * in this transaction (G19), which is then bound to the last of them. More than `atOnce` are left to jobs; until these
 * run, the check just before each hand-over decides.
 */
export async function replanOwnAppointments(ctx: RecipientCtx): Promise<void> {
  const ahead = await listAppointmentsAhead(ctx.tx, ctx.recipientId, ctx.now)
  for (const { platformHolderId, id: appointmentId } of ahead.slice(atOnce))
    replanAppointment.add(ctx.tx, { platformHolderId, appointmentId }, `replan ${appointmentId}`)
  for (const [platformHolderId, rows] of Map.groupBy(ahead.slice(0, atOnce), (row) => row.platformHolderId)) {
    bindHolder(ctx.tx, platformHolderId)
    const target = { platformHolderId, now: ctx.now }
    await replanAppointments(
      ctx.tx,
      target,
      rows.map((row) => row.id),
    )
  }
}
