import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { AppError, invalid, versionConflict, type Fault } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import {
  ClientRequestId,
  described,
  ExpectedVersion,
  HolderPathId,
  Instant,
  ResourceId,
  strictObject,
} from '#/kernel/schema.ts'
import {
  answerRequest,
  endAppointment,
  getAppointmentForUpdate,
  noteClosedRequest,
  type Appointment,
} from '#/slices/appointments/appointments.ts'
import { isCalledOff } from '#/slices/batches/batches.ts'
import { holdForNewTime, resumeReminders } from '#/slices/reminders/reminders.ts'
import { addSuggestion } from '#/slices/suggestions/suggestions.ts'
import { changedBy } from '#/slices/events/events.ts'
import { requestReviewed } from '#/slices/recipient-requests/request-events.ts'
import { RequestDecision } from '#/slices/recipient-requests/request.ts'
import {
  HolderRecipientRequest,
  holderRequestExample,
  toHolderRecipientRequest,
} from '#/slices/recipient-requests/request-view.ts'
import {
  getHolderRequest,
  getRequestForUpdate,
  reviewRequest,
  type RequestRow,
} from '#/slices/recipient-requests/store.ts'

export const reviewHolderRecipientRequest = operation({
  operationId: 'reviewHolderRecipientRequest',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/recipient-requests/{requestId}/review',
  tag: 'Recipient requests',
  summary: 'Approve or decline a request',
  description:
    'Approving a cancellation cancels the appointment and its reminders here; followUp says whether it must also be cancelled in its source system. Approving a reschedule changes no time: reminders are held until the appointment is moved or staff keep its time (updateHolderAppointment with the current start). suggestedStartsAt and suggestedEndsAt together suggest another time to the recipient. The recipient reads decision and message in the app, and is told by a text message or mail, except where a later move tells it.',
  role: 'platform_holder_user',
  scope: 'recipient-requests:review',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'planning' },
  target: { readBy: 'getHolderRecipientRequest', shows: ['type', 'reasonCode', 'note', 'createdAt'] },
  params: strictObject({ platformHolderId: HolderPathId, requestId: described(ResourceId, 'The request.') }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    expectedVersion: ExpectedVersion,
    decision: RequestDecision,
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Shown to the recipient.',
        examples: ['Dinsdag kan ook.'],
      }),
    ),
    suggestedStartsAt: Type.Optional(described(Instant, 'Start of a suggested time; requires its end.')),
    suggestedEndsAt: Type.Optional(described(Instant, 'End of the suggested time; requires its start.')),
  }),
  success: [200],
  data: HolderRecipientRequest,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: { platformHolderId: holderRequestExample.platformHolderId, requestId: holderRequestExample.id },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e22',
      expectedVersion: 1,
      decision: 'approved',
      message: 'Dinsdag kan ook.',
      suggestedStartsAt: '2026-12-08T09:00:00+01:00',
      suggestedEndsAt: '2026-12-08T09:15:00+01:00',
    },
    data: {
      ...holderRequestExample,
      status: 'approved',
      version: 2,
      review: {
        decision: 'approved',
        message: 'Dinsdag kan ook.',
        reviewedAt: '2026-11-27T10:00:00.000Z',
        suggestionId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d22',
        reviewedBy: 'anna@praktijk.example',
      },
      updatedAt: '2026-11-27T10:00:00.000Z',
    },
  },
}).handle(async (ctx, { params, body }) => {
  const suggested = checkSuggested(ctx.now, body)
  const found = await getHolderRequest(ctx.tx, params.requestId)
  const appointment = await getAppointmentForUpdate(ctx.tx, found.appointmentId)
  const request = await getRequestForUpdate(ctx.tx, found.id)
  ctx.touch(request.id, appointment.id, request.recipientId)
  if (request.version !== body.expectedVersion) throw versionConflict(request.version)
  if (request.status !== 'pending_review')
    throw new AppError('STATE_CONFLICT', { message: 'Only a request that awaits review can be reviewed.' })
  const suggestionId = suggested && newId()
  const message = body.message ?? null
  await carryOut(ctx, request, appointment, { decision: body.decision, message, suggestionId })
  if (suggested && suggestionId) {
    ctx.touch(suggestionId)
    addSuggestion(ctx.tx, {
      ...suggested,
      platformHolderId: ctx.platformHolderId,
      id: suggestionId,
      recipientId: request.recipientId,
      kind: 'alternative_time',
      appointmentId: appointment.id,
      requestId: request.id,
      timezone: appointment.timezone,
      message,
      importUid: null,
      now: ctx.now,
    })
  }
  return toHolderRecipientRequest(await getHolderRequest(ctx.tx, request.id))
})

