import { Type, type Static } from 'typebox'
import {
  AppointmentId,
  described,
  formatInstant,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  oneOf,
  ResourceId,
  strictObject,
  Version,
} from '#/kernel/schema.ts'
import { maskAddress, ReasonCode, ReminderState } from '#/slices/reminders/reminders.ts'
import { shownMax, type ReplyRow } from './reply-store.ts'

export const ReplyState = oneOf(['open', 'handled'], {
  title: 'ReplyState',
  description: '`open`: somebody has to see to it. `handled`: somebody did.',
})

const ReplyReason = oneOf(['not_understood', 'ambiguous', 'declined', 'about_past', 'start_incomplete'], {
  title: 'ReplyReason',
  description:
    'Why a person has to read it. `not_understood`: it says more than yes or no. `ambiguous`: a yes or no that may be about several appointments. `declined`: a no; the appointment stands until you change it. `about_past`: a yes or no to what is over or cancelled. `start_incomplete`: a wish for text messages that another opt-out still stops.',
})

/** Answers that exist in every language. */
export const answerTemplates = [
  'received',
  'call_us',
  'we_will_call',
  'appointment_stands',
  'use_the_link',
  'come_anyway',
  'wrong_number',
  'thanks',
] as const
export type AnswerTemplate = (typeof answerTemplates)[number]
export const AnswerTemplate = oneOf(answerTemplates, {
  title: 'AnswerTemplate',
  description: 'A text that exists in every language. It goes in the language of the person.',
})

const staffAddress = (description: string) =>
  Type.String({ maxLength: 254, description, examples: ['anna@praktijk.example'] })

const ReplyPerson = strictObject(
  {
    appointmentId: AppointmentId,
    displayName: Type.String({ maxLength: 200, description: 'Whose it is.', examples: ['Sanne de Vries'] }),
    startsAt: described(Instant, 'When it starts.'),
    timezone: Type.String({ maxLength: 64, description: 'Its time zone.', examples: ['Europe/Amsterdam'] }),
    locale: Type.String({ maxLength: 35, description: 'The language the person is written to.', examples: ['nl'] }),
    wasAsked: Type.Boolean({
      description: 'Whether a text message to the number told of it in the seven days before the reply.',
    }),
  },
  { title: 'ReplyPerson', description: 'An appointment of somebody with this number.' },
)

const EarlierReply = strictObject(
  {
    receivedAt: described(Instant, 'When it came in.'),
    text: Type.String({ description: 'What it said.', examples: ['Ja'] }),
  },
  { title: 'EarlierReply', description: 'An earlier message from the number to you.' },
)

export const ReplyAnswer = strictObject(
  {
    id: described(Identifier, 'Id of the answer.'),
    template: described(nullable(AnswerTemplate), 'The template it was made of; null for words of your own.'),
    text: nullable(
      Type.String({
        maxLength: 300,
        description: 'Words of your own; null otherwise, and after 30 days.',
        examples: ['Uw moeder mag mee.'],
      }),
    ),
    byName: nullable(
      staffAddress(
        'Who answered: the name or else the address of the member of staff, or null once it is no longer kept.',
      ),
    ),
    answeredAt: described(Instant, 'When it was given.'),
    state: described(nullable(ReminderState), 'What became of its message; null once that is no longer kept.'),
    reasonCode: described(nullable(ReasonCode), 'Why it was not sent, waits or did not arrive, or null.'),
  },
  { title: 'ReplyAnswer' },
)

export const HolderReply = strictObject(
  {
    id: described(Identifier, 'Id of the reply.'),
    version: Version,
    receivedAt: described(Instant, 'When it came in.'),
    text: nullable(
      Type.String({
        description:
          'What it says; null after 30 days, after an erasure, and where it answers a message of another organization.',
        examples: ['Kan het ook een uurtje later?'],
      }),
    ),
    senderMasked: nullable(
      Type.String({
        maxLength: 40,
        description: 'The number it came from, masked; null once that is no longer kept.',
        examples: ['+31*******78'],
      }),
    ),
    reason: ReplyReason,
    state: ReplyState,
    assignedTo: Type.Unsafe<{ displayName: string; isYou: boolean } | null>({
      ...nullable(
        strictObject({
          displayName: staffAddress('Name of the member of staff, or else their address.'),
          isYou: Type.Boolean({ description: 'Whether it is you.' }),
        }),
      ),
      description: 'Who took it; null while nobody did.',
    }),
    isWrongNumber: Type.Boolean({
      description: 'Whether staff noted that the number is not the person’s: it gets no text messages of yours.',
    }),
    people: Type.Array(ReplyPerson, {
      maxItems: shownMax + 1,
      description: 'Your appointments that it can be about: of this number, those that were told first.',
    }),
    earlier: Type.Array(EarlierReply, {
      maxItems: shownMax,
      description: 'Messages from the number to you in the 30 days before, newest first.',
    }),
    answers: Type.Array(ReplyAnswer, { description: 'What was answered, oldest first.' }),
  },
  { title: 'HolderReply' },
)

/** @param you who reads it: a member of staff, or an API key */
export function toHolderReply(row: ReplyRow, you: string): Static<typeof HolderReply> {
  return {
    id: row.id,
    version: row.version,
    receivedAt: formatInstant(row.receivedAt),
    text: row.body,
    senderMasked: row.sender === null ? null : maskAddress('sms', row.sender),
    reason: row.reason,
    state: row.state,
    assignedTo: row.assignedTo === null ? null : { displayName: row.assignedName ?? '', isYou: row.assignedTo === you },
    isWrongNumber: row.isOfWrongNumber,
    people: row.people.map(({ appointmentId, displayName, startsAt, timezone, locale, wasAsked }) => ({
      appointmentId,
      displayName,
      startsAt: fromJson(startsAt),
      timezone,
      locale,
      wasAsked,
    })),
    earlier: row.earlier.map((one) => ({ ...one, receivedAt: fromJson(one.receivedAt) })),
    answers: row.answers.map((one) => ({ ...one, answeredAt: fromJson(one.answeredAt) })),
  }
}

function fromJson(instant: string): string {
  return formatInstant(Temporal.Instant.from(instant))
}

export const replyParams = strictObject({
  platformHolderId: HolderPathId,
  replyId: described(ResourceId, 'The reply.'),
})

export const replyExample: Static<typeof HolderReply> = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d91',
  version: 1,
  receivedAt: '2026-12-02T15:10:00.000Z',
  text: 'Kan het ook een uurtje later?',
  senderMasked: '+31*******78',
  reason: 'not_understood',
  state: 'open',
  assignedTo: null,
  isWrongNumber: false,
  people: [
    {
      appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
      displayName: 'Sanne de Vries',
      startsAt: '2026-12-03T13:30:00.000Z',
      timezone: 'Europe/Amsterdam',
      locale: 'nl',
      wasAsked: true,
    },
  ],
  earlier: [],
  answers: [],
}

export const replyParamsExample = {
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  replyId: replyExample.id,
}
