import { Type, type Static } from 'typebox'
import {
  EmailOrEmpty,
  formatInstantOrNull,
  Identifier,
  LanguageTag,
  nullable,
  oneOf,
  readableText,
  strictObject,
} from '#/kernel/schema.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const country = Type.String({ pattern: '^[A-Z]{2}$', examples: ['NL'] })
// Only http and https, and no user or password, with which an address reads like another site's: a stored link is shown to
// people and never fetched by us.
const link = Type.String({
  maxLength: 2048,
  pattern: '^$|^https?://[^\\s\\p{C}/?#@\\\\]+([/?#][^\\s\\p{C}\\\\]*)?$',
  examples: ['https://example.com'],
})

const SchedulingSetup = strictObject({
  locations: Type.Array(
    strictObject({
      id: Identifier,
      name: readableText(120),
      personCount: Type.Integer({ minimum: 0, maximum: 1000 }),
      roomCount: Type.Integer({ minimum: 0, maximum: 1000 }),
    }),
    { maxItems: 100 },
  ),
})
export type SchedulingSetup = Static<typeof SchedulingSetup>

/** The fields staff may change (contract, Platform holder profile). */
export const writableProfile = {
  billingEmail: EmailOrEmpty,
  branch: oneOf(['', 'Horeca', 'Zakelijke dienstverlening', 'Ziekenhuizen', 'Zorg']),
  communicationInboxEmail: EmailOrEmpty,
  defaultLocale: Type.String({
    ...LanguageTag,
    description: 'BCP 47 tag; texts are in the closest language there are texts in, such as nl for nl-BE.',
  }),
  defaultTimezone: Type.String({ minLength: 1, maxLength: 80, examples: ['Europe/Amsterdam'] }),
  displayName: readableText(200),
  legalName: text(200),
  financialContactName: text(500),
  financialContactPhoneNumber: text(40),
  generalContactName: text(500),
  headquartersAddressLine1: text(500),
  headquartersCountryCode: country,
  headquartersPlace: text(500),
  headquartersPostalCode: text(40),
  registrationCountryCode: country,
  registrationNumber: text(100),
  socialFacebook: link,
  socialInstagram: link,
  socialLinkedIn: link,
  taxNumber: text(100),
  websiteUrl: link,
  whatsappNumber: text(40),
  schedulingSetup: nullable(SchedulingSetup),
}

export const HolderProfile = strictObject(
  {
    id: Identifier,
    status: oneOf(['draft', 'active', 'suspended', 'deleted']),
    activeFrom: text(500),
    activeUntil: text(500),
    ...writableProfile,
  },
  { title: 'PlatformHolderProfile' },
)
export type HolderProfile = Static<typeof HolderProfile>
export type WritableProfile = Omit<HolderProfile, 'id' | 'status' | 'activeFrom' | 'activeUntil'>

/** Profile field and column, once: reads and writes both follow from it. */
export const profileColumns = {
  billingEmail: 'billing_email',
  branch: 'branch',
  communicationInboxEmail: 'communication_inbox_email',
  defaultLocale: 'default_locale',
  defaultTimezone: 'default_timezone',
  displayName: 'display_name',
  legalName: 'legal_name',
  financialContactName: 'financial_contact_name',
  financialContactPhoneNumber: 'financial_contact_phone_number',
  generalContactName: 'general_contact_name',
  headquartersAddressLine1: 'headquarters_address_line1',
  headquartersCountryCode: 'headquarters_country_code',
  headquartersPlace: 'headquarters_place',
  headquartersPostalCode: 'headquarters_postal_code',
  registrationCountryCode: 'registration_country_code',
  registrationNumber: 'registration_number',
  socialFacebook: 'social_facebook',
  socialInstagram: 'social_instagram',
  socialLinkedIn: 'social_linked_in',
  taxNumber: 'tax_number',
  websiteUrl: 'website_url',
  whatsappNumber: 'whatsapp_number',
  schedulingSetup: 'scheduling_setup',
} as const satisfies Record<keyof WritableProfile, string>

/** A row of the profile query: the writable fields under their own names, and the read-only ones. */
export type ProfileRow = WritableProfile & {
  readonly id: string
  readonly status: HolderProfile['status']
  readonly activeFrom: Temporal.Instant | null
  readonly activeUntil: Temporal.Instant | null
}

export function toHolderProfile(row: ProfileRow): HolderProfile {
  return {
    ...row,
    activeFrom: formatInstantOrNull(row.activeFrom) ?? '',
    activeUntil: formatInstantOrNull(row.activeUntil) ?? '',
  }
}

export const profileExample: HolderProfile = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  status: 'active',
  activeFrom: '2026-11-01T00:00:00.000Z',
  activeUntil: '',
  billingEmail: 'administratie@example.com',
  branch: 'Zorg',
  communicationInboxEmail: 'balie@example.com',
  defaultLocale: 'nl',
  defaultTimezone: 'Europe/Amsterdam',
  displayName: 'Huisartsenpraktijk De Linde',
  legalName: 'Huisartsenpraktijk De Linde B.V.',
  financialContactName: 'M. Visser',
  financialContactPhoneNumber: '+31201234567',
  generalContactName: 'S. Bakker',
  headquartersAddressLine1: 'Lindelaan 1',
  headquartersCountryCode: 'NL',
  headquartersPlace: 'Amsterdam',
  headquartersPostalCode: '1011 AA',
  registrationCountryCode: 'NL',
  registrationNumber: '90006623',
  socialFacebook: '',
  socialInstagram: '',
  socialLinkedIn: '',
  taxNumber: '',
  websiteUrl: 'https://example.com',
  whatsappNumber: '',
  schedulingSetup: { locations: [{ id: 'main', name: 'Lindelaan', personCount: 4, roomCount: 3 }] },
}
