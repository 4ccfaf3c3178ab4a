import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from './errors.ts'
import { boundedSpan, checkSpan } from './span.ts'

const now = Temporal.Instant.from('2026-11-20T09:00:00Z')
const isRefused = (error: unknown) => error instanceof AppError && error.code === 'VALIDATION_FAILED'

test('a span is more than nothing and at most 366 days', () => {
  checkSpan({ from: '2026-11-20T00:00:00Z', to: '2027-11-21T00:00:00Z' })
  assert.throws(() => checkSpan({ from: '2026-11-20T00:00:00Z', to: '2027-11-21T00:00:01Z' }), isRefused)
  assert.throws(() => checkSpan({ from: '2026-11-20T00:00:00Z', to: '2026-11-20T00:00:00Z' }), isRefused)
  checkSpan({ from: '2026-11-20T00:00:00Z' })
})

test('a span with a bound left out is 366 days long, and without any lies around now', () => {
  const from = '2026-11-20T00:00:00Z'
  const to = '2027-11-21T00:00:00Z'
  assert.deepEqual(boundedSpan({ from }, now), { from, to })
  assert.deepEqual(boundedSpan({ to }, now), { from, to })
  assert.deepEqual(boundedSpan({ from, to: from }, now), { from, to: from })
  assert.deepEqual(boundedSpan({}, now), { from: '2026-05-21T09:00:00Z', to: '2027-05-22T09:00:00Z' })
})
