import { AppError } from '#/kernel/errors.ts'
import type { OperationContract } from '#/kernel/operation.ts'

/** The ETag of what was read, from its version; null without one. */
export function etagOf({ versionIn }: OperationContract, data: unknown): string | null {
  const holder = versionIn === undefined ? data : (data as Record<string, unknown>)[versionIn]
  const { version } = holder as { version?: unknown }
  return typeof version === 'number' ? `"v${version}"` : null
}

/**
 * Checks If-Match (RFC 9110, section 13.1.1), a list of ETags `"v<version>"`, against `expectedVersion`: one must fit.
 * A client that sends the header gets a mismatch as 412, as HTTP clients expect. Without an expected version there is
 * nothing to compare.
 *
 * @throws AppError PRECONDITION_FAILED when the header names another version than the body
 */
export function checkIfMatch(header: string | undefined, expectedVersion: number | undefined): void {
  if (header === undefined || expectedVersion === undefined || header.trim() === '*') return
  if (!tagsOf(header).includes(`"v${expectedVersion}"`)) throw new AppError('PRECONDITION_FAILED')
}

/** The tags of a list, with their quotes. A weak one keeps its W/ and never matches: If-Match compares strongly. */
function tagsOf(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}

/** Makes a version conflict a 412 for a client that sent If-Match. */
export function asPrecondition(error: unknown, header: string | undefined): unknown {
  const isConflict = error instanceof AppError && error.code === 'VERSION_CONFLICT'
  if (!isConflict || header === undefined) return error
  return new AppError('PRECONDITION_FAILED', { details: error.details, cause: error })
}
