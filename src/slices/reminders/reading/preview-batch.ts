import type { HolderTx } from '#/kernel/postgres/db.ts'
import { placeOf } from '#/slices/appointment-facts/appointment-facts.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { toMessageAppointment } from '#/messages/message-appointment.ts'
import type { MessageAppointment, MessageInput } from '#/messages/message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { renderSms, toldMax } from '#/messages/sms/render-sms.ts'
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
  readonly channel: Channel | null
  readonly reasonCode: ReasonCode | null
  readonly dueAt: Temporal.Instant
}

/** One message, of the appointments of as many people as it counts. */
export type ToldMessage = {
  readonly channel: Channel
  readonly address: string
  readonly people: number
  readonly text: string
  readonly subject: string | null
  readonly locale: string
  readonly encoding: 'gsm7' | 'ucs2' | null
  readonly segments: number | null
}

export type BatchMessages = { readonly people: readonly ToldPerson[]; readonly messages: readonly ToldMessage[] }

/** How each person would be told of a batch, and in which messages. Writes nothing. */
export async function previewBatch(
  tx: HolderTx,
  appointmentIds: readonly string[],
  telling: BatchTelling,
): Promise<BatchMessages> {
  const { holder, rows } = await readTelling(tx, appointmentIds)
  const write = rememberingTexts()
  const people: ToldPerson[] = []
  const told: Told[] = []
  for (const row of rows) {
    const planned = planOf(holder, row, telling)
    const channel = planned.state === 'planned' ? planned.channel : null
    people.push({ channel, reasonCode: planned.reasonCode, dueAt: planned.dueAt })
    const address = channel === 'email' ? row.recipientEmail : row.recipientPhone
    if (channel !== null && address !== null) told.push({ row, channel, address, dueAt: planned.dueAt })
  }
  const messages = together(told, holder).map((those) => {
    const [{ channel, address }] = those
    const input = messageOf(holder, those.map(({ row }) => row) as [ToldRow, ...ToldRow[]], telling)
    return { channel, address, people: those.length, ...write(input, channel) }
  })
  return { people, messages }
}

type Told = Pick<ToldMessage, 'channel' | 'address'> & { readonly row: ToldRow; readonly dueAt: Temporal.Instant }

/** As the sender joins them: text messages to one person or, where the organization joins those, one telephone, of one day. */
function together(told: readonly Told[], holder: TellingHolder): [Told, ...Told[]][] {
  const byKey = Map.groupBy(told, ({ row, channel, address, dueAt }) => {
    if (channel === 'email') return row.id
    const whose = holder.groupSameTelephone ? chooseLocale(languagesOf(row, holder)).locale : row.holderRecipientId
    const day = row.startsAt.toZonedDateTimeISO(row.timezone).toPlainDate().toString()
    return JSON.stringify([address, whose, day, dueAt.epochMilliseconds])
  })
  return [...byKey.values()].flatMap((those) =>
    Array.from(
      { length: Math.ceil(those.length / toldMax) },
      (_, index) => those.slice(index * toldMax, (index + 1) * toldMax) as [Told, ...Told[]],
    ),
  )
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

function languagesOf(row: ToldRow, holder: TellingHolder): readonly (string | null)[] {
  return [row.preferredLocale, row.rememberedLocale, holder.defaultLocale]
}

function messageOf(holder: TellingHolder, rows: readonly [ToldRow, ...ToldRow[]], telling: BatchTelling): MessageInput {
  const { kind, delayMinutes, baseUrl, now } = telling
  const [first] = rows
  const localePreferences = languagesOf(first, holder)
  const isHousehold = rows.some((row) => row.holderRecipientId !== first.holderRecipientId)
  const appointments = rows.map((row) => {
    const place = placeOf(row, holder.locations)
    const safeName = isHousehold ? null : row.safeName
    return toMessageAppointment({ ...row, safeName, place, isCancelled: kind === 'cancellation' }, localePreferences)
  })
  return {
    kind,
    localePreferences,
    holder: { displayName: holder.displayName, phoneNumber: null, websiteUrl: holder.websiteUrl },
    appointments: appointments as [MessageAppointment, ...MessageAppointment[]],
    link: `${baseUrl}/m/${exampleToken}`,
    canReply: holder.smsSender.canReceive,
    smsAlphabet: holder.smsAlphabet,
    changed: 'time',
    delayMinutes,
    requestOpen: false,
    recipientName: isHousehold ? null : first.recipientName,
    unsubscribeUrl: null,
    organizerEmail: null,
    renderedAt: now,
    isHousehold,
  }
}

type Written = Pick<ToldMessage, 'text' | 'subject' | 'locale' | 'encoding' | 'segments'>

/** Whoever has the same time, place and language gets the same text message: it is written once. */
function rememberingTexts() {
  const known = new Map<string, Written>()
  return (input: MessageInput, channel: Channel): Written => {
    const what = input.appointments.map(({ startsAt, timezone, place, title }) => [
      startsAt.epochMilliseconds,
      timezone,
      place,
      title,
    ])
    const key = JSON.stringify([channel, input.localePreferences, what])
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
