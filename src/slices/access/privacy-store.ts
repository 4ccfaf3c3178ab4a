import { statement } from '#/kernel/postgres/db.ts'
import { mostCopied } from '#/kernel/privacy.ts'

export const eraseKeys = statement(
  'erase_keys_of_recipient',
  `update api_key set revoked_at = coalesce(revoked_at, tijdig_now()), name = '–'
   where platform_holder_id is null and actor_id = $1`,
)

export type CopiedKey = {
  readonly id: string
  readonly name: string
  readonly kind: 'full' | 'restricted'
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | null
}

export const selectCopiedKeys = statement<CopiedKey>(
  'export_keys',
  `select id, name, kind, prefix, scopes, created_at, expires_at, revoked_at
   from api_key where platform_holder_id is null and actor_id = $1 order by created_at desc, id limit ${mostCopied}`,
)
