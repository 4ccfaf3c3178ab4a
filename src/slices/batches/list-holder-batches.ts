import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { listBatches } from '#/slices/batches/reading/batch-store.ts'
import { batchExample, batchParamsExample, HolderBatch, toBatch } from '#/slices/batches/reading/batch-view.ts'

export const listHolderBatches = operation({
  operationId: 'listHolderBatches',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/batches',
  tag: 'Batches',
  summary: 'List batches',
  description: 'Newest first, each with how far it is now.',
  role: 'platform_holder_user',
  scope: 'batches:write',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(HolderBatch),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: batchParamsExample.platformHolderId },
    query: {},
    data: { items: [batchExample], nextPageToken: null },
  },
}).handle(async (ctx, { page }) => {
  const rows = await listBatches(ctx.tx, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.createdAt.toString(), row.id])
  ctx.touch(...items.map(({ id }) => id))
  return { items: items.map(toBatch), nextPageToken }
})
