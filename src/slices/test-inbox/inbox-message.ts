import { Type, type Static } from 'typebox'
import { described, formatInstant, HolderPathId, Identifier, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import { ChannelSchema } from '#/slices/reminders/reminders.ts'
import type { InboxRow } from './store.ts'

const address = (description: string, example: string) =>
  Type.String({ maxLength: 320, description, examples: [example] })

/** A message that reached nobody, or an answer that was tried on it. */
export const TestMessage = strictObject(
  {
    id: described(Identifier, 'Its id, by which it is answered.'),
    channel: ChannelSchema,
    isReply: Type.Boolean({
      description: 'True for an answer that was tried here; false for what you would have sent.',
    }),
    from: address('Who it says it is from: a number or a name.', '+3197010250000'),
    to: address('The number or address it would have gone to.', '+31612345678'),
    subject: nullable(
      Type.String({ description: 'The subject of a mail, or null.', examples: ['Herinnering: do 3 december 14:30'] }),
    ),
    text: Type.String({ description: 'What it says, with its links.' }),
    locale: nullable(Type.String({ maxLength: 35, description: 'The language of a mail, or null.', examples: ['nl'] })),
    sentAt: described(Instant, 'When it came in.'),
  },
  { title: 'TestMessage' },
)

export function toTestMessage(row: InboxRow): Static<typeof TestMessage> {
  const { id, channel, isReply, sender, destination, subject, body, locale, createdAt } = row
  return {
    id,
    channel,
    isReply,
    from: sender,
    to: destination,
    subject,
    text: body,
    locale,
    sentAt: formatInstant(createdAt),
  }
}

export const holderParams = strictObject({ platformHolderId: HolderPathId })

export const testMessageExample: Static<typeof TestMessage> = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d10',
  channel: 'sms',
  isReply: false,
  from: '+3197010250000',
  to: '+31612345678',
  subject: null,
  text: 'Praktijk De Linde: do 3 december 14:30. Antwoord JA.',
  locale: null,
  sentAt: '2026-12-02T13:30:00.000Z',
}

export const holderExample = { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' }
