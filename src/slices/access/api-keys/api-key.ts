import { Type } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import type { ApiKeyRow } from '#/slices/access/store.ts'

export const ApiKeyKind = oneOf(['full', 'restricted'], {
  title: 'ApiKeyKind',
  description:
    '`full`: every right your role had when the key was made. `restricted`: the listed scopes, never key administration.',
})

export const RoleName = oneOf(['platform_holder_user', 'recipient'], {
  title: 'Role',
  description: 'Staff of an organization, or a person who has appointments.',
})

/** An API key as lists show it: never its secret or hash (contract, API key). */
export const ApiKey = strictObject(
  {
    id: described(Identifier, 'Id of the key, for revoking it.'),
    name: Type.String({ maxLength: 100, description: 'The name you gave it.', examples: ['Practice system'] }),
    kind: ApiKeyKind,
    prefix: Type.String({
      maxLength: 32,
      description: 'First characters of its secret, to tell keys apart.',
      examples: ['tijdig_sk_4fGh2K'],
    }),
    role: RoleName,
    scopes: Type.Array(Type.String({ maxLength: 80 }), {
      description: 'What it may do.',
      examples: [['appointments:intake']],
    }),
    status: oneOf(['active', 'revoked', 'expired'], {
      description: 'Whether it still works; a revoked key stays `revoked` when it expires.',
    }),
    createdAt: CreatedAt,
    expiresAt: described(Instant, 'When it stops working.'),
    revokedAt: nullable(described(Instant, 'When it was revoked, or null.')),
    lastUsedAt: nullable(
      described(Instant, 'When it was last used, to the minute; null: never, or not since this is noted.'),
    ),
  },
  { title: 'ApiKey' },
)

export function toApiKey(row: ApiKeyRow, now: Temporal.Instant) {
  const isExpired = Temporal.Instant.compare(row.expiresAt, now) <= 0
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    prefix: row.prefix,
    role: row.role,
    scopes: [...row.scopes],
    status: row.revokedAt ? ('revoked' as const) : isExpired ? ('expired' as const) : ('active' as const),
    createdAt: formatInstant(row.createdAt),
    expiresAt: formatInstant(row.expiresAt),
    revokedAt: formatInstantOrNull(row.revokedAt),
    lastUsedAt: formatInstantOrNull(row.lastUsedAt),
  }
}

export const apiKeyExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d07',
  name: 'Practice system',
  kind: 'restricted' as const,
  prefix: 'tijdig_sk_4fGh2K',
  role: 'platform_holder_user' as const,
  scopes: ['appointments:intake'],
  status: 'active' as const,
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2027-11-20T09:00:00.000Z',
  revokedAt: null,
  lastUsedAt: '2026-11-20T09:30:00.000Z',
}
