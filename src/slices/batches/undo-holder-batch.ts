import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, strictObject } from '#/kernel/schema.ts'
import { withdrawAllowance } from '#/slices/reminders/reminders.ts'
import { getBatch } from '#/slices/batches/reading/batch-store.ts'
import { endBatch, lockBatch } from '#/slices/batches/work/confirmed-store.ts'
import {
  batchExample,
  batchParams,
  batchParamsExample,
  HolderBatch,
  toBatch,
} from '#/slices/batches/reading/batch-view.ts'

export const undoHolderBatch = operation({
  operationId: 'undoHolderBatch',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/batches/{batchId}/undo',
  tag: 'Batches',
  summary: 'Undo a batch',
  description:
    'Until `runsAt`: then no appointment has changed and nobody is told. Later it is 409; `stopHolderBatch` withdraws what has not left yet.',
  role: 'platform_holder_user',
  scope: 'batches:write',
  auth: ['browserSession'],
  params: batchParams,
  query: none,
  body: strictObject({ clientRequestId: ClientRequestId }),
  success: [200],
  data: HolderBatch,
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: batchParamsExample,
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e95' },
    data: {
      ...batchExample,
      version: 2,
      state: 'undone',
      progress: { ...batchExample.progress, waiting: 0, skipped: 38 },
      endedAt: '2026-12-03T06:31:00.000Z',
    },
  },
}).handle(async (ctx, { params }) => {
  const { tx } = ctx
  const batch = await lockBatch(tx, params.batchId)
  ctx.touch(batch.id)
  // By the clock too: a worker may be late, and what was undone after its time would be a surprise to nobody but us.
  if (batch.state !== 'holding' || Temporal.Instant.compare(ctx.now, batch.runsAt) >= 0)
    throw new AppError('STATE_CONFLICT', {
      message: 'It can no longer be undone. Stop it to withdraw what has not left.',
    })
  endBatch(tx, batch.id, 'undone')
  withdrawAllowance(tx, batch.id)
  return toBatch(await getBatch(tx, batch.id))
})
