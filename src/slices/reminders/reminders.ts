/**
 * The reminder engine: what is planned for an appointment, and what became of it. A row is one planned message
 * (appointment, schedule revision, offset, kind); an attempt is one try on one channel. Every row ends in a named state
 * with a reason. Other slices plan and withdraw through these functions, inside their own transaction; sending is the
 * worker's business. The state machine is told in docs/reminders.md.
 */
export { contactKeys, type Contacts } from './contact-key.ts'
export {
  planFirst,
  readPlanning,
  replanMoved,
  withdrawCancelled,
  type PlannableAppointment,
  type Planning,
} from './planning.ts'
export { deliveryColumns, deliveryLateral, DeliveryStatus, type DeliveryRow } from './delivery-status.ts'
export { listCurrentReminders, type TypeChoice } from './store.ts'
export { countReplannedOfType, lockEdits, replanType } from './replan-all.ts'
export { reminderSteps, Replanned } from './reminder-policy-view.ts'
export { validateSteps } from './validate-policy.ts'
export { dueAtFor, parseOffset } from './offset.ts'
export type { ReminderStep } from './policy.ts'
export { replanAppointments } from './replan-all.ts'
export { minuteOfDay } from './quiet-hours.ts'
export type { Channel } from './policy.ts'
export { liftOwnOptOut, liftOwnOptOutEverywhere, optOutInApp, optOutInAppEverywhere } from './app-opt-out-store.ts'
export { switchableKinds, type StoredPreferences, type SwitchableKind } from './wishes.ts'
export {
  ReasonCode,
  reasonCodes,
  ReminderSummary,
  toReminderSummary,
  type ReminderSummaryRow,
} from './reminder-summary.ts'
export { expireHeld, holdForNewTime, resumeReminders } from './hold-for-new-time.ts'
export { findFirstHandOver } from './first-hand-over-store.ts'
export { isLandline } from './landline.ts'
export {
  applyOptOut,
  applyOptOutEverywhere,
  completeSmsStart,
  endSmsOptOut,
  endSmsOptOutEverywhere,
  replanAppointment,
} from './opt-out.ts'
export { replanJob, replanNumber } from './opt-out-store.ts'
export { contactKey, maskAddress } from './contact-key.ts'
export { acceptReceipt } from './receipts.ts'
export { fromShortId, toShortId } from './short-id.ts'
export { readUnsubscribeToken } from './unsubscribe-token.ts'
export {
  findAnswered,
  findAnsweredMessage,
  listOtherQuestions,
  type AnsweredMessage,
  type Question,
} from './answered-message.ts'
export { describeSender, optOutByNumber, type Sender } from './sender-opt-out-store.ts'
export { startWorker, type Worker, type WorkerOptions } from './worker.ts'
export { tzdbVersion } from './planning.ts'
export { createDefaultPolicy } from './create-policy.ts'
export { healPlans } from './heal-plans.ts'
export { oldestDue } from './claim-store.ts'
export { countReportDays } from './count-report-days.ts'
