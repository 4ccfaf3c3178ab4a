import { Type } from 'typebox'
import { described, Instant, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'

export const apiKeyExpiring = event({
  type: 'api_key.expiring',
  schemaVersion: 1,
  subject: 'api_key',
  hasNoVersion: true,
  summary: 'An API key ends soon: told 30, 7 and 1 days before. What is sent with it is then refused.',
  data: strictObject({
    expiresAt: described(Instant, 'When it ends.'),
    daysLeft: Type.Integer({ minimum: 0, maximum: 365, description: 'Days until then.', examples: [7] }),
  }),
  example: { expiresAt: '2026-12-03T13:30:00.000Z', daysLeft: 7 },
})

export const apiKeyEvents = [apiKeyExpiring]
