import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const requestLogPrivacy: readonly TablePrivacy[] = [
  {
    table: 'request_log',
    // From where keys call, before an organization says from where they may.
    readers: ['access'],
    // Network and client are those of a program, and of no person.
    fields: {
      pseudonyms: ['path'],
      other: ['request_id', 'operation', 'method', 'error_code', 'faults', 'network', 'client'],
    },
    retention: {
      until: '14 days',
      pages: [
        shortTerm('14 days', {
          name: 'erase_request_log',
          table: 'request_log',
          key: 'platform_holder_id, answered_at, id',
          by: 'answered_at',
        }),
      ],
    },
    erasure: { none: 'holds no more of a person than ids, which then name nobody' },
    copy: { none: 'calls of programs, with ids and codes alone' },
  },
]
