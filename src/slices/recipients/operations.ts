import { confirmRecipientAppointment } from '#/slices/recipients/appointments/confirm-recipient-appointment.ts'
import { exportRecipientData } from '#/slices/recipients/copy/export-recipient-data.ts'
import { getRecipientAppointmentCalendarFile } from '#/slices/recipients/appointments/get-recipient-appointment-calendar-file.ts'
import { getRecipientAppointment } from '#/slices/recipients/appointments/get-recipient-appointment.ts'
import { getRecipientPreferences } from '#/slices/recipients/preferences/get-recipient-preferences.ts'
import { getRecipientProfile } from './get-recipient-profile.ts'
import { listRecipientAppointments } from '#/slices/recipients/appointments/list-recipient-appointments.ts'
import { updateRecipientPreferences } from '#/slices/recipients/preferences/update-recipient-preferences.ts'
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
