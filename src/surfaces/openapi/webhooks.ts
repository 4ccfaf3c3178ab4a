import type { TObject } from 'typebox'
import { pascalCase, type Components } from './components.ts'

/** A type of event, as documents show it. */
export type DocumentedEvent = {
  /** `appointment.updated` */
  readonly type: string
  /** When it is told. */
  readonly summary: string
  /** Of the whole message. */
  readonly schema: TObject
  readonly example: object
}

/** What is sent to an endpoint, by type of event. */
export function webhooksOf(events: readonly DocumentedEvent[], components: Components): object {
  return Object.fromEntries(events.map((event) => [event.type, { post: describe(event, components) }]))
}

/** `AppointmentUpdatedEvent` */
export function componentOf(type: string): string {
  return `${pascalCase(type.replaceAll('.', '_'))}Event`
}

function describe({ type, summary, schema, example }: DocumentedEvent, components: Components): object {
  return {
    tags: ['Events'],
    summary,
    security: [],
    parameters: Object.entries(headers).map(([name, one]) => ({ name, in: 'header', required: true, ...one })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.refer(schema, componentOf(type)), example } },
    },
    responses: {
      '2XX': { description: 'You have it. Answer within 15 seconds, and do the work afterwards.' },
      '410': { description: 'You want no more: the endpoint is disabled.' },
      default: { description: 'You do not have it: it is sent again.' },
    },
  }
}

/** As Standard Webhooks has them. */
export const headers = {
  'webhook-id': {
    description: 'Id of the event, the same however often it is sent.',
    schema: { type: 'string', examples: ['evt_019ac1f27c1e7b7d9d1e0f2a3b4c5d6e'] },
  },
  'webhook-timestamp': {
    description: 'When it was sent, in seconds since 1970. Refuse what is older than five minutes.',
    schema: { type: 'string', examples: ['1763971200'] },
  },
  'webhook-signature': {
    description:
      '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, for each secret that is valid, with spaces between.',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
}
