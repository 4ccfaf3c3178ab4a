import type { Operation, OperationContract } from '#/kernel/operation.ts'
import { ApiError } from '#/surfaces/rest/api-error.ts'
import { contractVersion } from './contract-version.ts'
import { exampleOf, successesOf } from './answers.ts'
import { createComponents, pascalCase, type Components } from './components.ts'
import { withoutRepeatedExamples } from './examples.ts'
import { failuresOf } from './failures.ts'
import { commonHeaders, headerComponents, headerParameters, type Parameter } from './headers.ts'
import { createShared, type Shared } from './shared.ts'
import { tagDescriptions } from './tags.ts'
import { webhooksOf, type DocumentedEvent } from './webhooks.ts'

/** The contract as an OpenAPI 3.1 document, from the same definitions that route and validate. */
export function openApiDocument(
  operations: readonly Pick<Operation, 'contract'>[],
  events: readonly DocumentedEvent[] = [],
): object {
  const parts: Parts = {
    components: createComponents(),
    parameters: createShared('parameters'),
    responses: createShared('responses'),
  }
  parts.components.refer(ApiError, 'ApiError')
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { contract } of operations) {
    const path = (paths[`/api/v1${contract.path}`] ??= {})
    path[contract.method.toLowerCase()] = describe(contract, parts)
  }
  const webhooks = webhooksOf(events, parts.components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tijdig appointment reminders',
      version: contractVersion,
      description:
        'Send appointments; their recipients are reminded on time, and every reminder that was not sent has a reason.\n\n`x-common-headers` lists the headers of all responses. Every success is `{data, requestId}`, except for the recipient sign-in and the calendar file. Requests with unknown fields are rejected, to catch typing errors. Responses may gain fields: ignore those you do not know.\n\nPaths under `/platform-holders` are for staff and systems of an organization, paths under `/recipient` for recipients, all others for both.',
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...new Set(operations.map(({ contract }) => contract.tag))].map((name) => ({
      name,
      description: tagDescriptions[name],
    })),
    'x-common-headers': commonHeaders,
    paths,
    ...(events.length > 0 ? { webhooks } : {}),
    components: {
      schemas: withoutRepeatedExamples(parts.components.schemas(), [paths, webhooks]),
      parameters: parts.parameters.components(),
      responses: parts.responses.components(),
      headers: headerComponents,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'API key' },
        recipientSession: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token of the recipient sign-in, valid one hour',
        },
        browserSession: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-tijdig_session',
          description: 'Browser session; a server on http names its cookie `tijdig_session`',
        },
      },
    },
  }
}

type Parts = { readonly components: Components; readonly parameters: Shared; readonly responses: Shared }

function describe(contract: OperationContract, { components, parameters, responses }: Parts): object {
  const name = pascalCase(contract.operationId)
  return {
    operationId: contract.operationId,
    tags: [contract.tag],
    summary: contract.summary,
    ...described(contract),
    ...(contract.server === 'login' ? { servers: [loginServer] } : {}),
    // OpenAPI 3.1 allows roles with any scheme, so each lists the scope.
    security: contract.auth.map((scheme) => ({ [scheme]: contract.scope === null ? [] : [contract.scope] })),
    parameters: [
      ...parametersOf(contract, 'path', components),
      ...parametersOf(contract, 'query', components),
      ...headerParameters(contract),
    ].map((parameter) => parameters.refer(parameter, pascalCase(parameter.name), name)),
    ...(contract.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: components.referSent(contract.body, `${name}Body`),
                ...exampleOf(contract.example.body),
              },
            },
          },
        }
      : {}),
    responses: { ...successesOf(contract, components), ...failuresOf(contract, responses) },
  }
}

/** What an operation says of itself, and what follows from its flags that a reader would otherwise learn from a refusal. */
function described({ description, isSensitive }: OperationContract): { description?: string } {
  const said = [description, isSensitive && ofSensitive].filter((part) => typeof part === 'string')
  return said.length === 0 ? {} : { description: said.join(' ') }
}

const ofSensitive =
  'From a browser session of staff it needs a code or passkey of the last 15 minutes, or else it is refused with `FRESH_PROOF_REQUIRED`.'

const loginServer = {
  url: '{authUrl}',
  description: "The recipients' login server",
  variables: { authUrl: { default: 'http://localhost:4001', description: 'Its origin, per environment' } },
}

function parametersOf(contract: OperationContract, place: 'path' | 'query', components: Components): Parameter[] {
  const object = place === 'path' ? contract.params : contract.query
  const required: readonly string[] = object.required ?? []
  return Object.entries(object.properties).map(([name, property]) => {
    const { description, ...schema } = components.referSent(
      property,
      pascalCase(contract.operationId) + pascalCase(name),
    )
    const said = description ?? (property as { description?: string }).description
    return { name, in: place, required: place === 'path' || required.includes(name), description: said, schema }
  })
}
