import type { Result } from './result.ts'

/** What a benchmark gives: lines worth reading, and its results, the one it is named for last. */
export type BenchOutcome = { readonly notes: readonly string[]; readonly results: readonly Result[] }
