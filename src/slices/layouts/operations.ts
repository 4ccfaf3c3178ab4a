import { listHolderAppointmentLayouts } from './list-holder-appointment-layouts.ts'
import { updateHolderAppointmentLayout } from './update-holder-appointment-layout.ts'

export const layoutOperations = [listHolderAppointmentLayouts, updateHolderAppointmentLayout]
