import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { instantOf, isSkipped } from '#/locales/zoned-time.ts'
import { addDays, dayOf, startOfDay, startOfWeek, timeOf } from './days.ts'

const amsterdam = 'Europe/Amsterdam'
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a day of a clock change has an hour less or more, and the days around it stay a day apart', () => {
  const hours = (from: string) =>
    (Date.parse(startOfDay(addDays(from, 1), amsterdam)) - Date.parse(startOfDay(from, amsterdam))) / 3_600_000
  assert.deepEqual(['2027-03-27', '2027-03-28', '2027-10-31', '2027-11-01'].map(hours), [24, 23, 25, 24])
  assert.deepEqual([addDays('2027-03-27', 1), addDays('2027-03-29', -1)], ['2027-03-28', '2027-03-28'])
})

test('only times that a clock change jumps over are skipped', () => {
  const skipped = (on: string, time: string) => isSkipped(on, time, amsterdam)
  assert.deepEqual(
    ['01:59', '02:00', '02:59', '03:00'].map((time) => skipped('2027-03-28', time)),
    [false, true, true, false],
  )
  assert.equal(skipped('2027-10-31', '02:30'), false)
  assert.equal(isSkipped('2027-03-14', '02:30', 'America/New_York'), true)
})

test('an instant is found again from its day and time, but for the second of the hour that comes twice', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 1439 }), (on, minute) => {
      const instant = new Date(Date.parse(startOfDay(on, amsterdam)) + minute * 60_000)
      const found = instantOf(dayOf(instant, amsterdam), timeOf(instant, amsterdam), amsterdam)
      const lostMs = instant.getTime() - found.getTime()
      assert.ok(lostMs === 0 || (lostMs === 3_600_000 && instant.getUTCMonth() === 9))
    }),
  )
})

test('weeks begin on Monday, and going forth and back leads to the same day', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), (on, count) => {
      assert.equal(addDays(addDays(on, count), -count), on)
      assert.equal(new Date(startOfWeek(on)).getUTCDay(), 1)
      assert.ok(startOfWeek(on) <= on && on < addDays(startOfWeek(on), 7))
    }),
  )
})
