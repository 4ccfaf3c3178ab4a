import { mock } from 'node:test'

export type MinuteClock = { nextMinute(): void; restore(): void }

/**
 * Rate limits are per minute of the clock. This moves our process's clock, so that no test begins at the end of a
 * minute or waits for the next. Start it before the product, which takes the clock it finds.
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
