import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { repeat } from '#/kernel/flow/repeat.ts'
import { nilId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { inTransaction, isDatabaseUnavailable, runOnce } from '#/kernel/postgres/db.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { applyItem } from './apply-item.ts'
import {
  beginBatch,
  listWaiting,
  noteFailedItem,
  noteProgress,
  roundSize,
  selectAppliedBatches,
  selectDueBatches,
  type DueBatch,
} from './work-store.ts'

export type BatchWorkerOptions = {
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  readonly services: Services
  readonly log: Log
  /** Longest time without looking for batches whose time has come. */
  readonly pollMs: number
}

export type BatchWorker = {
  /** Begins no further item, and resolves when none is in hand. */
  stop(): Promise<void>
}

/** Items applied at once, each in a transaction of its own: reminders keep half of the connections. */
const atOnce = ({ options }: pg.Pool) => Math.max(1, Math.floor(options.max / 2))

/**
 * Applies batches, a round of each in turn; any number of workers may do so on one database, and whoever dies leaves nothing
 * half done.
 */
export function startBatchWorker(options: BatchWorkerOptions): BatchWorker {
  const settleApplied = settlerOf(options)
  const rounds = repeat(async (stopping) => {
    try {
      const isMore = await round(options, stopping)
      await settleApplied(stopping)
      return isMore ? 0 : options.pollMs
    } catch (error) {
      if (isDatabaseUnavailable(error)) options.log.warn({ err: error }, 'batches wait for the database')
      else options.log.error({ err: error }, 'a round of batches failed')
      return options.pollMs
    }
  })
  return { stop: () => rounds.stop() }
}

/** A round of every batch that is due. @returns whether there may be more to apply at once */
async function round(options: BatchWorkerOptions, stopping: AbortSignal): Promise<boolean> {
  let isMore = false
  for (const batch of await runOnce(options.pool, selectDueBatches)) {
    if (stopping.aborted) return false
    if (await roundOf(options, batch, stopping)) isMore = true
  }
  return isMore
}

/** Notes of batches whose messages are all told that they are done: a part at a time, in turn, so that none waits for others. */
function settlerOf({ pool }: BatchWorkerOptions) {
  let last: Pick<DueBatch, 'runsAt' | 'id'> = first
  return async (stopping: AbortSignal): Promise<void> => {
    const page = await runOnce(pool, selectAppliedBatches, [last.runsAt, last.id])
    last = page.at(-1) ?? first
    for (const { platformHolderId: holder, id } of page) {
      if (stopping.aborted) return
      await inTransaction(pool, { holder }, async (tx) => noteProgress(tx, id))
    }
  }
}

/** Before all others. */
const first = { runsAt: Temporal.Instant.fromEpochMilliseconds(0), id: nilId }

async function roundOf(
  { pool, services, log }: BatchWorkerOptions,
  { platformHolderId: holder, id: batchId }: DueBatch,
  stopping: AbortSignal,
): Promise<boolean> {
  const waiting = await inTransaction(pool, { holder }, async (tx) => {
    beginBatch(tx, batchId)
    return listWaiting(tx, batchId)
  })
  const size = waiting.length
  // Once a round: nothing depends on the second.
  const { now } = await readClock(pool)
  let failed = 0
  const take = async () => {
    for (let next = waiting.shift(); next !== undefined && !stopping.aborted; next = waiting.shift()) {
      const appointmentId = next
      try {
        await inTransaction(pool, { holder }, (tx) => applyItem(tx, services, now, { batchId, appointmentId }))
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        failed += 1
        log.error({ err: error, batchId, appointmentId }, 'an item of a batch could not be applied')
        await inTransaction(pool, { holder }, async (tx) => noteFailedItem(tx, batchId, appointmentId))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce(pool) }, take))
  await inTransaction(pool, { holder }, async (tx) => noteProgress(tx, batchId))
  return size === roundSize && failed === 0
}
