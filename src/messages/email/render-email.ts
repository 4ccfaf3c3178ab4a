import { dateAtTimes, inOrder, whenText } from '#/messages/appointment-text.ts'
import { renderCalendarFile, type CalendarFile } from './calendar-file.ts'
import { catalogueOf } from '#/messages/catalogues/catalogues.ts'
import { renderEmailText, type DetailRow, type EmailBlock } from './email-document.ts'
import { renderEmailHtml } from './email-html.ts'
import { formatDate, formatTime } from '#/locales/date-time.ts'
import { formatZone, localDateTime } from '#/messages/format-date-time.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { flattenOptional, isolateFor, plainName, plainNameOrNull } from '#/messages/inserted-text.ts'
import { textDirection, type Locale } from '#/locales/locales.ts'
import { chooseLocale, type ChosenLocale } from '#/messages/catalogues/locales.ts'
import {
  isAside,
  isOtherPlace,
  type MessageAppointment,
  type MessageHolder,
  type MessageInput,
} from '#/messages/message-input.ts'

/** An e-mail ready for a transport. */
export type RenderedEmail = {
  /** One line, without the title of an appointment. */
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The calendar file; null for messages that are not about an appointment of the reader. */
  readonly calendar: CalendarFile | null
  readonly locale: Locale
  readonly isLocaleFallback: boolean
  readonly templateVersion: string
}

/** Renders the e-mail of one reminder row, or of several rows sent as one. */
export function renderEmail(input: MessageInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const appointments = inOrder(input.appointments)
  const count = appointments.length
  const holder = plainName(input.holder.displayName)
  // While a request is open nothing may be confirmed, so the prompt becomes a plain reminder.
  const kind = input.kind === 'confirm_prompt' && input.requestOpen ? 'reminder' : input.kind
  const isCancelled = kind === 'cancellation'
  const text = isOtherPlace(input) ? 'otherPlace' : kind

  // That of a prompt says how many there are already.
  const intro = input.isHousehold && text === 'reminder' ? 'household' : text

  const minutes = input.delayMinutes ?? 0
  const when = whenText(locale, appointments, input.renderedAt)
  const subject = formatMessage(locale, `email.subject.${text}`, { count, holder, when })

  const blocks: EmailBlock[] = [
    { kind: 'heading', text: holder },
    { kind: 'paragraph', text: greeting(locale, input.recipientName) },
    { kind: 'paragraph', text: formatMessage(locale, `email.intro.${intro}`, { count, holder, minutes }) },
    ...appointments.map((appointment): EmailBlock => ({ kind: 'details', rows: appointmentRows(locale, appointment) })),
  ]
  if (input.requestOpen && !isCancelled && !isAside(input)) {
    blocks.push({ kind: 'paragraph', text: formatMessage(locale, 'requestOpen', { count }) })
  }
  if (input.link !== null) {
    const key = kind === 'confirm_prompt' ? 'email.actionConfirm' : 'email.actionView'
    blocks.push({ kind: 'action', label: formatMessage(locale, key, { count }), url: input.link })
  }
  const contact = contactRows(locale, input.holder)
  if (contact.length > 0) blocks.push({ kind: 'details', rows: contact })
  // No calendar knows "later" or "not then".
  const hasCalendar = kind !== 'delay' && kind !== 'postponed'
  blocks.push(...smallPrint(locale, input, holder, hasCalendar ? (isCancelled ? 'remove' : 'add') : null))
  if (!hasCalendar) return finishEmail(chosen, subject, blocks)

  const calendar = renderCalendarFile({
    appointments,
    holderDisplayName: holder,
    organizerEmail: input.organizerEmail,
    isCancelled,
    stampedAt: input.renderedAt,
  })
  return { ...finishEmail(chosen, subject, blocks), calendar }
}

