import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const calendarSyncPrivacy: readonly TablePrivacy[] = [
  {
    table: 'calendar_event',
    readers: ['calendars'],
    fields: {
      personal: ['calendar_id'],
      pseudonyms: ['event_key', 'object_key', 'external_appointment_id', 'fingerprint'],
      other: ['reason'],
    },
    retention: {
      until: '30 days after it begins',
      pages: [
        shortTerm('30 days', {
          name: 'erase_calendar_events',
          table: 'calendar_event',
          key: 'platform_holder_id, integration_id, calendar_id, event_key',
          by: 'starts_at',
        }),
      ],
    },
    erasure: { none: 'nothing of a recipient: the calendar is of staff, and of its events there are hashes' },
    copy: { none: 'nothing of a recipient' },
  },
  {
    table: 'calendar_sync',
    readers: ['calendars'],
    fields: { personal: ['calendar_id', 'cursor'] },
    retention: { until: 'the calendar is disconnected or left out', endedBy: 'whoever does that' },
    erasure: { none: 'of staff' },
    copy: { none: 'of staff' },
  },
]
