import type ICAL from 'ical.js'
import type { IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { isGuest, recipientOfEvent, type Invited } from '#/slices/calendar-sync/calendar-sync.ts'
import type { RowFault } from './import-row.ts'

export type CalendarRecipient = { readonly recipient: IntakeBody['recipient'] } | { readonly fault: RowFault }

/**
 * Who an event is for, read as a connected calendar is (`recipientOfEvent`): the labelled lines of its description, or
 * else the one attendee who is not the organizer. A file says nothing of the holder's country, so numbers must say theirs.
 */
export function recipientOf(event: ICAL.Component): CalendarRecipient {
  const attendees = attendeesOf(event)
  const found = recipientOfEvent({ description: descriptionOf(event), attendees }, null)
  return 'recipient' in found ? found : { fault: { field: 'recipient', reason: reasons[found.reason](attendees) } }
}

const reasons = {
  nobody_named: () => 'no recipient found',
  several_attendees: (attendees: readonly Invited[]) =>
    `${attendees.filter(isGuest).length} attendees could be the recipient; name one in the description`,
  contact_unreadable: () =>
    'has no contact that can be read: a telephone number with its country code, such as +31612345678, or an e-mail address',
}

function descriptionOf(event: ICAL.Component): string | null {
  const description = event.getFirstPropertyValue('description')
  return typeof description === 'string' ? description : null
}

function attendeesOf(event: ICAL.Component): Invited[] {
  const organizer = addressOf(event.getFirstProperty('organizer'))
  return event.getAllProperties('attendee').flatMap((property): Invited[] => {
    const address = addressOf(property)
    if (address === null) return []
    const isEmail = address.includes('@')
    return [
      {
        email: isEmail ? address : null,
        ...(isEmail ? {} : { phoneNumber: address }),
        displayName: nameOf(property, address),
        isOrganizer: address === organizer,
        isSelf: false,
        isResource: isNoPerson(property),
      },
    ]
  })
}

/** Some programs write the address as the name. */
function nameOf(property: ICAL.Property, address: string): string | null {
  const name = parameter(property, 'cn')
  return name === undefined || name.toLowerCase() === address.toLowerCase() ? null : name
}

/** Rooms, equipment and people who are only informed. */
function isNoPerson(property: ICAL.Property): boolean {
  const kind = parameter(property, 'cutype')?.toUpperCase()
  return kind === 'ROOM' || kind === 'RESOURCE' || parameter(property, 'role')?.toUpperCase() === 'NON-PARTICIPANT'
}

function addressOf(property: ICAL.Property | null): string | null {
  const value = property?.getFirstValue()
  if (typeof value !== 'string') return null
  const [, scheme = '', rest = ''] = /^(mailto|tel):(.+)$/i.exec(value.trim()) ?? []
  return scheme === '' ? null : rest.trim().toLowerCase()
}

function parameter(property: ICAL.Property, name: string): string | undefined {
  const value: unknown = property.getParameter(name)
  const text = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}
