import { columnOf } from '#/kernel/postgres/values/columns.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { factNames, facts } from '#/slices/appointment-facts/appointment-facts.ts'
import { copiedAppointments } from './copied-appointments.ts'
import { eraseAppointments, eraseEntries, forgetOldAppointments } from './privacy-store.ts'

const personalFacts = factNames.filter((name) => facts[name].whenErased !== 'kept').map(columnOf)
const folded = { recipient_folded_name: 'the database makes it of the name' }

export const appointmentsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'appointment',
    fields: {
      personal: [...personalFacts, ...Object.keys(folded), 'cancellation_note'],
      pseudonyms: ['recipient_email_key', 'recipient_phone_key', 'external_appointment_id'],
      other: ['source_system', 'organization_id', 'location_id', 'timezone', 'plan_stamp'],
    },
    retention: { until: '24 months after it starts', withAppointments: [forgetOldAppointments] },
    erasure: { ofEntries: [eraseAppointments], leaves: folded },
    copy: { part: copiedAppointments, leaves: folded },
  },
  {
    table: 'holder_recipient',
    fields: { personal: ['folded_name', 'locale'], pseudonyms: ['contact_key'] },
    retention: {
      until: 'their last appointment, unless linked',
      endedBy: 'the deletion of that appointment, in the same transaction',
    },
    erasure: { ofEntries: [eraseEntries] },
    copy: {
      part: copiedAppointments,
      leaves: {
        folded_name: 'a name in lower case, to know somebody again; as it is written it shows in the appointments',
      },
    },
  },
]
