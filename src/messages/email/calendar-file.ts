import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import { plainName, plainNameOrNull } from '#/messages/inserted-text.ts'
import type { MessageAppointment } from '#/messages/message-input.ts'

export type CalendarFileInput = {
  readonly appointments: readonly MessageAppointment[]
  readonly holderDisplayName: string
  /** Becomes the ORGANIZER; null for none, since RFC 5545 names an organizer by address only. */
  readonly organizerEmail: string | null
  readonly isCancelled: boolean
  /** DTSTAMP: when this file was made. Of two files with the same SEQUENCE, calendars keep the later. */
  readonly stampedAt: Temporal.Instant
}

export type CalendarFile = { readonly method: 'PUBLISH' | 'CANCEL'; readonly content: string }

/**
 * Writes the iCalendar file of a message (RFC 5545, methods of RFC 5546). PUBLISH rather than REQUEST, because people
 * answer by the message's link, not by mail to the organizer. Times are in UTC, so no zone definition can disagree.
 */
export function renderCalendarFile(input: CalendarFileInput): CalendarFile {
  const method = calendarMethod(input)
  const holder = plainName(input.holderDisplayName)
  const calendar = ical({
    method: ICalCalendarMethod[method],
    prodId: { company: 'Tijdig', product: 'Appointments', language: 'EN' },
  })
  for (const appointment of input.appointments) {
    const location = plainNameOrNull(appointment.place)
    calendar.createEvent({
      id: appointment.uid,
      sequence: appointment.sequence,
      stamp: utcDate(input.stampedAt),
      start: utcDate(appointment.startsAt),
      end: utcDate(appointment.endsAt),
      summary: plainNameOrNull(appointment.title) ?? holder,
      location: location === null ? null : { title: location },
      organizer: input.organizerEmail === null ? null : { name: holder, email: input.organizerEmail },
      status: input.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // Sharing a calendar must not reveal whose patient or client somebody is.
      class: ICalEventClass.PRIVATE,
    })
  }
  return { method, content: `${calendar.toString()}\r\n` }
}

/** CANCEL is for one UID only (RFC 5546, section 3.2.5); several cancelled appointments are published as cancelled. */
function calendarMethod(input: CalendarFileInput): CalendarFile['method'] {
  return input.isCancelled && input.appointments.length === 1 ? 'CANCEL' : 'PUBLISH'
}

function utcDate(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds)
}
