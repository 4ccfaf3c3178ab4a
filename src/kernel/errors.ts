/**
 * Every code an ApiError can carry: status, text, and whether repeating the same call may help (after a 503 only where
 * the operation is safe to repeat). The list is closed: clients switch on it (contract, Errors).
 */
export const errorCodes = {
  MALFORMED_JSON: [400, 'The body is not valid JSON. Send one JSON object in UTF-8 without duplicate keys.', false],
  VALIDATION_FAILED: [400, 'The request does not match its schema. Correct the fields named in details.', false],
  UNKNOWN_FIELD: [
    400,
    'The request has fields this operation does not know. Remove the fields named in details.',
    false,
  ],
  PAGE_TOKEN_INVALID: [400, 'The page token is not valid for this query. Start again without pageToken.', false],
  TIMEZONE_UNKNOWN: [400, 'The time zone is not a known IANA name, such as Europe/Amsterdam.', false],
  HUMAN_CONFIRMATION_REQUIRED: [
    400,
    'A person must review and confirm this. Send their confirmation, never that of an agent.',
    false,
  ],
  EXPLICIT_CONSENT_REQUIRED: [
    400,
    'This needs explicit consent. Ask the person, and send the consent with the request.',
    false,
  ],
  UNAUTHENTICATED: [401, 'Send a valid API key, in the header "Authorization: Bearer KEY", or a session.', false],
  API_KEY_EXPIRED: [401, 'The API key has expired. Create a new one from a browser session.', false],
  API_KEY_REVOKED: [401, 'The API key was revoked. Use another one.', false],
  SESSION_EXPIRED: [401, 'The session has ended. Sign in again.', false],
  INVALID_RECIPIENT_SESSION: [401, 'The recipient session is not valid. Sign in again.', false],
  SIGN_IN_CODE_INVALID: [401, 'The code is wrong, expired or already used. Request a new one.', false],
  ROLE_FORBIDDEN: [403, 'This operation is for another role. Use a credential of that role.', false],
  SCOPE_MISSING: [
    403,
    'The credential lacks the scope this operation needs: a key may do no more than its maker may now. Use one that has it.',
    false,
  ],
  ASSIGNMENT_INACTIVE: [403, 'Your assignment to this organization is not active. Ask the operator.', false],
  TENANT_INACTIVE: [403, 'The organization is not active. Only the operator can activate it.', false],
  IP_NOT_ALLOWED: [
    403,
    'The organization does not let this credential in from this network. Call from one of its networks, or ask whoever manages its access.',
    false,
  ],
  CSRF_REQUIRED: [
    403,
    'A change from a browser session needs a same-origin Origin header and X-Service-CSRF: 1.',
    false,
  ],
  BROWSER_SESSION_REQUIRED: [403, 'This operation needs a browser session. Sign in in a browser.', false],
  FRESH_PROOF_REQUIRED: [
    403,
    'This needs a code or passkey of the last 15 minutes. Have the person give one (POST /auth/staff/proof), then repeat the call.',
    false,
  ],
  API_KEY_REQUIRED: [403, 'This operation needs an API key. Send one as a bearer token.', false],
  GLOBAL_RESOURCE_READ_ONLY: [403, 'Global resources cannot be changed. Create one of your own instead.', false],
  RECIPIENT_SESSION_NOT_LINKED: [
    403,
    'The session is not linked to a recipient. Signing in again does not help; staff of an organization or the operator must link it.',
    false,
  ],
  NOT_FOUND: [404, 'There is no such resource in your context.', false],
  METHOD_NOT_ALLOWED: [405, 'This path does not support this method. The Allow header lists those it supports.', false],
  VERSION_CONFLICT: [409, 'The resource has changed since you read it. Read it again and reapply your change.', false],
  STATE_CONFLICT: [409, 'The state of the resource does not allow this. Read it to see its current state.', false],
  REQUEST_ID_REUSED: [409, 'This request id was already used for another request. Use a new one.', false],
  REQUEST_ALREADY_OPEN: [409, 'There is already an open request. Wait for its outcome.', false],
  APPOINTMENT_SOURCE_MANAGED: [
    409,
    'This appointment is managed by its source system. Change it there and send it again.',
    false,
  ],
  APPOINTMENT_IN_PAST: [409, 'The appointment starts in the past. This needs a start in the future.', false],
  NAME_TAKEN: [409, 'This name is already in use. Choose another.', false],
  PROPOSAL_EXPIRED: [409, 'The proposal has expired. Ask the agent for a new one.', false],
  PRECONDITION_FAILED: [412, 'The resource no longer matches If-Match. Read it again.', false],
  BODY_TOO_LARGE: [413, 'The body is larger than this operation accepts. Send less.', false],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send the body as application/json in UTF-8.', false],
  RATE_LIMITED: [429, 'Too many requests. Wait for the seconds in Retry-After.', true],
  COMPANY_LOOKUP_REPEATED: [
    429,
    'This requestId was already used for the latest look-up. Use a new one for a new look-up.',
    false,
  ],
  SIGN_IN_THROTTLED: [429, 'Too many codes were requested. Wait for the seconds in Retry-After.', true],
  INTERNAL_ERROR: [500, 'The operation could not be completed. Keep the request id for support.', false],
  SERVICE_UNAVAILABLE: [503, 'A required service is unavailable. Try again later.', true],
  PROVIDER_UNAVAILABLE: [503, 'The provider did not answer. Try again later.', true],
  NOT_CONFIGURED: [503, 'This is not configured on this server. Ask the operator.', false],
  VOICE_AGENT_NOT_CONFIGURED: [503, 'The voice agent is not configured. Ask the operator.', false],
  VOICE_AGENT_VERSION_MISSING: [
    503,
    'The configured version of the voice agent does not exist at its provider. Ask the operator.',
    false,
  ],
  VOICE_CONFIGURATION_INVALID: [503, 'The voice agent is not configured correctly. Ask the operator.', false],
  VOICE_PROVIDER_UNAVAILABLE: [503, 'The provider of the voice agent did not answer. Try again later.', true],
  RECIPIENT_SESSION_CONFIGURATION_INVALID: [
    503,
    'The recipient session store belongs to another environment. Ask the operator.',
    false,
  ],
} as const satisfies Record<string, readonly [status: number, message: string, retryable: boolean]>

