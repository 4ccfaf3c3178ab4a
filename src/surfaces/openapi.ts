import type { TSchema } from 'typebox'
import { errorCodes, type ErrorCode } from '#/kernel/errors.ts'
import { needsCsrf, type AuthScheme, type Operation, type OperationContract } from '#/kernel/operation.ts'
import { ApiError } from './api-error.ts'
import { envelope } from './envelope.ts'

/** Contract version: start year, months since the first release, release number (contract, Versioning). */
export const contractVersion = '1.0.7'

/** The contract as an OpenAPI 3.1 document, made from the same definitions that route and validate. */
export function openApiDocument(operations: readonly Pick<Operation, 'contract'>[]): object {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { contract } of operations) {
    const path = (paths[`/api/v1${contract.path}`] ??= {})
    path[contract.method.toLowerCase()] = describe(contract, schemas)
  }
  schemas.ApiError = ApiError
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tijdig appointment reminders',
      version: contractVersion,
      description:
        'Hand in appointments; the people who have them are reminded on time, and every reminder that was not sent says why.',
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...new Set(operations.map(({ contract }) => contract.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
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
          name: 'tijdig_session',
          description: 'Browser session on http',
        },
        secureBrowserSession: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-tijdig_session',
          description: 'Browser session on https',
        },
      },
    },
  }
}

function describe(contract: OperationContract, schemas: Record<string, unknown>): object {
  return {
    operationId: contract.operationId,
    tags: [contract.tag],
    summary: contract.summary,
    ...(contract.description ? { description: contract.description } : {}),
    ...(contract.server === 'login' ? { servers: [loginServer] } : {}),
    security: contract.auth.flatMap((scheme) => securityOf(scheme, contract.scope)),
    parameters: [
      ...parametersOf(contract, 'path', schemas),
      ...parametersOf(contract, 'query', schemas),
      ...csrfParameter(contract),
      ...ifMatchParameter(contract),
    ],
    ...(contract.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: hoist(contract.body, schemas), ...exampleOf(contract.example.body) },
            },
          },
        }
      : {}),
    responses: { ...successesOf(contract, schemas), ...failuresOf(contract) },
    'x-role': contract.role,
    ...(contract.voice ? { 'x-voice': contract.voice } : {}),
  }
}

const loginServer = {
  url: '{authUrl}',
  description: "The recipients' login server",
  variables: { authUrl: { default: 'http://localhost:4001', description: 'Its origin, per environment' } },
}

/** OpenAPI 3.1 lets any scheme list the roles it needs, so the scope stands with each scheme. */
function securityOf(scheme: AuthScheme, scope: string | null): Record<string, string[]>[] {
  const scopes = scope === null ? [] : [scope]
  return scheme === 'browserSession'
    ? [{ browserSession: scopes }, { secureBrowserSession: scopes }]
    : [{ [scheme]: scopes }]
}

function parametersOf(
  contract: OperationContract,
  place: 'path' | 'query',
  schemas: Record<string, unknown>,
): object[] {
  const object = place === 'path' ? contract.params : contract.query
  const required: readonly string[] = object.required ?? []
  return Object.entries(object.properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: hoist(schema as TSchema, schemas),
  }))
}

function csrfParameter(contract: OperationContract): object[] {
  if (!needsCsrf(contract)) return []
  return [
    {
      name: 'X-Service-CSRF',
      in: 'header',
      // Who can only come with a browser session always needs it.
      required: contract.auth.every((scheme) => scheme === 'browserSession'),
      description: 'Needed with a browser session, together with a same-origin Origin header; not with a bearer key.',
      schema: { type: 'string', const: '1' },
    },
  ]
}

function ifMatchParameter(contract: OperationContract): object[] {
  if (!hasProperty(contract.body, 'expectedVersion')) return []
  return [
    {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'ETags of a read, one of which must be that of expectedVersion; then a mismatch is 412 instead of 409.',
      schema: { type: 'string', examples: ['"v3"'] },
    },
  ]
}

function hasProperty(schema: TSchema | null, property: string): boolean {
  return Object.hasOwn((schema as { properties?: object } | null)?.properties ?? {}, property)
}

