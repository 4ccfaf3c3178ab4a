import { Type } from 'typebox'
import { strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'

export const webhookEndpointFailing = event({
  type: 'webhook_endpoint.failing',
  schemaVersion: 1,
  subject: 'webhook_endpoint',
  summary: 'An endpoint has answered no delivery with success for 24 hours.',
  data: strictObject({ status: Type.Literal('enabled') }),
  example: { status: 'enabled' },
})

export const webhookEndpointDisabled = event({
  type: 'webhook_endpoint.disabled',
  schemaVersion: 1,
  subject: 'webhook_endpoint',
  summary: 'An endpoint is not called any more: it answered 410 Gone, or nothing with success for five days.',
  data: strictObject({
    status: Type.Literal('disabled'),
    reason: Type.Union([Type.Literal('gone'), Type.Literal('failing')]),
  }),
  example: { status: 'disabled', reason: 'failing' },
})
