import { getHolderDeliveryReasons } from '#/slices/reminders/report/get-holder-delivery-reasons.ts'
import { getHolderReminderPolicy } from '#/slices/reminders/policy/get-holder-reminder-policy.ts'
import { getHolderReminderReport } from '#/slices/reminders/report/get-holder-reminder-report.ts'
import { listHolderAppointmentReminders } from '#/slices/reminders/reading/list-holder-appointment-reminders.ts'
import { previewHolderReminder } from '#/slices/reminders/reading/preview-holder-reminder.ts'
import { updateHolderReminderPolicy } from '#/slices/reminders/policy/update-holder-reminder-policy.ts'

export const reminderOperations = [
  listHolderAppointmentReminders,
  getHolderReminderPolicy,
  updateHolderReminderPolicy,
  previewHolderReminder,
  getHolderReminderReport,
  getHolderDeliveryReasons,
]
