import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'

export type NoteRow = RowOf<typeof noteColumns>

const noteColumns = columns('person_note', 'holder_recipient_id, note, version, updated_at')

/** The note on a person; of several entries the one that was written last. */
export async function findNote(tx: HolderTx, entries: readonly string[]): Promise<NoteRow | null> {
  const [row] = await tx.rows(selectNote, [tx.platformHolderId, entries])
  return row ?? null
}

const selectNote = statement<NoteRow>(
  'select_person_note',
  `select ${noteColumns} from person_note
   where platform_holder_id = $1 and holder_recipient_id = any($2::uuid[])
   order by updated_at desc, holder_recipient_id limit 1`,
)

/** Makes everybody else who writes the note of a person wait until the transaction ends. */
export function lockEntries(tx: HolderTx, entries: readonly string[]): Promise<unknown> {
  return tx.rows(lock, [tx.platformHolderId, entries])
}

const lock = statement(
  'lock_entries_of_noted',
  `select r.id
   from holder_recipient r
   where r.platform_holder_id = $1 and r.id = any($2::uuid[])
   order by r.id for no key update`,
)

/** Writes a note with the commit. */
export function writeNote(tx: HolderTx, { holderRecipientId, note, version, updatedAt }: NoteRow): void {
  tx.send(upsert, [tx.platformHolderId, holderRecipientId, note, version, updatedAt])
}

const upsert = statement(
  'upsert_person_note',
  `insert into person_note as n (platform_holder_id, holder_recipient_id, note, version, updated_at)
   values ($1, $2, $3, $4, $5)
   on conflict (platform_holder_id, holder_recipient_id) do update
     set note = excluded.note, version = excluded.version, updated_at = excluded.updated_at`,
)
