import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { strictObject } from '#/kernel/schema.ts'
import { ApiKey, apiKeyExample, toApiKey } from '#/slices/access/api-keys/api-key.ts'
import { listApiKeyRows } from '#/slices/access/store.ts'
import { serviceAccountParams, serviceAccountParamsExample } from './service-account.ts'
import { getAccount } from './store.ts'

export const listServiceAccountKeys = operation({
  operationId: 'listServiceAccountKeys',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/service-accounts/{serviceAccountId}/keys',
  tag: 'Access',
  summary: 'List the keys of a service account',
  description:
    'Newest first, including revoked and expired ones. Replace a key before it ends: both work, and `lastUsedAt` of the old one shows when no program uses it any more.',
  role: 'platform_holder_user',
  scope: 'access:read',
  auth: ['apiKey', 'browserSession'],
  params: serviceAccountParams,
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(ApiKey),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: serviceAccountParamsExample,
    query: { pageSize: '25' },
    data: { items: [apiKeyExample], nextPageToken: null },
  },
}).handle(async (ctx, { params, page }) => {
  const [, rows] = await Promise.all([
    getAccount(ctx.tx, params.serviceAccountId),
    listApiKeyRows(ctx.tx, {
      platformHolderId: ctx.platformHolderId,
      actorId: params.serviceAccountId,
      after: page.after,
      size: page.size,
    }),
  ])
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  return { items: items.map((row) => toApiKey(row, ctx.now)), nextPageToken }
})
