/**
 * The reminder engine: what is planned for an appointment, and what became of it. A row is one planned message
 * (appointment, schedule revision, offset, kind); an attempt is one try on one channel. Every row ends in a named state
 * with a reason. Other slices plan and withdraw through these functions, inside their own transaction; the worker
 * sends. The state machine is described in docs/reminders.md.
 */
export { contactKeys, type Contacts } from '#/slices/reminders/opt-outs/contact-key.ts'
export {
  planAnswer,
  planFirst,
  planOfBatch,
  readPlanning,
  replanMoved,
  withdrawCancelled,
  type PlannableAppointment,
  type Planning,
} from '#/slices/reminders/rows/planning.ts'
export { deliveryColumns, deliveryLateral } from './sql.ts'
export { DeliveryStatus, type DeliveryRow } from '#/slices/reminders/reading/delivery-status.ts'
export { type TypeChoice } from '#/slices/reminders/rows/planning-store.ts'
export { listCurrentReminders } from '#/slices/reminders/rows/row-store.ts'
export { countReplannedOfType, lockEdits, replanType } from '#/slices/reminders/replan/replan-all.ts'
export { policyParams, policyParamsExample } from '#/slices/reminders/policy/get-holder-reminder-policy.ts'
export { reminderSteps, Replanned } from '#/slices/reminders/policy/reminder-policy-view.ts'
export { validateSteps } from '#/slices/reminders/policy/validate-policy.ts'
export { dueAtFor, parseOffset } from '#/slices/reminders/plan/offset.ts'
export type { ReminderStep, ReplyMail } from '#/slices/reminders/words/policy.ts'
export { replanAppointments } from '#/slices/reminders/replan/replan-all.ts'
export { minuteOfDay } from '#/slices/reminders/plan/quiet-hours.ts'
export type { Channel, ReminderKind } from '#/slices/reminders/words/words.ts'
export {
  liftOwnOptOut,
  liftOwnOptOutEverywhere,
  optOutInApp,
  optOutInAppEverywhere,
} from '#/slices/reminders/opt-outs/app-opt-out-store.ts'
export {
  joinPreferences,
  switchableKinds,
  type StoredPreferences,
  type SwitchableKind,
} from '#/slices/reminders/policy/preferences.ts'
export {
  Channel as ChannelSchema,
  ReasonCode,
  reasonCodes,
  ReminderState,
  SmsEncoding,
} from '#/slices/reminders/words/words.ts'
export { ReminderSummary, toReminderSummary } from '#/slices/reminders/reading/reminder-summary.ts'
export { type ReminderSummaryRow } from '#/slices/reminders/rows/row-store.ts'
export { expireHeld, holdForNewTime, resumeReminders } from '#/slices/reminders/held/hold-for-new-time.ts'
export { planAnswerOfStaff, type NewStaffAnswer } from '#/slices/reminders/rows/staff-answer.ts'
export { answerableUntil } from '#/slices/reminders/plan/plan-staff-answer.ts'
export { againMax, sendAgain } from '#/slices/reminders/rows/send-again.ts'
export { toTriedMessage, TriedMessage } from '#/slices/reminders/reading/tried.ts'
export { listTried, triedMax } from '#/slices/reminders/reading/tried-store.ts'
export { listSentToEntries } from '#/slices/reminders/reading/sent-store.ts'
export { StandingOptOut, toStandingOptOut } from '#/slices/reminders/opt-outs/standing-opt-outs.ts'
export { listStandingOptOuts, type StandingOptOutRow } from '#/slices/reminders/opt-outs/standing-store.ts'
export { findFirstHandOver } from '#/slices/reminders/afterwards/first-hand-over-store.ts'
export { isLandline } from '#/slices/reminders/plan/landline.ts'
export {
  applyOptOut,
  applyOptOutEverywhere,
  completeSmsStart,
  endSmsOptOut,
  endSmsOptOutAtHolder,
  endSmsOptOutEverywhere,
  endStaffOptOut,
} from '#/slices/reminders/opt-outs/opt-out.ts'
export { replanAppointment } from '#/slices/reminders/replan/replan-appointment.ts'
export { replanNumber } from '#/slices/reminders/opt-outs/opt-out-store.ts'
export { contactKey, maskAddress } from '#/slices/reminders/opt-outs/contact-key.ts'
export { acceptReceipt, expectDelivery } from '#/slices/reminders/afterwards/receipts.ts'
export { fromShortId, toShortId } from '#/slices/reminders/words/short-id.ts'
export { readMessageLink } from '#/slices/reminders/send/prepare/message-link.ts'
export { readUnsubscribeToken } from '#/slices/reminders/opt-outs/unsubscribe-token.ts'
export {
  findAnswered,
  findAnsweredInInbox,
  findAnsweredMessage,
  listOtherQuestions,
  type AnsweredMessage,
  type Question,
} from '#/slices/reminders/afterwards/answered-message-store.ts'
export { describeSender, optOutByNumber, type Sender } from '#/slices/reminders/opt-outs/sender-opt-out-store.ts'
export { startWorker, type Worker, type WorkerOptions } from '#/slices/reminders/worker/worker.ts'
export { tzdbVersion } from '#/slices/reminders/rows/planning.ts'
export { createDefaultPolicy, findSmsAlphabet } from '#/slices/reminders/policy/policy-store.ts'
export { healPlans } from '#/slices/reminders/replan/heal-plans.ts'
export { oldestDue } from '#/slices/reminders/send/claim/claim-store.ts'
export { copiedMessages } from './copied-messages.ts'
export { liftErasedOptOut, optOutErased } from '#/slices/reminders/opt-outs/erased-contact-store.ts'
export { forgetWorkers } from '#/slices/reminders/worker/heartbeat-store.ts'
export { foldDueCounts } from '#/slices/reminders/rows/due-count-store.ts'
export { allowMessages, withdrawAllowance, withdrawUnsentOfBatch } from '#/slices/reminders/held/allowance-store.ts'
export { previewBatch, type BatchMessages, type ToldMessage } from '#/slices/reminders/reading/preview-batch.ts'
export type { BatchKind } from '#/slices/reminders/plan/plan-notices.ts'
