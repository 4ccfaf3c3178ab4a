import { isLongerThan } from '#/kernel/time/span.ts'
import { Type } from 'typebox'
import type { RecipientCtx } from '#/kernel/context.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import { AppError, invalid, versionConflict, type Fault } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { ClientRequestId, ExpectedVersion, formatInstant } from '#/kernel/schema.ts'
import { findRecipientRules } from '#/slices/appointment-types/appointment-types.ts'
import { noteOpenRequest, type Appointment } from '#/slices/appointments/appointments.ts'
import { allowedActions, findRecipientAppointmentForUpdate, toAppointmentId } from '#/slices/recipients/recipients.ts'
import { PreferredWindow, RequestReason, type RequestType } from '#/slices/recipient-requests/request.ts'
import { toRecipientRequest } from '#/slices/recipient-requests/request-view.ts'
import { requestCreated } from '#/slices/recipient-requests/request-events.ts'
import { getOwnRequest, insertRequest } from '#/slices/recipient-requests/store.ts'

/** What a recipient says with a request of either type. */
export const requestBodyFields = {
  clientRequestId: ClientRequestId,
  expectedVersion: ExpectedVersion,
  reasonCode: Type.Optional(RequestReason),
  note: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'For the staff; no medical details.',
      examples: ['Liever in de ochtend.'],
    }),
  ),
}

/** One to three preferred times in the future, each at most 14 days long. */
export const PreferredWindows = Type.Array(PreferredWindow, {
  minItems: 1,
  maxItems: 3,
  description: 'One to three preferred times in the future, each at most 14 days long.',
})

type Wish = {
  readonly clientRequestId: string
  readonly expectedVersion: number
  readonly reasonCode?: RequestReason
  readonly note?: string
}

/**
 * Records a request for review. It changes nothing of the appointment; the reminders say that it is being looked at.
 *
 * @param given the id of the appointment as the path has it
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, STATE_CONFLICT, APPOINTMENT_IN_PAST or REQUEST_ALREADY_OPEN
 */
export async function createRequest(
  ctx: RecipientCtx,
  given: string,
  type: RequestType,
  wish: Wish,
  preferredWindows: readonly PreferredWindow[],
) {
  const { recipientId } = ctx
  const { tx, appointment } = await findRecipientAppointmentForUpdate(ctx.tx, recipientId, toAppointmentId(given))
  ctx.touch(appointment.id)
  if (appointment.version !== wish.expectedVersion) throw versionConflict(appointment.version)
  if (appointment.status !== 'registered')
    throw new AppError('STATE_CONFLICT', { message: 'Requests can only be made for a registered appointment.' })
  if (Temporal.Instant.compare(ctx.now, appointment.startsAt) >= 0) throw new AppError('APPOINTMENT_IN_PAST')
  if (appointment.openRequestId) throw alreadyOpen(appointment.openRequestId)
  await refuseDisallowed(tx, appointment, type, ctx.now)
  const id = newId()
  const isInserted = await insertRequest(ctx.tx, {
    platformHolderId: appointment.platformHolderId,
    id,
    recipientId,
    clientRequestId: wish.clientRequestId,
    appointmentId: appointment.id,
    type,
    appointmentVersion: appointment.version,
    scheduleRevision: appointment.scheduleRevision,
    reasonCode: wish.reasonCode ?? null,
    note: wish.note ?? null,
    preferredWindows,
    expiresAt: appointment.startsAt,
    now: ctx.now,
  })
  // The appointment's lock lets one in at a time; the unique index catches code that does not take it.
  if (!isInserted) throw new AppError('REQUEST_ALREADY_OPEN')
  noteOpenRequest(ctx.tx, appointment, { id, type, now: ctx.now })
  const { platformHolderId, locationId } = appointment
  const reasonCode = wish.reasonCode ?? null
  const data = {
    appointmentId: appointment.id,
    locationId,
    requestType: type,
    status: 'pending_review',
    reasonCode,
  } as const
  requestCreated.emit(tx, [{ platformHolderId, subjectId: id, subjectVersion: 1, data }])
  ctx.touch(id)
  return toRecipientRequest(await getOwnRequest(ctx.tx, recipientId, id))
}

/** Refuses what is not among the actions the appointment shows its recipient. @throws AppError STATE_CONFLICT */
async function refuseDisallowed(
  tx: HolderTx,
  appointment: Appointment,
  type: RequestType,
  now: Temporal.Instant,
): Promise<void> {
  const rules = await findRecipientRules(tx, appointment.appointmentTypeId)
  if (allowedActions(appointment, rules, now).includes(`${type}_request`)) return
  throw new AppError('STATE_CONFLICT', {
    message: 'This request is not, or no longer, allowed for this appointment. See its allowedActions.',
  })
}

function alreadyOpen(requestId: string): AppError {
  return new AppError('REQUEST_ALREADY_OPEN', {
    details: [{ path: 'appointmentId', code: 'conflict', message: `The open request is ${requestId}.` }],
  })
}

const longestWindowDays = 14

/** @throws AppError VALIDATION_FAILED with every fault */
export function checkWindows(now: Temporal.Instant, windows: readonly PreferredWindow[]): PreferredWindow[] {
  const faults: Fault[] = []
  const checked = windows.map((window, index) => {
    // Rounded as answers show it, so that a window is not empty there.
    const startsAt = Temporal.Instant.from(window.startsAt).round('millisecond')
    const endsAt = Temporal.Instant.from(window.endsAt).round('millisecond')
    const refuse = (field: string, message: string) =>
      faults.push({ path: `preferredWindows.${index}.${field}`, code: 'out_of_range', message })
    if (Temporal.Instant.compare(startsAt, now) <= 0) refuse('startsAt', 'Must be in the future.')
    if (Temporal.Instant.compare(endsAt, startsAt) <= 0) refuse('endsAt', 'Must be after startsAt.')
    if (isLongerThan({ from: startsAt, to: endsAt }, longestWindowDays))
      refuse('endsAt', `At most ${longestWindowDays} days after startsAt.`)
    return { startsAt: formatInstant(startsAt), endsAt: formatInstant(endsAt) }
  })
  if (faults.length > 0) throw invalid(...faults)
  return checked
}
