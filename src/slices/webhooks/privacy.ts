import type { TablePrivacy } from '#/kernel/privacy.ts'

export const webhooksPrivacy: readonly TablePrivacy[] = [
  {
    table: 'webhook_attempt',
    fields: { other: ['answer'] },
    holds: 'what an address answered, in its first 1,024 bytes',
  },
  {
    table: 'webhook_delivery',
    readers: ['events'],
    fields: {},
    holds: 'which event an address is told, and whether it was',
  },
  {
    table: 'webhook_endpoint',
    fields: { other: ['url', 'description', 'event_types', 'location_ids', 'secrets'] },
    holds: 'addresses of an organization that are called of events',
  },
]
