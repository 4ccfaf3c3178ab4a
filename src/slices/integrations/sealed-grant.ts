import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { KeyRing } from '#/kernel/key-ring.ts'
import { strictObject } from '#/kernel/schema.ts'
import type { CalendarGrant } from '#/ports/calendar.ts'

type Place = { readonly platformHolderId: string; readonly integrationId: string }

/** A grant as it is stored: readable only for the holder and integration it was given to. */
export function sealGrant(keys: KeyRing, place: Place, grant: CalendarGrant): string {
  return keys.encrypt(JSON.stringify(grant), boundTo(place))
}

/** @throws Error when the grant was stored for another place or under a key that is gone */
export function openGrant(keys: KeyRing, place: Place, sealed: string): CalendarGrant {
  const stored = Value.Parse(StoredGrant, JSON.parse(keys.decrypt(sealed, boundTo(place))))
  return stored.kind === 'basic'
    ? stored
    : { ...stored, accessExpiresAt: Temporal.Instant.from(stored.accessExpiresAt) }
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
