import { Type } from 'typebox'
import { longTerm } from '#/kernel/postgres/erasing.ts'
import { copyPart, type TablePrivacy, word } from '#/kernel/privacy.ts'
import {
  AppointmentId,
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
import { eraseSuggestionsOfOld } from '#/slices/suggestions/suggestions.ts'
import { eraseRequests, eraseRequestsOfEntries, eraseRequestsOfOld, selectCopiedRequests } from './privacy-store.ts'

const text = Type.String({ maxLength: 500 })

/** What a recipient asked for, in the copy of their data. */
export const copiedRequests = copyPart({
  name: 'requests',
  schema: Type.Array(
    strictObject({
      id: described(Identifier, 'Id of the request.'),
      platformHolderId: PlatformHolderId,
      appointmentId: AppointmentId,
      type: described(word, 'What you asked for.'),
      status: described(word, 'Its outcome.'),
      reasonCode: nullable(described(word, 'Your reason, or null.')),
      note: nullable(described(text, 'What you wrote, or null.')),
      preferredWindows: Type.Array(
        strictObject({ startsAt: described(Instant, 'When it starts.'), endsAt: described(Instant, 'When it ends.') }),
        { description: 'Your preferred times.' },
      ),
      reviewMessage: nullable(described(text, 'Message from staff, or null.')),
      reviewedAt: nullable(described(Instant, 'When it was decided, or null.')),
      createdAt: CreatedAt,
    }),
    { description: 'Your requests to organizations.' },
  ),
  reads: [selectCopiedRequests],
  read: async ({ ctx }) =>
    (await ctx.tx.rows(selectCopiedRequests, [ctx.recipientId])).map((row) => ({
      id: row.id,
      platformHolderId: row.platformHolderId,
      appointmentId: row.appointmentId,
      type: row.type,
      status: row.status,
      reasonCode: row.reasonCode,
      note: row.note,
      preferredWindows: [...row.preferredWindows],
      reviewMessage: row.reviewMessage,
      reviewedAt: formatInstantOrNull(row.reviewedAt),
      createdAt: formatInstant(row.createdAt),
    })),
})

export const requestsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'recipient_request',
    readers: ['app', 'report', 'suggestions'],
    fields: { personal: ['note', 'preferred_windows', 'review_message'], other: ['follow_up'] },
    retention: {
      until: '24 months after the appointment starts; words 90 days',
      pages: [
        longTerm('90 days', {
          name: 'erase_words_of_requests',
          table: 'recipient_request',
          key: 'platform_holder_id, id',
          by: 'expires_at',
          where: `(note is not null or review_message is not null or preferred_windows <> '[]') and status <> 'pending_review'`,
          set: `note = null, review_message = null, preferred_windows = '[]'`,
        }),
      ],
      // Suggestions refer to requests.
      withAppointments: [eraseSuggestionsOfOld, eraseRequestsOfOld],
    },
    erasure: { ofEntries: [eraseRequestsOfEntries], ofRecipient: [eraseRequests] },
    copy: { part: copiedRequests },
  },
]
