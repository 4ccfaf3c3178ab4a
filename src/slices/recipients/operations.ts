import { confirmRecipientAppointment } from './confirm-recipient-appointment.ts'
import { exportRecipientData } from './export-recipient-data.ts'
import { getRecipientAppointmentCalendarFile } from './get-recipient-appointment-calendar-file.ts'
import { getRecipientAppointment } from './get-recipient-appointment.ts'
import { getRecipientPreferences } from './get-recipient-preferences.ts'
import { getRecipientProfile } from './get-recipient-profile.ts'
import { listRecipientAppointments } from './list-recipient-appointments.ts'
import { updateRecipientPreferences } from './update-recipient-preferences.ts'
import { updateRecipientProfile } from './update-recipient-profile.ts'

export const recipientOperations = [
  getRecipientProfile,
  updateRecipientProfile,
  getRecipientPreferences,
  updateRecipientPreferences,
  listRecipientAppointments,
  getRecipientAppointment,
  getRecipientAppointmentCalendarFile,
  confirmRecipientAppointment,
  exportRecipientData,
]
