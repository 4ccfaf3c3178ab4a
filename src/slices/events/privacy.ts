import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const eventsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'event',
    fields: { other: ['type', 'subject_type', 'data'] },
    holds: 'what became of something, by ids, states and names of fields',
    pages: [
      shortTerm('30 days', {
        name: 'erase_events',
        table: 'event',
        key: 'platform_holder_id, id',
        by: 'occurred_at',
        // What is told of them goes first.
        where:
          'not exists (select 1 from webhook_delivery d where d.platform_holder_id = event.platform_holder_id and d.event_id = event.id)',
      }),
    ],
  },
  { table: 'event_stream', fields: {}, holds: 'that somebody listens to the events of a holder' },
]
