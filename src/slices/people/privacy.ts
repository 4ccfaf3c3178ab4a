import { Type } from 'typebox'
import { copyPart, type TablePrivacy } from '#/kernel/privacy.ts'
import { formatInstant, PlatformHolderId, strictObject, UpdatedAt } from '#/kernel/schema.ts'
import { eraseNotes, eraseTerms, selectCopiedNotes } from './privacy-store.ts'
import { noteMaxLength } from './person-detail.ts'

/** What staff noted on how to reach a recipient, in the copy of their data. */
export const copiedNotes = copyPart({
  name: 'notes',
  schema: Type.Array(
    strictObject({
      platformHolderId: PlatformHolderId,
      note: Type.String({ maxLength: noteMaxLength, description: 'What staff noted.' }),
      updatedAt: UpdatedAt,
    }),
    { description: 'Notes of organizations on how to reach you.' },
  ),
  reads: [selectCopiedNotes],
  read: () => Promise.resolve([]),
  readAtHolder: async ({ ctx }, tx) =>
    (await tx.rows(selectCopiedNotes, [ctx.recipientId, tx.platformHolderId])).map((row) => ({
      platformHolderId: row.platformHolderId,
      note: row.note,
      updatedAt: formatInstant(row.updatedAt),
    })),
})

const withEntry = {
  until: 'their last appointment, unless linked',
  endedBy: 'the deletion of their entry, in the same transaction',
}

export const peoplePrivacy: readonly TablePrivacy[] = [
  {
    table: 'person_note',
    fields: { personal: ['note'] },
    retention: withEntry,
    erasure: { ofEntries: [eraseNotes] },
    copy: { part: copiedNotes },
  },
  {
    table: 'person_term',
    fields: { personal: ['term'] },
    retention: withEntry,
    erasure: { ofEntries: [eraseTerms] },
    copy: { none: 'parts of name and number, to find somebody; both show in the appointments' },
  },
]
