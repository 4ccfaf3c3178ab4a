import type { Static, TObject } from 'typebox'
import type { EventType, SubjectKind } from '#/kernel/event-type.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

type Contract<D extends TObject> = {
  readonly schemaVersion: number
  readonly subject: SubjectKind
  readonly description: string
  readonly data: D
  readonly example: Static<D>
}

/** What an event is about: its id, and its version where it has one. */
type Occurrence<D extends TObject> = {
  readonly subjectId: string
  readonly subjectVersion: number | null
  readonly data: Static<D>
}

/**
 * Defines a kind of event: its name and what it tells. Its data are ids, states and names of fields alone; whoever needs
 * more reads the subject with a key. Within a type there are only additions: what breaks a receiver is a new type.
 */
export function event<const T extends string, D extends TObject>(type: T, contract: Contract<D>) {
  return {
    type,
    ...contract,
    /** Adds one with the commit, for a holder that has events at all. */
    emit(tx: Pick<HolderTx, 'send' | 'platformHolderId'>, { subjectId, subjectVersion, data }: Occurrence<D>): void {
      const about = [contract.schemaVersion, subjectId, subjectVersion]
      tx.send(insertEvent, [tx.platformHolderId, type, ...about, JSON.stringify(data)])
    },
  } satisfies EventType & { emit: unknown }
}

const insertEvent = statement(
  'insert_event',
  `insert into event (platform_holder_id, type, schema_version, subject_id, subject_version, data)
   select s.platform_holder_id, $2::text, $3::smallint, $4::uuid, $5::int, $6::jsonb from event_stream s where s.platform_holder_id = $1`,
)
