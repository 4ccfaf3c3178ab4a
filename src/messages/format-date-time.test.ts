import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDate, formatTime } from '#/locales/date-time.ts'
import { formatZone, localDateTime } from './format-date-time.ts'

const at = (instant: string, timezone: string) => localDateTime(Temporal.Instant.from(instant), timezone)

test('the wall clock is right around changes of the clock and in odd zones', () => {
  const cases = [
    ['2027-03-28T00:59:00Z', 'Europe/Amsterdam', 'zondag 28 maart', '01:59'],
    ['2027-03-28T01:00:00Z', 'Europe/Amsterdam', 'zondag 28 maart', '03:00'],
    ['2027-10-31T00:30:00Z', 'Europe/Amsterdam', 'zondag 31 oktober', '02:30'],
    ['2027-10-31T01:30:00Z', 'Europe/Amsterdam', 'zondag 31 oktober', '02:30'],
    ['2026-12-03T13:30:00Z', 'America/Curacao', 'donderdag 3 december', '09:30'],
    ['2026-12-02T23:00:00Z', 'Europe/Amsterdam', 'donderdag 3 december', '00:00'],
  ] as const
  for (const [instant, timezone, date, time] of cases) {
    const local = at(instant, timezone)
    assert.deepEqual([formatDate('nl', local, false), formatTime('nl', local)], [date, time], `${instant} ${timezone}`)
  }
})

test('a zone is named by its city and offset', () => {
  const winter = Temporal.Instant.from('2026-12-03T13:30:00Z')
  assert.equal(formatZone(winter, 'Europe/Amsterdam'), 'Amsterdam (UTC+1)')
  assert.equal(formatZone(Temporal.Instant.from('2026-07-03T13:30:00Z'), 'Europe/Amsterdam'), 'Amsterdam (UTC+2)')
  assert.equal(formatZone(winter, 'America/Curacao'), 'Curacao (UTC-4)')
  assert.equal(formatZone(winter, 'Asia/Kathmandu'), 'Kathmandu (UTC+5:45)')
  assert.equal(formatZone(winter, 'Europe/London'), 'London (UTC)')
  assert.equal(formatZone(winter, 'UTC'), 'UTC')
})
