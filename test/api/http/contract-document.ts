import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { contractDocument } from '#/app/server/web/contract.ts'

export type Schema = ReturnType<typeof JSON.parse>
export type DocumentedResponse = {
  readonly description: string
  readonly headers?: Record<string, unknown>
  readonly content: Record<string, { schema: Schema; example?: unknown }>
}
export type DocumentedOperation = {
  readonly operationId: string
  readonly description?: string
  readonly security: Record<string, string[]>[]
  readonly parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  readonly requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  readonly responses: Record<string, DocumentedResponse>
}
type Document = {
  readonly openapi: string
  readonly info: { version: string }
  readonly tags: { name: string; description?: string }[]
  readonly 'x-common-headers': Record<string, unknown>
  readonly paths: Record<string, Record<string, DocumentedOperation>>
  readonly webhooks: Record<string, { readonly post: Required<Pick<DocumentedOperation, 'requestBody'>> }>
  readonly components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> }
}

/** The OpenAPI document as any client reads it: plain JSON. */
export const contract = JSON.parse(JSON.stringify(contractDocument())) as Document

/** Every operation of the document with its place, its shared parameters and answers put in. */
export const documented = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation: {
      ...operation,
      parameters: operation.parameters.map(resolve),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
      ),
    },
  })),
)

/** What a reference leads to; anything else as it is. */
export function resolve<T>(part: T): T {
  const ref = (part as { $ref?: string }).$ref
  if (ref === undefined) return part
  const steps = ref.slice(2).split('/')
  return steps.reduce((node: Schema, step) => node[step], contract) as T
}

/** Strict about the schemas too: an unknown keyword or a missing type is a fault of the document. */
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
formats.default(ajv, ['date-time', 'date', 'email'])

const { schemas } = contract.components
const closedSchemas = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]))

ajv.addSchema(referringTo('published', { $id: 'published', $defs: schemas }))
ajv.addSchema(referringTo('closed', { $id: 'closed', $defs: closedSchemas }))

/** A validator of one schema of the document, as a client has it: answers may have fields that it does not know. */
export function compilePublished(schema: Schema): ValidateFunction {
  return ajv.compile(referringTo('published', schema))
}

/** The same for what this version sends: no field that the document does not have. */
export function compileDocumented(schema: Schema): ValidateFunction {
  return ajv.compile(referringTo('closed', schema))
}

function referringTo(definitions: string, schema: Schema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', `${definitions}#/$defs/`)) as object
}

/** An object that takes no other fields than its own and those of the objects that it extends. */
function closed(schema: Schema): Schema {
  const { allOf = [], ...own } = schema
  if (!own.properties) return schema
  const parts: Schema[] = [...allOf.map((one: Schema) => closed(resolve(one))), own]
  return {
    ...own,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
    additionalProperties: false,
  }
}

/** Fails unless the body is exactly what the document promises for this operation and status. */
export function assertDocumented(operationId: string, status: number, body: unknown): void {
  const validate = validatorOf(operationId, status)
  const code = (body as { error?: { code?: string } }).error?.code
  if (code !== undefined) {
    const { description } = responseOf(operationId, status)
    assert.ok(description.includes(`\`${code}\``), `${operationId} ${status} is not documented to say ${code}`)
  }
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
  const validate = compileDocumented(responseOf(operationId, status).content['application/json']?.schema)
  validators.set(key, validate)
  return validate
}

function responseOf(operationId: string, status: number): DocumentedResponse {
  const one = documented.find(({ operation }) => operation.operationId === operationId)
  const response = one?.operation.responses[status]
  assert.ok(response, `${operationId} answers ${status}, which the document does not have`)
  return response
}
