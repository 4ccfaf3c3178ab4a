import type { Locale } from '#/locales/locales.ts'
import {
  formatBriefDate,
  formatDate,
  formatList,
  formatShortDate,
  formatTime,
  formatTimes,
  writtenHour,
  type WallClock,
} from '#/locales/date-time.ts'
import { localDateTime } from './format-date-time.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { plainNameOrNull, truncateText } from './inserted-text.ts'
import type { MessageAppointment } from './message-input.ts'

/** The appointments in the order of their start. */
export function inOrder(appointments: readonly MessageAppointment[]): readonly MessageAppointment[] {
  if (appointments.length < 2) return appointments
  return appointments.toSorted((a, b) => Temporal.Instant.compare(a.startsAt, b.startsAt))
}

/** "donderdag 3 december om 14:30"; the times of one day share its date. Without titles and places. */
export function whenText(
  locale: Locale,
  appointments: readonly MessageAppointment[],
  renderedAt: Temporal.Instant,
): string {
  return whenWithDetails(locale, appointments, renderedAt, () => [])
}

/**
 * As `whenText`, with each title in brackets after its time and the place at the end; places that differ go in the
 * brackets too. A title or place longer than `labelLimit` UTF-16 code units is shortened.
 */
export function whenAndWhereText(
  locale: Locale,
  appointments: readonly MessageAppointment[],
  renderedAt: Temporal.Instant,
  { labelLimit, dates }: TextForm,
): string {
  const label = (value: string | null) => labelText(value, labelLimit)
  const [firstPlace = null, ...otherPlaces] = new Set(appointments.map((appointment) => label(appointment.place)))
  const isOnePlace = otherPlaces.length === 0
  const when = whenWithDetails(
    locale,
    appointments,
    renderedAt,
    (appointment) => [label(appointment.title), isOnePlace ? null : label(appointment.place)],
    dates,
  )
  if (!isOnePlace || firstPlace === null) return when
  return formatMessage(locale, 'when.withPlace', { when, place: firstPlace })
}

/**
 * A title or place as messages show it: what could be a link is broken, and it is cut to `limit` UTF-16 code units; null
 * when that leaves no room.
 */
export function labelText(value: string | null, limit: number): string | null {
  const flat = plainNameOrNull(value)
  return flat === null || limit === 0 ? null : truncateText(flat, limit)
}

/** A date and the times of that day, the first of which is `first`. */
export function dateAtTimes(locale: Locale, date: string, times: string, first: WallClock): string {
  const key = writtenHour(locale, first) === 1 ? 'when.dateAtOne' : 'when.dateAtTimes'
  return formatMessage(locale, key, { date, times })
}

function whenWithDetails(
  locale: Locale,
  appointments: readonly MessageAppointment[],
  renderedAt: Temporal.Instant,
  detailsOf: (appointment: MessageAppointment) => readonly (string | null)[],
  dates: TextForm['dates'] = 'long',
): string {
  const dateOf = writeDate[dates]
  const byDate = new Map<string, { readonly first: WallClock; readonly times: string[]; isDetailed: boolean }>()
  for (const appointment of appointments) {
    const local = localDateTime(appointment.startsAt, appointment.timezone)
    const date = dateOf(locale, local, isFarAhead(appointment.startsAt, renderedAt))
    const time = formatTime(locale, local)
    const detail = detailsOf(appointment)
      .filter((part) => part !== null)
      .join(', ')
    const day = byDate.get(date) ?? { first: local, times: [], isDetailed: false }
    day.times.push(detail === '' ? time : formatMessage(locale, 'when.withDetail', { time, detail }))
    day.isDetailed ||= detail !== ''
    byDate.set(date, day)
  }
  const days = [...byDate].map(([date, { first, times, isDetailed }]) =>
    dateAtTimes(locale, date, (isDetailed ? formatList : formatTimes)(locale, times), first),
  )
  return formatList(locale, days)
}

/** How much room a text message gives its names and dates: "donderdag 3 december", "do 3 dec" or "3 dec". */
export type TextForm = { readonly labelLimit: number; readonly dates: 'long' | 'short' | 'brief' }

const writeDate = { long: formatDate, short: formatShortDate, brief: formatBriefDate } as const

/** Half a year ahead, a date without its year becomes ambiguous. */
export function isFarAhead(startsAt: Temporal.Instant, renderedAt: Temporal.Instant): boolean {
  return startsAt.epochMilliseconds - renderedAt.epochMilliseconds > halfYearMs
}

const halfYearMs = 182 * 24 * 60 * 60 * 1000
