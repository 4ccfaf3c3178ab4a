import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toProgress } from './lookup-progress.ts'
import type { LookupRow } from './store.ts'

const startedAt = Temporal.Instant.from('2026-12-03T13:30:00Z')
const row: LookupRow = {
  requestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11',
  status: 'running',
  phase: 'search',
  startedAt: startedAt,
  updatedAt: startedAt.add({ seconds: 1 }),
  completedAt: null,
  errorCode: null,
}
const after = (milliseconds: number, of: LookupRow = row) => toProgress(of, of.updatedAt.add({ milliseconds }))

test('a look-up stalls at 20 seconds of silence and times out at 30, counted from its last sign of life', () => {
  const seen = [0, 19_999, 20_000, 29_999, 30_000, 3_600_000].map((ms) => after(ms).status)
  assert.deepEqual(seen, ['running', 'running', 'stalled', 'stalled', 'timed_out', 'timed_out'])
})

test('a look-up that times out by silence ended at its thirtieth second, and says why', () => {
  const { completedAt, errorCode, updatedAt } = after(3_600_000)
  assert.deepEqual(
    { completedAt, errorCode, updatedAt },
    {
      completedAt: '2026-12-03T13:30:31.000Z',
      errorCode: 'PROVIDER_TIMEOUT',
      updatedAt: '2026-12-03T13:30:01.000Z',
    },
  )
})

test('a look-up that ended stays as it ended', () => {
  const completed: LookupRow = { ...row, status: 'completed', completedAt: row.updatedAt }
  const failed: LookupRow = { ...completed, status: 'failed', errorCode: 'PROVIDER_AUTH' }
  assert.deepEqual(after(3_600_000, completed), after(0, completed))
  assert.equal(after(0, completed).errorCode, '')
  assert.equal(after(3_600_000, failed).errorCode, 'PROVIDER_AUTH')
})
