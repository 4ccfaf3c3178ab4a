import { Type, type TSchema } from 'typebox'
import {
  described,
  Email,
  Identifier,
  Instant,
  LanguageTag,
  nullable,
  PhoneE164,
  readableText,
  TimeZone,
} from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'

/** Everything that any part of the product has to know of one fact of an appointment. */
export type Fact = {
  /** As staff send it, for a local appointment. Here and below null where it does not show. */
  readonly input: TSchema | null
  /** As a source system sends it, through intake or import. */
  readonly intake: TSchema | null
  /** As its platform holder reads it. */
  readonly view: TSchema | null
  /** As its recipient reads it. */
  readonly recipientView: TSchema | null
  /** As it stands in the recipient's copy of their data. */
  readonly copy: TSchema | null
  /** What a new value changes: `appointment` and `language` make only a new version, `place` a new schedule revision where
   * it is another place, the others a new schedule revision. */
  readonly changes: 'start' | 'schedule' | 'place' | 'contact' | 'language' | 'appointment'
  /** What the erasure of its recipient leaves. All but what is `kept` is personal data, and in the register of docs/privacy.md. */
  readonly whenErased: 'kept' | 'null' | 'dash'
  /** What messages, and so the page behind their link, use it for: `place` is said with the others of its kind, in their
   * order. Null where they do not. */
  readonly inMessage: 'time' | 'place' | 'name' | 'address' | null
  /** What staff are told when it holds a web address, as messages hold no link but ours; null when no message repeats what
   * staff write there. */
  readonly webAddressFault: string | null
}

const text = (maxLength: number) => Type.String({ maxLength })
const hidden = { recipientView: null, copy: null } as const

export const titleMaxLength = 120

/** Facts about the appointment itself, by the names of code and API, in the order of the answers. */
export const ownFacts = {
  organizationId: {
    ...hidden,
    input: Type.Optional(nullable(described(Identifier, 'The part of your organization it belongs to.'))),
    intake: Type.Optional(described(Identifier, 'The part of your organization it belongs to.')),
    view: nullable(described(Identifier, 'The part of the organization it belongs to, or null.')),
    changes: 'appointment',
    whenErased: 'kept',
    inMessage: null,
    webAddressFault: null,
  },
  locationId: {
    ...hidden,
    input: Type.Optional(
      nullable(described(Identifier, 'A location of your scheduling set-up; an unknown one is rejected.', 'main')),
    ),
    intake: Type.Optional(
      described(Identifier, 'A location of your scheduling set-up; an unknown one gives a warning.', 'main'),
    ),
    view: nullable(described(Identifier, 'A location of the scheduling set-up, or null.', 'main')),
    changes: 'place',
    whenErased: 'kept',
    inMessage: 'place',
    webAddressFault: null,
  },
  appointmentTypeId: {
    ...hidden,
    input: Type.Optional(nullable(described(Identifier, 'Its type; null or omitted for none.'))),
    intake: null,
    view: nullable(described(Identifier, 'Its type, or null.')),
    changes: 'appointment',
    whenErased: 'kept',
    inMessage: null,
    webAddressFault: null,
  },
  title: {
    input: Type.Optional(
      nullable(
        readableText(titleMaxLength, {
          description: 'Its title in the portal and the app; null for the name of its type.',
          examples: ['Controle'],
        }),
      ),
    ),
    intake: null,
    view: Type.String({
      maxLength: titleMaxLength,
      description: 'For the portal and the signed-in app; never in a message unless its type is marked smsSafe.',
      examples: ['Controle'],
    }),
    recipientView: Type.String({
      maxLength: titleMaxLength,
      description: 'Its title, in your language if the organization has that.',
      examples: ['Controle'],
    }),
    copy: nullable(described(text(120), 'Title of the appointment, or null.')),
    changes: 'appointment',
    whenErased: 'null',
    inMessage: null,
    webAddressFault: null,
  },
  startsAt: {
    input: described(Instant, 'When it starts, with UTC offset.', '2026-12-03T14:30:00+01:00'),
    intake: described(Instant, 'When it starts, with UTC offset.', '2026-12-03T14:30:00+01:00'),
    view: described(Instant, 'When it starts.'),
    recipientView: described(Instant, 'When it starts.'),
    copy: described(Instant, 'When it starts.'),
    changes: 'start',
    whenErased: 'kept',
    inMessage: 'time',
    webAddressFault: null,
  },
  endsAt: {
    input: described(Instant, 'When it ends: at most 24 hours after the start.', '2026-12-03T14:45:00+01:00'),
    intake: described(Instant, 'When it ends: at most 24 hours after the start.', '2026-12-03T14:45:00+01:00'),
    view: described(Instant, 'When it ends.'),
    recipientView: described(Instant, 'When it ends.'),
    copy: described(Instant, 'When it ends.'),
    changes: 'schedule',
    whenErased: 'kept',
    inMessage: 'time',
    webAddressFault: null,
  },
  timezone: {
    input: Type.Optional(described(TimeZone, 'Time zone to show it in; defaults to that of your organization.')),
    intake: described(TimeZone, 'Time zone to show it in. It never moves the start.'),
    view: described(TimeZone, 'Time zone to show it in.'),
    recipientView: described(TimeZone, 'Time zone to show it in.'),
    copy: described(text(80), 'Time zone to show it in.'),
    changes: 'start',
    whenErased: 'kept',
    inMessage: 'time',
    webAddressFault: null,
  },
  locationLabel: {
    input: Type.Optional(
      nullable(
        readableText(200, {
          description: 'Where it is, in words; not a web address.',
          examples: ['Lindelaan 1, kamer 2'],
        }),
      ),
    ),
    intake: null,
    view: nullable(
      Type.String({
        maxLength: 200,
        description: 'Where it is, in words, as staff wrote it; null where they wrote nothing.',
        examples: ['Lindelaan 1, kamer 2'],
      }),
    ),
    recipientView: nullable(
      Type.String({
        maxLength: 200,
        description: 'Where it is, in words, as the organization wrote it; null where it wrote nothing.',
        examples: ['Lindelaan 1, kamer 2'],
      }),
    ),
    copy: nullable(described(text(200), 'Where it is, or null.')),
    changes: 'place',
    whenErased: 'null',
    inMessage: 'place',
    webAddressFault: 'A label is a place and no web address.',
  },
} as const satisfies Record<string, Fact>

