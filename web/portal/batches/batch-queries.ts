import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import { addRoutes, call, read, type BodyOf, type DataOf, type ItemOf } from '#web/api/client.ts'
import { batchRoutes } from '#web/api/batch-routes.ts'

addRoutes(batchRoutes)

export { call } from '#web/api/client.ts'

export type Batch = DataOf<'getHolderBatch'>
export type BatchItem = ItemOf<'listHolderBatchItems'>
export type BatchInput = BodyOf<'previewHolderBatch'>
export type Preview = DataOf<'previewHolderBatch'>

/** What it would do; asked anew each time, because appointments change and its token is of ten minutes. */
export function previewOf(platformHolderId: string, body: BatchInput) {
  return queryOptions<Preview>({
    queryKey: ['previewHolderBatch', platformHolderId, body],
    queryFn: ({ signal }) => call('previewHolderBatch', { params: { platformHolderId }, body }, signal),
    staleTime: 300_000,
    gcTime: 0,
    retry: false,
  })
}

/** Whether the filter chooses more than a batch may have. */
export function isTooMany(error: unknown): boolean {
  return (
    error instanceof ApiError && error.details.some(({ path, code }) => path === 'filter' && code === 'out_of_range')
  )
}

export function oneBatch(platformHolderId: string, batchId: string) {
  return read('getHolderBatch', { params: { platformHolderId, batchId } })
}

export function recentBatches(platformHolderId: string) {
  return read('listHolderBatches', { params: { platformHolderId }, query: { pageSize: '5' } })
}

/** Its items with an outcome, a hundred at most: more nobody calls before they are read again. */
export function itemsOf(platformHolderId: string, batchId: string, outcome: BatchItem['outcome']) {
  return read('listHolderBatchItems', { params: { platformHolderId, batchId }, query: { outcome, pageSize: '100' } })
}

/** The reads that show something of a batch. */
export const changedByBatch = [
  'getHolderBatch',
  'listHolderBatches',
  'listHolderBatchItems',
  'getHolderChanges',
] as const
