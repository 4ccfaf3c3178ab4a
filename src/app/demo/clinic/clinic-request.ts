import { newId } from '#/kernel/ids.ts'
import { pick, share } from './clinic-person.ts'
import { requestNotes } from './clinic-data.ts'
import type { StoredVisit } from './clinic-appointment.ts'

/** The request of a visit's recipient, open or approved a while ago; null when nothing was asked. */
export function requestOf(
  { visit, appointment }: StoredVisit,
  { recipientId, reviewerId, now }: { recipientId: string; reviewerId: string; now: Temporal.Instant },
) {
  const { number, person, fate } = visit
  const isOpen = fate.is === 'asks'
  const type = isOpen ? fate.type : 'reschedule'
  const createdAt = appointment.openRequestAt ?? now.subtract({ hours: 30 })
  const reviewedAt = isOpen ? null : createdAt.add({ hours: 3 })
  const notes = requestNotes[person.locale] ?? []
  return {
    platformHolderId: appointment.platformHolderId,
    id: appointment.openRequestId ?? newId(),
    recipientId,
    clientRequestId: newId(),
    appointmentId: appointment.id,
    type,
    status: isOpen ? 'pending_review' : 'approved',
    version: isOpen ? 1 : 2,
    appointmentVersion: appointment.version,
    scheduleRevision: appointment.scheduleRevision,
    reasonCode: pick(['ill', 'work', 'transport', 'no_longer_needed', 'other'], Math.floor(number / 7)),
    note: notes.length > 0 && share(number, 'note') < 0.7 ? pick(notes, Math.floor(number / 3)) : null,
    preferredWindows: type === 'reschedule' ? windowsAfter(appointment.startsAt) : [],
    appointmentChanged: false,
    reviewedAt,
    reviewedBy: isOpen ? null : reviewerId,
    expiresAt: appointment.startsAt,
    createdAt,
    updatedAt: reviewedAt ?? createdAt,
  }
}

/** A week later at the same hour, or the morning after that. */
function windowsAfter(startsAt: Temporal.Instant) {
  return [7 * 24, 8 * 24].map((hours) => {
    const from = startsAt.add({ hours })
    return { startsAt: from.toString(), endsAt: from.add({ hours: 2 }).toString() }
  })
}
