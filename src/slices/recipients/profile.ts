import { Type, type Static } from 'typebox'
import {
  formatInstant,
  Identifier,
  Instant,
  nullable,
  oneOf,
  readableText,
  strictObject,
  TimeZone,
} from '#/kernel/schema.ts'
import { locales, type Locale } from '#/messages/locales.ts'
import { maskAddress } from '#/slices/reminders/reminders.ts'
import type { RecipientRow } from './store.ts'

export const RecipientName = readableText(200, { examples: ['Sanne de Vries'] })

/** A recipient as they see themselves. Contact data is shown masked and is nobody's to change here. */
export const RecipientProfile = strictObject(
  {
    recipientId: Identifier,
    displayName: Type.String({ maxLength: 200 }),
    locale: nullable(oneOf(locales, { description: 'The language of messages; null leaves it to each organization.' })),
    timezone: nullable(
      Type.String({ ...TimeZone, description: 'Where quiet hours are told by; null means where the appointment is.' }),
    ),
    phoneNumberMasked: nullable(Type.String({ maxLength: 40, examples: ['+31*******78'] })),
    emailMasked: nullable(Type.String({ maxLength: 254, examples: ['s***@example.com'] })),
    linkedAt: Instant,
    version: Type.Integer({ minimum: 1 }),
    updatedAt: Instant,
  },
  { title: 'RecipientProfile' },
)
export type RecipientProfile = Static<typeof RecipientProfile>

export function toRecipientProfile(row: RecipientRow): RecipientProfile {
  return {
    recipientId: row.id,
    displayName: row.display_name,
    // Safe because it is written from the same list only.
    locale: row.locale as Locale | null,
    timezone: row.timezone,
    phoneNumberMasked: row.phone_number_e164 === null ? null : maskAddress('sms', row.phone_number_e164),
    emailMasked: row.email === null ? null : maskAddress('email', row.email),
    linkedAt: formatInstant(row.linked_at),
    version: row.version,
    updatedAt: formatInstant(row.updated_at),
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
