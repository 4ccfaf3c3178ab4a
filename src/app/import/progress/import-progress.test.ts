import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { exitCodeOf, summaryText } from './import-report.ts'
import { ProgressLine, progressText } from './import-progress.ts'
import { noCounts } from './import-state.ts'

const progress = { rowsDone: 1_200, rowCount: 20_000, rowsOfThisRun: 200, skipped: 3 }

test('the progress line has rate and time left of this run, not of an earlier one', () => {
  assert.equal(progressText(progress, 1_000), '1,200 of 20,000 rows, 6 %, 200 a second, 2 min left, 3 skipped')
  assert.equal(progressText({ ...progress, rowsOfThisRun: 0 }, 0), '1,200 of 20,000 rows, 6 %, 0 a second, 3 skipped')
})

test('a terminal gets one line that is redrawn, other outputs a line every five seconds', () => {
  const drawn = (isTTY: boolean) => {
    let nowMs = 0
    const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 120 })
    const line = new ProgressLine({ stream, now: () => nowMs })
    for (let row = 1; row <= 100; row += 1) {
      nowMs += 60
      line.update({ ...progress, rowsDone: row })
    }
    line.print('a note')
    return String(stream.read())
  }
  const terminal = drawn(true)
  assert.equal(terminal.split('\n').length, 2, 'only the note ends a line')
  assert.equal(terminal.match(/\[=* *\]/g)?.length, 51)
  assert.match(drawn(false), /^84 of 20,000 rows, [^\n]*\na note\n$/)
})

test('the closing lines account for every row, and the exit code says whether all are in', () => {
  const summary = {
    status: 'completed' as const,
    problem: null,
    isDryRun: false,
    rowCount: 12,
    rowsDone: 12,
    resumedAfter: 0,
    counts: { ...noCounts(), created: 9, cancelled: 1, skipped: 2 },
    warnings: { STARTS_IN_PAST: 4 },
    shiftWeeks: 0,
    rejectedFile: 'f.csv.rejected.csv',
    durationMs: 10,
  }
  assert.equal(
    summaryText(summary),
    '12 rows: 9 created, 0 updated, 0 unchanged, 0 reopened, 1 cancelled, 2 skipped.\nWarning STARTS_IN_PAST on 4 of them.\nThe skipped rows and the reasons are in f.csv.rejected.csv.\nWall time: 0.0 s.',
  )
  assert.equal(exitCodeOf(summary), 2)
  assert.equal(exitCodeOf({ ...summary, counts: noCounts() }), 0)
  assert.equal(exitCodeOf({ ...summary, status: 'stopped' }), 1)
  assert.equal(exitCodeOf({ ...summary, status: 'interrupted' }), 130)
})
