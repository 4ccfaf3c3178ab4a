import { longTermOfEachHolder } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const reportPrivacy: readonly TablePrivacy[] = [
  {
    table: 'report_day',
    fields: { other: ['timezone'] },
    retention: {
      until: '24 months',
      // Days are the holder's local ones; a day more or less does not matter here.
      pages: [
        longTermOfEachHolder('24 months', { name: 'erase_report_days', table: 'report_day', key: 'day', by: 'day' }),
      ],
    },
    erasure: { none: 'counts' },
    copy: { none: 'counts' },
  },
  {
    table: 'report_cell',
    fields: { pseudonyms: ['people'], other: ['key'] },
    retention: { until: '24 months', endedBy: 'the deletion of its day, which it goes with' },
    erasure: { none: 'ids that lead to nobody once the entries are erased' },
    copy: { none: 'counts' },
  },
  { table: 'report_progress', fields: {}, holds: 'how far the days were counted' },
]
