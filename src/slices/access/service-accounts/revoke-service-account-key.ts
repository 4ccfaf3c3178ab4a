import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ResourceId, strictObject } from '#/kernel/schema.ts'
import { ApiKey, apiKeyExample, toApiKey } from '#/slices/access/api-keys/api-key.ts'
import { revokeApiKeyRow } from '#/slices/access/store.ts'
import { serviceAccountParams, serviceAccountParamsExample } from './service-account.ts'
import { lockAccount } from './store.ts'

export const revokeServiceAccountKey = operation({
  operationId: 'revokeServiceAccountKey',
  method: 'DELETE',
  path: '/platform-holders/{platformHolderId}/service-accounts/{serviceAccountId}/keys/{keyId}',
  tag: 'Access',
  summary: 'Revoke a key of a service account',
  description:
    "Only from a browser session. Takes effect on the key's next request. Repeating the call gives the same response.",
  role: 'platform_holder_user',
  scope: 'service-accounts:write',
  auth: ['browserSession'],
  isSensitive: true,
  params: strictObject({
    ...serviceAccountParams.properties,
    keyId: described(ResourceId, 'The key to revoke.'),
  }),
  query: none,
  body: null,
  success: [200],
  data: ApiKey,
  errors: ['BROWSER_SESSION_REQUIRED'],
  example: {
    params: { ...serviceAccountParamsExample, keyId: apiKeyExample.id },
    data: { ...apiKeyExample, status: 'revoked', revokedAt: '2026-11-21T09:00:00.000Z' },
  },
}).handle(async (ctx, { params }) => {
  await lockAccount(ctx.tx, params.serviceAccountId)
  const [row] = await ctx.tx.rows(revokeApiKeyRow, [
    ctx.platformHolderId,
    params.serviceAccountId,
    params.keyId,
    ctx.now,
  ])
  if (!row) throw new AppError('NOT_FOUND')
  ctx.touch(row.id, params.serviceAccountId)
  return toApiKey(row, ctx.now)
})
