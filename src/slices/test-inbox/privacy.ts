import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { eraseTestMessages, eraseTestMessagesTo } from './privacy-store.ts'

export const testInboxPrivacy: readonly TablePrivacy[] = [
  {
    table: 'test_inbox_message',
    fields: {
      personal: ['sender', 'destination', 'subject', 'body'],
      pseudonyms: ['contact_key'],
      other: ['locale'],
    },
    retention: {
      until: '30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_test_messages',
          table: 'test_inbox_message',
          key: 'platform_holder_id, id',
          by: 'created_at',
        }),
      ],
    },
    erasure: { ofEntries: [eraseTestMessages], ofContacts: [eraseTestMessagesTo] },
    copy: { none: 'reached nobody; reminders show in the messages' },
  },
]
