import { oneOf, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'

export const actionRequired = event('integration.action_required', {
  schemaVersion: 1,
  subject: 'integration',
  description: 'A calendar can no longer be read until somebody connects it anew.',
  data: strictObject(
    {
      provider: oneOf(['google_calendar', 'microsoft_365', 'caldav'], { description: 'The kind of calendar.' }),
      status: oneOf(['action_required'], { description: 'Its status now.' }),
      errorCode: oneOf(['consent_revoked', 'token_expired', 'permission_missing'], { description: 'What is wrong.' }),
    },
    { title: 'IntegrationActionRequiredData' },
  ),
  example: { provider: 'google_calendar', status: 'action_required', errorCode: 'consent_revoked' },
})

export const integrationEvents = [actionRequired]
