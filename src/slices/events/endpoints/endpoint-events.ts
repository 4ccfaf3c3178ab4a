import { oneOf, strictObject } from '#/kernel/schema.ts'
import { webhookErrors } from '#/ports/webhooks.ts'
import { event } from '#/slices/events/event.ts'

const subject = 'webhook_endpoint' as const

export const endpointFailing = event('webhook_endpoint.failing', {
  schemaVersion: 1,
  subject,
  description: 'Every try of an endpoint has failed for a day. Your other endpoints and the feed tell of it.',
  data: strictObject(
    {
      status: oneOf(['enabled'], { description: 'Its status: it is still tried.' }),
      reason: oneOf(webhookErrors, { description: 'What was wrong with the last try.' }),
    },
    { title: 'WebhookEndpointFailingData' },
  ),
  example: { status: 'enabled', reason: 'timeout' },
})

export const endpointDisabled = event('webhook_endpoint.disabled', {
  schemaVersion: 1,
  subject,
  description: 'Nothing more is sent to an endpoint until somebody enables it; its events are held.',
  data: strictObject(
    {
      status: oneOf(['disabled'], { description: 'Its status now.' }),
      reason: oneOf(['gone', 'failing'], { description: 'It answered 410, or failed for five days.' }),
    },
    { title: 'WebhookEndpointDisabledData' },
  ),
  example: { status: 'disabled', reason: 'gone' },
})

/** Sent by testWebhookEndpoint alone. */
export const ping = event('ping', {
  schemaVersion: 1,
  subject,
  description: 'A test of the endpoint: nothing happened. Only testWebhookEndpoint sends it, and no feed has it.',
  data: strictObject({}, { title: 'PingData' }),
  example: {},
})

export const endpointEvents = [endpointFailing, endpointDisabled, ping]
