import { erasing, longTerm, shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { copiedKeys } from './copied-keys.ts'
import { eraseKeys } from './privacy-store.ts'

export const keysPrivacy: readonly TablePrivacy[] = [
  {
    table: 'api_key',
    // Whether the key by which a change was proposed still works, and what the key of a call is called.
    readers: ['agents', 'request-log'],
    fields: { personal: ['name'], pseudonyms: ['prefix', 'secret_sha256'], other: ['scopes'] },
    retention: {
      until: '24 months after its end',
      pages: [
        longTerm('24 months', {
          name: 'erase_api_keys',
          table: 'api_key',
          key: 'id',
          by: 'least(expires_at, revoked_at)',
        }),
      ],
    },
    erasure: { ofRecipient: [eraseKeys] },
    copy: { part: copiedKeys },
  },
]

const ofStaff = {
  erasure: { none: 'of staff' },
  copy: { none: 'of staff' },
} as const

export const staffPrivacy: readonly TablePrivacy[] = [
  {
    table: 'staff_invitation',
    fields: { pseudonyms: ['token_sha256'] },
    retention: {
      until: '30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_staff_invitations',
          table: 'staff_invitation',
          key: 'platform_holder_id, id',
          by: 'created_at',
        }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'staff_sign_in_code',
    isOfNoHolder: true,
    fields: { personal: ['email'], pseudonyms: ['email_key', 'network_key', 'asker_key', 'code_hmac'] },
    retention: {
      until: '2 days',
      pages: [
        shortTerm('2 days', { name: 'erase_sign_in_codes', table: 'staff_sign_in_code', key: 'id', by: 'created_at' }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'staff_passkey_challenge',
    isOfNoHolder: true,
    fields: { pseudonyms: ['challenge_sha256'] },
    retention: {
      until: '5 minutes',
      pages: [
        shortTerm('0 seconds', {
          name: 'erase_passkey_challenges',
          table: 'staff_passkey_challenge',
          key: 'challenge_sha256',
          by: 'expires_at',
        }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'staff_sign_in_failure',
    isOfNoHolder: true,
    fields: { pseudonyms: ['email_key'] },
    retention: {
      until: '100 days after the last',
      // By then the address has all its guesses again.
      pages: [
        shortTerm('100 days', {
          name: 'forget_staff_sign_in_failures',
          table: 'staff_sign_in_failure',
          key: 'email_key',
          by: 'last_at',
        }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'staff_session',
    fields: { personal: ['network', 'browser'], pseudonyms: ['token_sha256'] },
    retention: {
      until: '30 days after its end, in real time',
      pages: [
        erasing({
          name: 'erase_sessions',
          table: 'staff_session',
          key: 'platform_holder_id, id',
          by: 'expires_at',
          size: 1_000,
          where: `expires_at < now() - interval '30 days'`,
        }),
      ],
    },
    ...ofStaff,
  },
  { table: 'holder_networks', fields: {}, holds: 'from where an organization lets its staff and keys in' },
  {
    table: 'staff_browser',
    isOfNoHolder: true,
    fields: { pseudonyms: ['email_key', 'browser_key'] },
    retention: {
      until: '180 days after the last sign-in by it, in real time',
      pages: [
        erasing({
          name: 'forget_staff_browsers',
          table: 'staff_browser',
          key: 'email_key, browser_key',
          by: 'last_used_at',
          size: 1_000,
          where: `last_used_at < now() - interval '180 days'`,
        }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'staff_passkey',
    isOfNoHolder: true,
    fields: { personal: ['email', 'name'], pseudonyms: ['credential_id', 'public_key'] },
    retention: {
      until: 'its owner removes it, or works for nobody any more',
      pages: [
        // They are deleted with the last assignment; this finds one that was added at that very moment.
        longTerm('0 seconds', {
          name: 'erase_passkeys_of_former_staff',
          table: 'staff_passkey',
          key: 'id',
          by: 'created_at',
          where: `not exists (select 1 from staff_member s where s.email = staff_passkey.email and s.status = 'active')`,
        }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'staff_member',
    // Who did something, by their address.
    readers: ['appointments', 'deletion-requests', 'recipient-requests', 'replies', 'waiting-people'],
    fields: { personal: ['email', 'interface_locale', 'name'], other: ['location_ids'] },
    retention: {
      until: '5 years after they left; of somebody who never answered their invitation, 30 days',
      pages: [
        longTerm('30 days', {
          name: 'forget_newcomers',
          table: 'staff_member',
          key: 'platform_holder_id, id',
          by: 'updated_at',
          where: `status = 'invited' and is_newcomer`,
        }),
        longTerm('30 days', {
          name: 'return_invited_former_staff',
          table: 'staff_member',
          key: 'platform_holder_id, id',
          by: 'updated_at',
          where: `status = 'invited' and not is_newcomer`,
          set: `status = 'inactive', version = version + 1, updated_at = tijdig_now()`,
        }),
        // Who read or changed what must be answerable for five years, by name; and no longer.
        longTerm('5 years', {
          name: 'erase_former_staff',
          table: 'staff_member',
          key: 'platform_holder_id, id',
          by: 'updated_at',
          where: `status = 'inactive' and kind = 'person' and email <> id || '@erased.invalid'`,
          set: `email = id || '@erased.invalid', name = null`,
        }),
        // So is which program did: an account is named by whoever made it, perhaps after a person.
        longTerm('5 years', {
          name: 'erase_names_of_former_services',
          table: 'staff_member',
          key: 'platform_holder_id, id',
          by: 'updated_at',
          where: `status = 'inactive' and kind = 'service' and name <> '–'`,
          set: `name = '–'`,
        }),
      ],
    },
    ...ofStaff,
  },
]
