import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const eventsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'event',
    fields: { other: ['type', 'data'] },
    holds:
      'that something happened to an appointment, a message, a request or a connection: ids, states and names of changed fields',
    pages: [
      shortTerm('30 days', { name: 'forget_events', table: 'event', key: 'platform_holder_id, id', by: 'occurred_at' }),
    ],
  },
  {
    table: 'event_stream',
    fields: {},
    holds: 'which holders have events, and the number of their newest',
  },
]
