/**
 * What is done to many appointments at once when the day goes otherwise: the doctor is ill, the place is closed, it is late.
 * Confirmed once by a person, undone for two minutes, applied item by item; each item ends told, to be called or skipped.
 */
export { isCalledOff } from '#/slices/batches/reading/called-off-store.ts'
export { findOpenBatch } from '#/slices/batches/reading/open-batch-store.ts'
export { listMustCall, mustCallMax, type MustCall } from '#/slices/batches/reading/must-call-store.ts'
export { startBatchWorker } from '#/slices/batches/work/worker.ts'
