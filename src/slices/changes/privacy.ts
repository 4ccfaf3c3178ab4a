import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const changesPrivacy: readonly TablePrivacy[] = [
  {
    table: 'holder_change',
    fields: {},
    holds: 'that something of a holder changed, not what',
    pages: [
      shortTerm('1 hour', {
        name: 'erase_changes',
        table: 'holder_change',
        key: 'platform_holder_id, area, transaction_id',
        by: 'changed_at',
      }),
    ],
  },
]
