import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextWaitSeconds, secondsToWait, spentBudget } from './throttle.ts'

const now = Temporal.Instant.from('2027-01-12T10:00:00Z')

/** Codes asked for so many seconds ago, the newest first; each led to a sign-in. */
const usedCodes = (...secondsAgo: number[]) =>
  secondsAgo.map((seconds) => {
    const at = now.subtract({ milliseconds: seconds * 1_000 })
    return { createdAt: at, usedAt: at }
  })

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
    const announced = nextWaitSeconds(now, times)
    const asked = [{ createdAt: now, usedAt: null }, ...times]
    assert.equal(secondsToWait(now.add({ seconds: announced }), asked), 0, `${earlier.join()}: ${announced}`)
    assert.ok(secondsToWait(now.add({ seconds: announced - 1 }), asked) > 0, `${earlier.join()}: ${announced}`)
  }
  assert.equal(nextWaitSeconds(now, usedCodes(10, 200, 300, 400)), 200)
  assert.equal(nextWaitSeconds(now, usedCodes(100, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000)), 78_400)
})

test('messages stop at the budget of a country and at that of all', () => {
  const limits = { countries: [], perAddressPerHour: 0, messagesPerCountryPerHour: 5, messagesPerHour: 8 }
  const spent = { countrySent: 4, countryUsed: 0, allSent: 7 }
  assert.equal(spentBudget(limits, spent), null)
  assert.equal(spentBudget(limits, { ...spent, countrySent: 5 }), 'countrySpend')
  assert.equal(spentBudget(limits, { ...spent, allSent: 8 }), 'allSpend')
})
