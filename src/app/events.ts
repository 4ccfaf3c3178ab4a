import type { EventType } from '#/kernel/event-type.ts'
import { appointmentEvents } from '#/slices/appointments/appointment-events.ts'
import { integrationEvents } from '#/slices/integrations/integration-events.ts'
import { requestEvents } from '#/slices/recipient-requests/request-events.ts'
import { reminderEvents } from '#/slices/reminders/reminder-events.ts'
import { suggestionEvents } from '#/slices/suggestions/suggestion-events.ts'

/** Every kind of event: the reference, the filters of endpoints and the tests follow from it. */
export const eventTypes: readonly EventType[] = [
  ...appointmentEvents,
  ...reminderEvents,
  ...requestEvents,
  ...suggestionEvents,
  ...integrationEvents,
]
