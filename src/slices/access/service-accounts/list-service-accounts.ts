import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import {
  ServiceAccount,
  serviceAccountExample,
  serviceAccountParamsExample,
  toServiceAccount,
} from './service-account.ts'
import { listAccounts } from './store.ts'

export const listServiceAccounts = operation({
  operationId: 'listServiceAccounts',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/service-accounts',
  tag: 'Access',
  summary: 'List the service accounts',
  description:
    'The accounts of the programs of your organization, newest first, including archived ones. Keys of a service account keep working when whoever made them leaves.',
  role: 'platform_holder_user',
  scope: 'access:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(ServiceAccount),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: serviceAccountParamsExample.platformHolderId },
    query: { pageSize: '25' },
    data: { items: [serviceAccountExample], nextPageToken: null },
  },
}).handle(async (ctx, { page }) => {
  const rows = await listAccounts(ctx.tx, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  return { items: items.map(toServiceAccount), nextPageToken }
})
