import { chooseLocale } from '#/messages/catalogues/locales.ts'
import type { MessageAppointment } from './message-input.ts'

/** An appointment a message or a calendar file is about, as it is stored. */
export type DescribedAppointment = CalendarSubject &
  Pick<MessageAppointment, 'startsAt' | 'endsAt' | 'timezone' | 'place'> & {
    /** The names of its type by locale; null unless the type is marked `smsSafe`. */
    readonly safeName: Readonly<Record<string, string>> | null
  }

/**
 * What may be told of an appointment, and its identity as a calendar event. Only here, because mails, their preview and
 * the file a recipient fetches must be of one event.
 *
 * @param localePreferences those given to the renderer
 */
export function toMessageAppointment(
  appointment: DescribedAppointment,
  localePreferences: readonly (string | null)[],
): MessageAppointment {
  const { startsAt, endsAt, timezone, place, safeName } = appointment
  // Only the name of its type in the message's language (G11, G12): the appointment's own title is free text.
  const title = safeName?.[chooseLocale(localePreferences).locale] ?? null
  return { startsAt, endsAt, timezone, place, title, ...calendarIdentity(appointment) }
}

type CalendarSubject = { readonly id: string; readonly scheduleRevision: number; readonly isCancelled: boolean }

/**
 * The iCalendar UID, which never changes (RFC 7986, section 5.3), and the SEQUENCE: the schedule revision, plus one
 * once cancelled, because a cancellation must supersede what was published before (RFC 5546, section 2.1.4).
 */
export function calendarIdentity({ id, scheduleRevision, isCancelled }: CalendarSubject): {
  readonly uid: string
  readonly sequence: number
} {
  return { uid: `${id}@tijdig`, sequence: scheduleRevision + (isCancelled ? 1 : 0) }
}