type Decision = {
  readonly decision: 'approved' | 'declined'
  readonly message: string | null
  readonly suggestionId: string | null
}

/** Writes the review and applies it to the appointment and its reminders. */
async function carryOut(
  ctx: HolderCtx,
  request: RequestRow,
  appointment: Appointment,
  decision: Decision,
): Promise<void> {
  const isApproved = decision.decision === 'approved'
  const isCancelled = isApproved && request.type === 'cancel'
  reviewRequest(ctx.tx, request, {
    ...decision,
    reviewedBy: ctx.identity.actorId,
    reviewedAt: ctx.now,
    appointmentChanged: isCancelled,
    followUp: isCancelled && appointment.origin === 'intake' ? 'UPDATE_SOURCE_SYSTEM' : null,
  })
  tellReview(ctx, request, appointment, decision.decision)
  const isOff = appointment.awaitsNewTime && (await isCalledOff(ctx.tx, appointment))
  // To decline a wish brings back no time that staff have called off themselves.
  const settlesTime = request.type === 'reschedule' && (isApproved || !isOff)
  noteClosedRequest(ctx.tx, appointment, settlesTime ? isApproved : null)
  if (isCancelled)
    await endAppointment(ctx, appointment, {
      by: 'approved_request',
      reasonCode: 'recipient',
      note: null,
      requestId: request.id,
    })
  else if (isApproved) holdForNewTime(ctx.tx, ctx.platformHolderId, appointment.id)
  // An earlier request was approved and this one is not: the appointment stands after all.
  else if (settlesTime && appointment.awaitsNewTime)
    await resumeReminders(ctx.tx, { platformHolderId: ctx.platformHolderId, now: ctx.now }, appointment.id)
  const isProposal = decision.suggestionId !== null && !isCancelled
  // What was approved tells itself: by the notice of the cancellation, or of the move once there is a time. So does a new time
  // that is promised anyway.
  if (isProposal || (!isApproved && !isOff))
    await answerRequest(ctx, appointment, { what: isProposal ? 'proposal' : 'answer', requestId: request.id })
}

function tellReview(
  ctx: HolderCtx,
  request: RequestRow,
  { id: appointmentId, locationId }: Appointment,
  decision: Decision['decision'],
): void {
  const { platformHolderId, id, version, type: requestType } = request
  const by = changedBy(ctx.identity)
  const data = { appointmentId, locationId, requestType, status: decision, decision, by }
  requestReviewed.emit(ctx.tx, [{ platformHolderId, subjectId: id, subjectVersion: version + 1, data }])
}

type SuggestedTime = { readonly suggestedStartsAt?: string; readonly suggestedEndsAt?: string }

const longestHours = 24

/** @throws AppError VALIDATION_FAILED with every fault */
function checkSuggested(now: Temporal.Instant, { suggestedStartsAt: start, suggestedEndsAt: end }: SuggestedTime) {
  if (start === undefined && end === undefined) return null
  if (start === undefined || end === undefined) {
    const path = start === undefined ? 'suggestedStartsAt' : 'suggestedEndsAt'
    throw invalid({ path, code: 'required', message: 'A suggested time needs both a start and an end.' })
  }
  const startsAt = Temporal.Instant.from(start).round('millisecond')
  const endsAt = Temporal.Instant.from(end).round('millisecond')
  const faults: Fault[] = []
  const hours = endsAt.since(startsAt).total('hours')
  if (Temporal.Instant.compare(startsAt, now) <= 0)
    faults.push({ path: 'suggestedStartsAt', code: 'out_of_range', message: 'Must be in the future.' })
  if (hours <= 0) faults.push({ path: 'suggestedEndsAt', code: 'out_of_range', message: 'Must be after its start.' })
  if (hours > longestHours)
    faults.push({ path: 'suggestedEndsAt', code: 'out_of_range', message: `At most ${longestHours} hours later.` })
  if (faults.length > 0) throw invalid(...faults)
  return { startsAt, endsAt }
}
