import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type Tx } from '#/kernel/db.ts'
import { newId, toReference } from '#/kernel/ids.ts'
import { enqueueJob } from '#/kernel/job.ts'
import { parseReply, type Reply } from '#/messages/parse-reply.ts'
import {
  renderStartAcknowledgement,
  renderStopAcknowledgement,
  renderUnclearReplyNotice,
} from '#/messages/render-service-text.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { InboundSms, SmsProvider } from '#/ports/sms.ts'
import { findStaffInbox } from '#/slices/access/access.ts'
import { confirmAppointment } from '#/slices/appointments/appointments.ts'
import {
  applyOptOut,
  contactKey,
  endOptOut,
  findLastHolder,
  findLastMessage,
  type LastMessage,
} from '#/slices/reminders/reminders.ts'
import { claimFollowUp, insertInbound, releaseFollowUp, type FollowUpRow } from './store.ts'

export const inboundFollowUpJob = 'answer-inbound-sms'

type Inbound = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly provider: string
  readonly sms: InboundSms
  readonly requestId: string
}

/**
 * Does what a text message asks, once: the vendor repeats its webhook until we answer. It is read as an answer to the
 * holder that wrote to this number last; a number that we never wrote to changes nothing.
 */
export async function handleInboundSms({ pool, services, provider, sms, requestId }: Inbound): Promise<void> {
  const meaning = parseReply(sms.text)
  const senderKey = contactKey(services.keys, 'sms', sms.from)
  const last = await inTransaction(pool, { holder: null }, (tx) => findLastHolder(tx, senderKey))
  await inTransaction(pool, { holder: last?.platformHolderId ?? null }, async (tx) => {
    const message = last && (await findLastMessage(tx, last.platformHolderId, last.reminderId))
    const inbound = await insertInbound(tx, {
      id: newId(),
      provider,
      providerMessageId: sms.providerMessageId,
      senderKey,
      sender: sms.from,
      recipient: sms.to,
      body: sms.text,
      meaning,
      platformHolderId: message?.platformHolderId ?? null,
      appointmentId: message?.appointments[0]?.id ?? null,
    })
    if (!inbound || !message) return
    const isUnderstood = await act(tx, services, { meaning, message, senderKey, now: inbound.now })
    const isSilent = meaning === 'confirm' && isUnderstood
    if (!isSilent)
      enqueueJob(tx, {
        task: inboundFollowUpJob,
        payload: { inboundId: inbound.id, platformHolderId: message.platformHolderId },
      })
    audit(tx, {
      platformHolderId: message.platformHolderId,
      actor: { kind: 'recipient', id: null },
      action: 'inboundSms',
      requestId,
      subjects: [inbound.id, ...message.appointments.map((appointment) => appointment.id)],
      detail: { meaning, isUnderstood },
    })
  })
}

type Action = {
  readonly meaning: Reply
  readonly message: LastMessage
  readonly senderKey: Buffer
  readonly now: Temporal.Instant
}

/** @returns whether the message did what it said; if not, staff must read it */
async function act(tx: Tx, services: Services, { meaning, message, senderKey, now }: Action): Promise<boolean> {
  const { platformHolderId } = message
  if (meaning === 'stop' || meaning === 'stop_all') {
    const isEverywhere = meaning === 'stop_all'
    await applyOptOut(tx, services.keys, {
      platformHolderId,
      now,
      channel: 'sms',
      contactKey: senderKey,
      source: 'sms_reply',
      isEverywhere,
    })
    return true
  }
  if (meaning === 'start') {
    endOptOut(tx, platformHolderId, 'sms', senderKey, 'sms_reply')
    return true
  }
  if (meaning !== 'confirm') return false
  let confirmed = 0
  for (const { id, scheduleRevision } of message.appointments) {
    const { appointment } = await confirmAppointment(
      tx,
      { services, platformHolderId, now },
      { appointmentId: id, via: 'sms_reply', scheduleRevision },
    )
    if (
      appointment.confirmation?.scheduleRevision === scheduleRevision &&
      appointment.scheduleRevision === scheduleRevision
    )
      confirmed += 1
  }
  return confirmed === message.appointments.length
}

type FollowUp = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly inboundId: string
  readonly platformHolderId: string
}

/**
 * Acknowledges an opt-out or opt-in by one text message, or shows staff what could not be understood. Claimed first, so
 * that a job that runs twice sends once; given back only when certainly nothing left.
 */
export async function sendInboundFollowUpNow(followUp: FollowUp): Promise<void> {
  const { pool, platformHolderId, inboundId } = followUp
  const claimed = await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const row = await claimFollowUp(tx, platformHolderId, inboundId)
    return row && { row, inbox: await findStaffInbox(tx, platformHolderId) }
  })
  if (!claimed?.row.sender) return
  const outcome = await send(followUp, claimed.row, claimed.inbox)
  const mayTryAgain = outcome.outcome === 'unreachable' || (outcome.outcome === 'refused' && !outcome.permanent)
  if (!mayTryAgain) return
  await inTransaction(pool, { holder: platformHolderId }, (tx) => releaseFollowUp(tx, inboundId))
  throw new Error('The answer to a text message could not be handed over yet')
}

function send(
  { services, sms, email, inboundId }: FollowUp,
  row: FollowUpRow,
  inbox: { email: string; locale: string } | null,
) {
  const reference = toReference(inboundId)
  const signal = AbortSignal.timeout(20_000)
  if (row.meaning === 'stop' || row.meaning === 'stop_all' || row.meaning === 'start') {
    const render = row.meaning === 'start' ? renderStartAcknowledgement : renderStopAcknowledgement
    const { text } = render({
      localePreferences: [row.recipient_locale, row.default_locale],
      holderDisplayName: row.meaning === 'stop_all' ? null : row.display_name,
    })
    return sms.send(
      { reference, to: row.sender ?? '', from: row.recipient ?? '', text, validitySeconds: 3_600 },
      signal,
    )
  }
  const mail = renderUnclearReplyNotice({
    localePreferences: [inbox?.locale ?? null, row.default_locale],
    holderDisplayName: row.display_name,
    startsAt: row.starts_at,
    timezone: row.timezone,
    replyText: row.body,
    link: `${services.baseUrl}/a/${row.appointment_id}`,
  })
  if (!inbox) return Promise.resolve({ outcome: 'unknown' as const, detail: 'no staff to write to' })
  return email.send(
    {
      reference,
      to: inbox.email,
      fromName: 'Tijdig',
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      locale: mail.locale,
      unsubscribeUrl: null,
      calendar: null,
    },
    signal,
  )
}
