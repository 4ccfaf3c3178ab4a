import { Type, type Static } from 'typebox'
import {
  described,
  EmailOrEmpty,
  formatInstantOrNull,
  Identifier,
  LanguageTag,
  nullable,
  oneOf,
  readableText,
  strictObject,
  TimeZone,
} from '#/kernel/schema.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const country = Type.String({ pattern: '^[A-Z]{2}$', examples: ['NL'] })
// Only http and https, without user or password, which could make an address look like another site's: a stored link is
// shown to people and never fetched by us.
const link = Type.String({
  title: 'UrlOrEmpty',
  maxLength: 2048,
  pattern: '^$|^https?://[^\\s\\p{C}/?#@\\\\]+([/?#][^\\s\\p{C}\\\\]*)?$',
  description: 'Web address, http or https, or empty.',
  examples: ['https://example.com'],
})

/** What a location is, besides its id. */
export const locationFields = {
  name: readableText(120, { description: 'Its name.', examples: ['Lindelaan'] }),
  personCount: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: 'How many people work there.',
    examples: [4],
  }),
  roomCount: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: 'How many rooms it has; does not limit bookings.',
    examples: [3],
  }),
}

export const locationsMax = 100

const SchedulingSetup = strictObject(
  {
    locations: Type.Array(
      strictObject(
        {
          id: described(Identifier, 'Unique among your locations; appointments name it.', 'main'),
          ...locationFields,
        },
        { title: 'SchedulingLocation' },
      ),
      { maxItems: locationsMax, description: 'The complete inventory; an empty list means there are none.' },
    ),
  },
  {
    title: 'SchedulingSetup',
    description: 'Your locations, or null. Omitted in a change, they are kept.',
  },
)
export type SchedulingSetup = Static<typeof SchedulingSetup>

/** The fields staff may change (contract, Platform holder profile). */
export const writableProfile = {
  billingEmail: described(EmailOrEmpty, 'E-mail address for the payment provider.'),
  branch: oneOf(['', 'Horeca', 'Zakelijke dienstverlening', 'Ziekenhuizen', 'Zorg'], {
    title: 'Branch',
    description: 'The line of business; empty when none was chosen.',
  }),
  communicationInboxEmail: described(EmailOrEmpty, 'E-mail address for your staff, such as for replies of recipients.'),
  defaultLocale: described(LanguageTag, 'BCP 47 tag; texts use the closest supported language, such as nl for nl-BE.'),
  defaultTimezone: described(TimeZone, 'Time zone of appointments without one, and of days in reports.'),
  displayName: readableText(200, {
    description: 'Name of your organization in messages.',
    examples: ['Huisartsenpraktijk De Linde'],
  }),
  legalName: described(text(200), 'The name in the register.', 'Huisartsenpraktijk De Linde B.V.'),
  financialContactName: described(text(500), 'Contact for billing questions.', 'M. Visser'),
  financialContactPhoneNumber: described(
    text(40),
    'Their phone number, in any notation; stored in E.164.',
    '+31201234567',
  ),
  generalContactName: described(text(500), 'Contact for all other questions.', 'S. Bakker'),
  headquartersAddressLine1: described(text(500), 'Street and number.', 'Lindelaan 1'),
  headquartersCountryCode: described(
    country,
    'ISO 3166 country code; national phone numbers are read as numbers of this country.',
  ),
  headquartersPlace: described(text(500), 'Town.', 'Amsterdam'),
  headquartersPostalCode: described(text(40), 'Postal code.', '1011 AA'),
  registrationCountryCode: described(country, 'ISO 3166 country code of the register.'),
  registrationNumber: described(text(100), 'Number in that register.', '90006623'),
  socialFacebook: link,
  socialInstagram: link,
  socialLinkedIn: link,
  taxNumber: described(text(100), 'VAT number, or empty.', 'NL001234567B01'),
  websiteUrl: described(link, 'Your website, or empty.'),
  whatsappNumber: described(text(40), 'Phone number shown to recipients; stored in E.164.', '+31201234567'),
  schedulingSetup: nullable(SchedulingSetup),
}

export const HolderProfile = strictObject(
  {
    id: described(Identifier, 'Permanent id of the organization.'),
    status: oneOf(['draft', 'active', 'suspended', 'deleted'], {
      title: 'PlatformHolderStatus',
      description: 'Only an active organization sends. It changes outside this API.',
    }),
    isTest: Type.Boolean({
      description: 'True for a test organization, for good: what it sends comes into its inbox and reaches nobody.',
    }),
    activeFrom: described(text(500), 'When it became active, or empty.', '2026-11-01T00:00:00.000Z'),
    activeUntil: described(text(500), 'When it stops being active, or empty.', '2027-11-01T00:00:00.000Z'),
    ...writableProfile,
  },
  { title: 'PlatformHolderProfile' },
)
export type HolderProfile = Static<typeof HolderProfile>
export type WritableProfile = Omit<HolderProfile, 'id' | 'status' | 'isTest' | 'activeFrom' | 'activeUntil'>

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
  readonly isTest: boolean
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
  isTest: false,
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
