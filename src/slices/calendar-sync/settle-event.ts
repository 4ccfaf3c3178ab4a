import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import { hmac } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import type { CalendarEvent } from '#/ports/calendar.ts'
import { takeIn, withdraw } from '#/slices/appointments/appointments.ts'
import { externalIdOf, shortKey, type Judgement } from './judge-event.ts'
import { deleteEvent, keepLease, upsertEvent, type CalendarPlace, type KnownEvent } from './store.ts'

/** What settling an event needs besides the event. */
export type Settling = {
  readonly tx: HolderTx
  readonly services: Services
  readonly place: CalendarPlace
  readonly leaseId: string
  readonly round: number
}

/** True when settling the event again would change nothing. */
export function isSettled(
  known: KnownEvent,
  judged: Exclude<Judgement, { kind: 'none' }>,
  fingerprint: Buffer,
  event: CalendarEvent,
): boolean {
  const isSameObject = known.objectKey === objectKeyOf(event)
  return (
    isSameObject &&
    known.fingerprint.equals(fingerprint) &&
    (judged.kind === 'no_recipient') === (known.outcome === 'no_recipient')
  )
}

/** Keyed, because telephone numbers can be guessed. */
export function fingerprintOf(services: Services, judged: Exclude<Judgement, { kind: 'none' }>): Buffer {
  const facts =
    judged.kind === 'appointment' ? judged.intake : { startsAt: judged.startsAt.toString(), reason: judged.reason }
  return hmac(services.keys.contact, JSON.stringify(facts))
}

/**
 * Settles an event as it is now: its appointment is taken in as if its owner had handed it in, or cancelled when the
 * event names nobody any more or the intake refuses it, because what was known of it is no longer true. The event's own
 * row records the outcome in the same transaction.
 *
 * @throws LeaseLost
 */
export async function settleEvent(
  settling: Settling,
  event: CalendarEvent,
  judged: Exclude<Judgement, { kind: 'none' }>,
  before: KnownEvent | undefined,
): Promise<KnownEvent> {
  const { tx, services, place, round } = settling
  const now = await keepLease(tx, place, settling.leaseId)
  const base = {
    eventKey: shortKey(event.eventId),
    objectKey: objectKeyOf(event),
    externalAppointmentId: externalIdOf(place.calendarId, event.eventId),
    startsAt: judged.startsAt,
    fingerprint: fingerprintOf(services, judged),
  }
  const refusal = judged.kind === 'appointment' ? await takeInOrRefuse(settling, judged, now) : null
  let settled: KnownEvent = { ...base, outcome: 'appointment', reason: null, hasAppointment: true }
  if (judged.kind === 'no_recipient')
    settled = { ...base, outcome: 'no_recipient', reason: judged.reason, hasAppointment: false }
  else if (refusal) settled = { ...base, outcome: 'refused', reason: refusal, hasAppointment: false }
  if (!settled.hasAppointment && before) await cancel(settling, before, now)
  upsertEvent(tx, place, settled, round)
  return settled
}

/**
 * Cancels the appointment of an event that is gone, unless it has begun: then it took place, whatever the calendar says.
 *
 * @throws LeaseLost
 */
export async function dropEvent(settling: Settling, known: KnownEvent): Promise<void> {
  const now = await keepLease(settling.tx, settling.place, settling.leaseId)
  await cancel(settling, known, now)
  deleteEvent(settling.tx, settling.place, known.eventKey)
}

/** @returns the code of the refusal; null when it was taken in */
async function takeInOrRefuse(
  settling: Settling,
  { intake }: Extract<Judgement, { kind: 'appointment' }>,
  now: Temporal.Instant,
): Promise<string | null> {
  try {
    const { outcome, appointment } = await takeIn(contextOf(settling, now), intake)
    if (outcome !== 'unchanged') note(settling, 'calendarEventTakenIn', appointment.id, outcome)
    return null
  } catch (error) {
    // What the rules of an intake refuse is a fact about this event, and no reason to stop reading the others.
    if (error instanceof AppError && error.status < 500) return error.code
    throw error
  }
}

async function cancel(settling: Settling, known: KnownEvent, now: Temporal.Instant): Promise<void> {
  if (!known.hasAppointment || Temporal.Instant.compare(known.startsAt, now) <= 0) return
  const { externalAppointmentId } = known
  try {
    const { isNew, appointment } = await withdraw(contextOf(settling, now), {
      sourceSystem: settling.place.provider,
      externalAppointmentId,
    })
    if (isNew) note(settling, 'calendarEventWithdrawn', appointment.id, 'cancelled')
  } catch (error) {
    // Not there any more, or its outcome is recorded: then there is nothing left to cancel.
    if (!(error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'STATE_CONFLICT'))) throw error
  }
}

function contextOf({ tx, services, place }: Settling, now: Temporal.Instant) {
  return { tx, services, platformHolderId: place.platformHolderId, now, identity: null }
}

function note({ tx, place }: Settling, action: string, appointmentId: string, outcome: string): void {
  audit(tx, {
    platformHolderId: place.platformHolderId,
    actor: { kind: 'system', id: null },
    action,
    requestId: null,
    subjects: [appointmentId, place.integrationId],
    detail: { provider: place.provider, outcome },
  })
}

function objectKeyOf({ objectId }: CalendarEvent): string | null {
  return objectId === undefined ? null : shortKey(objectId)
}
