import { longTerm, shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const webhooksPrivacy: readonly TablePrivacy[] = [
  {
    table: 'database_lineage',
    isOfNoHolder: true,
    fields: { other: ['lineage'] },
    holds: 'which server wrote the database, so that a restore is noticed',
  },
  {
    table: 'webhook_attempt',
    fields: { other: ['answer'] },
    holds: 'what an address answered, in its first 1,024 bytes',
  },
  {
    table: 'webhook_delivery',
    fields: {},
    holds: 'which event an address is told, and whether it was',
    // With its attempts.
    pages: [
      shortTerm('30 days', {
        name: 'erase_webhook_deliveries',
        table: 'webhook_delivery',
        key: 'platform_holder_id, endpoint_id, position',
        by: 'created_at',
      }),
    ],
  },
  {
    table: 'webhook_endpoint',
    fields: { other: ['url', 'description', 'event_types', 'location_ids', 'secrets'] },
    holds: 'addresses of an organization that are called of events',
    pages: [
      longTerm('30 days', {
        name: 'erase_deleted_webhook_endpoints',
        table: 'webhook_endpoint',
        key: 'platform_holder_id, id',
        by: 'deleted_at',
        where: `not exists (
          select 1 from webhook_delivery d
          where d.platform_holder_id = webhook_endpoint.platform_holder_id and d.endpoint_id = webhook_endpoint.id)`,
      }),
    ],
  },
]
