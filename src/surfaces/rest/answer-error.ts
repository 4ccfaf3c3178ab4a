import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'
import { AppError, invalid, type ErrorCode } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { faultsOf, toAppError } from './api-error.ts'
import { isRepeatable } from './route-config.ts'

/** Where refusals are recorded. */
export type RefusalNotes = {
  readonly log: Log
  /** For the counter. */
  readonly onRefusal: (refusal: { readonly code: ErrorCode; readonly caller: 'known' | 'unknown' }) => void
}

/**
 * Turns whatever was thrown into an ApiError answer. A deliberate 5xx, such as a provider that does not answer, is
 * logged as a warning; only the unforeseen is an error. A caller who was kept out, and any refusal to a known
 * credential, is logged too, with ids only: so probing for ids shows up.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, notes: RefusalNotes): void {
  const refusal = toRefusal(error)
  request.refusal = refusal
  noteRefusal(refusal, error, request, notes)
  // After a 503 the first try may have done its work.
  const retryable = refusal.isRetryable && (refusal.status !== 503 || isRepeatable(request))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  if (refusal.status === 503 && retryable) reply.header('retry-after', '5')
  void reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toAppError(refusal, request.id, retryable))
}

function noteRefusal(refusal: AppError, error: unknown, request: FastifyRequest, { log, onRefusal }: RefusalNotes) {
  const { code, status } = refusal
  const credentialId = request.knownCaller?.credentialId
  const { config, url } = request.routeOptions
  const where = { requestId: request.id, operation: config.operationId ?? url }
  onRefusal({ code, caller: credentialId === undefined ? 'unknown' : 'known' })
  if (status < 500) {
    if (keptOut.has(status) || credentialId !== undefined) log.info({ ...where, code, credentialId }, 'request refused')
  } else if (refusal === error && refusal.cause === undefined) log.warn({ ...where, code }, 'request refused')
  else log.error({ ...where, err: error }, 'request failed')
}

const keptOut = new Set([401, 403, 429])

/** The refusal a thrown thing becomes. */
export function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>
  if (validation) return faultsOf(validation, validationContext ?? 'body')
  // Before the database check, whose codes look the same: a client that disconnects in the middle of its body is a 400.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return unreadable(code, error)
  if (isDatabaseUnavailable(error)) return new AppError('SERVICE_UNAVAILABLE', { cause: error })
  return new AppError('INTERNAL_ERROR', { cause: error })
}

/** The refusal of a request that the HTTP server could not read. */
function unreadable(code: string | undefined, cause: unknown): AppError {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('BODY_TOO_LARGE', { cause, headers: { connection: 'close' } })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('UNSUPPORTED_MEDIA_TYPE', { cause })
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new AppError('MALFORMED_JSON', { cause })
  if (code === 'FST_ERR_BAD_URL')
    return invalid({
      path: 'params',
      code: 'invalid_format',
      message: 'A percent sign in the path must start an encoded UTF-8 byte, as in %C3%A9.',
    })
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return invalid({ path: 'params', code: 'too_long', message: 'A part of the path is longer than 200 characters.' })
  return new AppError('VALIDATION_FAILED', { cause, message: 'The request could not be parsed.' })
}
