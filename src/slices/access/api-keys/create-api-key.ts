import { Type } from 'typebox'
import type { Ctx } from '#/kernel/context.ts'
import { invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, strictObject } from '#/kernel/schema.ts'
import { ApiKeyKind, toApiKey } from './api-key.ts'
import { issueApiKey } from './issue-api-key.ts'
import {
  checkAllowance,
  checkedExpiry,
  checkedScopes,
  CreatedKey,
  createdKeyExample,
  grantable,
  newKey,
} from './key-terms.ts'

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
  isSensitive: true,
  params: none,
  query: none,
  body: strictObject({
    name: newKey.name,
    kind: ApiKeyKind,
    scopes: Type.Optional(described(newKey.scopes, 'What a restricted key may do; omit for a full key.')),
    expiresAt: newKey.expiresAt,
  }),
  success: [201],
  data: CreatedKey,
  errors: ['BROWSER_SESSION_REQUIRED', 'STATE_CONFLICT'],
  example: {
    body: {
      name: 'Practice system',
      kind: 'restricted',
      scopes: ['appointments:intake'],
      expiresAt: '2027-11-20T09:00:00Z',
    },
    data: createdKeyExample,
  },
}).handle(async (ctx, { body }) => {
  const scopes = grantedScopes(ctx, body.kind, body.scopes)
  const expiresAt = checkedExpiry(ctx.now, body.expiresAt)
  const { platformHolderId, actorId, role, profileId } = ctx.identity
  await checkAllowance(ctx.tx, platformHolderId, actorId)
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
  const own = grantable(ctx)
  if (kind === 'full') {
    if (asked === undefined) return own
    throw invalid({ path: 'scopes', code: 'not_allowed', message: 'A full key takes no scopes. Leave them out.' })
  }
  if (asked === undefined)
    throw invalid({ path: 'scopes', code: 'required', message: 'A restricted key needs a list of scopes.' })
  return checkedScopes(own, asked)
}
