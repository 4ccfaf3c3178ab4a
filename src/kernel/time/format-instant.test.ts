import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatInstant } from '#/kernel/schema.ts'

test('an instant is written as Temporal writes it to the millisecond, in any year and on days seen before', () => {
  const edges = [
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00Z',
    '2024-02-29T12:34:56.789999Z',
    '9999-12-31T23:59:59.9Z',
  ]
  const farAway = ['+012001-01-01T00:00:00.0009Z', '-000001-06-01T00:00:00.5Z', '0001-01-01T00:00:00Z']
  const many = Array.from({ length: 5_000 }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds(1_600_000_000_000 + index * 91_234_567),
  )
  for (const instant of [...[...edges, ...farAway].map((text) => Temporal.Instant.from(text)), ...many, ...many])
    assert.equal(formatInstant(instant), instant.toString({ smallestUnit: 'millisecond' }))
})
