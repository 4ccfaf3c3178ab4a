import { sha256 } from '#/kernel/secrets/derived-keys.ts'

/** The kinds of calendar, in the order of the catalogue. */
export const providers = ['google_calendar', 'microsoft_365', 'caldav'] as const
export type Provider = (typeof providers)[number]

/**
 * A holder has each kind of calendar once, under an id that follows from both (a version 8 UUID, RFC 9562), so that the
 * catalogue needs no rows.
 */
export function integrationIdOf(platformHolderId: string, provider: Provider): string {
  const hex = sha256(`integration ${platformHolderId} ${provider}`).toString('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

/** The kind behind an id of this holder; null when the id names none of them. */
export function providerOf(platformHolderId: string, integrationId: string): Provider | null {
  return providers.find((provider) => integrationIdOf(platformHolderId, provider) === integrationId) ?? null
}
