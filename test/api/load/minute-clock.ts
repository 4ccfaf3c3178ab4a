import { mock } from 'node:test'

export type MinuteClock = { nextMinute(): void; restore(): void }

/**
 * Allowances are those of a minute on the clock. This moves the clock of our process, so that no test begins at the end of a
 * minute and none waits for the next. To be started before the product, which takes the clock it finds.
 */
export function startMinuteClock(): MinuteClock {
  const real = Date.now
  let aheadMs = 0
  const moved = mock.method(Date, 'now', () => real() + aheadMs)
  return {
    nextMinute() {
      aheadMs += 60_000 - (Date.now() % 60_000)
    },
    restore: () => moved.mock.restore(),
  }
}
