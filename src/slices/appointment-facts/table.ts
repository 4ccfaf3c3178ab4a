import { Type, type TSchema } from 'typebox'
import { described, Email, Identifier, Instant, nullable, PhoneE164, readableText, TimeZone } from '#/kernel/schema.ts'
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
  /** What a new value changes: `appointment` makes only a new version, the others a new schedule revision too. */
  readonly changes: 'start' | 'schedule' | 'contact' | 'appointment'
  /** What the erasure of its recipient leaves. All but what is `kept` is personal data, and in the register of docs/privacy.md. */
  readonly whenErased: 'kept' | 'null' | 'dash'
  /** What staff are told when it holds a web address, as messages hold no link but ours; null when no message repeats it. */
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
    view: nullable(described(Identifier, 'The part of the organization it belongs to; null when nothing was said.')),
    changes: 'appointment',
    whenErased: 'kept',
    webAddressFault: null,
  },
  locationId: {
    ...hidden,
    input: Type.Optional(
      nullable(described(Identifier, 'A location of your scheduling set-up; an unknown one is refused.', 'main')),
    ),
    intake: Type.Optional(
      described(Identifier, 'A location of your scheduling set-up; an unknown one is a warning.', 'main'),
    ),
    view: nullable(described(Identifier, 'A location of the scheduling set-up; null when nothing was said.', 'main')),
    changes: 'appointment',
    whenErased: 'kept',
    webAddressFault: null,
  },
  appointmentTypeId: {
    ...hidden,
    input: Type.Optional(nullable(described(Identifier, 'Its type; null or left out for none.'))),
    intake: null,
    view: nullable(described(Identifier, 'Its type; null when it has none.')),
    changes: 'appointment',
    whenErased: 'kept',
    webAddressFault: null,
  },
  title: {
    input: Type.Optional(
      nullable(
        readableText(titleMaxLength, {
          description: 'What it is called in the portal and the app; null for the name of its type.',
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
      description: 'What it is called, in your language where the organization has that.',
      examples: ['Controle'],
    }),
    copy: nullable(described(text(120), 'What the appointment is called; null when nothing.')),
    changes: 'appointment',
    whenErased: 'null',
    webAddressFault: null,
  },
  startsAt: {
    input: described(Instant, 'When it starts, with its offset.', '2026-12-03T14:30:00+01:00'),
    intake: described(Instant, 'When it starts, with its offset.', '2026-12-03T14:30:00+01:00'),
    view: described(Instant, 'When it starts.'),
    recipientView: described(Instant, 'When it starts.'),
    copy: described(Instant, 'When it starts.'),
    changes: 'start',
    whenErased: 'kept',
    webAddressFault: null,
  },
  endsAt: {
    input: described(Instant, 'When it ends: after the start, at most 24 hours.', '2026-12-03T14:45:00+01:00'),
    intake: described(Instant, 'When it ends: after the start, at most 24 hours.', '2026-12-03T14:45:00+01:00'),
    view: described(Instant, 'When it ends.'),
    recipientView: described(Instant, 'When it ends.'),
    copy: described(Instant, 'When it ends.'),
    changes: 'schedule',
    whenErased: 'kept',
    webAddressFault: null,
  },
  timezone: {
    input: Type.Optional(
      described(TimeZone, 'The zone its local time is told in; left out, that of your organization.'),
    ),
    intake: described(TimeZone, 'The zone its local time is told in. It never moves the start.'),
    view: described(TimeZone, 'The zone its local time is told in.'),
    recipientView: described(TimeZone, 'The zone its local time is told in.'),
    copy: described(text(80), 'The zone its local time is told in.'),
    changes: 'start',
    whenErased: 'kept',
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
        description: 'Where it is, in words; null when nothing was said.',
        examples: ['Lindelaan'],
      }),
    ),
    recipientView: nullable(
      Type.String({ maxLength: 200, description: 'Where it is; null when nothing was said.', examples: ['Lindelaan'] }),
    ),
    copy: nullable(described(text(200), 'Where it is; null when nothing was said.')),
    changes: 'appointment',
    whenErased: 'null',
    webAddressFault: 'A label is a place and no web address.',
  },
} as const satisfies Record<string, Fact>

const DisplayName = readableText(200, {
  title: 'PersonName',
  description: 'Name of the person, as messages call them.',
  examples: ['Sanne de Vries'],
})

/** Facts about its recipient, by the names of code; `field` is the name in the `recipient` of the API. */
export const recipientFacts = {
  recipientName: {
    field: 'displayName',
    input: DisplayName,
    intake: DisplayName,
    view: Type.String({
      maxLength: 200,
      description: 'Name of the person, as messages call them.',
      examples: ['Sanne de Vries'],
    }),
    recipientView: null,
    copy: described(text(200), 'What the organization calls you.'),
    changes: 'appointment',
    whenErased: 'dash',
    webAddressFault: null,
  },
  recipientEmail: {
    field: 'email',
    input: Type.Optional(nullable(described(Email, 'Where mail goes; this or the number is needed.'))),
    intake: Type.Optional(described(Email, 'Where mail goes; this or the number is needed.')),
    view: nullable(
      Type.String({
        maxLength: 254,
        description: 'Where mail goes; null when there is no address.',
        examples: ['sanne@example.com'],
      }),
    ),
    recipientView: null,
    copy: nullable(described(text(254), 'Address it has of you; null when none.')),
    changes: 'contact',
    whenErased: 'null',
    webAddressFault: null,
  },
  recipientPhone: {
    field: 'phoneNumberE164',
    input: Type.Optional(nullable(described(PhoneE164, 'Where text messages go; this or the address is needed.'))),
    intake: Type.Optional(described(PhoneE164, 'Where text messages go; this or the address is needed.')),
    view: nullable(
      Type.String({
        maxLength: 16,
        description: 'Where text messages go; null when there is no number.',
        examples: ['+31612345678'],
      }),
    ),
    recipientView: null,
    copy: nullable(described(text(16), 'Number it has of you; null when none.')),
    changes: 'contact',
    whenErased: 'null',
    webAddressFault: null,
  },
  recipientLocale: {
    field: 'locale',
    input: Type.Optional(nullable(described(Locale, 'Language of the messages; null leaves it to your organization.'))),
    intake: null,
    view: nullable(described(Locale, 'Language asked for; null leaves it to the organization.')),
    recipientView: null,
    copy: nullable(described(text(80), 'Language it asked for; null when none.')),
    changes: 'appointment',
    whenErased: 'null',
    webAddressFault: null,
  },
} as const satisfies Record<string, Fact & { readonly field: string }>
