import { type DerivedKeys, hmac } from '#/kernel/secrets/derived-keys.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'

/** Where a person can be reached, as the appointment says. */
export type Contacts = { readonly email: string | null; readonly phoneNumberE164: string | null }

/**
 * The pseudonym of one address on one channel: a keyed hash of its normalised form. Opt-outs and audit rows hold this
 * and never the address, so they outlive its erasure.
 */
export function contactKey(keys: DerivedKeys, channel: Channel, address: string): Buffer {
  return hmac(keys.contact, `${channel} ${address.trim().toLowerCase()}`)
}

/** The keys of both channels; null where there is no address. */
export function contactKeys(keys: DerivedKeys, contacts: Contacts): { sms: Buffer | null; email: Buffer | null } {
  return {
    sms: contacts.phoneNumberE164 === null ? null : contactKey(keys, 'sms', contacts.phoneNumberE164),
    email: contacts.email === null ? null : contactKey(keys, 'email', contacts.email),
  }
}

/** Enough of an address to recognise it, too little to use it: `+31******78`, `s***@example.com`. */
export function maskAddress(channel: Channel, address: string): string {
  if (channel === 'sms')
    return `${address.slice(0, 3)}${'*'.repeat(Math.max(1, address.length - 5))}${address.slice(-2)}`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${address.slice(at)}`
}
