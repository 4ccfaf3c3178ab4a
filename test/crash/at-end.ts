import type { TestContext } from 'node:test'

/**
 * Runs `work` when the test is over, last in, first out: what was started later depends on what was started earlier. A
 * failure does not keep the others from running.
 */
export function atEnd(t: TestContext, work: () => Promise<unknown>): void {
  const known = stacks.get(t)
  if (known) {
    known.push(work)
    return
  }
  const stack = [work]
  stacks.set(t, stack)
  t.after(async () => {
    const failures: unknown[] = []
    for (const end of stack.toReversed()) await end().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'The end of the test did not go well')
  })
}

const stacks = new WeakMap<TestContext, (() => Promise<unknown>)[]>()
