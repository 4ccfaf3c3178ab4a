/** Appointments as other slices may know them: what one is, and confirming it. */
export type { Appointment, AppointmentStatus } from './appointment.ts'
export { confirmAppointment } from './confirm.ts'
