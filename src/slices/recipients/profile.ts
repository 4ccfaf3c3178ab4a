import { Type, type Static } from 'typebox'
import {
  described,
  formatInstant,
  Identifier,
  Instant,
  nullable,
  readableText,
  strictObject,
  TimeZone,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { maskAddress } from '#/slices/reminders/reminders.ts'
import type { RecipientRow } from './store.ts'

export const RecipientName = readableText(200, {
  examples: ['Sanne de Vries'],
  description: 'What you want to be called in the app.',
})

/** A recipient as they see themselves. Contact data is masked and cannot be changed here. */
export const RecipientProfile = strictObject(
  {
    recipientId: described(Identifier, 'Names you, for life.'),
    displayName: Type.String({ maxLength: 200, description: 'What you are called.', examples: ['Sanne de Vries'] }),
    locale: described(nullable(Locale), 'The language of messages; null leaves it to each organization.'),
    timezone: described(nullable(TimeZone), 'Where quiet hours are told by; null means where the appointment is.'),
    phoneNumberMasked: nullable(
      Type.String({
        maxLength: 40,
        examples: ['+31*******78'],
        description: 'Your number, masked; null when you have none.',
      }),
    ),
    emailMasked: nullable(
      Type.String({
        maxLength: 254,
        examples: ['s***@example.com'],
        description: 'Your address, masked; null when you have none.',
      }),
    ),
    linkedAt: described(Instant, 'When an operator linked you to what organizations know.'),
    version: Version,
    updatedAt: UpdatedAt,
  },
  { title: 'RecipientProfile' },
)
export type RecipientProfile = Static<typeof RecipientProfile>

export function toRecipientProfile(row: RecipientRow): RecipientProfile {
  return {
    recipientId: row.id,
    displayName: row.displayName,
    // Safe because it is written from the same list only.
    locale: row.locale as Locale | null,
    timezone: row.timezone,
    phoneNumberMasked: row.phoneNumberE164 === null ? null : maskAddress('sms', row.phoneNumberE164),
    emailMasked: row.email === null ? null : maskAddress('email', row.email),
    linkedAt: formatInstant(row.linkedAt),
    version: row.version,
    updatedAt: formatInstant(row.updatedAt),
  }
}

export const recipientProfileExample: RecipientProfile = {
  recipientId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d20',
  displayName: 'Sanne de Vries',
  locale: 'nl',
  timezone: 'Europe/Amsterdam',
  phoneNumberMasked: '+31*******78',
  emailMasked: 's***@example.com',
  linkedAt: '2026-11-20T09:00:00.000Z',
  version: 1,
  updatedAt: '2026-11-20T09:00:00.000Z',
}
