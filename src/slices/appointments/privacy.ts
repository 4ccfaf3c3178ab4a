import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { factNames, facts } from '#/slices/appointment-facts/appointment-facts.ts'
import { copiedAppointments } from './copied-appointments.ts'
import { copiedCalls } from '#/slices/appointments/calls/copied-calls.ts'
import {
  eraseAppointments,
  eraseEntries,
  eraseCallsOfOld,
  eraseNumbersOfCalls,
  eraseOldAppointments,
} from './privacy-store.ts'

const personalFacts = factNames.filter((name) => facts[name].whenErased !== 'kept').map(columnOf)
const folded = { recipient_folded_name: 'the database makes it of the name' }

export const appointmentsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'appointment_call',
    fields: { pseudonyms: ['number_key'] },
    retention: { until: '24 months after the appointment starts', withAppointments: [eraseCallsOfOld] },
    erasure: { ofEntries: [eraseNumbersOfCalls] },
    copy: { part: copiedCalls },
  },
  {
    table: 'appointment',
    // Almost everything is about one: reminders look again at all of it before each hand-over.
    readers: [
      'batches',
      'deletion-requests',
      'people',
      'recipient-requests',
      'recipient-sign-in',
      'reminders',
      'replies',
      'report',
      'suggestions',
      'test-inbox',
      'waiting-people',
    ],
    fields: {
      personal: [...personalFacts, ...Object.keys(folded), 'cancellation_note'],
      pseudonyms: ['recipient_email_key', 'recipient_phone_key', 'external_appointment_id'],
      other: ['source_system', 'organization_id', 'location_id', 'timezone', 'plan_stamp'],
    },
    retention: { until: '24 months after it starts', withAppointments: [eraseOldAppointments] },
    erasure: { ofEntries: [eraseAppointments], leaves: folded },
    copy: { part: copiedAppointments, leaves: folded },
  },
  {
    table: 'holder_recipient',
    readers: ['audit-trail', 'deletion-requests', 'people', 'recipient-sign-in'],
    fields: { personal: ['folded_name', 'locale'], pseudonyms: ['contact_key'] },
    retention: {
      until: 'their last appointment, unless linked',
      endedBy: 'the deletion of that appointment, in the same transaction; of one that is left otherwise, maintenance',
    },
    erasure: { ofEntries: [eraseEntries] },
    copy: {
      part: copiedAppointments,
      leaves: {
        folded_name: 'a name in lower case, to know somebody again; as it is written it shows in the appointments',
      },
    },
  },
  {
    table: 'saved_view',
    fields: { personal: ['name'], other: ['filters'] },
    retention: {
      until: 'its owner deletes it, or works there no more',
      pages: [
        shortTerm('0 seconds', {
          name: 'erase_views_of_former_staff',
          table: 'saved_view',
          key: 'platform_holder_id, id',
          by: 'created_at',
          where: `exists (select 1 from staff_member s where s.platform_holder_id = saved_view.platform_holder_id
            and s.id = saved_view.staff_member_id and s.status = 'inactive')`,
        }),
      ],
    },
    erasure: { none: 'of staff' },
    copy: { none: 'of staff' },
  },
]
