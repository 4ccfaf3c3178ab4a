import { described, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import { event } from '#/slices/events/events.ts'

const ofEndpoint = { schemaVersion: 1, subject: 'webhook_endpoint' } as const

export const webhookEndpointFailing = event({
  ...ofEndpoint,
  type: 'webhook_endpoint.failing',
  summary: 'An address has taken no event for a day.',
  data: strictObject({ failingSince: described(Instant, 'Since when none was taken.') }),
  example: { failingSince: '2026-11-23T08:00:00.000Z' },
})

export const webhookEndpointDisabled = event({
  ...ofEndpoint,
  type: 'webhook_endpoint.disabled',
  summary: 'An address is told nothing any more until somebody enables it; what it misses waits.',
  data: strictObject({
    reason: oneOf(['gone', 'failing'], {
      description: '`gone`: it answered 410. `failing`: it took no event for five days.',
    }),
  }),
  example: { reason: 'failing' },
})

export const ping = event({
  type: 'ping',
  schemaVersion: 1,
  subject: 'holder',
  summary: 'Nothing happened: sent on request, to try an address.',
  data: strictObject({}),
  example: {},
})

export const webhookEvents = [webhookEndpointFailing, webhookEndpointDisabled, ping]
