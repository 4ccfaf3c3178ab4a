import { whomOf, type NamedPerson } from '#/icalendar/read/whom.ts'
import { isEmail } from '#/kernel/text/email-address.ts'
import type { EventAttendee } from '#/ports/calendar.ts'
import { readPhoneNumber } from '#/slices/holders/holders.ts'
import type { IntakeBody } from '#/slices/appointments/appointments.ts'

/** Why an event names nobody to remind. */
export type NobodyReason = 'nobody_named' | 'several_attendees' | 'contact_unreadable'

export type EventRecipient = { readonly recipient: IntakeBody['recipient'] } | { readonly reason: NobodyReason }

/**
 * Whom an event is for (`whomOf`), with a contact that can be reached.
 *
 * @param countryCode country that national telephone numbers are read in; null: only international ones are read
 */
export function recipientOfEvent(
  event: { readonly description: string | null; readonly attendees: readonly EventAttendee[] },
  countryCode: string | null,
): EventRecipient {
  const person = whomOf(event)
  if (typeof person === 'string') return { reason: person }
  const recipient = recipientNamed(person, countryCode)
  return recipient === null ? { reason: 'contact_unreadable' } : { recipient }
}

/** Null when neither contact can be read. */
export function recipientNamed(person: NamedPerson, countryCode: string | null): IntakeBody['recipient'] | null {
  const phone = person.phone === null ? null : readPhoneNumber(person.phone, countryCode)
  const email = person.email === null ? null : readEmail(person.email)
  if (phone === null && email === null) return null
  const name = (person.name ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
  return {
    displayName: (name === '' ? (email ?? phone ?? '') : name).slice(0, 200),
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phoneNumberE164: phone }),
  }
}

/** An address, also within `Sanne <sanne@example.com>` or `mailto:sanne@example.com`; null when there is none. */
function readEmail(text: string): string | null {
  // All of it or nothing: part of an address is somebody else's.
  const [found = ''] = /[^\s<>()[\]",;:@]+@[\p{L}\p{M}\p{N}.-]+/u.exec(text) ?? []
  const address = found.replace(/[.-]+$/, '')
  return isEmail(address) ? address : null
}
