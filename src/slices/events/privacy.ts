import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const eventsPrivacy: readonly TablePrivacy[] = [
  // These go with their events, or with their endpoint.
  {
    table: 'webhook_attempt',
    fields: { other: ['error_code', 'answer'] },
    holds:
      'tries to send an event: when, how long they took, and the beginning of what the receiver answered to ids and states',
  },
  {
    table: 'webhook_delivery',
    fields: {},
    holds: 'which event goes to which endpoint, and what became of that',
  },
  {
    table: 'webhook_endpoint',
    fields: { other: ['url', 'description', 'event_types', 'location_ids', 'secrets'] },
    holds: 'where a holder has events sent, and the encrypted secrets that sign them',
  },
  {
    table: 'event',
    fields: { other: ['type', 'data'] },
    holds:
      'that something happened to an appointment, a message, a request or a connection: ids, states and names of changed fields',
    pages: [
      shortTerm('30 days', { name: 'erase_events', table: 'event', key: 'platform_holder_id, id', by: 'occurred_at' }),
    ],
  },
  {
    table: 'event_stream',
    fields: {},
    holds: 'which holders have events, and the number of their newest',
  },
]
