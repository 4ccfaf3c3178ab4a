import { getHolderReminderPolicy } from './get-holder-reminder-policy.ts'
import { getHolderReminderReport } from './get-holder-reminder-report.ts'
import { listHolderAppointmentReminders } from './list-holder-appointment-reminders.ts'
import { previewHolderReminder } from './preview-holder-reminder.ts'
import { updateHolderReminderPolicy } from './update-holder-reminder-policy.ts'

export const reminderOperations = [
  listHolderAppointmentReminders,
  getHolderReminderPolicy,
  updateHolderReminderPolicy,
  previewHolderReminder,
  getHolderReminderReport,
]