export type ErrorCode = keyof typeof errorCodes

/** What is wrong with one field, in words a program can switch on. */
export type FaultCode =
  | 'required'
  | 'unknown_field'
  | 'invalid_format'
  | 'too_long'
  | 'too_short'
  | 'out_of_range'
  | 'not_allowed'
  | 'conflict'

/** One fault of a request. `path` is a JSON path such as `recipient.phoneNumberE164`. */
export type Fault = {
  readonly path: string
  readonly code: FaultCode
  readonly message: string
  readonly currentVersion?: number
  /** What may be kept of a `path` that ends in a name the caller made up: with `*` for one that could say something. In no answer. */
  readonly keptPath?: string
}

export type RefusalOptions = {
  readonly details?: readonly Fault[]
  /** Replaces the code's own text; never with personal data or another tenant's facts. */
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Overrides the code's default. */
  readonly isRetryable?: boolean
  readonly cause?: unknown
}

/** A refusal the client may read. Everything else that is thrown becomes INTERNAL_ERROR or SERVICE_UNAVAILABLE. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>
  readonly isRetryable: boolean

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? errorCodes[code][1], { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
    this.isRetryable = options.isRetryable ?? errorCodes[code][2]
  }

  get status(): number {
    return errorCodes[this.code][0]
  }
}

/** The refusal of a write whose expectedVersion is not the current one. */
export function versionConflict(currentVersion: number): AppError {
  return new AppError('VERSION_CONFLICT', {
    details: [
      {
        path: 'expectedVersion',
        code: 'conflict',
        message: `The current version is ${currentVersion}.`,
        currentVersion,
      },
    ],
  })
}

/** A 400 with the given faults. */
export function invalid(...details: Fault[]): AppError {
  return new AppError('VALIDATION_FAILED', { details })
}
