import { chooseLocale } from '#/messages/catalogues/locales.ts'
import type { MessageAppointment } from './message-input.ts'

/** An appointment a message or a calendar file is about, as it is stored. */
export type DescribedAppointment = CalendarSubject &
  Pick<MessageAppointment, 'startsAt' | 'endsAt' | 'timezone' | 'place'> & {
    /** The names of its type by locale; null unless the type is marked `smsSafe`. */
    readonly safeName: Readonly<Record<string, string>> | null
  }

/**
 * What may be told of an appointment, and the event that calendars know it by. The one place that says so: mails, their
 * preview and the file a recipient fetches must be of one event.
 *
 * @param localePreferences as they are given to the renderer
 */
export function toMessageAppointment(
  appointment: DescribedAppointment,
  localePreferences: readonly (string | null)[],
): MessageAppointment {
  const { startsAt, endsAt, timezone, place, safeName } = appointment
  // The name of its type in the language of the message, or nothing (G11, G12). The appointment's own title is free text
  // and never goes.
  const title = safeName?.[chooseLocale(localePreferences).locale] ?? null
  return { startsAt, endsAt, timezone, place, title, ...calendarIdentity(appointment) }
}

type CalendarSubject = { readonly id: string; readonly scheduleRevision: number; readonly isCancelled: boolean }

/**
 * The iCalendar UID, the same for the whole life of the appointment (RFC 7986, section 5.3), and its SEQUENCE: the schedule
 * revision, and one more once it is cancelled, because a cancellation outranks what was published before (RFC 5546, section
 * 2.1.4).
 */
export function calendarIdentity({ id, scheduleRevision, isCancelled }: CalendarSubject): {
  readonly uid: string
  readonly sequence: number
} {
  return { uid: `${id}@tijdig`, sequence: scheduleRevision + (isCancelled ? 1 : 0) }
}
