import { longTerm, shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { copiedMessages } from './copied-messages.ts'
import {
  eraseAttempts,
  eraseDestinations,
  eraseFormerAttempts,
  eraseFormerDestinations,
  eraseAttemptsOfOld,
  eraseReceiptsOfOld,
  eraseRemindersOfOld,
  withdrawReminders,
} from './privacy-store.ts'

/** The messages sent for appointments, in order of deletion: a table stands before those it refers to. */
export const messagesPrivacy: readonly TablePrivacy[] = [
  {
    table: 'delivery_receipt',
    readers: ['app'],
    fields: {
      pseudonyms: ['provider_message_id'],
      other: ['provider', 'state', 'reason_code', 'provider_code'],
    },
    retention: {
      until: '24 months after the appointment starts; of no reminder 30 days',
      pages: [
        // Receipts of service messages or of no known message; the others are deleted with their appointment.
        longTerm('30 days', {
          name: 'erase_receipts_of_nobody',
          table: 'delivery_receipt',
          key: 'id',
          by: 'received_at',
          where: 'platform_holder_id is null',
        }),
      ],
      withAppointments: [eraseReceiptsOfOld],
    },
    erasure: { none: 'holds ids and codes alone' },
    copy: { none: 'what it says shows in the messages' },
  },
  {
    table: 'reminder_attempt',
    readers: ['app', 'replies', 'report'],
    fields: {
      personal: ['destination', 'body'],
      pseudonyms: ['destination_key', 'provider_message_id'],
      other: ['provider', 'provider_code', 'reason_code', 'sender'],
    },
    retention: {
      until: '24 months after the appointment starts; text and address 30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_messages',
          table: 'reminder_attempt',
          key: 'platform_holder_id, reminder_id, attempt_no',
          by: 'handed_over_at',
          where: 'body is not null',
          set: 'body = null, destination = null',
        }),
      ],
      withAppointments: [eraseAttemptsOfOld],
    },
    // Unsent reminders are withdrawn first: sending locks reminders before attempts.
    erasure: {
      ofEntries: [withdrawReminders, eraseAttempts],
      ofContacts: [eraseFormerDestinations, eraseFormerAttempts],
    },
    copy: { part: copiedMessages },
  },
  {
    table: 'reminder',
    readers: ['app', 'batches', 'replies', 'report'],
    fields: {
      personal: ['destination_masked', 'locale', 'told_place'],
      other: ['offset_key', 'moved_because', 'template_version', 'told_location_id', 'tzdb_version'],
    },
    retention: { until: '24 months after the appointment starts', withAppointments: [eraseRemindersOfOld] },
    erasure: { ofEntries: [eraseDestinations], leaves: { locale: 'a language alone names nobody' } },
    copy: { part: copiedMessages },
  },
]

const forGood = {
  retention: { until: 'for good, or until undone', endedBy: 'the person, staff or an operator who undoes it' },
  erasure: { none: 'it is what keeps messages from the person; a key that nobody can read back' },
} as const

export const optOutsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'suppression',
    fields: { pseudonyms: ['contact_key'] },
    ...forGood,
    copy: { none: 'what is the recipient’s own shows in `optOuts`' },
  },
  {
    table: 'suppression_everywhere',
    readers: ['recipient-sign-in'],
    isOfNoHolder: true,
    fields: { pseudonyms: ['contact_key'], other: ['source'] },
    ...forGood,
    copy: { none: 'what is the recipient’s own shows in `optOuts`' },
  },
]

export const policyPrivacy: readonly TablePrivacy[] = [
  {
    table: 'reminder_policy',
    readers: ['appointment-types', 'replies'],
    fields: { other: ['steps', 'quiet_hours', 'sms_sender'] },
    holds: 'what a holder wants',
  },
  {
    table: 'reminder_volume',
    fields: {},
    holds: 'counts of a holder',
    pages: [
      shortTerm('15 days', {
        name: 'erase_volumes',
        table: 'reminder_volume',
        key: 'platform_holder_id, hour',
        by: 'hour',
      }),
    ],
  },
  {
    table: 'reminder_allowance',
    fields: {},
    holds: 'how many messages of a batch may leave',
    pages: [
      shortTerm('15 days', {
        name: 'erase_allowances',
        table: 'reminder_allowance',
        key: 'platform_holder_id, batch_id',
        by: 'created_at',
      }),
    ],
  },
  {
    table: 'reminder_due_count',
    isOfNoHolder: true,
    fields: {},
    holds: 'how many reminders left in time, late or not at all',
  },
  {
    table: 'worker_heartbeat',
    isOfNoHolder: true,
    fields: { other: ['tzdb_version'] },
    holds: 'which workers are alive',
  },
]
