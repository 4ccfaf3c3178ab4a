import type { ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import type { Action, Actions } from './action.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Fields, Operation, PlainOperation } from '#/kernel/operation.ts'
import { parseStrictJson } from '#/kernel/text/strict-json.ts'
import { flatInput, setByServer } from './action-input.ts'
import { declaredOf, shapeOf } from './action-output.ts'
import { faultsOf } from '#/surfaces/rest/api-error.ts'
import { ajv } from '#/kernel/execution/validation.ts'

/**
 * The actions an agent may take (contract, Platform holder voice control): the operations marked `voice` and no other.
 */
export function agentCatalogue(operations: readonly Operation[]): Actions {
  const byId = new Map(operations.map((operation) => [operation.contract.operationId, operation]))
  return new Map(
    operations.flatMap((operation) => {
      const { operationId, voice } = operation.contract
      return voice ? [[operationId, toAction(operation, voice, byId)]] : []
    }),
  )
}

function toAction(
  operation: Operation,
  { mode, category }: Pick<Action, 'mode' | 'category'>,
  operations: ReadonlyMap<string, Operation>,
): Action {
  const { contract } = operation
  const { operationId, summary: title, scope } = contract
  const inputSchema = flatInput(contract)
  const outputSchema = mode === 'read' ? shapeOf(contract.data) : contract.data
  // Compiled on first use, because most are never used.
  let validate: ValidateFunction | undefined
  return {
    operationId,
    title,
    category,
    scope,
    mode,
    requiresPaymentConsent: propertiesOf(contract.body).has('paymentConsent'),
    operation,
    reader: readerOf(operation, operations),
    inputSchema,
    outputSchema,
    parse(argumentsJson) {
      validate ??= ajv.compile(inputSchema)
      const input = parsed(argumentsJson)
      if (validate(input)) return input as Fields
      throw faultsOf(validate.errors as Parameters<typeof faultsOf>[0], 'body')
    },
    complete(input, set) {
      const of = (schema: TSchema | null) => {
        const names = propertiesOf(schema)
        return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)))
      }
      const params = { ...of(contract.params), platformHolderId: set.platformHolderId }
      const body = contract.body && { ...of(contract.body), ...setByServer(contract, set) }
      return { params, query: of(contract.query), body: body ?? undefined }
    },
    shape: (data) => declaredOf(outputSchema, data),
  }
}

function parsed(argumentsJson: string): unknown {
  try {
    return parseStrictJson(argumentsJson)
  } catch (cause) {
    throw new AppError('MALFORMED_JSON', {
      message: 'argumentsJson must be one JSON object without duplicate keys.',
      cause,
    })
  }
}

function readerOf({ contract }: Operation, operations: ReadonlyMap<string, Operation>): PlainOperation | null {
  if (!contract.target) return null
  const reader = operations.get(contract.target.readBy)
  if (!reader || 'handleInSteps' in reader) throw new Error(`Nothing reads what ${contract.operationId} changes`)
  return reader
}

function propertiesOf(schema: TSchema | null): ReadonlySet<string> {
  return new Set(Object.keys((schema as { properties?: object } | null)?.properties ?? {}))
}
