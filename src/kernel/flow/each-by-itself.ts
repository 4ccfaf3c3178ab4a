/**
 * Does the work for every item, one after the other, even when some fail.
 *
 * @throws Error the only failure, or AggregateError, after the last item
 */
export async function eachByItself<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} failed; the first: ${messageOf(failures[0])}`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
