import type { ErrorCode, Fault } from '#/kernel/errors.ts'

/** An error response of the API (contract, Errors). Its message is for developers and is never shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  /** What support asks for. */
  readonly requestId: string
  readonly details: readonly Fault[]
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean
  /** From `Retry-After`; null when the server did not say. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | null) {
    super(body.error.message)
    this.status = status
    this.code = body.error.code
    this.requestId = body.requestId
    this.details = body.error.details
    this.isRetryable = body.error.retryable
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer, or one that is not our server's. Whether the call took effect is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** Whether it was waited for as long as it may take. */
  readonly isLate: boolean

  constructor(message: string, { isLate = false, ...options }: ErrorOptions & { readonly isLate?: boolean } = {}) {
    super(message, options)
    this.isLate = isLate
  }
}

/** Code of the page that does not come, such as after a new version was installed. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

export type ErrorBody = {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly retryable: boolean
    readonly details: readonly Fault[]
  }
  readonly requestId: string
}

export function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'requestId' in body
}

/** Nobody is signed in, as the server says without refusing anything. */
export class NobodySignedIn extends Error {
  override readonly name = 'NobodySignedIn'
}

/** True when nobody is signed in, or no more. */
export function isSessionEnded(error: unknown): boolean {
  if (error instanceof NobodySignedIn) return true
  return error instanceof ApiError && error.status === 401 && error.code !== 'SIGN_IN_CODE_INVALID'
}
