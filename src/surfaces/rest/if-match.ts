import { AppError } from '#/kernel/errors.ts'
import type { OperationContract } from '#/kernel/operation.ts'

/** The ETag of what was read: its version; null for what has none. */
export function etagOf({ versionIn }: OperationContract, data: unknown): string | null {
  const holder = versionIn === undefined ? data : (data as Record<string, unknown>)[versionIn]
  const { version } = holder as { version?: unknown }
  return typeof version === 'number' ? `"v${version}"` : null
}

/**
 * If-Match (RFC 9110, section 13.1.1) beside `expectedVersion`: it names ETags of a single read, `"v<version>"`, one of which must fit. Both
 * say the same thing; whoever sends the header hears of a mismatch as 412, as HTTP clients expect. What takes no version
 * has no ETag either, and there is nothing to compare.
 *
 * @throws AppError PRECONDITION_FAILED when the header names another version than the body
 */
export function checkIfMatch(header: string | undefined, expectedVersion: number | undefined): void {
  if (header === undefined || expectedVersion === undefined || header.trim() === '*') return
  if (!tagsOf(header).includes(`"v${expectedVersion}"`)) throw new AppError('PRECONDITION_FAILED')
}

/** The tags of a list, each with its quotes. A weak one keeps its W/ and so is like none of ours: If-Match compares strongly. */
function tagsOf(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}

/** The refusal as the client asked to hear it. */
export function asPrecondition(error: unknown, header: string | undefined): unknown {
  const isConflict = error instanceof AppError && error.code === 'VERSION_CONFLICT'
  if (!isConflict || header === undefined) return error
  return new AppError('PRECONDITION_FAILED', { details: error.details, cause: error })
}
