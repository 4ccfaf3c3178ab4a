import { Type } from 'typebox'
import type { Ctx } from '#/kernel/context.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, Instant, strictObject } from '#/kernel/schema.ts'
import { ApiKey, apiKeyExample, ApiKeyKind, toApiKey } from './api-key.ts'
import { countActiveKeys } from '#/slices/access/store.ts'
import { issueApiKey } from './issue-api-key.ts'

const maxLifeHours = 365 * 24
/** Each has an allowance of its own: more than one member of staff has systems. */
const keysPerActor = 50

export const createApiKey = operation({
  operationId: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  tag: 'Access',
  summary: 'Create an API key',
  description:
    'Only from a browser session. A `full` key takes no scopes, a `restricted` key needs a list of them. The secret is shown once. At most 50 of an actor work at a time.',
  role: 'either',
  scope: null,
  auth: ['browserSession'],
  params: none,
  query: none,
  body: strictObject({
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      examples: ['Practice system'],
      description: 'A name to recognize it by.',
    }),
    kind: ApiKeyKind,
    scopes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
        minItems: 1,
        maxItems: 30,
        uniqueItems: true,
        description: 'What a restricted key may do; omit for a full key.',
        examples: [['appointments:intake']],
      }),
    ),
    expiresAt: described(Instant, 'When it stops working: at most 365 days ahead.'),
  }),
  success: [201],
  data: strictObject(
    {
      key: described(ApiKey, 'The key as lists show it.'),
      secret: Type.String({
        maxLength: 120,
        description: 'The key itself. Store it now: it is shown only once.',
        examples: ['tijdig_sk_4fGh2K7pQm9sT1vX3yZ5bC8dE0gJ6kN2rV9wA1c'],
      }),
    },
    { title: 'CreatedApiKey' },
  ),
  errors: ['BROWSER_SESSION_REQUIRED', 'STATE_CONFLICT'],
  example: {
    body: {
      name: 'Practice system',
      kind: 'restricted',
      scopes: ['appointments:intake'],
      expiresAt: '2027-11-20T09:00:00Z',
    },
    data: { key: apiKeyExample, secret: 'tijdig_sk_4fGh2K7pQm9sT1vX3yZ5bC8dE0gJ6kN2rV9wA1c' },
  },
}).handle(async (ctx, { body }) => {
  const scopes = grantedScopes(ctx, body.kind, body.scopes)
  const expiresAt = checkedExpiry(ctx, body.expiresAt)
  const { platformHolderId, actorId, role, profileId } = ctx.identity
  if ((await countActiveKeys(ctx.tx, platformHolderId, actorId)) >= keysPerActor)
    throw new AppError('STATE_CONFLICT', {
      message: `You have ${keysPerActor} keys that work. Revoke one that is no longer used, then create this one.`,
    })
  const { secret, row } = await issueApiKey(ctx.tx, {
    platformHolderId,
    actorId,
    role,
    name: body.name,
    kind: body.kind,
    scopes,
    createdAt: ctx.now,
    expiresAt,
    profileId,
  })
  ctx.touch(row.id)
  return { key: toApiKey(row, ctx.now), secret }
})

function grantedScopes(ctx: Ctx, kind: 'full' | 'restricted', asked: readonly string[] | undefined): readonly string[] {
  const own = ctx.services.scopes[ctx.identity.role]
  if (kind === 'full') {
    if (asked === undefined) return own
    throw invalid({ path: 'scopes', code: 'not_allowed', message: 'A full key takes no scopes. Leave them out.' })
  }
  if (asked === undefined)
    throw invalid({ path: 'scopes', code: 'required', message: 'A restricted key needs a list of scopes.' })
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

function checkedExpiry(ctx: Ctx, text: string): Temporal.Instant {
  const expiresAt = Temporal.Instant.from(text)
  const isInReach =
    Temporal.Instant.compare(expiresAt, ctx.now) > 0 &&
    Temporal.Instant.compare(expiresAt, ctx.now.add({ hours: maxLifeHours })) <= 0
  if (!isInReach)
    throw invalid({
      path: 'expiresAt',
      code: 'out_of_range',
      message: 'Must be in the future, at most 365 days ahead.',
    })
  return expiresAt
}
