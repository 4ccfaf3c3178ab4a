import { Type } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  ResourceId,
  strictObject,
} from '#/kernel/schema.ts'
import type { ServiceAccountRow } from './store.ts'

export const ServiceAccountName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'The program it is for.',
  examples: ['Practice system'],
})

/** An account of a program: nobody signs in with it, and nobody's leaving ends it. */
export const ServiceAccount = strictObject(
  {
    id: described(Identifier, 'Id of the account; its requests are recorded under it.'),
    name: described(Type.String({ maxLength: 100, examples: ['Practice system'] }), 'The program it is for.'),
    createdAt: CreatedAt,
    archivedAt: nullable(
      described(
        Instant,
        'When it was archived: its keys are revoked, and it takes no new one. Null while it is in use.',
      ),
    ),
    lastUsedAt: nullable(described(Instant, 'When one of its keys was last used, to the minute; null: never.')),
    activeKeys: Type.Integer({ minimum: 0, description: 'How many of its keys work.', examples: [2] }),
    nextKeyEndsAt: nullable(described(Instant, 'When the first of these ends; null without one.')),
  },
  { title: 'ServiceAccount' },
)

export function toServiceAccount(row: ServiceAccountRow) {
  return {
    id: row.id,
    name: row.name,
    createdAt: formatInstant(row.createdAt),
    archivedAt: row.status === 'active' ? null : formatInstant(row.updatedAt),
    lastUsedAt: formatInstantOrNull(row.lastUsedAt),
    activeKeys: row.activeKeys,
    nextKeyEndsAt: formatInstantOrNull(row.nextKeyEndsAt),
  }
}

export const serviceAccountParams = strictObject({
  platformHolderId: HolderPathId,
  serviceAccountId: described(ResourceId, 'The service account.'),
})

export const serviceAccountExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d21',
  name: 'Practice system',
  createdAt: '2026-11-20T09:00:00.000Z',
  archivedAt: null,
  lastUsedAt: '2026-11-20T09:30:00.000Z',
  activeKeys: 1,
  nextKeyEndsAt: '2027-11-20T09:00:00.000Z',
}

export const serviceAccountParamsExample = {
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  serviceAccountId: serviceAccountExample.id,
}
