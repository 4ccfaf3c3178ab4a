import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsToWait } from './bounds.ts'

const now = Temporal.Instant.from('2027-01-12T10:00:00Z')

/** Codes asked for so many seconds ago, the newest first; each led to a sign-in. */
const usedCodes = (...secondsAgo: number[]) =>
  secondsAgo.map((seconds) => {
    const at = now.subtract({ milliseconds: seconds * 1_000 })
    return { createdAt: at, usedAt: at }
  })

const announcedWait = (now: Temporal.Instant, times: ReturnType<typeof usedCodes>) =>
  Math.ceil(secondsToWait(now, [{ createdAt: now, usedAt: null }, ...times]))

test('the announced wait is the wait, also where the number of codes in ten minutes or a day decides', () => {
  for (const earlier of [
    [],
    [10],
    [10, 200, 300, 400],
    [10, 200, 300, 400.25],
    [601, 700, 800, 900],
    [100, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000],
  ]) {
    const times = usedCodes(...earlier)
    const announced = announcedWait(now, times)
    const asked = [{ createdAt: now, usedAt: null }, ...times]
    assert.equal(secondsToWait(now.add({ seconds: announced }), asked), 0, `${earlier.join()}: ${announced}`)
    assert.ok(secondsToWait(now.add({ seconds: announced - 1 }), asked) > 0, `${earlier.join()}: ${announced}`)
  }
  assert.equal(announcedWait(now, usedCodes(10, 200, 300, 400)), 200)
  assert.equal(announcedWait(now, usedCodes(100, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000)), 78_400)
})