/** Writes the text and HTML parts of an e-mail from its pieces. */
export function finishEmail(chosen: ChosenLocale, subject: string, blocks: readonly EmailBlock[]): RenderedEmail {
  const { locale } = chosen
  return {
    subject,
    text: renderEmailText(locale, blocks),
    html: renderEmailHtml({ subject, language: locale, direction: textDirection(locale), blocks }),
    calendar: null,
    locale,
    isLocaleFallback: chosen.isFallback,
    templateVersion: catalogueOf(locale).templateVersion,
  }
}

function greeting(locale: Locale, recipientName: string | null): string {
  const name = plainNameOrNull(recipientName)
  return name === null
    ? formatMessage(locale, 'email.greetingUnnamed', {})
    : formatMessage(locale, 'email.greeting', { name })
}

function appointmentRows(locale: Locale, appointment: MessageAppointment): readonly DetailRow[] {
  const start = localDateTime(appointment.startsAt, appointment.timezone)
  const end = localDateTime(appointment.endsAt, appointment.timezone)
  const isSameDay = start.day === end.day && start.month === end.month && start.year === end.year
  const endDate = formatDate(locale, end, true)
  const endTime = formatTime(locale, end)
  const time = formatMessage(locale, 'when.timeRange', {
    start: formatTime(locale, start),
    end: isSameDay ? endTime : dateAtTimes(locale, endDate, endTime, end),
  })
  return presentRows(locale, [
    [formatMessage(locale, 'email.labelDate', {}), formatDate(locale, start, true), null],
    [formatMessage(locale, 'email.labelTime', {}), time, null],
    [formatMessage(locale, 'email.labelTitle', {}), plainNameOrNull(appointment.title), null],
    [formatMessage(locale, 'email.labelPlace', {}), plainNameOrNull(appointment.place), null],
  ])
}

function contactRows(locale: Locale, holder: MessageHolder): readonly DetailRow[] {
  const phone = plainNameOrNull(holder.phoneNumber)
  const website = websiteOf(holder)
  return presentRows(locale, [
    [formatMessage(locale, 'email.labelPhone', {}), phone, phone === null ? null : phoneHref(phone)],
    [formatMessage(locale, 'email.labelWebsite', {}), website?.text ?? null, website?.href ?? null],
  ])
}

function presentRows(
  locale: Locale,
  rows: readonly (readonly [label: string, value: string | null, href: string | null])[],
): readonly DetailRow[] {
  return rows.flatMap(([label, value, href]) =>
    value === null ? [] : [{ label, value: isolateFor(locale, value), href }],
  )
}

function smallPrint(
  locale: Locale,
  input: MessageInput,
  holder: string,
  calendar: 'add' | 'remove' | null,
): readonly EmailBlock[] {
  const count = input.appointments.length
  const zones = new Set(
    inOrder(input.appointments).map((appointment) => formatZone(appointment.startsAt, appointment.timezone)),
  )
  const notes = [
    ...(calendar === null
      ? []
      : [formatMessage(locale, calendar === 'remove' ? 'email.calendarRemove' : 'email.calendarAdd', { count })]),
    formatMessage(locale, 'email.timeZone', { zone: [...zones].join(', ') }),
    formatMessage(locale, 'email.sentFor', { holder }),
  ]
  const blocks = notes.map((text): EmailBlock => ({ kind: 'note', text }))
  if (input.unsubscribeUrl !== null) {
    blocks.push({
      kind: 'noteLink',
      label: formatMessage(locale, 'email.unsubscribe', { holder }),
      url: input.unsubscribeUrl,
    })
  }
  return blocks
}

function phoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}

/**
 * Holders type their website themselves: only http and https become links, not `javascript:`, nor an address with a
 * user name, which looks like that of another site.
 */
function websiteOf(holder: MessageHolder): { readonly text: string; readonly href: string | null } | null {
  const text = flattenOptional(holder.websiteUrl)
  if (text === null) return null
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url && isWeb && url.username === '' && url.password === '') return { text, href: url.href }
  return { text: plainName(text), href: null }
}
