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
  PlatformHolderId,
  strictObject,
} from '#/kernel/schema.ts'
import { eraseSuggestions, eraseSuggestionsOfEntries, selectCopiedSuggestions } from './privacy-store.ts'

/** Times that were proposed to a recipient, in the copy of their data. */
export const copiedSuggestions = copyPart({
  name: 'suggestions',
  schema: Type.Array(
    strictObject({
      id: described(Identifier, 'Id of the suggestion.'),
      platformHolderId: PlatformHolderId,
      appointmentId: nullable(described(Identifier, 'The existing appointment it is about, or null.')),
      kind: described(word, 'What it was for.'),
      status: described(word, 'Its outcome.'),
      proposedStartsAt: described(Instant, 'When it would start.'),
      proposedEndsAt: described(Instant, 'When it would end.'),
      timezone: described(word, 'Time zone to show it in.'),
      message: nullable(described(Type.String({ maxLength: 500 }), 'Message from staff, or null.')),
      reviewedAt: nullable(described(Instant, 'When you decided, or null.')),
      createdAt: CreatedAt,
    }),
    { description: 'Times that organizations suggested to you.' },
  ),
  reads: [selectCopiedSuggestions],
  read: async ({ ctx }) =>
    (await ctx.tx.rows(selectCopiedSuggestions, [ctx.recipientId])).map((row) => ({
      id: row.id,
      platformHolderId: row.platformHolderId,
      appointmentId: row.appointmentId,
      kind: row.kind,
      status: row.status,
      proposedStartsAt: formatInstant(row.proposedStartsAt),
      proposedEndsAt: formatInstant(row.proposedEndsAt),
      timezone: row.timezone,
      message: row.message,
      reviewedAt: formatInstantOrNull(row.reviewedAt),
      createdAt: formatInstant(row.createdAt),
    })),
})

export const suggestionsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'suggestion',
    readers: ['app'],
    fields: { personal: ['message'], pseudonyms: ['import_uid'], other: ['origin', 'timezone'] },
    retention: {
      // Those about an appointment go with the requests, to which they refer.
      until: '24 months after the proposed start, or with the appointment; words 90 days',
      pages: [
        longTerm('90 days', {
          name: 'erase_words_of_suggestions',
          table: 'suggestion',
          key: 'platform_holder_id, id',
          by: 'expires_at',
          where: `message is not null and status <> 'pending_review'`,
          set: 'message = null',
        }),
        longTerm('24 months', {
          name: 'erase_suggestions',
          table: 'suggestion',
          key: 'platform_holder_id, id',
          by: 'expires_at',
        }),
      ],
    },
    erasure: { ofEntries: [eraseSuggestionsOfEntries], ofRecipient: [eraseSuggestions] },
    copy: { part: copiedSuggestions },
  },
]
