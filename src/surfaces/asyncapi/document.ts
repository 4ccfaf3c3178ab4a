import type { EventMessage } from '#/kernel/event-type.ts'
import { createComponents, pascalCase } from '#/surfaces/openapi/components.ts'
import { contractVersion } from '#/surfaces/openapi/contract-version.ts'
import { webhookHeaders } from '#/surfaces/openapi/webhooks.ts'

/** What is sent to the endpoints of holders, as an AsyncAPI 3.0 document: one channel for each type. */
export function asyncApiDocument(messages: readonly EventMessage[]): object {
  const components = createComponents()
  const described = messages.map((message) => ({
    ...message,
    key: pascalCase(message.type.replaceAll('.', '_')),
    payload: components.refer(message.schema, message.name),
  }))
  const headers = {
    type: 'object',
    required: Object.keys(webhookHeaders),
    properties: Object.fromEntries(
      Object.entries(webhookHeaders).map(([name, { description, schema }]) => [name, { ...schema, description }]),
    ),
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tijdig events',
      version: contractVersion,
      description:
        'What becomes of appointments, messages and requests, sent by POST to the endpoints that you make (createWebhookEndpoint) and signed as Standard Webhooks describes. Events can come twice and in another order.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      described.map(({ key, type, description }) => [
        key,
        { address: null, title: type, description, messages: { [key]: { $ref: `#/components/messages/${key}` } } },
      ]),
    ),
    operations: Object.fromEntries(
      described.map(({ key, description }) => [
        `send${key}`,
        {
          action: 'send',
          summary: description,
          channel: { $ref: `#/channels/${key}` },
          messages: [{ $ref: `#/channels/${key}/messages/${key}` }],
          bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        described.map(({ key, type, description, payload, example }) => [
          key,
          {
            name: type,
            title: type,
            summary: description,
            contentType: 'application/json',
            headers: { $ref: '#/components/schemas/WebhookHeaders' },
            payload,
            examples: [{ payload: example }],
            bindings: { http: { bindingVersion: '0.3.0' } },
          },
        ]),
      ),
      schemas: { ...components.schemas(), WebhookHeaders: headers },
    },
  }
}
