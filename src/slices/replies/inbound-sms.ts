import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type Tx } from '#/kernel/db.ts'
import { newId } from '#/kernel/ids.ts'
import { enqueueJob } from '#/kernel/job.ts'
import { parseReply, type Reply } from '#/messages/parse-reply.ts'
import type { InboundSms } from '#/ports/sms.ts'
import { applyOptOut, contactKey, endSmsOptOut, findLastHolder, findLastMessage } from '#/slices/reminders/reminders.ts'
import { answerInboundSmsJob } from './answer-inbound-sms.ts'
import { insertInbound } from './store.ts'

type Inbound = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly provider: string
  readonly sms: InboundSms
  readonly requestId: string
}

/**
 * Stores a text message that came in, once, and lets an opt-out count from its commit on. It is read as an answer to the
 * holder that wrote to this number last; a number that we never wrote to changes nothing. Nothing here waits for an
 * appointment, which an edit may hold longer than the vendor waits for us: a job does the rest.
 */
export async function receiveInboundSms({ pool, services, provider, sms, requestId }: Inbound): Promise<void> {
  const meaning = parseReply(sms.text)
  const senderKey = contactKey(services.keys, 'sms', sms.from)
  const last = await inTransaction(pool, { holder: null }, (tx) => findLastHolder(tx, senderKey))
  await inTransaction(pool, { holder: last?.platformHolderId ?? null }, async (tx) => {
    const message = last && (await findLastMessage(tx, last.platformHolderId, last.reminderId))
    const id = newId()
    const isNew = await insertInbound(tx, {
      id,
      provider,
      providerMessageId: sms.providerMessageId,
      senderKey,
      sender: sms.from,
      recipient: sms.to,
      body: sms.text,
      meaning,
      platformHolderId: message?.platformHolderId ?? null,
      reminderId: message ? last.reminderId : null,
      appointmentId: message?.appointments[0]?.id ?? null,
    })
    if (!isNew || !message) return
    const { platformHolderId } = message
    await setOptOut(tx, { meaning, platformHolderId, senderKey })
    enqueueJob(tx, { task: answerInboundSmsJob, payload: { inboundId: id, platformHolderId } })
    audit(tx, {
      platformHolderId,
      actor: { kind: 'recipient', id: null },
      action: 'inboundSms',
      requestId,
      subjects: [id, ...message.appointments.map((appointment) => appointment.id)],
      detail: { meaning },
    })
  })
}

type Sender = { readonly meaning: Reply; readonly platformHolderId: string; readonly senderKey: Buffer }

async function setOptOut(tx: Tx, { meaning, platformHolderId, senderKey }: Sender): Promise<void> {
  if (meaning === 'start') endSmsOptOut(tx, platformHolderId, senderKey)
  if (meaning !== 'stop' && meaning !== 'stop_all') return
  const isEverywhere = meaning === 'stop_all'
  await applyOptOut(tx, { platformHolderId, channel: 'sms', contactKey: senderKey, source: 'sms_reply', isEverywhere })
}
