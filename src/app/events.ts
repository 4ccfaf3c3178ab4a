import { apiKeyEvents } from '#/slices/access/api-keys/api-key-events.ts'
import { appointmentEvents } from '#/slices/appointments/appointment-events.ts'
import { integrationEvents } from '#/slices/calendars/integration-events.ts'
import type { EventType } from '#/slices/events/events.ts'
import { requestEvents } from '#/slices/recipient-requests/request-events.ts'
import { reminderEvents } from '#/slices/reminders/rows/reminder-events.ts'
import { suggestionEvents } from '#/slices/suggestions/suggestion-events.ts'
import { webhookEvents } from '#/slices/webhooks/webhook-events.ts'

/** Everything that is told to the systems of an organization, in the order of the catalogue. */
export const events: readonly EventType[] = [
  ...appointmentEvents,
  ...reminderEvents,
  ...requestEvents,
  ...suggestionEvents,
  ...integrationEvents,
  ...apiKeyEvents,
  ...webhookEvents,
]
