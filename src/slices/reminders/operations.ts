import { getHolderReminderPolicy } from '#/slices/reminders/policy/get-holder-reminder-policy.ts'
import { listHolderAppointmentReminders } from '#/slices/reminders/reading/list-holder-appointment-reminders.ts'
import { previewHolderReminder } from '#/slices/reminders/reading/preview-holder-reminder.ts'
import { updateHolderReminderPolicy } from '#/slices/reminders/replan/update-holder-reminder-policy.ts'

export const reminderOperations = [
  listHolderAppointmentReminders,
  getHolderReminderPolicy,
  updateHolderReminderPolicy,
  previewHolderReminder,
]
