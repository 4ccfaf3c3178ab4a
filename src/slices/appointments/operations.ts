import { cancelHolderAppointment } from './cancel-holder-appointment.ts'
import { cancelHolderAppointmentIntake } from './cancel-intake.ts'
import { createHolderAppointment } from './create-holder-appointment.ts'
import { getHolderAppointment } from './get-holder-appointment.ts'
import { listHolderAppointments } from './list-holder-appointments.ts'
import { recordHolderAppointmentOutcome } from './record-holder-appointment-outcome.ts'
import { submitHolderAppointmentIntake } from './submit-intake.ts'
import { updateHolderAppointment } from './update-holder-appointment.ts'

export const appointmentOperations = [
  submitHolderAppointmentIntake,
  cancelHolderAppointmentIntake,
  listHolderAppointments,
  getHolderAppointment,
  createHolderAppointment,
  updateHolderAppointment,
  cancelHolderAppointment,
  recordHolderAppointmentOutcome,
]
