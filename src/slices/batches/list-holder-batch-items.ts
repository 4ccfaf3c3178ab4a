import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, strictObject } from '#/kernel/schema.ts'
import { getBatch } from '#/slices/batches/reading/batch-store.ts'
import {
  BatchItem,
  batchItemExample,
  BatchOutcome,
  batchParams,
  batchParamsExample,
  toItem,
} from '#/slices/batches/reading/batch-view.ts'
import { listItems } from '#/slices/batches/reading/item-store.ts'

export const listHolderBatchItems = operation({
  operationId: 'listHolderBatchItems',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/batches/{batchId}/items',
  tag: 'Batches',
  summary: 'List the appointments of a batch',
  description:
    'Nearest start first, with what became of each. With `outcome=must_call` the list of people to call. What comes from a source system says so: change it there too, or the source keeps it.',
  role: 'platform_holder_user',
  scope: 'batches:write',
  auth: ['browserSession'],
  params: batchParams,
  query: strictObject({
    ...pageQuery,
    outcome: Type.Optional(described(BatchOutcome, 'Only those with this outcome.')),
  }),
  body: null,
  success: [200],
  data: pageOf(BatchItem),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: batchParamsExample,
    query: { outcome: 'must_call' },
    data: { items: [batchItemExample], nextPageToken: null },
  },
}).handle(async (ctx, { params, query, page }) => {
  const batch = await getBatch(ctx.tx, params.batchId)
  const rows = await listItems(ctx.tx, batch.id, query.outcome ?? null, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [row.startsAt.toString(), row.appointmentId])
  ctx.touch(batch.id, ...items.flatMap((item) => [item.appointmentId, item.holderRecipientId]))
  return { items: items.map((item) => toItem(item, batch.action)), nextPageToken }
})
