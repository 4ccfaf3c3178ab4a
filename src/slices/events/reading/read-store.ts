import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { policyLockKey } from '#/slices/reminders/sql.ts'
import type { NumberedEvent } from '#/slices/events/message.ts'
import { toldColumns } from '#/slices/events/numbering-store.ts'

/**
 * Has events of the holder written from the commit on. The first time, this waits for whoever is changing an appointment and
 * has read that nobody listens, and whoever comes later waits for the commit and reads that somebody does.
 *
 * @returns whether it began a moment ago: then `untilWritersEnd` is waited for after the commit
 */
export async function openStream(tx: HolderTx): Promise<boolean> {
  const [stream] = await tx.rows(selectStream, [tx.platformHolderId])
  if (stream) return stream.isNew
  tx.send(lockPlanners, [tx.platformHolderId])
  tx.send(insertStream, [tx.platformHolderId])
  return true
}

// Longer than any transaction: also whoever repeats a call of which they lost the answer waits for those under way.
const isNewSql = `enabled_at > tijdig_now() - interval '1 minute' as is_new`

const selectStream = statement<{ isNew: boolean }>(
  'select_event_stream',
  `select ${isNewSql} from event_stream where platform_holder_id = $1`,
)
// Behind an edit of the policy, which may write much.
const lockPlanners = {
  ...statement('lock_planners', `select pg_advisory_xact_lock(${policyLockKey})`),
  timeoutMs: 15_000,
}
const insertStream = statement(
  'open_event_stream',
  'insert into event_stream (platform_holder_id) values ($1) on conflict (platform_holder_id) do nothing',
)

/**
 * A statement that writes events locks their table before it looks at any row, in this mode and to the end of its
 * transaction, also where it finds that nobody listens: so who is not here has ended or will find the stream.
 */
export const selectWriters = statement<{ id: string }>(
  'select_writers_of_events',
  `select l.virtualtransaction as id
   from pg_locks l
   where l.locktype = 'relation' and l.relation = 'event'::regclass and l.mode = 'RowExclusiveLock' and l.granted
     and l.database = (select d.oid from pg_database d where d.datname = current_database())
   order by l.virtualtransaction limit 10000`,
)

/** What is kept of a stream. */
export type Kept = { readonly oldest: number; readonly newest: number; readonly isNew: boolean }

/** Of events of some types alone: among how many they are looked for at once. */
export const searchedMax = 20_000

export type Wanted = { readonly after: number; readonly types: readonly string[] | null; readonly size: number }

/** Events after a number in its order, and what is kept of the stream; null where nobody listened yet. */
export async function readEvents(
  tx: HolderTx,
  { after, types, size }: Wanted,
): Promise<{ readonly kept: Kept | null; readonly events: NumberedEvent[] }> {
  // The newest number first: what is read after it has all events up to it, and may have later ones.
  const [[kept], events] = await Promise.all([
    tx.rows(selectKept, [tx.platformHolderId]),
    types === null
      ? tx.rows(selectEvents, [tx.platformHolderId, after, size])
      : tx.rows(selectEventsOfTypes, [tx.platformHolderId, after, size, types]),
  ])
  return { kept: kept ?? null, events }
}

const selectKept = statement<Kept>(
  'select_kept_events',
  `select s.last_sequence as newest, coalesce((
     select e.sequence
     from event e
     where e.platform_holder_id = $1 and e.sequence is not null
     order by e.sequence limit 1), s.last_sequence + 1) as oldest, s.${isNewSql}
   from event_stream s
   where s.platform_holder_id = $1`,
)

const selectEvents = statement<NumberedEvent>(
  'list_events',
  `select ${toldColumns}
   from event e
   where e.platform_holder_id = $1 and e.sequence > $2
   order by e.sequence limit $3`,
)

const selectEventsOfTypes = statement<NumberedEvent>(
  'list_events_of_types',
  `select ${toldColumns}
   from (select * from event where platform_holder_id = $1 and sequence > $2 order by sequence limit ${searchedMax}) e
   where e.type = any($4)
   order by e.sequence limit $3`,
)

/** An event that has its number. @returns null where there is none */
export async function findEvent(tx: HolderTx, id: string): Promise<NumberedEvent | null> {
  const [row] = await tx.rows(selectEvent, [tx.platformHolderId, id])
  return row ?? null
}

const selectEvent = statement<NumberedEvent>(
  'select_event',
  `select ${toldColumns} from event e where e.platform_holder_id = $1 and e.id = $2 and e.sequence is not null`,
)

/** The newest numbers of holders. */
export const selectNewest = statement<{ platformHolderId: string; newest: number }>(
  'select_newest_sequences',
  'select platform_holder_id, newest from newest_sequences($1) order by platform_holder_id',
)
