import { getHolderDeliveryReasons } from './get-holder-delivery-reasons.ts'
import { getHolderReminderReport } from './get-holder-reminder-report.ts'

export const reportOperations = [getHolderReminderReport, getHolderDeliveryReasons]
