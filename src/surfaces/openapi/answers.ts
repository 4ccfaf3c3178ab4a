import type { OperationContract } from '#/kernel/operation.ts'
import { RequestId } from '../envelope.ts'
import { pascalCase, type Components } from './components.ts'
import { hasProperty, headers, propertiesOf } from './headers.ts'

/** The answers of success. An example stands once, with the component it is one of. */
export function successesOf(contract: OperationContract, components: Components): object {
  const { example } = contract
  const isBare = contract.server === 'login' || contract.file !== undefined
  const name = `${pascalCase(contract.operationId)}Data`
  const data = components.refer(contract.data, name)
  const isShown = isPage(contract.data)
    ? components.show(components.refer(contract.data.properties.items.items, name), firstOf(example.data))
    : components.show(data, example.data)
  const schema = isBare ? data : components.refer(envelopeOf(data), `${componentName(data) ?? name}Response`)
  const content = {
    [contract.file?.mediaType ?? 'application/json']: { schema, ...(isShown ? {} : exampleOf(example.data)) },
  }
  const own = successHeaders(contract)
  return Object.fromEntries(
    contract.success.map((status) => [
      status,
      {
        description: reasons[status] ?? 'Success.',
        ...(Object.keys(own).length > 0 ? { headers: own } : {}),
        ...(status === 204 ? {} : { content }),
      },
    ]),
  )
}

type Page = { readonly properties: { readonly items: { readonly items: object } } }

function isPage(data: unknown): data is Page {
  return hasProperty(data, 'nextPageToken')
}

function firstOf(page: unknown): unknown {
  return (page as { items: readonly unknown[] }).items[0]
}

/** The data has its name already, so that what is made of the envelope is not looked into again. */
function envelopeOf(data: object): object {
  return {
    type: 'object',
    required: ['data', 'requestId'],
    properties: { data, requestId: RequestId },
    additionalProperties: false,
  }
}

function componentName({ $ref }: { readonly $ref?: string }): string | undefined {
  return $ref?.split('/').at(-1)?.replace(/Data$/, '')
}

const reasons: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Recorded for a person to review.',
  204: 'Done; no content.',
}

export function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example }
}

/** Those of this answer alone; what every answer carries is said once for the document. */
function successHeaders({ method, server, data, body, versionIn }: OperationContract): object {
  if (server === 'login') return {}
  const versioned = versionIn === undefined ? data : propertiesOf(data)[versionIn]
  return headers(
    method === 'GET' && hasProperty(versioned, 'version') && 'ETag',
    hasProperty(body, 'clientRequestId') && 'Idempotent-Replayed',
  )
}
