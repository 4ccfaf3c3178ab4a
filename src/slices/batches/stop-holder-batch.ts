import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, strictObject } from '#/kernel/schema.ts'
import { withdrawUnsentOfBatch } from '#/slices/reminders/reminders.ts'
import { getBatch } from '#/slices/batches/reading/batch-store.ts'
import { endBatch, listApplied, lockBatch, noteStopped } from '#/slices/batches/work/confirmed-store.ts'
import {
  batchExample,
  batchParams,
  batchParamsExample,
  HolderBatch,
  toBatch,
} from '#/slices/batches/reading/batch-view.ts'

export const stopHolderBatch = operation({
  operationId: 'stopHolderBatch',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/batches/{batchId}/stop',
  tag: 'Batches',
  summary: 'Stop a batch',
  description:
    'What was not applied yet is left alone, and messages that have not left are withdrawn. Appointments that were cancelled or postponed already stay so (`progress.applied`); whoever was not told of that must be called.',
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
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e96' },
    data: {
      ...batchExample,
      version: 3,
      state: 'stopped',
      progress: { waiting: 0, onTheWay: 4, told: 10, mustCall: 5, skipped: 19, afterQuietHours: 0, applied: 19 },
      endedAt: '2026-12-03T06:32:20.000Z',
    },
  },
}).handle(async (ctx, { params }) => {
  const { tx } = ctx
  const batch = await lockBatch(tx, params.batchId)
  ctx.touch(batch.id)
  if (batch.state !== 'holding' && batch.state !== 'running')
    throw new AppError('STATE_CONFLICT', { message: 'It has ended.' })
  const applied = await listApplied(tx, batch.id)
  endBatch(tx, batch.id, 'stopped')
  const untold = await withdrawUnsentOfBatch(tx, batch.id, applied)
  // Nothing changed for whoever does not hear of a delay.
  noteStopped(tx, batch.id, untold, batch.action === 'delay' ? 'skipped' : 'must_call')
  ctx.touch(...untold)
  return toBatch(await getBatch(tx, batch.id))
})
