import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { erasedEntries } from '#/slices/deletion-requests/sql.ts'
import { mostCopied } from '#/kernel/privacy.ts'

const ofErased = `(platform_holder_id, holder_recipient_id) in (
    select e.platform_holder_id, e.holder_recipient_id
    from ${erasedEntries})`

export const eraseNotes = statement('erase_person_notes', `delete from person_note where ${ofErased}`)

export const eraseTerms = statement('erase_person_terms', `delete from person_term where ${ofErased}`)

export type CopiedNote = RowOf<typeof copiedNoteColumns>

const copiedNoteColumns = columns('person_note', 'n.platform_holder_id, n.note, n.updated_at')

/** Notes on the recipient by the holder to which the transaction is bound. */
export const selectCopiedNotes = statement<CopiedNote>(
  'export_person_notes',
  `select ${copiedNoteColumns} from person_note n
   join recipient_link l on l.platform_holder_id = n.platform_holder_id
     and l.holder_recipient_id = n.holder_recipient_id
   where n.platform_holder_id = $2 and l.recipient_id = $1 and n.note <> ''
   order by n.updated_at desc, n.holder_recipient_id limit ${mostCopied}`,
)
