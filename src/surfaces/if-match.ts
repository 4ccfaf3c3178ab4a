import { AppError } from '#/kernel/errors.ts'

/**
 * If-Match (RFC 9110, section 13.1.1) beside `expectedVersion`: it names the ETag of a single read, `"v<version>"`. Both
 * say the same thing; whoever sends the header hears of a mismatch as 412, as HTTP clients expect. What takes no version
 * has no ETag either, and there is nothing to compare.
 *
 * @throws AppError PRECONDITION_FAILED when the header names another version than the body
 */
export function checkIfMatch(header: string | undefined, expectedVersion: number | undefined): void {
  if (header === undefined || expectedVersion === undefined || header.trim() === '*') return
  if (header.trim() !== `"v${expectedVersion}"`) throw new AppError('PRECONDITION_FAILED')
}

/** The refusal as the client asked to hear it. */
export function asPrecondition(error: unknown, header: string | undefined): unknown {
  const isConflict = error instanceof AppError && error.code === 'VERSION_CONFLICT'
  if (!isConflict || header === undefined) return error
  return new AppError('PRECONDITION_FAILED', { details: error.details, cause: error })
}
