import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { contractDocument } from '#/app/reference.ts'

type Schema = ReturnType<typeof JSON.parse>
export type DocumentedOperation = {
  readonly operationId: string
  readonly security: Record<string, string[]>[]
  readonly parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  readonly requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  readonly responses: Record<
    string,
    { headers: Record<string, unknown>; content: Record<string, { schema: Schema; example?: unknown }> }
  >
  readonly 'x-voice'?: { mode: string; category: string }
}
type Document = {
  readonly openapi: string
  readonly info: { version: string }
  readonly paths: Record<string, Record<string, DocumentedOperation>>
  readonly components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> }
}

/** The OpenAPI document as any client reads it: plain JSON. */
export const contract = JSON.parse(JSON.stringify(contractDocument())) as Document

/** Every operation of the document with its place. */
export const documented = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** Strict about the schemas too: an unknown keyword or a missing type is a fault of the document. */
const ajv = new Ajv2020({ allErrors: true, discriminator: true, strict: true, allowUnionTypes: true })
formats.default(ajv, ['date-time', 'date', 'email'])

/** A validator of one schema of the document, with its references resolved. */
export function compileDocumented(schema: Schema): ValidateFunction {
  const $defs = contract.components.schemas
  const resolved = JSON.stringify({ $defs, ...schema }).replaceAll('#/components/schemas/', '#/$defs/')
  return ajv.compile(JSON.parse(resolved) as object)
}

/** Fails unless the body is exactly what the document promises for this operation and status. */
export function assertDocumented(operationId: string, status: number, body: unknown): void {
  const validate = validatorOf(operationId, status)
  assert.ok(
    validate(body),
    `${operationId} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 1)}`,
  )
}

const validators = new Map<string, ValidateFunction>()

function validatorOf(operationId: string, status: number): ValidateFunction {
  const key = `${operationId} ${status}`
  const known = validators.get(key)
  if (known) return known
  const response = documented.find(({ operation }) => operation.operationId === operationId)?.operation.responses[
    status
  ]
  assert.ok(response, `${operationId} answers ${status}, which the document does not have`)
  const validate = compileDocumented(response.content['application/json']?.schema)
  validators.set(key, validate)
  return validate
}
