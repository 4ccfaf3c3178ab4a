import { none, operation } from '#/kernel/operation.ts'
import { getBatch } from '#/slices/batches/reading/batch-store.ts'
import {
  batchExample,
  batchParams,
  batchParamsExample,
  HolderBatch,
  toBatch,
} from '#/slices/batches/reading/batch-view.ts'

export const getHolderBatch = operation({
  operationId: 'getHolderBatch',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/batches/{batchId}',
  tag: 'Batches',
  summary: 'Read one batch',
  description: 'How far it is, counted as it is read: a receipt that comes late still makes somebody told.',
  role: 'platform_holder_user',
  scope: 'batches:write',
  auth: ['browserSession'],
  params: batchParams,
  query: none,
  body: null,
  success: [200],
  data: HolderBatch,
  errors: [],
  example: { params: batchParamsExample, data: batchExample },
}).handle(async (ctx, { params }) => {
  const row = await getBatch(ctx.tx, params.batchId)
  ctx.touch(row.id)
  return toBatch(row)
})
