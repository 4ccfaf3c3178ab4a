import type { Static } from 'typebox'
import type { JobCtx } from '#/kernel/context.ts'
import { inTransaction, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import { job, JobId } from '#/kernel/job.ts'
import { nullable, strictObject } from '#/kernel/schema.ts'
import {
  renderAmbiguousReplyAnswer,
  renderConsentAcknowledgement,
  renderDeclinedAnswer,
  renderHelpAnswer,
} from '#/messages/sms/render-service-text.ts'
import { mayTryAgain, sendInTurn, type HandOver, type Sender as OnBehalfOf } from '#/ports/delivery.ts'
import { confirmAppointment } from '#/slices/appointments/appointments.ts'
import {
  completeSmsStart,
  describeSender,
  findAnsweredMessage,
  listOtherQuestions,
  replanNumber,
  toShortId,
  type AnsweredMessage,
  type Question,
} from '#/slices/reminders/reminders.ts'
import {
  claimFollowUp,
  claimUnmatched,
  findOpenInbound,
  releaseFollowUp,
  settleInbound,
  type FollowUpRow,
  type UnmatchedRow,
} from './store.ts'
import { tellStaffOfReply } from './tell-staff.ts'

const Inbound = strictObject({
  inboundId: JobId,
  /** Null for a message that answers none of ours. */
  platformHolderId: nullable(JobId),
})
type Answering = JobCtx & Static<typeof Inbound>
type AnsweringHolder = Answering & { readonly platformHolderId: string }

/**
 * Handles a text message that came in: confirms, which needs no answer; acknowledges an opt-out or opt-in by one text
 * message; shows staff what could not be done, such as a START while another opt-out still stands. A no is told to
 * staff, who act on it; the person hears that the appointment stands until then. A yes or no that may be about several
 * appointments is neither: staff of each are told, and so is the person. HELP is answered with who writes and how it
 * stops. An answer is claimed first, so that a job that runs twice sends once, and released only when
 * certainly nothing left.
 */
export const answerInboundSms = job('answer-inbound-sms', Inbound).handle(async (ctx, inbound) => {
  const answering = { ...ctx, ...inbound }
  const { platformHolderId } = inbound
  if (platformHolderId === null) return answerUnmatched(answering)
  await answerHolder({ ...answering, platformHolderId })
})

async function answerHolder(answering: AnsweringHolder): Promise<void> {
  const { pool, platformHolderId, inboundId } = answering
  const inHolder = <T>(work: (tx: HolderTx) => Promise<T>) => inTransaction(pool, { holder: platformHolderId }, work)
  const read = await inHolder((tx) => readAsAsked(tx, answering))
  if (read.isConfirmed) return
  const claimed = await inHolder(async (tx) => {
    const row = await claimFollowUp(tx, inboundId)
    if (!row) return null
    const scope = await optOutScope(tx, answering, row)
    const isDeclined = row.isAhead && row.scheduleRevision === read.declinedRevision
    if (row.meaning !== 'help' && (scope === null || row.meaning === 'stop_unclear'))
      tellStaff(tx, answering, row, read.others, isDeclined)
    if (row.meaning === 'stop_all' && !row.isTest) await replanNumber(tx, row.senderKey)
    const { isTest, appointmentId } = row
    return { row: { ...row, of: { platformHolderId, isTest, appointmentId } }, scope, isDeclined }
  })
  if (!claimed) return
  const { row, scope, isDeclined } = claimed
  if (scope !== null) await acknowledge(answering, row, scope, row.displayName)
  else if (row.meaning === 'help')
    await answerAndSettle(answering, row, renderHelpAnswer(row.locales, row.displayName).text)
  // The answers below are sent at most once; staff see to the rest.
  else if (read.others !== null) await answer(answering, row, renderAmbiguousReplyAnswer(row.locales).text)
  else if (isDeclined) {
    const link = `${answering.services.baseUrl}/a/${toShortId(row.appointmentId)}`
    await answer(answering, row, renderDeclinedAnswer(row.locales, row.displayName, link).text)
  }
}

/**
 * `others`: what an unclear yes or no may be about besides the message it answers; null for any other message.
 * `declinedRevision`: the schedule that was told when it is a no to one appointment alone; null otherwise.
 */
type Read = {
  readonly isConfirmed: boolean
  readonly others: readonly Question[] | null
  readonly declinedRevision: number | null
}

const neither: Read = { isConfirmed: false, others: null, declinedRevision: null }

/** Confirms when the message is a yes to what it answers as that now stands, and to nothing else. */
async function readAsAsked(tx: HolderTx, { services, platformHolderId, inboundId }: AnsweringHolder): Promise<Read> {
  const inbound = await findOpenInbound(tx, inboundId)
  const isAnswer = inbound?.meaning === 'confirm' || inbound?.meaning === 'declined'
  if (!isAnswer || inbound.reminderId === null) return neither
  const message = await findAnsweredMessage(tx, platformHolderId, inbound.reminderId)
  if (!message || message.isOtherwise) return neither
  const others = await listOtherQuestions(tx, message, { contactKey: inbound.senderKey, at: inbound.receivedAt })
  if (others.length > 0 || isTooOld(message, inbound.receivedAt)) return { ...neither, others }
  if (inbound.meaning === 'declined') {
    const [told, ...more] = message.appointments
    // One no to several does not say to which.
    return more.length > 0 ? { ...neither, others } : { ...neither, declinedRevision: told?.scheduleRevision ?? null }
  }
  let confirmed = 0
  for (const { id, scheduleRevision } of message.appointments) {
    const { appointment } = await confirmAppointment(
      tx,
      { services, now: inbound.now },
      { appointmentId: id, via: 'sms_reply', scheduleRevision },
    )
    const { confirmedRevision, scheduleRevision: current, awaitsNewTime } = appointment
    if (confirmedRevision === scheduleRevision && current === scheduleRevision && !awaitsNewTime) confirmed += 1
  }
  if (confirmed < message.appointments.length) return neither
  settleInbound(tx, platformHolderId, inboundId, 'done')
  return { ...neither, isConfirmed: true }
}

/** Nobody answers with a bare yes or no what they read more than a week ago. */
function isTooOld({ handedOverAt }: AnsweredMessage, answeredAt: Temporal.Instant): boolean {
  return Temporal.Instant.compare(handedOverAt, answeredAt.subtract({ hours: 7 * 24 })) < 0
}

/** Adds a job for each holder that a reply may be for, with the commit. */
function tellStaff(
  tx: Tx,
  answering: AnsweringHolder,
  row: FollowUpRow,
  others: Read['others'],
  isDeclined: boolean,
): void {
  const { platformHolderId, inboundId } = answering
  const subjects = new Map((others ?? []).map((other) => [other.platformHolderId, other.appointmentId]))
  subjects.set(platformHolderId, row.appointmentId)
  for (const [holder, appointmentId] of subjects) {
    const isAmbiguous = others === null ? 0 : 1
    const about = {
      platformHolderId: holder,
      appointmentId,
      inboundId,
      isAmbiguous,
      receivedAtMs: row.receivedAt.epochMilliseconds,
    } as const
    const reply = isDeclined ? ({ ...about, isDeclined: 1 } as const) : about
    tellStaffOfReply.add(tx, reply, `tell ${inboundId} ${holder}`)
  }
}

/**
 * For whom text messages were stopped or started: one holder, and there for several people who share the number, all that
 * send from the number it was sent to, or all.
 */
type Scope = 'holder' | 'household' | 'number' | 'everywhere'

/** @returns null when staff must read the message */
async function optOutScope(
  tx: Tx,
  { platformHolderId, inboundId }: AnsweringHolder,
  row: FollowUpRow,
): Promise<Scope | null> {
  if (row.meaning === 'stop' || row.meaning === 'stop_unclear') return row.isHousehold ? 'household' : 'holder'
  // Whoever writes on the page of an inbox need not own the number: nothing changes outside the test organization (G29).
  if (row.isTest && (row.meaning === 'stop_all' || row.meaning === 'start')) {
    await replanNumber(tx, row.senderKey)
    return row.isHousehold ? 'household' : 'holder'
  }
  if (row.meaning === 'stop_all') return 'everywhere'
  if (row.meaning !== 'start') return null
  if (row.sender === null) return 'holder'
  const { sender: number, senderKey: contactKey, receivedAt, appointmentId } = row
  const start = { platformHolderId, number, contactKey, receivedAt, appointmentId, inboundId }
  const opened = await completeSmsStart(tx, start)
  return opened === 'closed' ? null : opened
}

/** STOP or START from a number that nobody wrote to; acknowledged when somebody sends from the number it reached. */
async function answerUnmatched(answering: Answering): Promise<void> {
  const { pool, inboundId } = answering
  const claimed = await inTransaction(pool, { holder: null }, async (tx) => {
    const row = await claimUnmatched(tx, inboundId)
    if (!row) return null
    await replanNumber(tx, row.senderKey)
    const contact = { key: row.senderKey, since: row.receivedAt }
    const sender = await describeSender(tx, row.recipient ?? '', contact)
    const isAnswered = row.meaning === 'start' ? sender.isLifted : row.meaning === 'stop_all' || sender.holders > 0
    if (!isAnswered) settleInbound(tx, null, inboundId, 'nobody')
    return isAnswered ? { row, sender } : null
  })
  if (!claimed) return
  const { row, sender } = claimed
  const scope = row.meaning === 'stop_all' ? 'everywhere' : sender.displayName === null ? 'number' : 'holder'
  await acknowledge(answering, { ...row, locales: [sender.defaultLocale], of: 'platform' }, scope, sender.displayName)
}

type Answered = UnmatchedRow & Pick<FollowUpRow, 'locales'> & { readonly of: OnBehalfOf }

async function acknowledge(
  answering: Answering,
  row: Answered,
  scope: Scope,
  displayName: string | null,
): Promise<void> {
  const word = row.meaning === 'start' ? 'start' : 'stop'
  const { text } = renderConsentAcknowledgement(word, {
    localePreferences: row.locales,
    scope,
    holderDisplayName: displayName,
  })
  await answerAndSettle(answering, row, text)
}

/** Sends the only answer to a message; while it certainly cannot leave, the message is released and the job comes back. */
async function answerAndSettle(answering: Answering, row: Answered, text: string): Promise<void> {
  const { pool, platformHolderId, inboundId } = answering
  const outcome = await answer(answering, row, text)
  const isOver = outcome === null || !mayTryAgain(outcome)
  await inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    // Staff are told of a word that may be about the appointment, and settle it.
    if (isOver && (row.meaning !== 'stop_unclear' || platformHolderId === null))
      settleInbound(tx, platformHolderId, inboundId, 'done')
    else if (!isOver) await releaseFollowUp(tx, platformHolderId, inboundId)
  })
  if (!isOver) throw new Error('The answer to a text message could not be handed over yet')
}

/** @returns null when there is nobody to answer: the number may have been erased meanwhile, with the person */
async function answer({ sms, inboundId }: Answering, row: Answered, text: string): Promise<HandOver | null> {
  if (row.sender === null) return null
  const reference = toServiceReference(inboundId)
  const message = { reference, to: row.sender, from: row.recipient ?? '', text, validitySeconds: 3_600 }
  return sendInTurn(sms, message, row.of)
}
