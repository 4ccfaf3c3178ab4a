import { AppointmentId, oneOf, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'
import { RequestDecision } from './request.ts'

const ids = {
  appointmentId: AppointmentId,
  requestType: oneOf(['cancel', 'reschedule'], { description: 'What is asked.' }),
}
const appointmentId = '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05'

export const requestCreated = event('recipient_request.created', {
  schemaVersion: 1,
  subject: 'recipient_request',
  description: 'A recipient asks to cancel or to move an appointment. Nothing changes until staff decide.',
  data: strictObject(
    { ...ids, status: oneOf(['pending_review'], { description: 'It awaits review.' }) },
    { title: 'RecipientRequestCreatedData' },
  ),
  example: { appointmentId, requestType: 'reschedule', status: 'pending_review' },
})

export const requestReviewed = event('recipient_request.reviewed', {
  schemaVersion: 1,
  subject: 'recipient_request',
  description: 'Staff approved or declined it. What that changes of the appointment is an event of its own.',
  data: strictObject(
    {
      ...ids,
      status: oneOf(['approved', 'declined'], { description: 'Its status now.' }),
      decision: RequestDecision,
    },
    { title: 'RecipientRequestReviewedData' },
  ),
  example: { appointmentId, requestType: 'reschedule', status: 'approved', decision: 'approved' },
})

export const requestClosed = event('recipient_request.closed', {
  schemaVersion: 1,
  subject: 'recipient_request',
  description:
    'It ended without a decision: the recipient withdrew it, the appointment was moved or cancelled, or it has started.',
  data: strictObject(
    {
      ...ids,
      status: oneOf(['withdrawn', 'superseded', 'expired'], { description: 'How it ended.' }),
    },
    { title: 'RecipientRequestClosedData' },
  ),
  example: { appointmentId, requestType: 'cancel', status: 'withdrawn' },
})

export const requestEvents = [requestCreated, requestReviewed, requestClosed]
