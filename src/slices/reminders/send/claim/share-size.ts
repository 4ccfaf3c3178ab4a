/** How many rows are recorded as handed over in one transaction. */
export type ShareSize = {
  /** Of the next share, at most. */
  rows(): number
  /** Learns from a share: how many rows it had, and how long after they were read they were recorded. */
  learn(rows: number, tookMs: number): void
}

/** Where a cold process begins. */
const first = 100
const fewest = 10
const most = 600

/** Far below `freshForMs`, and short enough that whoever cancels meanwhile does not notice the wait. */
const longestMs = 1_000

/** A share has the fixed cost of some dozen rows, so it is as large as this machine, as busy as it is, records in a second. */
export function learnShareSize(): ShareSize {
  let size = first
  return {
    rows: () => size,
    learn(rows, tookMs) {
      if (tookMs > longestMs) size = Math.min(size, Math.max(fewest, Math.floor(rows / 2)))
      else if (tookMs < longestMs / 2) size = Math.max(size, Math.min(most, rows * 2))
    },
  }
}
