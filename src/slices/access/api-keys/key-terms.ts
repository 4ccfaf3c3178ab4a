import { Type } from 'typebox'
import type { Ctx } from '#/kernel/context.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { described, Instant, strictObject } from '#/kernel/schema.ts'
import { countActiveKeys } from '#/slices/access/store.ts'
import { ApiKey, apiKeyExample } from './api-key.ts'

const maxLifeHours = 365 * 24
/** Each has an allowance of its own: more than one member of staff, or account, has systems. */
const keysPerActor = 50

/** What is said of a key to be made. */
export const newKey = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    examples: ['Practice system'],
    description: 'A name to recognize it by.',
  }),
  scopes: Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
    minItems: 1,
    maxItems: 30,
    uniqueItems: true,
    description: 'What it may do.',
    examples: [['appointments:intake']],
  }),
  expiresAt: described(Instant, 'When it stops working: at most 365 days ahead.'),
}

export const CreatedKey = strictObject(
  {
    key: described(ApiKey, 'The key as lists show it.'),
    secret: Type.String({
      maxLength: 120,
      description: 'The key itself. Store it now: it is shown only once.',
      examples: ['tijdig_sk_4fGh2K7pQm9sT1vX3yZ5bC8dE0gJ6kN2rV9wA1c'],
    }),
  },
  { title: 'CreatedApiKey' },
)

export const createdKeyExample = {
  key: { ...apiKeyExample, lastUsedAt: null },
  secret: 'tijdig_sk_4fGh2K7pQm9sT1vX3yZ5bC8dE0gJ6kN2rV9wA1c',
}

/**
 * The scopes of a restricted key.
 *
 * @param own what its maker may do
 * @throws AppError VALIDATION_FAILED for what the maker may not do, and for the administration of keys
 */
export function checkedScopes(own: readonly string[], asked: readonly string[]): readonly string[] {
  const refused = asked.flatMap((scope, index) =>
    own.includes(scope) && !scope.startsWith('api-keys:')
      ? []
      : [
          {
            path: `scopes.${index}`,
            code: 'not_allowed' as const,
            message: 'Not a scope a restricted key of your role can have.',
          },
        ],
  )
  if (refused.length > 0) throw invalid(...refused)
  return asked
}

/** What a key that the caller makes could do at most: what they may, but for what is of sessions alone. */
export function grantable({ services, identity }: Pick<Ctx, 'services' | 'identity'>): readonly string[] {
  return services.keyScopes[identity.role].filter((scope) => identity.scopes.includes(scope))
}

/** @throws AppError VALIDATION_FAILED when it is over, or more than 365 days ahead */
export function checkedExpiry(now: Temporal.Instant, text: string): Temporal.Instant {
  const expiresAt = Temporal.Instant.from(text)
  const isInReach =
    Temporal.Instant.compare(expiresAt, now) > 0 &&
    Temporal.Instant.compare(expiresAt, now.add({ hours: maxLifeHours })) <= 0
  if (!isInReach)
    throw invalid({
      path: 'expiresAt',
      code: 'out_of_range',
      message: 'Must be in the future, at most 365 days ahead.',
    })
  return expiresAt
}

/** @throws AppError STATE_CONFLICT when as many keys of the actor work as may */
export async function checkAllowance(tx: Tx, platformHolderId: string | null, actorId: string): Promise<void> {
  if ((await countActiveKeys(tx, platformHolderId, actorId)) >= keysPerActor)
    throw new AppError('STATE_CONFLICT', {
      message: `There are ${keysPerActor} keys that work. Revoke one that is no longer used, then create this one.`,
    })
}
