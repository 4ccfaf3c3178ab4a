import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import type { Turns } from '#/kernel/flow/turns.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { markLeaving } from './departure-store.ts'
import { holdersOf, type Claim } from './sending.ts'

/**
 * Records that a message is about to be accepted by its provider: from now on its fate is unknown until an outcome is
 * recorded, and before this it surely has not left.
 *
 * @param rows of one message
 * @returns false when the message must not leave, because a row is no longer this claim's
 */
export type RecordDeparture = (rows: readonly Claim[]) => Promise<boolean>

type Waiting = { readonly rows: readonly Claim[]; readonly done: PromiseWithResolvers<boolean> }

/** One transaction at a time, for all messages that wait: each waits for two commits at most, and many share one. */
export function recordDepartures(pool: pg.Pool, connections: Turns): RecordDeparture {
  const waiting: Waiting[] = []
  let isRecording = false
  const record = async (leaving: readonly Waiting[]) => {
    const rows = leaving.flatMap((each) => each.rows)
    try {
      const marked = await connections.run(() =>
        inTransaction(pool, { holder: holdersOf(rows) }, (tx) => markLeaving(tx, rows)),
      )
      for (const each of leaving) each.done.resolve(each.rows.every((row) => marked.has(row.id)))
    } catch (error) {
      for (const each of leaving) each.done.reject(error)
    }
  }
  const recordAll = async () => {
    isRecording = true
    while (waiting.length > 0) {
      // Whoever asks in the same turn of the event loop goes along.
      await setImmediate()
      await record(waiting.splice(0))
    }
    isRecording = false
  }
  return (rows) => {
    const done = Promise.withResolvers<boolean>()
    waiting.push({ rows, done })
    if (!isRecording) void recordAll()
    return done.promise
  }
}
