import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const requestLogPrivacy: readonly TablePrivacy[] = [
  {
    table: 'request_log',
    fields: {
      other: ['request_id', 'operation', 'method', 'path', 'error_code', 'faults', 'network', 'client'],
    },
    holds: 'calls by programs of an organization: ids, codes and the network of the program, and no values',
    pages: [
      shortTerm('14 days', {
        name: 'erase_request_log',
        table: 'request_log',
        key: 'platform_holder_id, answered_at, id',
        by: 'answered_at',
      }),
    ],
  },
]
