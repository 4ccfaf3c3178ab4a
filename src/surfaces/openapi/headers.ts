import { needsCsrf, type OperationContract } from '#/kernel/operation.ts'

/** Headers an answer can carry, each described once. */
export const headerComponents = {
  'X-Request-Id': {
    description: 'Identifies this call for support.',
    schema: { $ref: '#/components/schemas/RequestId' },
  },
  ETag: {
    description: 'Version of the resource, for If-Match.',
    schema: { type: 'string', examples: ['"v3"'] },
  },
  'Idempotent-Replayed': {
    description: 'Present when this repeats the first response to this clientRequestId.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description: 'How many calls a minute are allowed; present when the call is counted.',
    schema: { type: 'string', examples: ['"default";q=1200;w=60'] },
  },
  RateLimit: {
    description: 'How many calls are left, and the seconds until the limit resets.',
    schema: { type: 'string', examples: ['"default";r=1180;t=42'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before repeating the call.',
    schema: { type: 'integer', minimum: 1, examples: [42] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', examples: ['Bearer'] } },
}

/** References to the headers named; `false` stands for one that this answer does not carry. */
export function headers(...names: readonly (keyof typeof headerComponents | false)[]): object {
  return Object.fromEntries(
    names.flatMap((name) => (name === false ? [] : [[name, { $ref: `#/components/headers/${name}` }]])),
  )
}

/** Headers of every answer, success or not. */
export const commonHeaders = headers('X-Request-Id', 'RateLimit-Policy', 'RateLimit')

/** A parameter of an operation, as OpenAPI writes it. */
export type Parameter = { readonly name: string; readonly in: string } & Readonly<Record<string, unknown>>

/** The headers a request may carry besides its credential. */
export function headerParameters(contract: OperationContract): Parameter[] {
  return [...csrfParameter(contract), ...ifMatchParameter(contract)]
}

function csrfParameter(contract: OperationContract): Parameter[] {
  if (!needsCsrf(contract)) return []
  return [
    {
      name: 'X-Service-CSRF',
      in: 'header',
      // Always needed where a browser session is the only credential.
      required: contract.auth.every((scheme) => scheme === 'browserSession'),
      description:
        'Required with a browser session, together with a same-origin Origin header; not with a bearer token.',
      schema: { type: 'string', const: '1' },
    },
  ]
}

function ifMatchParameter(contract: OperationContract): Parameter[] {
  if (!hasProperty(contract.body, 'expectedVersion')) return []
  return [
    {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'ETags, one of which must match expectedVersion. With this header a version mismatch is 412 instead of 409.',
      schema: { type: 'string', examples: ['"v3"'] },
    },
  ]
}

/** Whether an object schema has a property of this name. */
export function hasProperty(schema: unknown, property: string): boolean {
  return Object.hasOwn(propertiesOf(schema), property)
}

/** The properties of an object schema; none of any other. */
export function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  return (schema as { properties?: Record<string, unknown> } | null | undefined)?.properties ?? {}
}
