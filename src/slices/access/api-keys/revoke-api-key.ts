import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ResourceId, strictObject } from '#/kernel/schema.ts'
import { ApiKey, apiKeyExample, toApiKey } from './api-key.ts'
import { revokeApiKeyRow } from '#/slices/access/store.ts'

export const revokeApiKey = operation({
  operationId: 'revokeApiKey',
  method: 'DELETE',
  path: '/api-keys/{keyId}',
  tag: 'Access',
  summary: 'Revoke one of your own API keys',
  description: "Takes effect on the key's next request. Repeating the call gives the same response.",
  role: 'either',
  scope: 'api-keys:revoke',
  auth: ['apiKey', 'browserSession'],
  isSensitive: true,
  params: strictObject({ keyId: described(ResourceId, 'The key to revoke.') }),
  query: none,
  body: null,
  success: [200],
  data: ApiKey,
  errors: [],
  example: {
    params: { keyId: apiKeyExample.id },
    data: { ...apiKeyExample, status: 'revoked', revokedAt: '2026-11-21T09:00:00.000Z' },
  },
}).handle(async (ctx, { params }) => {
  const { platformHolderId, actorId } = ctx.identity
  const [row] = await ctx.tx.rows(revokeApiKeyRow, [platformHolderId, actorId, params.keyId, ctx.now])
  if (!row) throw new AppError('NOT_FOUND')
  ctx.touch(row.id)
  return toApiKey(row, ctx.now)
})
