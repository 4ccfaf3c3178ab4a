import type ICAL from 'ical.js'

/** Somebody, or a room, an event invites; those who are merely informed are left out. */
export type ReadAttendee = {
  /** Lower case; null when only a telephone number is known. */
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly displayName: string | null
  readonly isOrganizer: boolean
  /** A room or a device, not a person. */
  readonly isResource: boolean
  /** Null when the invitation was delegated. */
  readonly answer: 'accepted' | 'declined' | 'tentative' | 'needs_action' | null
}

/** Whom an event invites. @param organizer its organizer's address */
export function attendeesOf(component: ICAL.Component, organizer: string | null): ReadAttendee[] {
  return component.getAllProperties('attendee').flatMap((property): ReadAttendee[] => {
    const address = addressOf(property)
    if (address === null || parameter(property, 'role')?.toUpperCase() === 'NON-PARTICIPANT') return []
    const isEmail = address.includes('@')
    const kind = parameter(property, 'cutype')?.toUpperCase()
    const name = parameter(property, 'cn')
    return [
      {
        email: isEmail ? address : null,
        phoneNumber: isEmail ? null : address,
        // Some programs write the address as the name.
        displayName: name?.toLowerCase() === address ? null : name,
        isOrganizer: address === organizer,
        isResource: kind === 'ROOM' || kind === 'RESOURCE',
        answer: answers[parameter(property, 'partstat')?.toUpperCase() ?? 'NEEDS-ACTION'] ?? null,
      },
    ]
  })
}

const answers: Readonly<Record<string, ReadAttendee['answer']>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
  'NEEDS-ACTION': 'needs_action',
}

/** The address or telephone number a property names somebody by, in lower case; null when it names neither. */
export function addressOf(property: ICAL.Property | null): string | null {
  const value: unknown = property?.getFirstValue()
  const [, address] = /^(?:mailto|tel):(.+)$/i.exec(typeof value === 'string' ? value.trim() : '') ?? []
  // Some servers name people by a path of their own, with the address beside it (RFC 7986, 6.2).
  const named = (address ?? (property && parameter(property, 'email')) ?? '').trim()
  return named === '' ? null : named.toLowerCase()
}

function parameter(property: ICAL.Property, name: string): string | null {
  const value: unknown = property.getParameter(name)
  const text: unknown = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}
