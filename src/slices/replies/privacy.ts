import { Type } from 'typebox'
import { longTerm, shortTerm } from '#/kernel/postgres/erasing.ts'
import { copyPart, type TablePrivacy } from '#/kernel/privacy.ts'
import { described, formatInstant, Identifier, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import {
  closeReplies,
  closeRepliesOfNumber,
  type CopiedReply,
  eraseAnswers,
  eraseAnswersToNumber,
  eraseInbound,
  eraseReplies,
  selectCopiedReplies,
  selectUnmatchedReplies,
} from './privacy-store.ts'

const number = Type.String({ maxLength: 40 })

/** What a recipient sent back, in the copy of their data. */
export const copiedReplies = copyPart({
  name: 'replies',
  schema: Type.Array(
    strictObject({
      platformHolderId: nullable(described(Identifier, 'The organization it was for, or null.')),
      appointmentId: nullable(described(Identifier, 'The appointment it was about, or null.')),
      receivedAt: described(Instant, 'When it came in.'),
      from: nullable(described(number, 'The number it came from, or null.')),
      to: nullable(described(number, 'The number it went to, or null.')),
      text: Type.String({ description: 'The message as it came in.' }),
    }),
    {
      description: 'Text messages received about your appointments or from your number; erased after 30 days.',
    },
  ),
  reads: [selectCopiedReplies, selectUnmatchedReplies],
  read: async ({ ctx, ownKeys }) => (await ctx.tx.rows(selectUnmatchedReplies, [ownKeys.sms])).map(toCopied),
  readAtHolder: async ({ ctx, ownKeys }, tx) =>
    (await tx.rows(selectCopiedReplies, [ctx.recipientId, tx.platformHolderId, ownKeys.sms])).map(toCopied),
})

function toCopied(row: CopiedReply) {
  return {
    platformHolderId: row.platformHolderId,
    appointmentId: row.appointmentId,
    receivedAt: formatInstant(row.receivedAt),
    from: row.sender,
    to: row.recipient,
    text: row.body,
  }
}

export const repliesPrivacy: readonly TablePrivacy[] = [
  {
    table: 'inbound_sms',
    readers: ['reminders'],
    fields: {
      personal: ['sender', 'recipient', 'body'],
      pseudonyms: ['sender_key', 'provider_message_id'],
      other: ['provider'],
    },
    retention: {
      until: '24 months; text and numbers 30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_inbound',
          table: 'inbound_sms',
          key: 'id',
          by: 'received_at',
          where: 'body is not null',
          set: 'body = null, sender = null, recipient = null',
        }),
        longTerm('24 months', { name: 'forget_inbound', table: 'inbound_sms', key: 'id', by: 'received_at' }),
      ],
    },
    erasure: { ofEntries: [eraseReplies], ofContacts: [eraseInbound] },
    copy: { part: copiedReplies },
  },
  {
    table: 'reply_answer',
    fields: { personal: ['body'] },
    retention: {
      until: 'its reply; words 30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_reply_answers_of_old',
          table: 'reply_answer',
          key: 'platform_holder_id, id',
          by: 'answered_at',
          where: 'body is not null',
          set: 'body = null',
        }),
      ],
    },
    erasure: { ofEntries: [eraseAnswers], ofContacts: [eraseAnswersToNumber] },
    copy: { none: 'what was sent shows in the messages' },
  },
  {
    table: 'reply',
    fields: { pseudonyms: ['sender_key'] },
    retention: {
      until: '24 months',
      pages: [
        longTerm('24 months', {
          name: 'forget_replies',
          table: 'reply',
          key: 'platform_holder_id, id',
          by: 'received_at',
        }),
      ],
    },
    erasure: { ofEntries: [closeReplies], ofContacts: [closeRepliesOfNumber] },
    copy: { none: 'what came in shows in `replies`' },
  },
]
