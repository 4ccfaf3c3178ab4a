import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import {
  endAppointment,
  getAppointmentForUpdate,
  postponeAppointment,
  tellOfDelay,
  type Appointment,
} from '#/slices/appointments/appointments.ts'
import { settleItem, shareRunning, takeItem, type RunningBatch, type WaitingItem } from './work-store.ts'

/** A person confirmed it in a browser. */
const confirmedBy = { role: 'platform_holder_user', authentication: 'session' } as const

/**
 * Applies one item of a batch, unless it was stopped or another worker has the item. What changed since it was confirmed, or has
 * begun, is skipped. Everything in one transaction, so that no crash applies it twice or halfway.
 */
export async function applyItem(
  tx: HolderTx,
  services: Services,
  now: Temporal.Instant,
  { batchId, appointmentId }: { readonly batchId: string; readonly appointmentId: string },
): Promise<void> {
  const [batch, item] = await Promise.all([shareRunning(tx, batchId), takeItem(tx, batchId, appointmentId)])
  if (batch === null || item === null) return
  const appointment = await getAppointmentForUpdate(tx, appointmentId)
  const reasonCode = whySkipped(appointment, item, batch, now)
  if (reasonCode !== null) {
    settleItem(tx, batchId, appointmentId, { state: 'skipped', reasonCode })
    return
  }
  const ctx = { tx, services, platformHolderId: tx.platformHolderId, now, identity: confirmedBy }
  if (batch.action === 'cancel')
    await endAppointment(ctx, appointment, { by: 'holder', reasonCode: 'provider', note: null, batchId })
  else if (batch.action === 'postpone') await postponeAppointment(ctx, appointment, batchId)
  else await tellOfDelay(ctx, appointment, batchId)
  settleItem(tx, batchId, appointmentId, { state: 'applied' })
  audit(tx, {
    platformHolderId: tx.platformHolderId,
    actor: { kind: 'staff', id: batch.createdBy },
    action: 'batchApplied',
    requestId: null,
    subjects: [batchId, appointmentId, appointment.holderRecipientId],
    detail: { action: batch.action },
  })
}

function whySkipped(
  appointment: Appointment,
  item: WaitingItem,
  batch: RunningBatch,
  now: Temporal.Instant,
): 'changed' | 'too_late' | null {
  if (Temporal.Instant.compare(appointment.startsAt, now) <= 0) return 'too_late'
  const isAsConfirmed =
    appointment.version === item.appointmentVersion || isOnlyConfirmedSince(appointment, item, batch)
  return appointment.status === 'registered' && isAsConfirmed ? null : 'changed'
}

/** That its person says yes meanwhile is no other appointment: they most of all have to hear that it is off. */
function isOnlyConfirmedSince(
  { version, confirmedAt, confirmedRevision, scheduleRevision }: Appointment,
  { appointmentVersion }: WaitingItem,
  { createdAt }: RunningBatch,
): boolean {
  if (version !== appointmentVersion + 1 || confirmedAt === null || confirmedRevision !== scheduleRevision) return false
  return Temporal.Instant.compare(confirmedAt, createdAt) >= 0
}
