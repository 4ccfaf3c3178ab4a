import type { HolderTx } from '#/kernel/postgres/db.ts'
import { placeOf } from '#/slices/appointment-facts/appointment-facts.ts'
import { toMessageAppointment } from '#/messages/message-appointment.ts'
import type { MessageInput } from '#/messages/message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { renderSms } from '#/messages/sms/render-sms.ts'
import { planBatchNotice, type BatchKind } from '#/slices/reminders/plan/plan-notices.ts'
import { toPreferences } from '#/slices/reminders/policy/preferences.ts'
import { noticeInput } from '#/slices/reminders/rows/planning.ts'
import type { Channel, ReasonCode } from '#/slices/reminders/words/words.ts'
import { readTelling, type TellingHolder, type ToldRow } from './batch-store.ts'

/** What a batch would tell, of which appointments. */
export type BatchTelling = {
  readonly kind: BatchKind
  readonly delayMinutes: number | null
  readonly baseUrl: string
  readonly now: Temporal.Instant
}

/** How the person of one appointment would be told; `channel` null where they cannot be. */
export type ToldPerson = {
  readonly appointmentId: string
  readonly channel: Channel | null
  readonly reasonCode: ReasonCode | null
  readonly address: string | null
  readonly dueAt: Temporal.Instant
  readonly text: string
  readonly subject: string | null
  readonly locale: string
  readonly encoding: 'gsm7' | 'ucs2' | null
  readonly segments: number | null
}

/** How each person would be told of a batch, and in which words. Writes nothing. */
export async function previewBatch(
  tx: HolderTx,
  appointmentIds: readonly string[],
  telling: BatchTelling,
): Promise<ToldPerson[]> {
  const { holder, rows } = await readTelling(tx, appointmentIds)
  const write = rememberingTexts()
  return rows.map((row) => {
    const planned = planOf(holder, row, telling)
    const channel = planned.state === 'planned' ? planned.channel : null
    const rendered = write(messageOf(holder, row, telling), channel ?? 'sms')
    const address = channel === 'sms' ? row.recipientPhone : channel === 'email' ? row.recipientEmail : null
    const { reasonCode, dueAt } = planned
    return { appointmentId: row.id, channel, reasonCode, address, dueAt, ...rendered }
  })
}

function planOf(policy: TellingHolder, row: ToldRow, { kind, now }: BatchTelling) {
  const isOptedOut = { sms: row.isSmsOptedOut, email: row.isEmailOptedOut }
  const planning = { policy, isOptedOut, preferences: toPreferences(row), type: null, stamp: '', hasListeners: false }
  const contacts = { email: row.recipientEmail, phoneNumberE164: row.recipientPhone }
  const appointment = { ...row, contacts, isConfirmed: false, awaitsNewTime: false }
  const isTold = kind === 'cancellation' && row.toldStart !== null && row.toldKind !== 'cancellation'
  const known = isTold
    ? { startsAt: row.toldStart ?? row.startsAt, channel: row.toldChannel }
    : { startsAt: row.startsAt, channel: null }
  return planBatchNotice('', kind, noticeInput(appointment, planning, now, known))
}

// As long as a real one, because the length of the link counts, but leading nowhere.
const exampleToken = 'k7Qm2xW4Tz9Rb'

function messageOf(holder: TellingHolder, row: ToldRow, telling: BatchTelling): MessageInput {
  const { kind, delayMinutes, baseUrl, now } = telling
  const localePreferences = [row.preferredLocale, row.rememberedLocale, holder.defaultLocale]
  const described = { ...row, place: placeOf(row, holder.locations), isCancelled: kind === 'cancellation' }
  return {
    kind,
    localePreferences,
    holder: { displayName: holder.displayName, phoneNumber: null, websiteUrl: holder.websiteUrl },
    appointments: [toMessageAppointment(described, localePreferences)],
    link: `${baseUrl}/m/${exampleToken}`,
    canReply: holder.smsSender.canReceive,
    smsAlphabet: holder.smsAlphabet,
    changed: 'time',
    delayMinutes,
    requestOpen: false,
    recipientName: row.recipientName,
    unsubscribeUrl: null,
    organizerEmail: null,
    renderedAt: now,
    isHousehold: false,
  }
}

type Written = Pick<ToldPerson, 'text' | 'subject' | 'locale' | 'encoding' | 'segments'>

/** Whoever has the same time, place and language gets the same text message: it is written once. */
function rememberingTexts() {
  const known = new Map<string, Written>()
  return (input: MessageInput, channel: Channel): Written => {
    const [{ startsAt, timezone, place, title }] = input.appointments
    const key = JSON.stringify([channel, input.localePreferences, startsAt.epochMilliseconds, timezone, place, title])
    const found = known.get(key)
    if (found) return found
    const written = channel === 'sms' ? smsOf(input) : mailOf(input)
    known.set(key, written)
    return written
  }
}

function smsOf(input: MessageInput): Written {
  const { text, locale, encoding, segments } = renderSms(input)
  return { text, subject: null, locale, encoding, segments }
}

/** Of a mail the name of its reader is no part of what is compared: it shows in an example alone. */
function mailOf(input: MessageInput): Written {
  const { text, subject, locale } = renderEmail(input)
  return { text, subject, locale, encoding: null, segments: null }
}
