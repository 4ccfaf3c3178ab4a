import type { Services } from '#/kernel/context.ts'
import { toReference } from '#/kernel/ids.ts'
import { placeOf } from '#/slices/appointment-facts/appointment-facts.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { toMessageAppointment, type DescribedAppointment } from '#/messages/message-appointment.ts'
import type { MessageAppointment, MessageInput, MessageKind } from '#/messages/message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { renderSms, type RenderedSms } from '#/messages/sms/render-sms.ts'
import { renderStaffAnswer, type StaffAnswerTemplate } from '#/messages/sms/render-staff-answer.ts'
import type { EmailMessage } from '#/ports/email.ts'
import type { SmsMessage } from '#/ports/sms.ts'
import { isOtherTime, startTold } from './decide.ts'
import type { SendHolder, SendRow } from './look-again-store.ts'
import type { Addressed, ComposedMessage } from './message.ts'
import { isProposal } from '#/slices/reminders/plan/plan-notices.ts'
import type { MessageLink } from './message-link.ts'
import { toShortId } from '#/slices/reminders/words/short-id.ts'
import { createUnsubscribeToken } from '#/slices/reminders/opt-outs/unsubscribe-token.ts'

/** Rows that are told in one message, and what else it takes to write it. */
type Composition = Addressed & {
  readonly holder: SendHolder
  readonly platformHolderId: string
  readonly link: MessageLink
}

/** Renders one message at the moment it is sent, so that it says what is true then. */
export function composeMessage(services: Services, mailFrom: string, composition: Composition): ComposedMessage {
  const { channel, address, holder, rows } = composition
  const input = messageInput(services, mailFrom, composition)
  const reference = toReference(composition.link.messageReference)
  if (channel === 'sms') {
    const { text, segments, encoding, ...rendered } = answerOf(services, composition) ?? renderSms(input)
    const validitySeconds = secondsUntil(holder.clock, rows)
    const message: SmsMessage = { reference, to: address, from: holder.smsSender.value, text, validitySeconds }
    return { ...languageOf(rendered), channel, message, segments, encoding, sender: message.from, body: text }
  }
  const { subject, text, html, calendar, ...rendered } = renderEmail(input)
  const message: EmailMessage = {
    reference,
    to: address,
    fromName: plainName(holder.displayName),
    subject,
    text,
    html,
    locale: rendered.locale,
    unsubscribeUrl: input.unsubscribeUrl,
    calendar,
  }
  return {
    ...languageOf(rendered),
    channel,
    message,
    segments: null,
    encoding: null,
    sender: mailFrom,
    body: `${subject}\n\n${text}`,
  }
}

/** The text message by which staff answer one that came in; null for any other. */
function answerOf(services: Services, { rows: [row], holder }: Composition): RenderedSms | null {
  if (row.staffAnswer === null) return null
  const { template, text } = row.staffAnswer
  return renderStaffAnswer({
    answer: text === null ? { template: template as StaffAnswerTemplate } : { text },
    localePreferences: languagesOf(row, holder),
    holderDisplayName: holder.displayName,
    link: `${services.baseUrl}/a/${toShortId(row.appointmentId)}`,
    smsAlphabet: holder.smsAlphabet,
  })
}

/** The languages in which the person of a row may be written to, the most wanted first (G12). */
export function languagesOf(row: SendRow, holder: SendHolder): readonly (string | null)[] {
  return [row.preferredLocale, row.rememberedLocale, holder.defaultLocale]
}

function languageOf({ locale, isLocaleFallback, templateVersion }: Language): Language {
  return { locale, isLocaleFallback, templateVersion }
}

type Language = Pick<ComposedMessage, 'locale' | 'isLocaleFallback' | 'templateVersion'>

function messageInput(
  services: Services,
  mailFrom: string,
  { rows, holder, platformHolderId, channel, link }: Composition,
): MessageInput {
  const [first] = rows
  const key = channel === 'email' ? first.recipientEmailKey : null
  const localePreferences = languagesOf(first, holder)
  const isHousehold = rows.some((row) => row.holderRecipientId !== first.holderRecipientId)
  return {
    kind: kindOf(rows),
    localePreferences,
    holder: { displayName: holder.displayName, phoneNumber: null, websiteUrl: holder.websiteUrl },
    isHousehold,
    appointments: rows.map((row) => toMessageAppointment(described(row, holder, isHousehold), localePreferences)) as [
      MessageAppointment,
      ...MessageAppointment[],
    ],
    link: `${services.baseUrl}/m/${link.token}`,
    canReply: holder.smsSender.canReceive,
    smsAlphabet: holder.smsAlphabet,
    changed: first.kind === 'change' && first.toldStart !== null && !isOtherTime(first) ? 'place' : 'time',
    delayMinutes: first.delayMinutes,
    requestOpen: rows.some((row) => row.isRequestOpen),
    recipientName: isHousehold ? null : first.recipientName,
    unsubscribeUrl: key
      ? `${services.baseUrl}/u/${createUnsubscribeToken(services.keys.unsubscribe, { platformHolderId, contactKey: key })}`
      : null,
    organizerEmail: holder.inboxEmail || mailFrom,
    renderedAt: holder.clock,
  }
}

/** A message asks to confirm when one of its rows does. */
function kindOf(rows: Composition['rows']): MessageKind {
  const [first] = rows
  if (isProposal(first)) return 'proposal'
  return rows.some((row) => row.kind === 'confirm_prompt') ? 'confirm_prompt' : first.kind
}

function described(row: SendRow, holder: SendHolder, isHousehold: boolean): DescribedAppointment {
  const startsAt = startTold(row)
  return {
    ...row,
    // What one of a household comes for is not for the others to read (H3).
    safeName: isHousehold ? null : row.safeName,
    id: row.appointmentId,
    place: placeOf(row, holder.locations),
    isCancelled: row.status === 'cancelled',
    startsAt,
    endsAt: startsAt === row.startsAt ? row.endsAt : startsAt.add(row.endsAt.since(row.startsAt)),
  }
}

/** After its last useful instant a message must not arrive any more, so the carrier is told how long it may try. */
function secondsUntil(now: Temporal.Instant, rows: Composition['rows']): number {
  const latest = Math.min(...rows.map((row) => row.latestAt.epochMilliseconds))
  return Math.max(60, Math.floor((latest - now.epochMilliseconds) / 1_000))
}
