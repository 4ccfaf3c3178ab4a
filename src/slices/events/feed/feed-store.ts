import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { EventRow } from './event-view.ts'

/** From now on events of the holder are written. Does nothing where they are already. */
export function openStream(tx: HolderTx): void {
  tx.send(insertStream, [tx.platformHolderId])
}

const insertStream = statement(
  'open_event_stream',
  'insert into event_stream (platform_holder_id) values ($1) on conflict do nothing',
)

/** Numbers of the stream: its newest event, and the oldest that is kept; null where it has none. */
export type StreamEnds = { readonly newest: number; readonly oldest: number | null }

/** @returns null while the holder has no events at all */
export async function findStream(tx: HolderTx): Promise<StreamEnds | null> {
  const [row] = await tx.rows(selectStream, [tx.platformHolderId])
  return row ?? null
}

const selectStream = statement<StreamEnds>(
  'select_event_stream',
  `select s.last_sequence as newest, (select min(e.sequence) from event e where e.platform_holder_id = $1) as oldest
   from event_stream s where s.platform_holder_id = $1`,
)

export const eventColumns = `e.platform_holder_id, e.id, e.sequence, e.type, e.schema_version, e.occurred_at, e.subject_id,
  e.subject_version, e.data`

/** Numbered events behind a number, in their order. @param types null for all */
export function listEventsAfter(
  tx: HolderTx,
  after: number,
  types: readonly string[] | null,
  size: number,
): Promise<EventRow[]> {
  return tx.rows(selectAfter, [tx.platformHolderId, after, types, size])
}

const selectAfter = statement<EventRow>(
  'list_events_after',
  `select ${eventColumns} from event e
   where e.platform_holder_id = $1 and e.sequence > $2 and ($3::text[] is null or e.type = any($3::text[]))
   order by e.sequence limit $4`,
)

/** @throws AppError NOT_FOUND */
export async function getEventRow(tx: HolderTx, id: string): Promise<EventRow> {
  const [row] = await tx.rows(selectEvent, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectEvent = statement<EventRow>(
  'select_event',
  `select ${eventColumns} from event e where e.platform_holder_id = $1 and e.id = $2 and e.sequence is not null`,
)
