import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#/kernel/errors.ts'
import { boundedSpan, readSpan, type Span } from './span.ts'

const at = (text: string) => Temporal.Instant.from(text)
const now = at('2026-11-20T09:00:00Z')
const isRefused = (error: unknown) => error instanceof AppError && error.code === 'VALIDATION_FAILED'
const texts = ({ from, to }: Span) => [from?.toString(), to?.toString()]

test('a span is more than nothing and at most 366 days', () => {
  readSpan({ from: '2026-11-20T00:00:00Z', to: '2027-11-21T00:00:00Z' })
  assert.throws(() => readSpan({ from: '2026-11-20T00:00:00Z', to: '2027-11-21T01:00:01Z' }), isRefused)
  assert.throws(() => readSpan({ from: '2026-11-20T00:00:00Z', to: '2026-11-20T00:00:00Z' }), isRefused)
  assert.deepEqual(texts(readSpan({ from: '2026-11-20T01:00:00+01:00' })), ['2026-11-20T00:00:00Z', undefined])
})

test('366 local days in which the clock goes back twice and forward once are no longer than that', () => {
  readSpan({ from: '2024-10-26T00:00:00+02:00', to: '2025-10-27T00:00:00+01:00' })
  assert.throws(() => readSpan({ from: '2024-10-26T00:00:00+02:00', to: '2025-10-28T00:00:00+01:00' }), isRefused)
})

test('a span with a bound left out is 366 days long, and without any lies around now', () => {
  const from = at('2026-11-20T00:00:00Z')
  const to = at('2027-11-21T00:00:00Z')
  assert.deepEqual(texts(boundedSpan({ from }, now)), texts({ from, to }))
  assert.deepEqual(texts(boundedSpan({ to }, now)), texts({ from, to }))
  assert.deepEqual(texts(boundedSpan({ from, to: from }, now)), texts({ from, to: from }))
  assert.deepEqual(texts(boundedSpan({}, now)), ['2026-05-21T09:00:00Z', '2027-05-22T09:00:00Z'])
})

test('a bound that is left out stays within the years there are', () => {
  assert.equal(boundedSpan({ from: at('9999-06-01T00:00:00Z') }, now).to.toString(), '9999-12-31T23:59:59Z')
  assert.equal(boundedSpan({ to: at('0001-06-01T00:00:00Z') }, now).from.toString(), '0001-01-01T00:00:00Z')
})
