import { AppointmentId, described, Identifier, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { ChangedBy, event } from '#/slices/events/events.ts'
import { RequestType } from '#/slices/appointments/appointments.ts'
import { RequestDecision, RequestReason, RequestStatus } from './request.ts'
import { closedType } from './told-event-store.ts'

const about = {
  appointmentId: AppointmentId,
  locationId: nullable(described(Identifier, 'Where the appointment is, of the scheduling set-up, or null.', 'main')),
  requestType: RequestType,
  status: RequestStatus,
}
const example = {
  appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  locationId: 'main',
  requestType: 'reschedule' as const,
}
const ofRequest = { schemaVersion: 1, subject: 'recipient_request' } as const

export const requestCreated = event({
  ...ofRequest,
  type: 'recipient_request.created',
  summary: 'A recipient asks to cancel or to move an appointment.',
  data: strictObject({ ...about, reasonCode: described(nullable(RequestReason), 'Why the recipient asks, or null.') }),
  example: { ...example, status: 'pending_review', reasonCode: 'work' },
})

export const requestReviewed = event({
  ...ofRequest,
  type: 'recipient_request.reviewed',
  summary: 'Staff approved or declined a request.',
  data: strictObject({ ...about, decision: RequestDecision, by: ChangedBy }),
  example: { ...example, status: 'approved', decision: 'approved', by: 'staff' },
})

export const requestClosed = event({
  ...ofRequest,
  ...closedType,
  summary: 'A request ended without a review: `status` says how.',
  data: strictObject({
    ...about,
    status: oneOf(['withdrawn', 'superseded', 'expired'], {
      description:
        '`withdrawn`: by the recipient. `superseded`: the appointment was moved or cancelled meanwhile. `expired`: the appointment has started.',
    }),
  }),
  example: { ...example, status: 'withdrawn' },
})

export const requestEvents = [requestCreated, requestReviewed, requestClosed]
