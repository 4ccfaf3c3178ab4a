import { Type, type Static } from 'typebox'
import {
  described,
  Email,
  formatInstant,
  Identifier,
  Instant,
  nullable,
  PhoneE164,
  strictObject,
} from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { StandingOptOut, toStandingOptOut, type StandingOptOutRow } from '#/slices/reminders/reminders.ts'
import type { KnownPerson } from './entry-store.ts'
import type { NoteRow } from '#/slices/people/notes/note-store.ts'
import { personExample } from './person-view.ts'

export const noteMaxLength = 300

export const IsOrderedByStartOnly = Type.Boolean({
  title: 'IsOrderedByStartOnly',
  description:
    'Whether they objected to the order of the call list (GDPR, article 21): then nothing but the start of their appointment orders them.',
})

export const PersonNote = strictObject(
  {
    text: Type.String({
      maxLength: noteMaxLength,
      description: 'How to reach the person; empty where there is none.',
      examples: ['Belt liever na vier uur.'],
    }),
    version: Type.Integer({
      minimum: 0,
      description: 'Rises with every change; 0 before the first. Send it as `expectedVersion`.',
      examples: [1],
    }),
    updatedAt: nullable(described(Instant, 'When it last changed, or null.')),
  },
  { title: 'PersonNote', description: 'A note of your own staff.' },
)

export const Person = strictObject(
  {
    personId: described(Identifier, 'Id of the person at your organization.'),
    displayName: Type.String({ maxLength: 200, description: 'The name as you have it.', examples: ['Sanne de Vries'] }),
    phoneNumberE164: nullable(described(PhoneE164, 'The number you have, or null.')),
    email: nullable(described(Email, 'The e-mail address you have, or null.')),
    locale: nullable(described(Locale, 'The language they are written to in; null leaves it to your organization.')),
    linked: Type.Boolean({ description: 'Whether the person is linked to a sign-in.' }),
    optOuts: Type.Array(StandingOptOut, {
      maxItems: 2,
      description: 'Channels by which no messages reach them, and why.',
    }),
    isOrderedByStartOnly: IsOrderedByStartOnly,
    note: PersonNote,
  },
  { title: 'Person' },
)

export function toPersonNote(note: NoteRow | null): Static<typeof PersonNote> {
  if (note === null) return { text: '', version: 0, updatedAt: null }
  return { text: note.note, version: note.version, updatedAt: formatInstant(note.updatedAt) }
}

export function toPerson(known: KnownPerson, optOuts: readonly StandingOptOutRow[], note: NoteRow | null) {
  return {
    personId: known.holderRecipientId,
    displayName: known.displayName,
    phoneNumberE164: known.phone,
    email: known.email,
    locale: known.locale as Static<typeof Locale> | null,
    linked: known.isLinked,
    optOuts: optOuts.map(toStandingOptOut),
    isOrderedByStartOnly: known.isOrderedByStartOnly,
    note: toPersonNote(note),
  }
}

export const personNoteExample: Static<typeof PersonNote> = {
  text: 'Belt liever na vier uur.',
  version: 1,
  updatedAt: '2026-11-20T09:00:00.000Z',
}

export const personDetailExample: Static<typeof Person> = {
  personId: personExample.personId,
  displayName: 'Sanne de Vries',
  phoneNumberE164: '+31612345678',
  email: 'sanne@example.com',
  locale: 'nl',
  linked: false,
  optOuts: [{ channel: 'sms', source: 'sms_reply', since: '2026-11-01T10:00:00.000Z' }],
  isOrderedByStartOnly: false,
  note: personNoteExample,
}
