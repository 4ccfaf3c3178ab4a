import { createComponents } from './components.ts'
import { contractVersion } from './contract-version.ts'
import { componentOf, headers, type DocumentedEvent } from './webhooks.ts'

/** The events as an AsyncAPI 3.0 document, from the same definitions that write them: one channel for each type. */
export function asyncApiDocument(events: readonly DocumentedEvent[]): object {
  const components = createComponents()
  const described = events.map((event) => {
    const name = componentOf(event.type)
    return { ...event, name, key: name.charAt(0).toLowerCase() + name.slice(1, -'Event'.length) }
  })
  const messages = described.map(({ type, name, summary, schema, example }) => [
    name,
    {
      name: type,
      title: type,
      summary,
      contentType: 'application/json',
      headers: { $ref: '#/components/schemas/WebhookHeaders' },
      payload: components.refer(schema, name),
      examples: [{ name: type, payload: example }],
    },
  ])
  const headerSchemas = Object.entries(headers).map(([name, { description, schema }]) => [
    name,
    { ...schema, description },
  ])
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tijdig events',
      version: contractVersion,
      description:
        'What Tijdig sends to the endpoints of an organization: ids, states and names of what changed, and nothing personal. A type only gains fields: ignore those you do not know.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      described.map(({ key, type, summary, name }) => [
        key,
        {
          address: null,
          title: type,
          summary,
          description: 'Its address is that of your endpoint.',
          messages: { [name]: { $ref: `#/components/messages/${name}` } },
        },
      ]),
    ),
    operations: Object.fromEntries(
      described.map(({ key, type, name }) => [
        `send${key.charAt(0).toUpperCase()}${key.slice(1)}`,
        {
          action: 'send',
          title: type,
          channel: { $ref: `#/channels/${key}` },
          messages: [{ $ref: `#/channels/${key}/messages/${name}` }],
          bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(messages),
      schemas: {
        ...components.schemas(),
        WebhookHeaders: {
          type: 'object',
          required: Object.keys(headers),
          properties: Object.fromEntries(headerSchemas),
        },
      },
    },
  }
}
