import { errorCodes, type ErrorCode } from '#/kernel/errors.ts'
import { isForPeopleOnly, type OperationContract } from '#/kernel/operation.ts'
import { hasProperty, headers } from './headers.ts'
import type { Shared } from './shared.ts'

/** Every operation can answer every one of these (contract, Endpoints). */
const failures = {
  400: 'The request is invalid.',
  401: 'The credential is missing or invalid.',
  403: 'The credential does not allow this.',
  404: 'There is no such resource in your context.',
  409: 'Conflict with the current state.',
  412: 'The resource has changed since it was read.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests; wait as long as Retry-After says, if present.',
  500: 'Server error; keep the request id for support.',
  503: 'A required service is unavailable or not configured.',
} as const

/** The answers of refusals: every status of the contract's table, with the codes this operation can give. */
export function failuresOf(contract: OperationContract, responses: Shared): object {
  const codes = codesOf(contract)
  return Object.fromEntries(
    Object.entries(failures).map(([status, meaning]) => {
      const own = codes.filter((code) => errorCodes[code][0] === Number(status)).map((code) => `\`${code}\``)
      const waits = status === '429' || status === '503'
      const response = {
        description: [meaning, ...own].join('\n- '),
        ...(waits ? { headers: headers('Retry-After') } : {}),
        ...(status === '401' ? { headers: headers('WWW-Authenticate') } : {}),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
      }
      return [status, responses.refer(response, status, contract.operationId)]
    }),
  )
}

/** The codes an operation can answer: those its credentials and input bring, and its own. */
function codesOf(contract: OperationContract): ErrorCode[] {
  const { auth, body, role, scope, method, params, query, errors, isSensitive } = contract
  const isOpen = auth.length === 0
  const isForStaff = !isOpen && role !== 'recipient'
  const codes: (ErrorCode | false)[] = [
    body !== null && 'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'UNKNOWN_FIELD',
    isForPeopleOnly(contract) && 'HUMAN_CONFIRMATION_REQUIRED',
    hasProperty(query, 'pageToken') && 'PAGE_TOKEN_INVALID',
    !isOpen && 'UNAUTHENTICATED',
    auth.includes('apiKey') && 'API_KEY_EXPIRED',
    auth.includes('apiKey') && 'API_KEY_REVOKED',
    auth.includes('browserSession') && 'SESSION_EXPIRED',
    auth.includes('recipientSession') && 'INVALID_RECIPIENT_SESSION',
    auth.includes('recipientSession') && 'RECIPIENT_SESSION_NOT_LINKED',
    auth.includes('recipientSession') && 'RECIPIENT_SESSION_CONFIGURATION_INVALID',
    !isOpen && role !== 'either' && 'ROLE_FORBIDDEN',
    scope !== null && 'SCOPE_MISSING',
    isForStaff && 'ASSIGNMENT_INACTIVE',
    isForStaff && 'TENANT_INACTIVE',
    isForStaff && 'IP_NOT_ALLOWED',
    auth.includes('browserSession') && method !== 'GET' && 'CSRF_REQUIRED',
    !isOpen && !auth.includes('apiKey') && 'BROWSER_SESSION_REQUIRED',
    isSensitive === true && 'FRESH_PROOF_REQUIRED',
    Object.keys(params.properties).length > 0 && 'NOT_FOUND',
    hasProperty(body, 'expectedVersion') && 'PRECONDITION_FAILED',
    hasProperty(body, 'clientRequestId') && 'REQUEST_ID_REUSED',
    'BODY_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
    ...errors,
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}
