import type { EventMessage } from '#/kernel/event-type.ts'
import { pascalCase, type Components } from './components.ts'
import type { Shared } from './shared.ts'

/** Headers that sign each event (Standard Webhooks), for both documents. */
export const webhookHeaders = {
  'webhook-id': {
    description: 'Id of the event: the same each time it is sent.',
    schema: { type: 'string', maxLength: 128 },
  },
  'webhook-timestamp': {
    description: 'When this try was signed, in seconds since 1970: refuse one that is more than five minutes away.',
    schema: { type: 'string', pattern: '^[0-9]{1,12}$' },
  },
  'webhook-signature': {
    description:
      'One or more of `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, separated by spaces: accept it when one is right.',
    schema: { type: 'string', maxLength: 512 },
  },
} as const

/** What is sent to the endpoints of holders, as OpenAPI tells it; examples of whole bodies are in the AsyncAPI document. */
export function describeWebhooks(
  messages: readonly EventMessage[],
  { components, parameters }: { readonly components: Components; readonly parameters: Shared },
): object {
  const signed = () =>
    Object.entries(webhookHeaders).map(([name, header]) =>
      parameters.refer({ name, in: 'header', required: true, ...header }, pascalCase(name), 'Webhook'),
    )
  return Object.fromEntries(
    messages.map(({ type, name, description, schema }) => [
      type,
      {
        post: {
          operationId: `receive${pascalCase(type.replaceAll('.', '_'))}`,
          tags: ['Events'],
          summary: description,
          parameters: signed(),
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: components.refer(schema, name) },
            },
          },
          responses: {
            '2XX': { description: 'Taken. Do the work afterwards: an answer that takes 15 seconds is too late.' },
            '410': { description: 'Never send anything here again: the endpoint is disabled.' },
          },
        },
      },
    ]),
  )
}
