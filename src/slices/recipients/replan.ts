import type { Ctx } from '#/kernel/context.ts'
import { bindHolder } from '#/kernel/db.ts'
import { replanAppointments } from '#/slices/reminders/reminders.ts'
import { listAppointmentsAhead } from './appointment-store.ts'

/**
 * Plans the unsent reminders of a recipient's coming appointments anew after a change of what they want, at all holders
 * in this transaction (G19). It is then bound to the last of them.
 */
export async function replanOwnAppointments(ctx: Ctx, recipientId: string): Promise<void> {
  const ahead = await listAppointmentsAhead(ctx.tx, recipientId, ctx.now)
  for (const [platformHolderId, rows] of Map.groupBy(ahead, (row) => row.platform_holder_id)) {
    await bindHolder(ctx.tx, platformHolderId)
    const target = { platformHolderId, now: ctx.now }
    await replanAppointments(
      ctx.tx,
      target,
      rows.map((row) => row.id),
    )
  }
}
