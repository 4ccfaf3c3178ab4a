import { erasing } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { copiedHolders, copiedSignIns } from './copied-sign-ins.ts'
import {
  deleteLinks,
  deleteLinksOfEntries,
  deleteProfileLinks,
  eraseProfiles,
  eraseProvedContactsOfErased,
  isUnused,
  unusedAtOnce,
} from './privacy-store.ts'

/** Links, by which staff or an operator say who somebody is. */
export const linksPrivacy: readonly TablePrivacy[] = [
  {
    table: 'recipient_link',
    // Which entries are of one person.
    readers: ['appointments', 'deletion-requests', 'people', 'recipients', 'reminders', 'suggestions'],
    fields: {},
    retention: { until: 'it is undone, or erasure', endedBy: '`tijdig recipient unlink`' },
    erasure: { ofEntries: [deleteLinksOfEntries], ofRecipient: [deleteLinks] },
    copy: { part: copiedHolders },
  },
  {
    table: 'proved_contact',
    isOfNoHolder: true,
    fields: { pseudonyms: ['contact_key'] },
    retention: {
      until: 'its profile is forgotten, or erasure',
      endedBy: 'maintenance before it forgets the profile; of an address `tijdig recipient unlink`',
    },
    // Before the links by which they are found.
    erasure: { ofRecipient: [eraseProvedContactsOfErased] },
    copy: { none: 'a hash; the number itself is copied' },
  },
  {
    table: 'recipient_profile_link',
    readers: ['deletion-requests'],
    isOfNoHolder: true,
    fields: {},
    retention: {
      until: 'it is undone, its profile is forgotten, or erasure',
      endedBy: '`tijdig recipient unlink`, or maintenance before it forgets the profile',
    },
    erasure: { ofRecipient: [deleteProfileLinks] },
    copy: { part: copiedSignIns },
  },
]

/** The datastore of the sign-in. */
export const signInPrivacy: readonly TablePrivacy[] = [
  {
    table: 'login.challenge',
    fields: {
      personal: ['phone_number_e164', 'number_block', 'locale'],
      pseudonyms: ['number_key', 'address_key', 'asker_key', 'code_hmac'],
      other: ['country'],
    },
    retention: {
      until: '2 days',
      pagesByClock: [
        erasing({
          name: 'erase_challenges',
          table: 'login.challenge',
          key: 'id',
          by: 'created_at',
          size: 1_000,
          where: `created_at < $1::timestamptz - interval '2 days'`,
        }),
      ],
    },
    erasure: { ofProfiles: [eraseProfiles] },
    copy: { none: 'codes that were asked for in the last two days' },
  },
  {
    table: 'login.failed_number',
    fields: { pseudonyms: ['number_key'] },
    retention: {
      until: '100 days after the last',
      pagesByClock: [
        // By then the number has all its guesses again.
        erasing({
          name: 'erase_failed_numbers',
          table: 'login.failed_number',
          key: 'number_key',
          by: 'last_at',
          size: 1_000,
          where: `last_at < $1::timestamptz - interval '100 days'`,
        }),
      ],
    },
    erasure: { ofProfiles: [eraseProfiles] },
    copy: { none: 'a count under a key that nobody can read back' },
  },
  {
    table: 'login.session',
    fields: { pseudonyms: ['token_sha256'] },
    retention: {
      until: '1 day after its end',
      pages: [
        erasing({
          name: 'erase_recipient_browser_sessions',
          table: 'login.session',
          key: 'id',
          by: 'expires_at',
          size: 1_000,
          where: `kind = 'browser' and expires_at < now() - interval '1 day'`,
        }),
      ],
      pagesByClock: [
        erasing({
          name: 'erase_recipient_tokens',
          table: 'login.session',
          key: 'id',
          by: 'expires_at',
          size: 1_000,
          where: `kind = 'token' and expires_at < $1::timestamptz - interval '1 day'`,
        }),
      ],
    },
    erasure: { ofProfiles: [eraseProfiles] },
    copy: { part: copiedSignIns },
  },
  {
    table: 'login.profile',
    fields: { personal: ['phone_number_e164', 'locale'], pseudonyms: ['number_key'] },
    retention: {
      until: '24 months without a sign-in, or erasure',
      pagesByClock: [
        erasing({
          name: 'erase_unused_profiles',
          table: 'login.profile',
          key: 'id',
          by: 'coalesce(last_signed_in_at, created_at)',
          size: unusedAtOnce,
          where: isUnused,
        }),
      ],
    },
    erasure: { ofProfiles: [eraseProfiles] },
    copy: { part: copiedSignIns },
  },
  {
    table: 'login.binding',
    // Whose database it is, before anything else is read of it.
    readers: ['app'],
    fields: { other: ['environment'] },
    holds: 'which environment this datastore is of',
  },
  { table: 'login.withheld', fields: { other: ['country'] }, holds: 'counts of a country' },
  { table: 'login.schema_migration', fields: { other: ['name', 'checksum', 'needs'] }, holds: 'which migrations ran' },
]
