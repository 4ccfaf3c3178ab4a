import { longTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { eraseItemsOfOld } from './privacy-store.ts'

export const batchesPrivacy: readonly TablePrivacy[] = [
  {
    table: 'batch_item',
    fields: {},
    retention: { until: '24 months after the appointment starts', withAppointments: [eraseItemsOfOld] },
    erasure: { none: 'holds ids and an outcome alone' },
    copy: { none: 'what was sent shows in the messages' },
  },
  {
    table: 'batch',
    fields: { other: ['location_ids'] },
    holds: 'what was done to many appointments at once, and by whom of the staff',
    pages: [
      longTerm('25 months', {
        name: 'forget_batches',
        table: 'batch',
        key: 'platform_holder_id, id',
        by: 'created_at',
      }),
    ],
  },
]
