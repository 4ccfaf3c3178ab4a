import { Type } from 'typebox'
import {
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import type { ApiKeyRow } from './store.ts'

/** An API key as lists show it: never its secret or hash (contract, API key). */
export const ApiKey = strictObject(
  {
    id: Identifier,
    name: Type.String({ maxLength: 100 }),
    kind: oneOf(['full', 'restricted']),
    prefix: Type.String({ maxLength: 32 }),
    role: oneOf(['platform_holder_user', 'recipient']),
    scopes: Type.Array(Type.String({ maxLength: 80 })),
    status: oneOf(['active', 'revoked', 'expired']),
    createdAt: Instant,
    expiresAt: Instant,
    revokedAt: nullable(Instant),
  },
  { title: 'ApiKey' },
)

export function toApiKey(row: ApiKeyRow, now: Temporal.Instant) {
  const isExpired = Temporal.Instant.compare(row.expires_at, now) <= 0
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    prefix: row.prefix,
    role: row.role,
    scopes: [...row.scopes],
    status: row.revoked_at ? ('revoked' as const) : isExpired ? ('expired' as const) : ('active' as const),
    createdAt: formatInstant(row.created_at),
    expiresAt: formatInstant(row.expires_at),
    revokedAt: formatInstantOrNull(row.revoked_at),
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
}
