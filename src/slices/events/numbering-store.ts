import { columns } from '#/kernel/postgres/rows.ts'
import { statement } from '#/kernel/postgres/db.ts'
import type { NumberedEvent } from './message.ts'

/** The columns of an event `e` as it is told. */
export const toldColumns = columns(
  'event',
  `e.platform_holder_id, e.id, e.sequence, e.type, e.schema_version, e.occurred_at, e.subject_type,
  e.subject_id, e.subject_version, e.data`,
)

/** Most events that get their numbers at once. */
export const mostNumbered = 1_000

/** Locks the stream of a holder until the transaction ends: what numbers it goes one after another. */
export const lockStream = statement(
  'lock_event_stream',
  'select last_sequence from event_stream where platform_holder_id = $1 for no key update',
)

// Its numbers follow those of whoever had the lock before, so it has to be a statement after the one that took it: that
// one looks at what was committed before it waited.
export const numberNext = statement<NumberedEvent>(
  'number_events',
  `with unnumbered as materialized (
     select e.id, row_number() over (order by e.id) as place
     from event e
     where e.platform_holder_id = $1 and e.sequence is null
     order by e.id limit ${mostNumbered}),
   stream as (
     update event_stream s set last_sequence = s.last_sequence + (select count(*) from unnumbered)
     where s.platform_holder_id = $1 and exists (select 1 from unnumbered)
     returning s.last_sequence - (select count(*) from unnumbered) as before),
   numbered as (
     update event e set sequence = stream.before + unnumbered.place
     from unnumbered, stream
     where e.platform_holder_id = $1 and e.id = unnumbered.id
     returning ${toldColumns})
   select ${toldColumns} from numbered e order by e.sequence limit ${mostNumbered}`,
)

export const selectHoldersToNumber = statement<{ platformHolderId: string }>(
  'select_holders_to_number',
  'select platform_holder_id from holders_to_number() order by platform_holder_id',
)
