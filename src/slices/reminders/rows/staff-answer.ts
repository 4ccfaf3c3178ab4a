import { AppError } from '#/kernel/errors.ts'
import type { HolderTx } from '#/kernel/postgres/db.ts'
import { answerableDays, planStaffAnswer } from '#/slices/reminders/plan/plan-staff-answer.ts'
import type { ReasonCode } from '#/slices/reminders/words/words.ts'
import { newRows, noticeInput, type PlannableAppointment, type Planning } from './planning.ts'
import { insertReminderRows } from './row-store.ts'

/** An answer of staff to a text message: `id` is its own, `receivedAt` when that came, `numberKey` of the number it came from. */
export type NewStaffAnswer = {
  readonly id: string
  readonly receivedAt: Temporal.Instant
  readonly numberKey: Buffer
}

/**
 * Plans, with the commit, the text message by which staff answer one that came in. A row of its own like any other: it is claimed
 * once and looked at again before it leaves (G1, G2), so that an opt-out meanwhile still holds it back.
 *
 * @throws AppError STATE_CONFLICT, saying why it cannot go
 */
export function planAnswerOfStaff(
  tx: HolderTx,
  now: Temporal.Instant,
  appointment: PlannableAppointment,
  planning: Planning,
  { id: answerId, receivedAt }: NewStaffAnswer,
): void {
  const known = { startsAt: appointment.startsAt, channel: 'sms' } as const
  const planned = planStaffAnswer({ ...noticeInput(appointment, planning, now, known), answerId, receivedAt })
  if (typeof planned === 'string') throw new AppError('STATE_CONFLICT', { message: whyNot[planned] })
  insertReminderRows(tx, newRows({ platformHolderId: tx.platformHolderId, now }, appointment, [planned]))
}

const whyNot = {
  recipient_opted_out: 'The number gets no text messages any more. Call the person.',
  channel_disabled: 'The person switched text messages off. Call them.',
  landline: 'The number is a landline, which takes no text messages.',
  no_contact: 'The appointment has no number any more.',
  quiet_hours: 'No time is left outside quiet hours.',
  too_late: `A text message can be answered for ${answerableDays} days. Call the person.`,
} as const satisfies Partial<Record<ReasonCode, string>>
