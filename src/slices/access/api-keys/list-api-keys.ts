import { operation, none } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { strictObject } from '#/kernel/schema.ts'
import { ApiKey, apiKeyExample, toApiKey } from './api-key.ts'
import { listApiKeyRows } from '#/slices/access/store.ts'

export const listApiKeys = operation({
  operationId: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  tag: 'Access',
  summary: 'List your own API keys',
  description:
    'Newest first, including revoked and expired ones. Secrets are never listed: a lost secret cannot be recovered.',
  role: 'either',
  scope: 'api-keys:read',
  auth: ['apiKey', 'browserSession'],
  params: none,
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(ApiKey),
  errors: ['PAGE_TOKEN_INVALID'],
  example: { query: { pageSize: '25' }, data: { items: [apiKeyExample], nextPageToken: null } },
}).handle(async (ctx, { page }) => {
  const { identity } = ctx
  const rows = await listApiKeyRows(ctx.tx, {
    platformHolderId: identity.platformHolderId,
    actorId: identity.actorId,
    after: page.after,
    size: page.size,
  })
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  return { items: items.map((row) => toApiKey(row, ctx.now)), nextPageToken }
})
