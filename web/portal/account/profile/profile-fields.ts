import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { BodyOf } from '#web/api/client.ts'
import type { FieldText } from '#web/ui/change/differences.ts'
import type { Profile } from '../../holder-queries.ts'

export type ProfileChanges = BodyOf<'updateHolderProfile'>
export type ProfileFieldId = Exclude<keyof ProfileChanges, 'schedulingSetup'>
export type ProfileValues = Pick<Profile, ProfileFieldId>

export type ProfileField = {
  readonly label: MessageDescriptor
  readonly hint?: MessageDescriptor
  readonly kind?: 'email' | 'tel' | 'url' | 'branch' | 'country' | 'locale' | 'timezone'
  readonly isRequired?: true
}

/** Every field of the profile that staff write, except the locations, which have a page of their own. */
export const profileFields: Readonly<Record<ProfileFieldId, ProfileField>> = {
  displayName: { label: msg`Name in messages`, isRequired: true },
  legalName: { label: msg`Name in the register` },
  branch: { label: msg`Line of business`, kind: 'branch' },
  registrationCountryCode: { label: msg`Country of the register`, kind: 'country' },
  registrationNumber: { label: msg`Number in the register` },
  taxNumber: { label: msg`VAT number` },
  headquartersAddressLine1: { label: msg`Street and number` },
  headquartersPostalCode: { label: msg`Postal code` },
  headquartersPlace: { label: msg`Town` },
  headquartersCountryCode: { label: msg`Country`, kind: 'country' },
  generalContactName: { label: msg`Contact person` },
  communicationInboxEmail: {
    label: msg`E-mail address for replies`,
    kind: 'email',
    hint: msg`People’s replies to messages arrive here.`,
  },
  whatsappNumber: {
    label: msg`Telephone number for people to call`,
    kind: 'tel',
    hint: msg`Messages show this number. Leave it empty to show none.`,
  },
  financialContactName: { label: msg`Contact person for payments` },
  financialContactPhoneNumber: { label: msg`Telephone number for payments`, kind: 'tel' },
  billingEmail: { label: msg`E-mail address for invoices`, kind: 'email' },
  defaultLocale: {
    label: msg`Language of messages`,
    kind: 'locale',
    hint: msg`For people whose language is not known.`,
  },
  defaultTimezone: { label: msg`Time zone`, kind: 'timezone' },
  websiteUrl: { label: msg`Website`, kind: 'url' },
  socialFacebook: { label: msg`Facebook`, kind: 'url' },
  socialInstagram: { label: msg`Instagram`, kind: 'url' },
  socialLinkedIn: { label: msg`LinkedIn`, kind: 'url' },
}

// Safe: it has no other keys.
export const profileFieldIds = Object.keys(profileFields) as readonly ProfileFieldId[]

/** The profile in words, field by field. */
export function useProfileText(): FieldText<Profile> {
  const { i18n } = useLingui()
  return Object.fromEntries(
    profileFieldIds.map((id) => [id, { name: i18n._(profileFields[id].label), text: (one: Profile) => one[id] }]),
  )
}

export type ProfileGroup = {
  readonly id: string
  readonly title: MessageDescriptor
  readonly fields: readonly ProfileFieldId[]
}

export const profileGroups = [
  {
    id: 'organization',
    title: msg`Organization`,
    fields: ['displayName', 'legalName', 'branch', 'registrationCountryCode', 'registrationNumber', 'taxNumber'],
  },
  {
    id: 'address',
    title: msg`Address`,
    fields: ['headquartersAddressLine1', 'headquartersPostalCode', 'headquartersPlace', 'headquartersCountryCode'],
  },
  {
    id: 'contact',
    title: msg`Contact`,
    fields: ['generalContactName', 'communicationInboxEmail', 'whatsappNumber'],
  },
  {
    id: 'money',
    title: msg`Payments`,
    fields: ['financialContactName', 'financialContactPhoneNumber', 'billingEmail'],
  },
  { id: 'messages', title: msg`Language and time`, fields: ['defaultLocale', 'defaultTimezone'] },
  {
    id: 'online',
    title: msg`Online`,
    fields: ['websiteUrl', 'socialFacebook', 'socialInstagram', 'socialLinkedIn'],
  },
] as const satisfies readonly ProfileGroup[]
