import type { TSchema } from 'typebox'
import type { SetByServer } from './action.ts'
import type { OperationContract } from '#/kernel/operation.ts'

type ObjectSchema = {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly minProperties?: number
}

/** Fields of a body that an agent does not write: request ids, versions, and consent, which only a person gives. */
const ofServer = new Set(['clientRequestId', 'requestId', 'expectedVersion', 'paymentConsent'])

/**
 * The input of an action: one flat object of path ids, query and body, without the tenant and the rest the server sets.
 */
export function flatInput({ params, query, body }: OperationContract): TSchema {
  const { platformHolderId: _, ...ids } = (params as ObjectSchema).properties ?? {}
  const written = without((body ?? {}) as ObjectSchema, ofServer)
  const { properties = {}, required = [], minProperties } = written
  const least = minProperties === undefined ? {} : { minProperties: minProperties + Object.keys(ids).length }
  return {
    type: 'object',
    properties: { ...ids, ...query.properties, ...properties },
    required: [...Object.keys(ids), ...(query.required ?? []), ...required],
    additionalProperties: false,
    ...least,
  } as TSchema
}

/** The fields of its body that the server sets. Consent is true: no action that needs it is executed without. */
export function setByServer({ body }: OperationContract, { requestId, expectedVersion }: SetByServer): object {
  const values = { clientRequestId: requestId, requestId, expectedVersion, paymentConsent: true }
  const known = (body as ObjectSchema | null)?.properties ?? {}
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in known))
}

function without(schema: ObjectSchema, names: ReadonlySet<string>): ObjectSchema {
  const { properties = {}, required = [], minProperties } = schema
  const gone = required.filter((name) => names.has(name)).length
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
    required: required.filter((name) => !names.has(name)),
    ...(minProperties === undefined ? {} : { minProperties: minProperties - gone }),
  }
}
