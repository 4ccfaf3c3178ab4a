import { audit, type AuditActor } from '#/kernel/audit.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { applyOptOut } from '#/slices/reminders/reminders.ts'

/** Ends e-mail from one holder to one address, for good: also for rows already claimed and for later appointments (G9). */
export async function optOutOfEmail(
  tx: Tx,
  target: { platformHolderId: string; contactKey: Buffer; requestId: string },
): Promise<void> {
  const { platformHolderId, contactKey, requestId } = target
  const affected = await applyOptOut(tx, {
    platformHolderId,
    channel: 'email',
    contactKey,
    source: 'list_unsubscribe',
  })
  const actor: AuditActor = { kind: 'anonymous', id: null }
  audit(tx, {
    platformHolderId,
    actor,
    action: 'emailOptOut',
    requestId,
    subjects: affected,
    detail: { how: 'list_unsubscribe' },
  })
}
