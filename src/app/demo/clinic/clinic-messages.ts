import type { Services } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { toMessageAppointment } from '#/messages/message-appointment.ts'
import { renderSms } from '#/messages/sms/render-sms.ts'
import { createMessageLink, type MessageLink } from '#/slices/reminders/send/prepare/message-link.ts'
import type { Channel, ReasonCode, ReminderState } from '#/slices/reminders/words/words.ts'
import type { NewReminder } from '#/slices/reminders/rows/row-store.ts'
import { clinic } from './clinic-data.ts'
import { share } from './clinic-person.ts'
import type { StoredVisit } from './clinic-appointment.ts'
import { bytesOf } from './clinic-store.ts'
import type { Mishap } from './clinic-visits.ts'

/** Who writes the messages, and when it is. */
export type Office = {
  readonly services: Services
  readonly smsSender: string
  readonly mailFrom: string
  readonly smsProvider: string
  readonly now: Temporal.Instant
}

/** Rows as the engine left them. */
export type ClinicMessages = {
  readonly reminders: ReturnType<typeof reminderRow>[]
  readonly attempts: ReturnType<typeof attemptRow>[]
  readonly receipts: ReturnType<typeof receiptRow>[]
}

/** The messages about a visit: what fell due has gone, and did or did not arrive. */
export function messagesOf(office: Office, stored: StoredVisit): ClinicMessages {
  const rows = stored.reminders.map((reminder) => ({ reminder, sent: sentMessage(office, stored, reminder) }))
  const sent = rows.flatMap(({ reminder, sent }) => (sent ? [{ reminder, sent }] : []))
  return {
    reminders: rows.map(({ reminder, sent }) => reminderRow(stored, reminder, sent)),
    attempts: sent.map(({ reminder, sent }) => attemptRow(office, stored, reminder, sent)),
    receipts: sent.filter(({ sent }) => sent.end.receipt !== null).map(({ sent }) => receiptRow(office, stored, sent)),
  }
}

/** How a message ended: the states of its row and its attempt, and the receipt that said so. */
type End = {
  readonly state: ReminderState
  readonly reason: ReasonCode | null
  readonly code: string | null
  readonly receipt: 'delivered' | 'undelivered' | null
}

const arrived: Readonly<Record<Channel, End>> = {
  sms: { state: 'delivered', reason: null, code: null, receipt: 'delivered' },
  email: { state: 'sent', reason: null, code: null, receipt: null },
}

/** The others are known before anything is sent. */
const mishaps: Readonly<Partial<Record<Mishap, End>>> = {
  number_unreachable: { state: 'undelivered', reason: 'number_unreachable', code: '30003', receipt: 'undelivered' },
  invalid_number: { state: 'failed', reason: 'invalid_number', code: '21211', receipt: null },
  bounced: { state: 'undelivered', reason: 'provider_refused', code: '5.1.1', receipt: 'undelivered' },
  outcome_unknown: { state: 'unknown', reason: 'outcome_unknown', code: null, receipt: null },
}

/** A message that goes, before it is written. */
type Going = {
  readonly channel: Channel
  readonly link: MessageLink
  readonly handedOverAt: Temporal.Instant
}

type Sent = Going & ReturnType<typeof writtenMessage> & { readonly settledAt: Temporal.Instant; readonly end: End }

/** Null for what is not due yet, and for what is not sent. */
function sentMessage(office: Office, { visit, appointment }: StoredVisit, reminder: NewReminder): Sent | null {
  const { channel, dueAt, state } = reminder
  const handedOverAt = dueAt.add({ milliseconds: Math.floor(share(visit.number, reminder.offsetKey) * 20_000) })
  const settledAt = handedOverAt.add({ seconds: 4 })
  const isDue = Temporal.Instant.compare(settledAt, office.now) < 0
  if (channel === null || state !== 'planned' || !isDue || appointment.status === 'cancelled') return null
  const link = createMessageLink(office.services.keys.messageLink)
  const end = (visit.fate.is === 'unreached' && mishaps[visit.fate.mishap]) || arrived[channel]
  const written = writtenMessage(office, { visit, appointment }, { channel, link, handedOverAt, kind: reminder.kind })
  return { ...written, channel, link, handedOverAt, settledAt, end }
}

