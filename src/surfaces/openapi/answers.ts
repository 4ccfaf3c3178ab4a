import type { OperationContract } from '#/kernel/operation.ts'
import { RequestId, requestIdExample } from '../envelope.ts'
import { pascalCase, type Components } from './components.ts'
import { hasProperty, headers, propertiesOf } from './headers.ts'

/** The answers of success. */
export function successesOf(contract: OperationContract, components: Components): object {
  const name = pascalCase(contract.operationId)
  const data = components.refer(contract.data, name + (hasProperty(contract.data, 'nextPageToken') ? 'Page' : 'Data'))
  const { example } = contract
  // What stands with the component need not stand with every operation that answers it.
  const isShown = components.show(data, example.data)
  const isBare = contract.server === 'login' || contract.file !== undefined
  const schema = isBare ? data : components.refer(envelopeOf(data), `${componentName(data) ?? name}Response`)
  const shown = isBare ? example.data : { data: example.data, requestId: requestIdExample }
  const content = {
    [contract.file?.mediaType ?? 'application/json']: { schema, ...(isShown ? {} : exampleOf(shown)) },
  }
  return Object.fromEntries(
    contract.success.map((status) => [
      status,
      {
        description: reasons[status] ?? 'Success',
        headers: successHeaders(contract),
        ...(status === 204 ? {} : { content }),
      },
    ]),
  )
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
  200: 'OK',
  201: 'Created',
  202: 'Accepted for human review',
  204: 'No content',
}

export function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example }
}

function successHeaders({ method, server, data, body, versionIn }: OperationContract): object {
  if (server === 'login') return headers('X-Request-Id', 'RateLimit-Policy', 'RateLimit')
  const versioned = versionIn === undefined ? data : propertiesOf(data)[versionIn]
  return headers(
    'X-Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    method === 'GET' && hasProperty(versioned, 'version') && 'ETag',
    hasProperty(body, 'clientRequestId') && 'Idempotent-Replayed',
  )
}
