import type { TableReaders } from './check-tables.ts'

/**
 * Who reads a table of somebody else's, beside what its owner lends. The owner is the slice whose `privacy.ts` declares the
 * table. To read less of others is better: ask the owner for a function, or for the SQL in its `sql.ts`.
 */
export const tableReaders: TableReaders = {
  // Whether the key by which a change was proposed still works.
  api_key: 'agents',
  // Almost everything is about one: reminders look again at all of it before each hand-over.
  appointment:
    'deletion-requests people recipient-requests recipient-sign-in reminders replies report suggestions waiting-people',
  appointment_type: 'reminders',
  audit_event: 'app',
  calendar_event: 'calendars',
  calendar_sync: 'calendars',
  delivery_receipt: 'app',
  holder_recipient: 'deletion-requests people recipient-sign-in',
  inbound_sms: 'reminders',
  integration_connection: 'calendar-sync',
  // Whether maintenance is done, for the doctor, as of the works below.
  lease: 'reminders',
  // Whose database it is, before anything else is read of it.
  'login.binding': 'app',
  maintenance_work: 'reminders',
  // Its name, zone, languages and places, and whether it is active.
  platform_holder:
    'access app appointments billing deletion-requests kernel onboarding recipient-requests recipient-sign-in reminders replies report suggestions',
  recipient: 'deletion-requests recipient-sign-in',
  // Which entries are of one person.
  recipient_link: 'appointments deletion-requests people recipients reminders suggestions',
  recipient_profile_link: 'deletion-requests',
  recipient_request: 'app report suggestions',
  reminder: 'app replies report',
  reminder_attempt: 'app replies report',
  reminder_policy: 'appointment-types',
  // Who did something, by their address.
  staff_member: 'appointments deletion-requests recipient-requests waiting-people',
  suggestion: 'app',
  suppression_everywhere: 'recipient-sign-in',
}
