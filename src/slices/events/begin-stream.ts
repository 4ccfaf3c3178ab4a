import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** From now on the events of this holder are written, if they were not already; travels with the commit. */
export function beginStream(tx: HolderTx): void {
  tx.send(insertStream, [tx.platformHolderId])
}

const insertStream = statement(
  'begin_event_stream',
  `insert into event_stream (platform_holder_id) values ($1) on conflict (platform_holder_id) do nothing`,
)
