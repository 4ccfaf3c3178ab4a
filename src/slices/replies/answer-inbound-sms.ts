import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type Tx } from '#/kernel/db.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { renderConsentAcknowledgement, renderUnclearReplyNotice } from '#/messages/render-service-text.ts'
import { mayTryAgain, sendInTurn, type HandOver } from '#/ports/delivery.ts'
import { serviceMail, type EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { confirmAppointment } from '#/slices/appointments/appointments.ts'
import { completeSmsStart, findLastMessage } from '#/slices/reminders/reminders.ts'
import {
  claimFollowUp,
  findOpenInbound,
  releaseFollowUp,
  settleInbound,
  type FollowUpRow,
  type InboundOutcome,
} from './store.ts'

export const answerInboundSmsJob = 'answer-inbound-sms'

type Answering = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly log: Log
  readonly inboundId: string
  readonly platformHolderId: string
}

type StaffInbox = { readonly email: string; readonly locale: string }

/**
 * Sees to a text message that came in: confirms, which needs no answer; acknowledges an opt-out or opt-in by one text
 * message; shows staff what could not be done, such as a START while something else still keeps messages away. An answer is
 * claimed first, so that a job that runs twice sends once, and given back only when certainly nothing left. Without staff
 * to tell the message is kept as `unread`.
 */
export async function answerInboundSms(answering: Answering): Promise<void> {
  const { pool, log, platformHolderId, inboundId } = answering
  const inHolder = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(pool, { holder: platformHolderId }, work)
  const settle = (outcome: InboundOutcome) =>
    inHolder(async (tx) => settleInbound(tx, platformHolderId, inboundId, outcome))
  if (await inHolder((tx) => confirmAsAsked(tx, answering))) return
  const claimed = await inHolder(async (tx) => {
    const row = await claimFollowUp(tx, platformHolderId, inboundId)
    return (
      row && { row, scope: await optOutScope(tx, answering, row), inbox: await findStaffInbox(tx, platformHolderId) }
    )
  })
  if (!claimed) return
  const { row, scope, inbox } = claimed
  if (scope !== null) {
    // The number may have been erased meanwhile, with the person.
    if (row.sender) await throwIfNotGone(await acknowledge(answering, row, row.sender, scope))
    return settle('done')
  }
  const outcome = inbox && (await tellStaff(answering, row, inbox))
  if (outcome) await throwIfNotGone(outcome)
  if (outcome && outcome.outcome !== 'refused') return settle('told_staff')
  log.warn({ platformHolderId, inboundId }, 'a reply of a recipient is unread: no mail reaches staff of the holder')
  return settle('unread')

  async function throwIfNotGone(handOver: HandOver): Promise<void> {
    if (!mayTryAgain(handOver)) return
    await inHolder((tx) => releaseFollowUp(tx, platformHolderId, inboundId))
    throw new Error('The answer to a text message could not be handed over yet')
  }
}

/** @returns true when the message is a yes to what it answers as that now stands, and is done with */
async function confirmAsAsked(tx: Tx, { services, platformHolderId, inboundId }: Answering): Promise<boolean> {
  const inbound = await findOpenInbound(tx, platformHolderId, inboundId)
  if (inbound?.meaning !== 'confirm' || inbound.reminder_id === null) return false
  const message = await findLastMessage(tx, platformHolderId, inbound.reminder_id)
  if (!message) return false
  let confirmed = 0
  for (const { id, scheduleRevision } of message.appointments) {
    const { appointment } = await confirmAppointment(
      tx,
      { services, platformHolderId, now: inbound.now },
      { appointmentId: id, via: 'sms_reply', scheduleRevision },
    )
    if (
      appointment.confirmation?.scheduleRevision === scheduleRevision &&
      appointment.scheduleRevision === scheduleRevision
    )
      confirmed += 1
  }
  if (confirmed < message.appointments.length) return false
  settleInbound(tx, platformHolderId, inboundId, 'done')
  return true
}

type Scope = 'holder' | 'everywhere'

/** @returns for whom text messages were stopped or started; null when staff must read the message */
async function optOutScope(
  tx: Tx,
  { platformHolderId, inboundId }: Answering,
  row: FollowUpRow,
): Promise<Scope | null> {
  if (row.meaning === 'stop') return 'holder'
  if (row.meaning === 'stop_all') return 'everywhere'
  if (row.meaning !== 'start') return null
  if (row.sender === null) return 'holder'
  const { sender: number, sender_key: contactKey, received_at: receivedAt, appointment_id: appointmentId } = row
  const start = { platformHolderId, number, contactKey, receivedAt, appointmentId, inboundId }
  const opened = await completeSmsStart(tx, start)
  return opened === 'closed' ? null : opened
}

function acknowledge({ sms, inboundId }: Answering, row: FollowUpRow, to: string, scope: Scope): Promise<HandOver> {
  const { text } = renderConsentAcknowledgement(row.meaning === 'start' ? 'start' : 'stop', {
    localePreferences: [row.recipient_locale, row.default_locale],
    holderDisplayName: scope === 'everywhere' ? null : row.display_name,
  })
  const reference = toServiceReference(inboundId)
  const message = { reference, to, from: row.recipient ?? '', text, validitySeconds: 3_600 }
  return sendInTurn(sms, message)
}

function tellStaff({ services, email, inboundId }: Answering, row: FollowUpRow, inbox: StaffInbox): Promise<HandOver> {
  const mail = renderUnclearReplyNotice({
    localePreferences: [inbox.locale, row.default_locale],
    holderDisplayName: row.display_name,
    startsAt: row.starts_at,
    timezone: row.timezone,
    replyText: row.body,
    link: `${services.baseUrl}/a/${row.appointment_id}`,
  })
  return sendInTurn(email, serviceMail(toServiceReference(inboundId), inbox.email, mail))
}
