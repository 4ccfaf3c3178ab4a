import { Type } from 'typebox'
import { errorCodes, type ErrorCode, type FaultCode } from '#/kernel/errors.ts'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import {
  described,
  formatInstant,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import { readSpan } from '#/kernel/time/span.ts'
import { listCalls, positionOf, type CallRow } from './read-store.ts'

const OperationName = Type.String({
  title: 'OperationName',
  maxLength: 80,
  pattern: '^[A-Za-z]+$',
  description: 'Name of an operation in this document.',
  examples: ['intakeHolderAppointment'],
})

/** Faults as answers have them, without words: a message could repeat what was sent. */
const LoggedFault = strictObject(
  {
    path: Type.String({
      maxLength: 200,
      description: 'The field it is about; `*` stands for a name that looks like none of a field.',
      examples: ['recipient.phoneNumberE164'],
    }),
    code: oneOf(
      [
        'required',
        'unknown_field',
        'invalid_format',
        'too_long',
        'too_short',
        'out_of_range',
        'not_allowed',
        'conflict',
      ],
      { description: 'What is wrong with the field, as in `details` of the answer.' },
    ),
  },
  { title: 'LoggedFault' },
)

const LoggedCall = strictObject(
  {
    id: described(Identifier, 'Id of this entry: two calls can have the same request id.'),
    answeredAt: described(Instant, 'When it was answered.'),
    requestId: Type.String({
      maxLength: 128,
      description: 'The request id of its answer.',
      examples: ['req_0199f3c25a7e7c319d4e3f2b8a6c1d07'],
    }),
    operation: OperationName,
    method: Type.String({ maxLength: 10, description: 'HTTP method.', examples: ['POST'] }),
    path: Type.String({
      maxLength: 1_000,
      description:
        'Path without its query; what was sent in place of an id and is none is left out: `{appointmentId}`.',
      examples: ['/api/v1/platform-holders/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05/appointments/intake'],
    }),
    status: Type.Integer({ minimum: 100, maximum: 599, description: 'HTTP status of the answer.', examples: [400] }),
    errorCode: nullable(
      oneOf(Object.keys(errorCodes) as ErrorCode[], { description: 'Code of the error, or null when it succeeded.' }),
    ),
    errorMessage: nullable(
      Type.String({
        maxLength: 500,
        description: 'What that code means, for developers; the words of its answer are not kept.',
        examples: ['The request does not match its schema. Correct the fields named in details.'],
      }),
    ),
    details: Type.Array(LoggedFault, { maxItems: 20, description: 'What was wrong with which field.' }),
    durationMs: Type.Integer({ minimum: 0, description: 'How long the answer took, in milliseconds.', examples: [8] }),
    key: strictObject(
      {
        id: described(Identifier, 'Id of the API key.'),
        name: nullable(
          Type.String({
            maxLength: 100,
            description: 'Its present name; null once it is erased.',
            examples: ['Practice system'],
          }),
        ),
      },
      { title: 'LoggedKey', description: 'The key it was made with.' },
    ),
    network: nullable(
      Type.String({
        maxLength: 60,
        description: 'Network it came from: 24 bits of an IPv4 address, 48 of an IPv6 address.',
        examples: ['203.0.113.0/24'],
      }),
    ),
    client: nullable(
      Type.String({
        maxLength: 60,
        description: 'The program it says it is, from the start of `User-Agent`; null where that names none.',
        examples: ['curl/8.5.0'],
      }),
    ),
  },
  { title: 'LoggedCall' },
)

export const listRequestLog = operation({
  operationId: 'listRequestLog',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/request-log',
  tag: 'Request log',
  summary: 'List the calls of your API keys',
  description:
    'Newest first, kept for 14 days; an entry shows within seconds. No values, queries or bodies are kept. A call that was refused because its key is unknown, expired or revoked (401) is of nobody and is not here, nor is a path that is no operation (404), a method that it does not take (405), or a read of this log that succeeded. `from` is inclusive, `to` exclusive. With several filters a page can have fewer items than `pageSize`, even none, and still a `nextPageToken` to continue with. Calls have an allowance of their own. To follow the log, repeat the call with a `pageSize` of 100 and `from` 30 seconds before the newest `answeredAt` you have, follow `nextPageToken`, and skip each `id` you have.',
  role: 'platform_holder_user',
  scope: 'access:read',
  auth: ['apiKey', 'browserSession'],
  isPolled: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    from: Type.Optional(described(Instant, 'Earliest answer, inclusive.')),
    to: Type.Optional(described(Instant, 'Latest answer, exclusive.')),
    status: Type.Optional(
      oneOf(['2xx', '4xx', '5xx'], { description: 'Only calls whose status begins so; `2xx` is all that succeeded.' }),
    ),
    operation: Type.Optional(described(OperationName, 'Only calls of this operation.')),
    keyId: Type.Optional(described(Identifier, 'Only calls with this key.')),
    requestId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        pattern: '^[A-Za-z0-9_-]*$',
        description: 'Only calls with this request id.',
        examples: ['req_0199f3c25a7e7c319d4e3f2b8a6c1d07'],
      }),
    ),
  }),
  body: null,
  success: [200],
  data: pageOf(LoggedCall),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05' },
    query: { status: '4xx', pageSize: '25' },
    data: {
      items: [
        {
          id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
          answeredAt: '2026-11-20T09:00:00.000Z',
          requestId: 'req_0199f3c25a7e7c319d4e3f2b8a6c1d07',
          operation: 'intakeHolderAppointment',
          method: 'POST',
          path: '/api/v1/platform-holders/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05/appointments/intake',
          status: 400,
          errorCode: 'VALIDATION_FAILED',
          errorMessage: errorCodes.VALIDATION_FAILED[1],
          details: [{ path: 'recipient.phoneNumberE164', code: 'invalid_format' }],
          durationMs: 3,
          key: { id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', name: 'Practice system' },
          network: '203.0.113.0/24',
          client: 'curl/8.5.0',
        },
      ],
      nextPageToken: null,
    },
  },
}).handle(async (ctx, { query, page }) => {
  const { rows, searchedTo } = await listCalls(ctx.tx, { ...query, ...readSpan(query) }, page)
  const { items, nextPageToken } = page.finish(rows, positionOf, searchedTo)
  return { items: items.map(toLoggedCall), nextPageToken }
})

function toLoggedCall({ answeredAt, faults, keyId, keyName, ...row }: CallRow) {
  // Safe, as the codes of the faults: they are stored of an error that was answered.
  const errorCode = row.errorCode as ErrorCode | null
  return {
    ...row,
    answeredAt: formatInstant(answeredAt),
    errorCode,
    errorMessage: errorCode === null ? null : errorCodes[errorCode][1],
    details: faults.map(({ path, code }) => ({ path, code: code as FaultCode })),
    key: { id: keyId, name: keyName },
  }
}
