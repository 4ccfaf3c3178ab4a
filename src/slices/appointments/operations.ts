import { confirmHolderAppointment } from '#/slices/appointments/desk/confirm-holder-appointment.ts'
import { getHolderAppointmentCalls } from '#/slices/appointments/calls/get-holder-appointment-calls.ts'
import { getHolderCallReport } from '#/slices/appointments/calls/get-holder-call-report.ts'
import { listHolderCalls } from '#/slices/appointments/calls/list-holder-calls.ts'
import { recordHolderCall } from '#/slices/appointments/calls/record-holder-call.ts'
import { withdrawHolderCall } from '#/slices/appointments/calls/withdraw-holder-call.ts'
import { sendHolderAppointmentReminderAgain } from '#/slices/appointments/desk/send-holder-appointment-reminder-again.ts'
import { withdrawHolderAppointmentConfirmation } from '#/slices/appointments/desk/withdraw-holder-appointment-confirmation.ts'
import { cancelHolderAppointment } from '#/slices/appointments/local/cancel-holder-appointment.ts'
import { cancelHolderAppointmentIntake } from '#/slices/appointments/intake/cancel-intake.ts'
import { createHolderAppointment } from '#/slices/appointments/local/create-holder-appointment.ts'
import { getHolderAppointment } from '#/slices/appointments/reading/get-holder-appointment.ts'
import { getHolderAppointmentCounts } from '#/slices/appointments/reading/get-holder-appointment-counts.ts'
import { listHolderAppointments } from '#/slices/appointments/reading/list-holder-appointments.ts'
import { matchHolderAppointments } from '#/slices/appointments/reading/match-holder-appointments.ts'
import { recordHolderAppointmentOutcome } from '#/slices/appointments/local/record-holder-appointment-outcome.ts'
import { submitHolderAppointmentIntake } from '#/slices/appointments/intake/submit-intake.ts'
import { updateHolderAppointment } from '#/slices/appointments/local/update-holder-appointment.ts'
import { deleteHolderSavedView } from '#/slices/appointments/saved-views/delete-holder-saved-view.ts'
import { listHolderSavedViews } from '#/slices/appointments/saved-views/list-holder-saved-views.ts'
import { storeHolderSavedView } from '#/slices/appointments/saved-views/store-holder-saved-view.ts'

export const appointmentOperations = [
  submitHolderAppointmentIntake,
  cancelHolderAppointmentIntake,
  listHolderAppointments,
  matchHolderAppointments,
  getHolderAppointmentCounts,
  getHolderAppointment,
  createHolderAppointment,
  updateHolderAppointment,
  cancelHolderAppointment,
  recordHolderAppointmentOutcome,
  listHolderSavedViews,
  storeHolderSavedView,
  deleteHolderSavedView,
  confirmHolderAppointment,
  withdrawHolderAppointmentConfirmation,
  listHolderCalls,
  getHolderAppointmentCalls,
  recordHolderCall,
  withdrawHolderCall,
  getHolderCallReport,
  sendHolderAppointmentReminderAgain,
]
