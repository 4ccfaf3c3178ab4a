import { oneOf, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'
import { providers } from './integration-id.ts'

export const integrationActionRequired = event({
  type: 'integration.action_required',
  schemaVersion: 1,
  subject: 'integration',
  summary: 'A calendar is read no longer until somebody authorizes it again.',
  data: strictObject({
    provider: oneOf(providers, { description: 'The kind of calendar.' }),
    status: oneOf(['action_required'], { description: 'Always action_required.' }),
    errorCode: oneOf(['consent_revoked', 'token_expired', 'permission_missing'], {
      description: 'Why the provider no longer gives access.',
    }),
  }),
  example: { provider: 'google_calendar', status: 'action_required', errorCode: 'consent_revoked' },
})

export const integrationEvents = [integrationActionRequired]