function writtenMessage(
  { services, mailFrom }: Office,
  { visit, appointment }: Pick<StoredVisit, 'visit' | 'appointment'>,
  { channel, link, handedOverAt, kind }: Going & Pick<NewReminder, 'kind'>,
) {
  const localePreferences = [visit.person.locale, clinic.defaultLocale]
  const described = { ...appointment, place: visit.place.name, safeName: null, isCancelled: false }
  const input = {
    kind,
    localePreferences,
    holder: { displayName: clinic.displayName, phoneNumber: null, websiteUrl: null },
    appointments: [toMessageAppointment(described, localePreferences)] as const,
    link: `${services.baseUrl}/m/${link.token}`,
    canReply: true,
    smsAlphabet: 'natural' as const,
    changed: 'time' as const,
    delayMinutes: null,
    requestOpen: false,
    isHousehold: false,
    recipientName: visit.person.displayName,
    unsubscribeUrl: null,
    organizerEmail: mailFrom,
    renderedAt: handedOverAt,
  }
  if (channel === 'sms') {
    const { text, ...rendered } = renderSms(input)
    return { ...rendered, body: text }
  }
  const { subject, text, locale, isLocaleFallback, templateVersion } = renderEmail(input)
  return { locale, isLocaleFallback, templateVersion, segments: null, encoding: null, body: `${subject}\n\n${text}` }
}

function reminderRow({ visit, appointment }: StoredVisit, reminder: NewReminder, sent: Sent | null) {
  const { createdAt, startsAt, locationId } = appointment
  const told = sent && {
    state: sent.end.state,
    reasonCode: sent.end.reason,
    runAt: null,
    attempts: 1,
    channelTries: 1,
    claimNo: 1,
    locale: sent.locale,
    templateVersion: sent.templateVersion,
    segments: sent.segments,
    encoding: sent.encoding,
    toldStartsAt: startsAt,
    toldLocationId: locationId,
    toldPlace: visit.place.name,
    handedOverAt: sent.handedOverAt,
    updatedAt: sent.settledAt,
  }
  return { ...reminder, ...untold, ...unsent(appointment, reminder), createdAt, ...told }
}

const untold = {
  attempts: 0,
  channelTries: 0,
  claimNo: 0,
  locale: null,
  templateVersion: null,
  segments: null,
  encoding: null,
  toldStartsAt: null,
  toldLocationId: null,
  toldPlace: null,
  handedOverAt: null,
}

/** Withdrawn with its appointment, held until there is a new time, or waiting for its instant. */
function unsent({ status, awaitsNewTime, cancelledAt, updatedAt }: StoredVisit['appointment'], row: NewReminder) {
  if (row.state !== 'planned') return { runAt: null, updatedAt }
  if (status === 'cancelled')
    return { state: 'cancelled', reasonCode: 'appointment_cancelled', runAt: null, updatedAt: cancelledAt }
  if (awaitsNewTime) return { state: 'held', reasonCode: 'awaiting_new_time', runAt: null, updatedAt }
  return { runAt: row.dueAt, updatedAt }
}

function attemptRow(office: Office, { appointment, entry }: StoredVisit, reminder: NewReminder, sent: Sent) {
  const { channel, link, handedOverAt, settledAt, end } = sent
  const isSms = channel === 'sms'
  return {
    platformHolderId: appointment.platformHolderId,
    reminderId: reminder.id,
    attemptNo: 1,
    messageReference: link.messageReference,
    channel,
    state: end.state,
    provider: isSms ? office.smsProvider : 'smtp',
    providerMessageId: providerMessageId(sent),
    providerCode: end.code,
    reasonCode: end.reason,
    destination: isSms ? appointment.recipientPhone : appointment.recipientEmail,
    destinationKey: bytesOf(entry.key[channel]),
    sender: isSms ? office.smsSender : office.mailFrom,
    body: sent.body,
    isLocaleFallback: sent.isLocaleFallback,
    tellsDeparture: false,
    handedOverAt,
    updatedAt: settledAt,
  }
}

function receiptRow(office: Office, { appointment }: StoredVisit, sent: Sent) {
  const { channel, link, settledAt, end } = sent
  return {
    id: newId(),
    provider: channel === 'sms' ? office.smsProvider : 'smtp',
    messageReference: link.messageReference,
    providerMessageId: providerMessageId(sent) ?? '',
    state: end.receipt,
    reasonCode: end.reason,
    providerCode: end.code ?? '',
    providerAt: settledAt,
    platformHolderId: appointment.platformHolderId,
    receivedAt: settledAt,
    appliedAt: settledAt,
  }
}

/** What was refused or got no answer has none. */
function providerMessageId({ link, channel, end }: Sent): string | null {
  if (end.state === 'failed' || end.state === 'unknown') return null
  const reference = link.messageReference.replaceAll('-', '')
  return channel === 'sms' ? `SM${reference}` : `<${reference}@tijdig>`
}
