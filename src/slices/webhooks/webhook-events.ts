import { Type } from 'typebox'
import { described, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import { event, eventExample } from '#/slices/events/events.ts'

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

const EventId = Type.String({
  pattern: '^evt_[0-9a-f]{32}$',
  maxLength: 36,
  description: 'Id of an event, as it was told.',
  examples: [eventExample.id],
})

/** Most events that one `webhook_endpoint.resent` names, so that it stays within 8 KiB. */
export const mostResent = 100

export const webhookEndpointResent = event({
  ...ofEndpoint,
  type: 'webhook_endpoint.resent',
  hasNoVersion: true,
  isOnRequest: true,
  summary: 'An address is sent events again. An endpoint is told so only where it names this type.',
  data: strictObject({
    eventIds: Type.Array(EventId, {
      minItems: 1,
      maxItems: mostResent,
      description: 'Which events, in the order of their numbers; what is sent again at once may take several of these.',
    }),
  }),
  example: { eventIds: [eventExample.id] },
})

export const ping = event({
  type: 'ping',
  schemaVersion: 1,
  subject: 'holder',
  hasNoVersion: true,
  summary: 'Nothing happened: sent on request, to try an address.',
  data: strictObject({}),
  example: {},
})

export const webhookEvents = [webhookEndpointFailing, webhookEndpointDisabled, webhookEndpointResent, ping]
