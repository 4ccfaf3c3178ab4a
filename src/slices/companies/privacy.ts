import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const companiesPrivacy: readonly TablePrivacy[] = [
  {
    table: 'company_lookup',
    fields: { other: ['error_code'] },
    retention: {
      until: '30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_company_lookups',
          table: 'company_lookup',
          key: 'platform_holder_id, actor_id',
          by: 'updated_at',
        }),
      ],
    },
    erasure: { none: 'of staff' },
    copy: { none: 'of staff' },
  },
]
