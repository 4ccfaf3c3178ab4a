import type { ImportSummary } from '#/app/import/import-options.ts'
import { formatCount } from './import-progress.ts'
import { outcomes } from './import-state.ts'

/** 0: every row is in. 1: it stopped before the end. 2: it reached the end, but rows were skipped. 130: interrupted. */
export function exitCodeOf({ status, counts }: Pick<ImportSummary, 'status' | 'counts'>): number {
  if (status === 'stopped') return 1
  if (status === 'interrupted') return 130
  return counts.skipped > 0 ? 2 : 0
}

/** The closing lines for people. */
export function summaryText(summary: ImportSummary): string {
  const { rowsDone, rowCount, counts, warnings, rejectedFile } = summary
  const shown = outcomes.filter((name) =>
    name === 'accepted' ? summary.isDryRun : !summary.isDryRun || name === 'skipped',
  )
  const lines = [
    `${rowsText(rowsDone)}: ${shown.map((name) => `${formatCount(counts[name])} ${wordFor[name]}`).join(', ')}.`,
  ]
  if (summary.isDryRun) lines.push('This was a dry run: nothing was sent.')
  for (const [code, count] of Object.entries(warnings)) lines.push(`Warning ${code} on ${formatCount(count)} of them.`)
  if (rejectedFile !== null) lines.push(`The skipped rows and the reasons are in ${rejectedFile}.`)
  if (summary.problem !== null) lines.push(summary.problem)
  lines.push(`Wall time: ${(summary.durationMs / 1_000).toFixed(1)} s.`)
  if (rowsDone < rowCount) {
    lines.push(`Not done: ${rowsText(rowCount - rowsDone)}. Run the same command again to go on.`)
  }
  return lines.join('\n')
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${formatCount(count)} rows`
}

const wordFor: Readonly<Record<(typeof outcomes)[number], string>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  reopened: 'reopened',
  cancelled: 'cancelled',
  accepted: 'can be imported',
  skipped: 'skipped',
}
