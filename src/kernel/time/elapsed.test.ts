import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elapsedMs, now } from './elapsed.ts'

test('time that a machine slept through has passed, and a clock that is set back takes none away', (t) => {
  const before = now()
  t.mock.timers.enable({ apis: ['Date'], now: before.wallMs + 15 * 60_000 })
  assert.ok(elapsedMs(before) >= 15 * 60_000)
  t.mock.timers.setTime(before.wallMs - 60_000)
  assert.ok(elapsedMs(before) >= 0)
})
