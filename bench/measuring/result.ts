/** One comparison: what was measured in each pair of rounds. */
export type Result = {
  readonly name: string
  readonly ratios: readonly number[]
  readonly target: number
  /** The unit when the numbers are not ratios, such as `seconds`. */
  readonly unit?: string
}

/** The line a benchmark ends with: the median of the pairs' ratios, the extremes, and the target. */
export function resultLine({ name, ratios, target, unit = 'ratio' }: Result): string {
  const [ratio, min, max] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((value) => value.toFixed(3))
  return `bench ${name} ${unit}=${ratio} min=${min} max=${max} target=${target}`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('There is nothing to take a median of')
  return (low + high) / 2
}

/** Prints progress to stderr; only results go to stdout. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}
