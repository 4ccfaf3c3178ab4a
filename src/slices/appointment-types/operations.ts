import { archiveHolderAppointmentType } from './archive-holder-appointment-type.ts'
import { createHolderAppointmentType } from './create-holder-appointment-type.ts'
import { getHolderAppointmentType } from './get-holder-appointment-type.ts'
import { listHolderAppointmentTypes } from './list-holder-appointment-types.ts'
import { updateHolderAppointmentType } from './update-holder-appointment-type.ts'

export const appointmentTypeOperations = [
  listHolderAppointmentTypes,
  getHolderAppointmentType,
  createHolderAppointmentType,
  updateHolderAppointmentType,
  archiveHolderAppointmentType,
]
