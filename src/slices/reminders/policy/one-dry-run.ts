import { AppError } from '#/kernel/errors.ts'

/** Holders with a dry run in progress in this process. */
const running = new Set<string>()

/**
 * Allows one dry run of a holder at a time in this process: each keeps a database connection while it plans every
 * upcoming appointment, and one holder must not take the connections of all others.
 *
 * @throws AppError RATE_LIMITED with Retry-After when one is under way
 */
export async function oneDryRun<T>(platformHolderId: string, work: () => Promise<T>): Promise<T> {
  if (running.has(platformHolderId))
    throw new AppError('RATE_LIMITED', {
      message: 'Another dry run of your organization is being worked out. Ask again when it has been answered.',
      headers: { 'retry-after': '5' },
    })
  running.add(platformHolderId)
  try {
    return await work()
  } finally {
    running.delete(platformHolderId)
  }
}
