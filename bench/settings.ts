/** Duration and size of the benchmarks. */
export type BenchSettings = {
  /** Length of one measured round of requests. */
  readonly seconds: number
  /** Measured pairs of product and baseline. */
  readonly pairs: number
  /** Reminders and no-op jobs of one dispatch round. */
  readonly dispatchRows: number
  /** Holders that share the reminders of a dispatch round. */
  readonly dispatchHolders: number
  /** The same for dispatch-many. */
  readonly manyHolders: number
  /** Planned reminders that are not due yet, in the second database of the dispatch benchmark. */
  readonly futureRows: number
  /** Unsent reminders of the type that the replan benchmark edits. */
  readonly replanRows: number
  /** Appointments ahead of the holder whose thousand the batches benchmark previews and cancels. */
  readonly batchRows: number
  /** Appointments of the growth stages, smallest first. */
  readonly growthStages: readonly number[]
}

export function readBenchSettings(env: Readonly<Record<string, string | undefined>>): BenchSettings {
  const number = (name: string, byDefault: number) => positive(name, env[name] ?? String(byDefault))
  return {
    seconds: number('TIJDIG_BENCH_SECONDS', 10),
    pairs: number('TIJDIG_BENCH_PAIRS', 5),
    dispatchRows: number('TIJDIG_BENCH_DISPATCH_ROWS', 40_000),
    dispatchHolders: number('TIJDIG_BENCH_DISPATCH_HOLDERS', 10),
    manyHolders: number('TIJDIG_BENCH_MANY_HOLDERS', 40_000),
    futureRows: number('TIJDIG_BENCH_FUTURE_ROWS', 2_000_000),
    replanRows: number('TIJDIG_BENCH_REPLAN_ROWS', 100_000),
    batchRows: number('TIJDIG_BENCH_BATCH_ROWS', 1_000_000),
    growthStages: (env['TIJDIG_BENCH_GROWTH'] ?? '10000,100000,1000000')
      .split(',')
      .map((text) => positive('TIJDIG_BENCH_GROWTH', text)),
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`${name} must be a positive number, not "${text}"`)
  return value
}
