import type { TablePrivacy } from '#/kernel/privacy.ts'

export const eventsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'event',
    readers: ['app', 'webhooks'],
    fields: { other: ['type', 'subject_type', 'data'] },
    holds: 'what became of something, by ids, states and names of fields',
  },
  { table: 'event_stream', fields: {}, holds: 'that somebody listens to the events of a holder' },
]
