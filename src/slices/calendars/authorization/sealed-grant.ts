import { Type } from 'typebox'
import { checked } from '#/kernel/execution/validation.ts'
import type { KeyRing } from '#/kernel/secrets/key-ring.ts'
import { strictObject } from '#/kernel/schema.ts'
import type { CalendarGrant } from '#/ports/calendar.ts'

type Place = { readonly platformHolderId: string; readonly integrationId: string }

/** A grant as it is stored: readable only for the holder and integration it was given to. */
export function sealGrant(keys: KeyRing, place: Place, grant: CalendarGrant): string {
  return keys.encrypt(JSON.stringify(grant), boundTo(place))
}

/** A grant that nobody can use any more: its key is gone, or it was stored for another place. */
export class UnreadableGrant extends Error {
  override readonly name = 'UnreadableGrant'
}

/** @throws UnreadableGrant */
export function openGrant(keys: KeyRing, place: Place, sealed: string): CalendarGrant {
  const stored = checked(StoredGrant, JSON.parse(decrypted(keys, place, sealed)))
  return stored.kind === 'basic'
    ? stored
    : { ...stored, accessExpiresAt: Temporal.Instant.from(stored.accessExpiresAt) }
}

function decrypted(keys: KeyRing, place: Place, sealed: string): string {
  try {
    return keys.decrypt(sealed, boundTo(place))
  } catch (error) {
    throw new UnreadableGrant(error instanceof Error ? error.message : 'It cannot be decrypted', { cause: error })
  }
}

const StoredGrant = Type.Union([
  strictObject({
    kind: Type.Literal('oauth'),
    accessToken: Type.String(),
    accessExpiresAt: Type.String(),
    refreshToken: Type.String(),
    scopes: Type.Array(Type.String()),
  }),
  strictObject({
    kind: Type.Literal('basic'),
    serverUrl: Type.String(),
    username: Type.String(),
    appPassword: Type.String(),
  }),
])

function boundTo({ platformHolderId, integrationId }: Place): string {
  return `calendar grant ${platformHolderId} ${integrationId}`
}
