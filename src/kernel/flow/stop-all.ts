import { eachByItself } from './each-by-itself.ts'

/**
 * Stops parts that stand beside each other, all at once. Each is waited for, also when another fails: what they share is
 * closed next.
 *
 * @throws Error the only failure, or AggregateError, after the last one has ended
 */
export async function stopAll(parts: readonly { stop(): Promise<unknown> }[]): Promise<void> {
  const ends = await Promise.allSettled(parts.map((part) => part.stop()))
  const failures = ends.filter((end) => end.status === 'rejected')
  await eachByItself(failures, ({ reason }) => Promise.reject(reason))
}
