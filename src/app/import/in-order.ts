/**
 * Applies `work` to each item, at most `concurrency` at a time, and yields the results in the order of the items.
 * `work` must not throw. Leaving the loop early waits for what is under way.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = []
  try {
    for await (const item of items) {
      pending.push(work(item))
      if (pending.length < concurrency) continue
      const [oldest] = pending
      if (oldest) yield await oldest
      pending.shift()
    }
    for (const result of pending) yield await result
  } finally {
    await Promise.allSettled(pending)
  }
}