const DisplayName = readableText(200, {
  title: 'PersonName',
  description: 'Name of the person, as used in messages.',
  examples: ['Sanne de Vries'],
})

const languageOfPerson =
  'Language of the messages, as one of our 43 or the tag of a region: nl-BE is read as nl. Another language says nothing. It is remembered for this person at your organization.'

/** Facts about its recipient, by the names of code; `field` is the name in the `recipient` of the API. */
export const recipientFacts = {
  recipientName: {
    field: 'displayName',
    input: DisplayName,
    intake: DisplayName,
    view: Type.String({
      maxLength: 200,
      description: 'Name of the person, as used in messages.',
      examples: ['Sanne de Vries'],
    }),
    recipientView: null,
    copy: described(text(200), 'Your name at the organization.'),
    changes: 'appointment',
    whenErased: 'dash',
    inMessage: 'name',
    webAddressFault: null,
  },
  recipientEmail: {
    field: 'email',
    input: Type.Optional(nullable(described(Email, 'E-mail address; this or the phone number is required.'))),
    intake: Type.Optional(described(Email, 'E-mail address; this or the phone number is required.')),
    view: nullable(
      Type.String({
        maxLength: 254,
        description: 'E-mail address, or null.',
        examples: ['sanne@example.com'],
      }),
    ),
    recipientView: null,
    copy: nullable(described(text(254), 'Your e-mail address there, or null.')),
    changes: 'contact',
    whenErased: 'null',
    inMessage: 'address',
    webAddressFault: null,
  },
  recipientPhone: {
    field: 'phoneNumberE164',
    input: Type.Optional(
      nullable(described(PhoneE164, 'Phone number for text messages; this or the e-mail address is required.')),
    ),
    intake: Type.Optional(
      described(PhoneE164, 'Phone number for text messages; this or the e-mail address is required.'),
    ),
    view: nullable(
      Type.String({
        maxLength: 16,
        description: 'Phone number for text messages, or null.',
        examples: ['+31612345678'],
      }),
    ),
    recipientView: null,
    copy: nullable(described(text(16), 'Your phone number there, or null.')),
    changes: 'contact',
    whenErased: 'null',
    inMessage: 'address',
    webAddressFault: null,
  },
  recipientLocale: {
    field: 'locale',
    input: Type.Optional(
      nullable(
        described(LanguageTag, `${languageOfPerson} Omitted: as before. null: that of your organization again.`),
      ),
    ),
    intake: Type.Optional(described(LanguageTag, `${languageOfPerson} Omitted: as before.`)),
    view: nullable(
      described(
        Locale,
        'Language remembered for this person; null leaves it to the organization. Their own choice wins.',
      ),
    ),
    recipientView: null,
    copy: nullable(described(text(80), 'Language that was given with the appointment, or null.')),
    changes: 'language',
    whenErased: 'null',
    inMessage: null,
    webAddressFault: null,
  },
} as const satisfies Record<string, Fact & { readonly field: string }>
