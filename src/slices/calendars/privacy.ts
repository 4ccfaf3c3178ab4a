import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

const ofStaff = { erasure: { none: 'of staff' }, copy: { none: 'of staff' } } as const

export const calendarsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'integration_authorization',
    fields: { pseudonyms: ['state_sha256'] },
    retention: {
      until: '1 day',
      pages: [
        shortTerm('1 day', {
          name: 'erase_integration_authorizations',
          table: 'integration_authorization',
          key: 'platform_holder_id, id',
          by: 'created_at',
        }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'integration_revocation',
    fields: { pseudonyms: ['encrypted_grant', 'account_key'] },
    retention: {
      until: '30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_integration_revocations',
          table: 'integration_revocation',
          key: 'platform_holder_id, id',
          by: 'created_at',
        }),
      ],
    },
    ...ofStaff,
  },
  {
    table: 'integration_connection',
    readers: ['calendar-sync'],
    fields: {
      personal: ['account_label', 'calendars'],
      pseudonyms: ['encrypted_grant', 'account_key'],
      other: ['granted_scopes'],
    },
    retention: { until: 'it is disconnected', endedBy: 'staff who disconnect it' },
    ...ofStaff,
  },
]
