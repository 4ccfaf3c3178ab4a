import { Type } from 'typebox'
import { longTerm } from '#/kernel/postgres/erasing.ts'
import { copyPart, type TablePrivacy, word } from '#/kernel/privacy.ts'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  strictObject,
} from '#/kernel/schema.ts'
import { closeEntries, eraseDeletionRequests, eraseLetters, selectCopiedDeletionRequests } from './privacy-store.ts'

/** What a recipient asked to be deleted, in the copy of their data. */
export const copiedDeletionRequests = copyPart({
  name: 'deletionRequests',
  schema: Type.Array(
    strictObject({
      id: described(Identifier, 'Id of the request.'),
      status: described(word, 'Its status.'),
      reason: nullable(described(Type.String({ maxLength: 500 }), 'Your reason, or null.')),
      createdAt: CreatedAt,
      dueAt: described(Instant, 'Deadline: one month after it was created.'),
      completedAt: nullable(described(Instant, 'When it was decided, or null.')),
      outcomeMessage: nullable(Type.String({ maxLength: 500, description: 'Message from staff.' })),
      retainedCategories: Type.Array(word, { description: 'What has to be kept, and why.' }),
    }),
    { description: 'Your requests to delete your data, also those you sent to an organization by letter.' },
  ),
  reads: [selectCopiedDeletionRequests],
  read: async ({ ctx }) =>
    (await ctx.tx.rows(selectCopiedDeletionRequests, [ctx.recipientId])).map((row) => ({
      id: row.id,
      status: row.status,
      reason: row.reason,
      createdAt: formatInstant(row.createdAt),
      dueAt: formatInstant(row.dueAt),
      completedAt: formatInstantOrNull(row.completedAt),
      outcomeMessage: row.outcomeMessage,
      retainedCategories: [...row.retainedCategories],
    })),
})

const ofErased = {
  erasure: { none: 'ids of who was erased, so that nothing is sent to them and an old backup is erased again' },
  copy: { none: 'of people who were erased' },
} as const

export const deletionPrivacy: readonly TablePrivacy[] = [
  {
    table: 'erased_entry',
    fields: {},
    retention: { until: 'for good, or until the erasure is lifted', endedBy: '`tijdig deletion lift`' },
    erasure: { ofEntries: [closeEntries] },
    copy: ofErased.copy,
  },
  {
    table: 'deletion_request',
    fields: {
      personal: ['reason', 'outcome_message'],
      pseudonyms: ['kept_contacts'],
      other: ['retained_categories'],
    },
    retention: {
      until: '5 years after the decision',
      pages: [
        longTerm('5 years', {
          name: 'erase_deletion_requests',
          table: 'deletion_request',
          key: 'id',
          by: 'completed_at',
        }),
      ],
    },
    erasure: { ofEntries: [eraseLetters], ofRecipient: [eraseDeletionRequests] },
    copy: { part: copiedDeletionRequests },
  },
  {
    table: 'erasure',
    isOfNoHolder: true,
    fields: {},
    retention: { until: 'for good', endedBy: 'nothing: a backup may be restored at any time' },
    ...ofErased,
  },
]
