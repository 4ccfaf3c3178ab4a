import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleAfter, isToBeTold } from '../../../web/portal/shell/session/idle.ts'

const minutes = (count: number) => count * 60_000

test('a session is warned of its end after 25 idle minutes, ends at 30, and after a night is long over', () => {
  assert.deepEqual(idleAfter(0), { state: 'used' })
  assert.deepEqual(idleAfter(minutes(25) - 1), { state: 'used' })
  assert.deepEqual(idleAfter(minutes(25)), { state: 'warned', secondsLeft: 300 })
  assert.deepEqual(idleAfter(minutes(30) - 1), { state: 'warned', secondsLeft: 1 })
  assert.deepEqual(idleAfter(minutes(30)), { state: 'over', isLate: false })
  assert.deepEqual(idleAfter(minutes(600)), { state: 'over', isLate: true })
})

test('the server is told of use once a minute, and not by a hand on the mouse once the warning is there', () => {
  assert.deepEqual(
    [59, 60, 1_499, 1_500].map((seconds) => isToBeTold(seconds * 1_000)),
    [false, true, true, false],
  )
})
