import { randomUUIDv7 } from 'node:crypto'

/** A new identifier: a version 7 UUID (RFC 9562), so that rows made together lie together. */
export function newId(): string {
  return randomUUIDv7()
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True for the ids this system hands out. Anything else that fits the contract's identifier pattern names nothing. */
export function isId(text: string): boolean {
  return uuid.test(text)
}

/** Every id that may be sent to us (contract, Identifier), as the source of a regular expression. */
export const identifierPattern = '^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$'
const identifier = new RegExp(identifierPattern)

export function isIdentifier(text: string): boolean {
  return identifier.test(text)
}

/** In place of a location: that an appointment has none. No identifier begins like it. */
export const noLocation = '-'

/**
 * An id that somebody filters by, for a comparison with a uuid column: one that this system does not hand out becomes the
 * nil UUID, which names nothing either. (A cast of the column to text would keep indexes from answering.)
 */
export function idOrNil<Text extends string | undefined>(text: Text): Text | typeof nilId {
  return text === undefined || isId(text) ? text : nilId
}

export const nilId = '00000000-0000-0000-0000-000000000000'

/** An id as 32 hex digits: the client reference that fits every provider's field. */
export function toReference(id: string): string {
  return id.replaceAll('-', '')
}

/**
 * The client reference of a message that is no reminder (sign-in codes, acknowledgements, mails to staff): its id with
 * version 8 (RFC 9562, custom) instead of 7, so that its receipts are known to belong to no attempt.
 */
export function toServiceReference(id: string): string {
  const reference = toReference(id)
  return `${reference.slice(0, 12)}8${reference.slice(13)}`
}

export function isServiceReference(reference: string): boolean {
  return /^[0-9a-f]{12}8[0-9a-f]{19}$/.test(reference)
}

/** The id behind a client reference, or null when it is none. */
export function fromReference(reference: string): string | null {
  if (!/^[0-9a-f]{32}$/.test(reference)) return null
  return reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Takes the place of a platform holder's id where there is none: requests of recipients, sign-ins. */
export const platformId = '00000000-0000-0000-0000-000000000000'
