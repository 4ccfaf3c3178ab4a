import { Type } from 'typebox'
import { described, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'

/** Told at the same time as the mails, so that an organization's own watch sees it too. */
export const apiKeyExpiring = event({
  type: 'api_key.expiring',
  schemaVersion: 1,
  subject: 'api_key',
  summary: 'A key ends in 30, 7 or 1 days, and none that is used in its place has been created.',
  data: strictObject({
    expiresAt: described(Instant, 'When it stops working.'),
    daysBefore: Type.Integer({ minimum: 1, maximum: 30, description: 'Which notice it is: 30, 7 or 1 days before.' }),
    actorKind: oneOf(['person', 'service'], { description: 'Whose key it is: of somebody of staff, or of a program.' }),
    serviceAccountId: nullable(described(Identifier, 'The service account; null for a key of a person.')),
  }),
  example: {
    expiresAt: '2027-11-20T09:00:00.000Z',
    daysBefore: 30,
    actorKind: 'service',
    serviceAccountId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d21',
  },
})