/** Headers an answer can carry, each described once. */
const headerComponents = {
  'X-Request-Id': { description: 'Correlation identifier for support', schema: { type: 'string' } },
  ETag: { description: 'Version of what was read, for If-Match', schema: { type: 'string', examples: ['"v3"'] } },
  'Idempotent-Replayed': {
    description: 'Present when this is the first answer to the same clientRequestId again',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description: 'Allowance per minute',
    schema: { type: 'string', examples: ['"default";q=1200;w=60'] },
  },
  RateLimit: { description: 'What is left of it', schema: { type: 'string', examples: ['"default";r=1180;t=42'] } },
  'Retry-After': { description: 'Seconds to wait before the same call', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'How to authenticate', schema: { type: 'string', examples: ['Bearer'] } },
}
type HeaderName = keyof typeof headerComponents

function headers(...names: readonly (HeaderName | false)[]): object {
  return Object.fromEntries(
    names.flatMap((name) => (name === false ? [] : [[name, { $ref: `#/components/headers/${name}` }]])),
  )
}

function successHeaders({ method, server, data, body }: OperationContract): object {
  if (server === 'login') return headers('X-Request-Id', 'RateLimit-Policy', 'RateLimit')
  return headers(
    'X-Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    method === 'GET' && hasProperty(data, 'version') && 'ETag',
    hasProperty(body, 'clientRequestId') && 'Idempotent-Replayed',
  )
}

function failureHeaders(status: number): object {
  const waits = status === 429 || status === 503
  return headers('X-Request-Id', waits && 'Retry-After', status === 401 && 'WWW-Authenticate')
}

function successesOf(contract: OperationContract, schemas: Record<string, unknown>): object {
  const data = hoist(contract.data, schemas)
  const json =
    contract.server === 'login'
      ? { schema: data, ...exampleOf(contract.example.data) }
      : {
          schema: envelope(data as TSchema),
          ...exampleOf({ data: contract.example.data, requestId: 'req_0199f3c25a7e7c319d4e3f2b8a6c1d05' }),
        }
  const content = contract.file
    ? { [contract.file.mediaType]: { schema: data, ...exampleOf(contract.example.data) } }
    : { 'application/json': json }
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

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted for human review',
  204: 'No content',
}

/** Every operation can answer every status of the contract's table; the codes named here are its own. */
const everyStatus = [400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 503]

function failuresOf(contract: OperationContract): object {
  const codes = (status: number): ErrorCode[] =>
    [...new Set([...commonCodes, ...credentialCodes(contract), ...contract.errors])].filter(
      (code) => errorCodes[code][0] === status,
    )
  return Object.fromEntries(
    everyStatus.map((status) => [
      status,
      {
        description: codes(status).join(', ') || (statusNames[status] ?? 'Error'),
        headers: failureHeaders(status),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
      },
    ]),
  )
}

function credentialCodes({ auth, server }: OperationContract): readonly ErrorCode[] {
  return auth.includes('recipientSession') && server !== 'login' ? recipientSessionCodes : []
}

/** What the contract says of recipient sessions that do not do (contract, Authentication). */
const recipientSessionCodes: readonly ErrorCode[] = [
  'INVALID_RECIPIENT_SESSION',
  'RECIPIENT_SESSION_NOT_LINKED',
  'RECIPIENT_SESSION_CONFIGURATION_INVALID',
]

const statusNames: Readonly<Record<number, string>> = {
  409: 'Conflict with the current state',
  412: 'PRECONDITION_FAILED',
}

const commonCodes: readonly ErrorCode[] = [
  'MALFORMED_JSON',
  'VALIDATION_FAILED',
  'UNKNOWN_FIELD',
  'UNAUTHENTICATED',
  'API_KEY_EXPIRED',
  'API_KEY_REVOKED',
  'SESSION_EXPIRED',
  'ROLE_FORBIDDEN',
  'SCOPE_MISSING',
  'ASSIGNMENT_INACTIVE',
  'TENANT_INACTIVE',
  'CSRF_REQUIRED',
  'NOT_FOUND',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** Schemas with a title become components, so that they stand once. */
function hoist(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, schemas))
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, hoist(value, schemas)]))
  if (typeof copy.title !== 'string' || !('type' in copy)) return copy
  schemas[copy.title] = copy
  return { $ref: `#/components/schemas/${copy.title}` }
}

function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example }
}
