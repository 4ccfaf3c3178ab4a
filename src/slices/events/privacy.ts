import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const eventsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'event',
    readers: ['app', 'webhooks'],
    fields: { other: ['type', 'subject_type', 'data'] },
    holds: 'what became of something, by ids, states and names of fields',
    // With what endpoints are told of them.
    pages: [
      shortTerm('30 days', {
        name: 'erase_events',
        table: 'event',
        key: 'platform_holder_id, id',
        by: 'occurred_at',
      }),
    ],
  },
  { table: 'event_stream', fields: {}, holds: 'that somebody listens to the events of a holder' },
]
