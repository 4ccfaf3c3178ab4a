import { createHolderBatch } from './create-holder-batch.ts'
import { getHolderBatch } from './get-holder-batch.ts'
import { listHolderBatchItems } from './list-holder-batch-items.ts'
import { listHolderBatches } from './list-holder-batches.ts'
import { previewHolderBatch } from './preview-holder-batch.ts'
import { stopHolderBatch } from './stop-holder-batch.ts'
import { undoHolderBatch } from './undo-holder-batch.ts'

export const batchOperations = [
  previewHolderBatch,
  createHolderBatch,
  listHolderBatches,
  getHolderBatch,
  listHolderBatchItems,
  undoHolderBatch,
  stopHolderBatch,
]
