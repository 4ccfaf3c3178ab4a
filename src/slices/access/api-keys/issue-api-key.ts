import type { Role } from '#/kernel/context.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import { newId } from '#/kernel/ids.ts'
import { createApiKeySecret, prefixOf } from './api-key-secret.ts'
import { insertApiKey, type ApiKeyRow } from '#/slices/access/store.ts'

export type KeyToIssue = {
  /** Null for a recipient's. */
  readonly platformHolderId: string | null
  readonly actorId: string
  readonly role: Role
  readonly name: string
  readonly kind: 'full' | 'restricted'
  readonly scopes: readonly string[]
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  /** Sign-in profile a recipient made it by; null for any other. */
  readonly profileId: string | null
}

/** Makes and stores an API key. @returns its secret, which is stored nowhere, and its row */
export async function issueApiKey(tx: Tx, key: KeyToIssue): Promise<{ secret: string; row: ApiKeyRow }> {
  const secret = createApiKeySecret()
  const [row] = await tx.rows(insertApiKey, [
    newId(),
    key.platformHolderId,
    key.actorId,
    key.role,
    key.name,
    key.kind,
    prefixOf(secret),
    sha256(secret),
    key.scopes,
    key.createdAt,
    key.expiresAt,
    key.profileId,
  ])
  if (!row) throw new Error('The API key could not be stored')
  return { secret, row }
}
