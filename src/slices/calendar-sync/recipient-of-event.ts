import { isEmail } from '#/kernel/text/email-address.ts'
import type { EventAttendee } from '#/ports/calendar.ts'
import { readPhoneNumber } from '#/slices/holders/holders.ts'
import type { IntakeBody } from '#/slices/appointments/appointments.ts'

/** Why an event names nobody to remind. */
export type NobodyReason = 'nobody_named' | 'several_attendees' | 'contact_unreadable'

export type EventRecipient = { readonly recipient: IntakeBody['recipient'] } | { readonly reason: NobodyReason }

/** Whether an attendee can be whom the event is for: not the organizer, the account itself or a room. */
export function isGuest({ isOrganizer, isSelf, isResource }: EventAttendee): boolean {
  return !isOrganizer && !isSelf && !isResource
}

/**
 * Whom an event is for: the contact in the labelled lines of its description (`Tel: 06 12345678`, `E-mail: …`,
 * `Naam: …`), or else the one attendee who is not the organizer, the account itself or a room. With several attendees
 * the event does not say whose appointment it is, and a guess could tell the wrong person.
 *
 * @param countryCode country that national telephone numbers are read in; null: only international ones are read
 */
export function recipientOfEvent(
  { description, attendees }: { readonly description: string | null; readonly attendees: readonly EventAttendee[] },
  countryCode: string | null,
): EventRecipient {
  const lines = labelledLines(description ?? '')
  if (lines.phone !== undefined || lines.email !== undefined) {
    const phone = lines.phone === undefined ? null : readPhoneNumber(lines.phone, countryCode)
    const email = lines.email === undefined ? null : readEmail(lines.email)
    if (phone === null && email === null) return { reason: 'contact_unreadable' }
    return named(lines.name, email, phone)
  }
  const people = attendees.filter(isGuest)
  const [person] = people
  if (!person) return { reason: 'nobody_named' }
  if (people.length > 1) return { reason: 'several_attendees' }
  const email = person.email === null ? null : readEmail(person.email)
  const phone = person.phoneNumber ? readPhoneNumber(person.phoneNumber, countryCode) : null
  if (email === null && phone === null) return { reason: 'contact_unreadable' }
  return named(lines.name ?? person.displayName, email, phone)
}

function named(name: string | null | undefined, email: string | null, phone: string | null): EventRecipient {
  const readable = (name ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
  return {
    recipient: {
      displayName: (readable === '' ? (email ?? phone ?? '') : readable).slice(0, 200),
      ...(email === null ? {} : { email }),
      ...(phone === null ? {} : { phoneNumberE164: phone }),
    },
  }
}

type Label = 'phone' | 'email' | 'name'
const labels: Readonly<Record<string, Label>> = {
  tel: 'phone',
  telefoon: 'phone',
  telefoonnummer: 'phone',
  mobiel: 'phone',
  phone: 'phone',
  mobile: 'phone',
  mail: 'email',
  email: 'email',
  'e-mail': 'email',
  naam: 'name',
  name: 'name',
}
const labelled = new RegExp(`^(${Object.keys(labels).join('|')})(?:\\.?[ \\t]*:|\\.)(.*)$`, 'i')

/** Nothing beyond so many characters of a description is read. */
const longestDescription = 8_192

/** The first line of each kind counts. */
function labelledLines(description: string): { readonly [key in Label]?: string } {
  const found: { [key in Label]?: string } = {}
  const lines = description.slice(0, longestDescription).split(/[\n\r\u2028\u2029]/)
  // The last line was cut, and part of a number is another number.
  if (description.length > longestDescription) lines.pop()
  for (const line of lines) {
    const [, label = '', value = ''] = labelled.exec(line.trim()) ?? []
    const kind = labels[label.toLowerCase()]
    if (kind && value.trim() !== '') found[kind] ??= value.trim()
  }
  return found
}

/** An address, also within `Sanne <sanne@example.com>` or `mailto:sanne@example.com`; null when there is none. */
function readEmail(text: string): string | null {
  // All of it or nothing: part of an address is somebody else's.
  const [found = ''] = /[^\s<>()[\]",;:@]+@[\p{L}\p{M}\p{N}.-]+/u.exec(text) ?? []
  const address = found.replace(/[.-]+$/, '')
  return isEmail(address) ? address : null
}
