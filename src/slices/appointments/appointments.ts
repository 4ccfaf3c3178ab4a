/** Appointments as other slices may know them: what one is, reading it, and confirming it. */
export { AppointmentStatus, type Appointment } from './appointment.ts'
export { listAppointmentsOfEntries } from '#/slices/appointments/reading/appointments-of-entries.ts'
export { positionOf as positionOfAppointment } from '#/slices/appointments/reading/read-store.ts'
export {
  appointmentExample,
  Confirmation,
  HolderAppointment,
  OpenRequest,
  RequestType,
  toConfirmation,
  toOpenRequest,
} from '#/slices/appointments/reading/appointment-view.ts'
export { confirmAppointment } from './confirm.ts'
export { answerReply, answerRequest, endAppointment, postponeAppointment, tellOfDelay } from './change-appointment.ts'
export { isConfirmed } from './appointment.ts'
export { foldName, getForUpdate as getAppointmentForUpdate, openRequestColumns } from './store.ts'
export { forgetEntries } from './forget-entries.ts'
export { noteClosedRequest, noteOpenRequest } from './request-store.ts'
export { closeRequestsOfEntry } from './requests.ts'
export { takeIn, withdraw } from '#/slices/appointments/intake/take-in.ts'
export { titleOf } from './title.ts'
export { SourceSystem, type IntakeBody } from './appointment-input.ts'
export { copiedAppointments } from './copied-appointments.ts'
export { copiedCalls } from '#/slices/appointments/calls/copied-calls.ts'
export { orderEntriesByStart } from '#/slices/appointments/calls/call-order-store.ts'
export { correctContact } from '#/slices/appointments/desk/correct-contact.ts'
