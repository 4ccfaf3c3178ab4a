import { randomBytes } from 'node:crypto'
import { hmac, isSameText, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { addressBlock, customerBlock } from '#/kernel/text/address-block.ts'

/** The pseudonym of the network an address counts with. */
export function networkKey(keys: DerivedKeys, address: string): Buffer {
  return hmac(keys.contact, `address ${addressBlock(address, customerBlock)}`)
}

/** Days a device stays known after a sign-in, and contacts it is known for at the same time: a desk is shared. */
const daysKnown = 180
const contactsPerDevice = 5

/** What identifies a device: the Cookie header of its request, and our origin, by which the cookie is named. */
export type DeviceCookie = { readonly header: string | undefined; readonly baseUrl: string }

/**
 * The pseudonym of a device that signed in before with this number or address; null for any other. Being known opens
 * nothing: such a device only asks for codes on a budget of its own, which no stranger can use up.
 */
export function knownDevice(keys: DerivedKeys, cookie: DeviceCookie, contact: Buffer): Buffer | null {
  const entry = entriesOf(cookie).find((each) => isEntryOf(keys, each, contact))
  return entry === undefined ? null : hmac(keys.contact, `device ${entry}`)
}

/** Set-Cookie value that makes a device known for this number or address, beside those it is known for already. */
export function deviceCookie(keys: DerivedKeys, cookie: DeviceCookie, contact: Buffer): string {
  const id = randomBytes(12).toString('base64url')
  const entries = entriesOf(cookie)
  const own = entries.find((each) => isEntryOf(keys, each, contact)) ?? `${id}.${sealOf(keys, id, contact)}`
  const kept = [own, ...entries.filter((each) => each !== own)].slice(0, contactsPerDevice)
  const secure = cookie.baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = `Max-Age=${daysKnown * 86_400}`
  return `${nameOf(cookie)}=${kept.join('~')}; Path=/; HttpOnly; SameSite=Lax${secure}; ${age}`
}

function entriesOf(cookie: DeviceCookie): string[] {
  const name = `${nameOf(cookie)}=`
  const pairs = cookie.header?.split(';').map((pair) => pair.trim())
  const value = pairs?.find((pair) => pair.startsWith(name))?.slice(name.length) ?? ''
  return value.split('~', contactsPerDevice).filter((entry) => /^[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{43}$/.test(entry))
}

function isEntryOf(keys: DerivedKeys, entry: string, contact: Buffer): boolean {
  const [id = '', seal = ''] = entry.split('.')
  return isSameText(seal, sealOf(keys, id, contact))
}

function sealOf(keys: DerivedKeys, id: string, contact: Buffer): string {
  return hmac(keys.signInCode, `device ${id} ${contact.toString('hex')}`).toString('base64url')
}

function nameOf({ baseUrl }: DeviceCookie): string {
  return baseUrl.startsWith('https:') ? '__Host-tijdig_device' : 'tijdig_device'
}
