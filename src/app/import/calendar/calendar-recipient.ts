import type { ReadEvent } from '#/icalendar/icalendar-event.ts'
import type { EventAttendee } from '#/ports/calendar.ts'
import type { IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { isGuest, recipientOfEvent } from '#/slices/calendar-sync/calendar-sync.ts'
import type { RowFault } from '#/app/import/import-row.ts'

export type CalendarRecipient = { readonly recipient: IntakeBody['recipient'] } | { readonly fault: RowFault }

/**
 * Who an event is for, read as a connected calendar is (`recipientOfEvent`): the labelled lines of its description, or
 * else the one attendee who is not the organizer. A file does not name the holder's country, so numbers need theirs.
 */
export function recipientOf({ description, attendees }: ReadEvent): CalendarRecipient {
  const invited = attendees.map((attendee): EventAttendee => ({ ...attendee, isSelf: false }))
  const found = recipientOfEvent({ description, attendees: invited }, null)
  return 'recipient' in found ? found : { fault: { field: 'recipient', reason: reasons[found.reason](invited) } }
}

const reasons = {
  nobody_named: () => 'no recipient found',
  several_attendees: (attendees: readonly EventAttendee[]) =>
    `${attendees.filter(isGuest).length} attendees could be the recipient; name one in the description`,
  contact_unreadable: () =>
    'has no contact that can be read: a telephone number with its country code, such as +31612345678, or an e-mail address',
}
