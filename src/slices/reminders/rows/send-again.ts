import type { HolderTx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { planAgain } from '#/slices/reminders/plan/plan-again.ts'
import type { Channel, ReasonCode } from '#/slices/reminders/words/words.ts'
import type { ReminderSummaryRow } from './row-store.ts'
import { newRows, noticeInput, toSummaryRow, type PlannableAppointment, type Planning } from './planning.ts'
import { insertReminderRows } from './row-store.ts'
import { readEarlier, type EarlierMessages } from './send-again-store.ts'

/** How often staff may have a message about one appointment sent again. */
export const againMax = 2

/**
 * Plans, with the commit, that what did not arrive goes again, by the channel that staff chose. A row of its own like any other: it is
 * claimed once and looked at again before it leaves (G1, G2), so that opt-outs, a move and a cancellation still hold it back.
 *
 * @param appointment registered, ahead and locked: of two who press at once the second finds the row of the first
 * @throws AppError STATE_CONFLICT, saying why
 */
export async function sendAgain(
  tx: HolderTx,
  now: Temporal.Instant,
  appointment: PlannableAppointment,
  planning: Planning,
  channel: Channel,
): Promise<ReminderSummaryRow> {
  const earlier = await readEarlier(tx, appointment.id)
  const refusal = refusalOf(earlier, appointment, channel)
  if (refusal !== null) throw new AppError('STATE_CONFLICT', { message: refusal })
  const {
    toldByChannel: _,
    oldStartsAt,
    ...input
  } = noticeInput(appointment, planning, now, {
    startsAt: appointment.startsAt,
    channel,
  })
  const planned = planAgain({
    ...input,
    startsAt: oldStartsAt,
    minLeadMinutes: planning.policy.minLeadMinutes,
    channel,
    kind: earlier.lastKind === 'confirm_prompt' && !appointment.isConfirmed ? 'confirm_prompt' : 'reminder',
    times: earlier.times + 1,
  })
  if (typeof planned === 'string') throw new AppError('STATE_CONFLICT', { message: whyNot[planned] })
  const [row] = newRows({ platformHolderId: tx.platformHolderId, now }, appointment, [planned])
  if (!row) throw new Error('One row was planned')
  insertReminderRows(tx, [row])
  return toSummaryRow(row)
}

function refusalOf(earlier: EarlierMessages, appointment: PlannableAppointment, channel: Channel): string | null {
  if (appointment.awaitsNewTime) return 'The appointment is to be moved. Move it first, or keep its time.'
  if (earlier.isOnItsWay) return 'A message that was sent again is on its way. Wait for what becomes of it.'
  if (earlier.lastState !== 'failed' && earlier.lastState !== 'undelivered')
    return 'Only a message that did not arrive can be sent again.'
  if (earlier.times >= againMax) return `A message can be sent again ${againMax} times. Call the person.`
  if (earlier.lastChannel === channel && earlier.lastRevision === appointment.scheduleRevision)
    return 'It did not arrive by this channel. Choose the other one, or correct the contact first.'
  return null
}

const whyNot = {
  recipient_opted_out: 'The person wants no messages by this channel.',
  channel_disabled: 'The person switched this channel off.',
  landline: 'The number is a landline, which takes no text messages.',
  no_contact: 'There is no number or address for this channel. Add one first.',
  quiet_hours: 'No time is left outside quiet hours.',
  too_late: 'The appointment starts too soon for a message.',
} as const satisfies Partial<Record<ReasonCode, string>>
