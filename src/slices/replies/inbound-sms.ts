import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { parseReply } from '#/messages/replies/parse-reply.ts'
import { testInbox } from '#/ports/delivery.ts'
import type { InboundSms } from '#/ports/sms.ts'
import {
  applyOptOut,
  applyOptOutEverywhere,
  contactKey,
  endSmsOptOut,
  endSmsOptOutAtHolder,
  endSmsOptOutEverywhere,
  findAnswered,
  findAnsweredInInbox,
  findAnsweredMessage,
  optOutByNumber,
} from '#/slices/reminders/reminders.ts'
import { answerInboundSms } from './answer-inbound-sms.ts'
import { insertInbound, type NewInbound } from './store.ts'

type Inbound = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly provider: string
  readonly sms: InboundSms
  readonly requestId: string
}

/**
 * Stores a text message that came in, once; an opt-out counts from the commit on. It is read as an answer to the last
 * message that left from the number it reached. From a telephone that got none only the opt-out words mean anything:
 * they are for the holders that send from that number. Nothing here waits for an appointment, which an edit may lock
 * longer than the vendor waits for us: a job does the rest.
 */
export async function receiveInboundSms({ pool, services, provider, sms, requestId }: Inbound): Promise<void> {
  const senderKey = contactKey(services.keys, 'sms', sms.from)
  const answer = { contactKey: senderKey, reached: sms.to, isFromAny: isStop(parseReply(sms.text, null)) }
  const last = await inTransaction(pool, { holder: null }, (tx) => findAnswered(tx, answer))
  await inTransaction(pool, { holder: last?.platformHolderId ?? null }, (tx) =>
    storeInbound(tx, { provider, sms, requestId, senderKey, last }),
  )
}

/**
 * The same for an answer that is tried in the inbox of a test organization, in the transaction that puts it there. It is
 * about what came into that inbox, and changes nothing of anybody else (G29).
 *
 * @returns the appointments it is about
 */
export async function receiveTestReply(
  tx: HolderTx,
  { services, sms, requestId }: Pick<Inbound, 'services' | 'sms' | 'requestId'>,
): Promise<readonly string[]> {
  const senderKey = contactKey(services.keys, 'sms', sms.from)
  const last = await findAnsweredInInbox(tx, { contactKey: senderKey, reached: sms.to })
  return storeInbound(tx, { provider: testInbox, sms, requestId, senderKey, last })
}

type Stored = Pick<Inbound, 'provider' | 'sms' | 'requestId'> & {
  readonly senderKey: Buffer
  /** The message it answers; null when it answers none. */
  readonly last: { readonly platformHolderId: string; readonly reminderId: string } | null
}

/** @returns the appointments it is about */
async function storeInbound(tx: Tx, { provider, sms, requestId, senderKey, last }: Stored): Promise<readonly string[]> {
  const platformHolderId = last?.platformHolderId ?? null
  const message = last && (await findAnsweredMessage(tx, last.platformHolderId, last.reminderId))
  // In the language of the message it answers; the words on which carriers stop count in every language.
  const meaning = parseReply(sms.text, message?.locale ?? null)
  const appointmentIds = message?.appointments.map((appointment) => appointment.id) ?? []
  const inbound: NewInbound = {
    id: newId(),
    provider,
    providerMessageId: sms.providerMessageId,
    senderKey,
    sender: sms.from,
    recipient: sms.to,
    body: sms.text,
    meaning,
    platformHolderId,
    reminderId: last?.reminderId ?? null,
    appointmentId: appointmentIds[0] ?? null,
    outcome: last || (isOptWord(meaning) && provider !== testInbox) ? null : 'nobody',
  }
  if (!(await insertInbound(tx, inbound)) || inbound.outcome === 'nobody') return appointmentIds
  await setOptOut(tx, inbound, requestId)
  answerInboundSms.add(tx, { inboundId: inbound.id, platformHolderId })
  audit(tx, {
    platformHolderId,
    actor: { kind: 'recipient', id: null },
    action: 'inboundSms',
    requestId,
    subjects: [inbound.id, ...appointmentIds],
    detail: { meaning },
  })
  return appointmentIds
}

function isOptWord(meaning: NewInbound['meaning']): boolean {
  return isStop(meaning) || meaning === 'stop_all' || meaning === 'start'
}

/** Where the carrier itself blocks, whatever was meant, saying otherwise would only hide it. */
function isStop(meaning: NewInbound['meaning']): boolean {
  return meaning === 'stop' || meaning === 'stop_unclear'
}

async function setOptOut(tx: Tx, inbound: NewInbound, requestId: string): Promise<void> {
  const { meaning, platformHolderId, senderKey } = inbound
  const isTest = inbound.provider === testInbox
  const isEnd = isStop(meaning) || meaning === 'stop_all'
  if (!isEnd && meaning !== 'start') return
  if (meaning === 'stop_all' && !isTest) applyOptOutEverywhere(tx, senderKey)
  if (platformHolderId === null) {
    if (!isEnd) endSmsOptOutEverywhere(tx, senderKey)
    const { recipient: reached, id: inboundId } = inbound
    optOutByNumber(tx, { reached, contactKey: senderKey, isStop: isEnd, inboundId, requestId })
  } else if (isEnd)
    await applyOptOut(tx, { platformHolderId, channel: 'sms', contactKey: senderKey, source: 'sms_reply' })
  else if (isTest) endSmsOptOutAtHolder(tx, platformHolderId, senderKey)
  else endSmsOptOut(tx, platformHolderId, senderKey)
}
