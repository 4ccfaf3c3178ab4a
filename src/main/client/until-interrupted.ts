import { terminal } from '#/main/terminal/terminal.ts'

/**
 * Runs what has no end of its own until somebody ends it: by Ctrl-C, by SIGTERM, or by closing what it writes to, as
 * `| head` does. All three end it well.
 *
 * @param work ends by throwing the reason of the signal
 */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const ending = new AbortController()
  const stop = () => ending.abort()
  const closed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    stop()
  }
  const { stdout } = terminal()
  stdout.on('error', closed)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    await work(ending.signal)
  } catch (error) {
    if (error !== ending.signal.reason) throw error
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    stdout.off('error', closed)
  }
}
