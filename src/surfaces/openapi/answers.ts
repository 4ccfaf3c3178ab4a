import type { OperationContract } from '#/kernel/operation.ts'
import { RequestId, requestIdExample } from '#/surfaces/rest/envelope.ts'
import { pascalCase, type Components } from './components.ts'
import { hasProperty, headers, propertiesOf } from './headers.ts'

/**
 * The success answers. An operation shows one example: that of its body, or else of its answer, placed at the answer's
 * component.
 */
export function successesOf(contract: OperationContract, components: Components): object {
  const { example } = contract
  const isBare = contract.server === 'login' || contract.file !== undefined
  const name = `${pascalCase(contract.operationId)}Data`
  const data = components.refer(contract.data, name)
  const isShown = example.body !== undefined || showAnswer(contract, data, components)
  const schema = isBare ? data : components.refer(envelopeOf(data), `${componentName(data) ?? name}Response`)
  const shown = isBare ? example.data : { data: example.data, requestId: requestIdExample }
  const { mediaType = 'application/json', otherTypes = [] } = contract.file ?? {}
  const content = {
    [mediaType]: { schema, ...(isShown ? {} : exampleOf(shown)) },
    ...Object.fromEntries(otherTypes.map((type) => [type, { schema }])),
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

/** A list shows one of its items. @returns false when no component can show it */
function showAnswer({ data, example }: OperationContract, reference: Reference, components: Components): boolean {
  if (!isList(data)) return components.show(reference, example.data)
  return components.show(components.refer(data.properties.items.items, ''), firstOf(example.data))
}

type Reference = Readonly<Record<string, unknown>>
type List = { readonly properties: { readonly items: { readonly items: object } } }

function isList(data: unknown): data is List {
  return hasProperty(data, 'items')
}

function firstOf(list: unknown): unknown {
  return (list as { items: readonly unknown[] }).items[0]
}

/** Plain JSON schema, because `data` is a reference by now. */
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

/** Headers of this answer only; those of every answer are declared once for the document. */
function successHeaders({ method, server, data, body, versionIn }: OperationContract): object {
  if (server === 'login') return {}
  const versioned = versionIn === undefined ? data : propertiesOf(data)[versionIn]
  return headers(
    method === 'GET' && hasProperty(versioned, 'version') && 'ETag',
    hasProperty(body, 'clientRequestId') && 'Idempotent-Replayed',
  )
}
