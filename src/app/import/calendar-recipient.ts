import type ICAL from 'ical.js'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { IntakeBody } from '#/slices/appointments/appointment-input.ts'
import type { RowFault } from './import-row.ts'

export type CalendarRecipient = { readonly recipient: IntakeBody['recipient'] } | { readonly fault: RowFault }

/**
 * Who an event is for: the person in the lines `tel: +31612345678`, `mail: sanne@example.com` and `naam: Sanne de Vries`
 * (or `name:`) of its description, or else the one attendee who is not the organizer. With several attendees the file
 * does not say whose appointment it is, and a guess could tell the wrong person.
 */
export function recipientOf(event: ICAL.Component): CalendarRecipient {
  const lines = descriptionLines(event)
  const { tel, mail } = lines
  if (tel !== undefined || mail !== undefined) return contact({ tel, mail, name: lines.naam ?? lines.name })
  const attendees = attendeesOf(event)
  const [attendee] = attendees
  if (!attendee) return { fault: { field: 'recipient', reason: 'no recipient found' } }
  if (attendees.length > 1) {
    const reason = `${attendees.length} attendees could be the recipient; name one in the description`
    return { fault: { field: 'recipient', reason } }
  }
  return contact(attendee)
}

type Contact = {
  readonly tel?: string | undefined
  readonly mail?: string | undefined
  readonly name?: string | undefined
}

function contact({ tel, mail, name }: Contact): CalendarRecipient {
  const number = tel === undefined ? undefined : parsePhoneNumberFromString(tel)
  if (tel !== undefined && !number?.isValid()) {
    const reason = 'is not a telephone number with its country code, such as +31612345678'
    return { fault: { field: 'recipient.phoneNumberE164', reason } }
  }
  const displayName = name ?? mail ?? number?.number ?? ''
  return {
    recipient: {
      displayName,
      ...(mail === undefined ? {} : { email: mail }),
      ...(number ? { phoneNumberE164: number.number } : {}),
    },
  }
}

function descriptionLines(event: ICAL.Component): { readonly [key in 'tel' | 'mail' | 'naam' | 'name']?: string } {
  const description = event.getFirstPropertyValue('description')
  if (typeof description !== 'string') return {}
  const found = [...description.matchAll(/^[ \t]*(tel|mail|naam|name)[ \t]*:[ \t]*(\S.*?)[ \t]*$/gim)]
  return Object.fromEntries(found.map(([, key = '', value]) => [key.toLowerCase(), value]))
}

function attendeesOf(event: ICAL.Component): Contact[] {
  const organizer = addressOf(event.getFirstProperty('organizer'))
  return event.getAllProperties('attendee').flatMap((property): Contact[] => {
    const address = addressOf(property)
    if (address === null || address === organizer || isNoPerson(property)) return []
    const cn = parameter(property, 'cn')
    const name = cn && cn.toLowerCase() !== address.toLowerCase() ? { name: cn } : {}
    return [address.includes('@') ? { mail: address, ...name } : { tel: address, ...name }]
  })
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
