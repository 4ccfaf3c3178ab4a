import type { Result } from './result.ts'

/** What a benchmark returns: notes, and its results, with the one it is named for last. */
export type BenchOutcome = { readonly notes: readonly string[]; readonly results: readonly Result[] }
