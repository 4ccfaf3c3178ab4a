import type { RecipientCtx } from '#/kernel/context.ts'
import { bindHolder } from '#/kernel/postgres/db.ts'
import { replanAppointment, replanAppointments } from '#/slices/reminders/reminders.ts'
import { listAppointmentsAhead } from '#/slices/recipients/appointments/appointment-store.ts'

/** Appointments that are planned anew within the request: a second's work, and more than nearly anybody has. */
const atOnce = 500

/**
 * Plans the unsent reminders of a recipient's coming appointments anew after a change of what they want, at all holders
 * in this transaction (G19). It is then bound to the last of them. What is more than a request can wait for is left to
 * jobs; until they come, what goes out is decided by the look just before the hand-over.
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
