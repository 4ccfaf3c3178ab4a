import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DateWords } from '#/locales/date-words.ts'
import { formatDate, formatDateInWords, formatList, formatTime, formatZone, localDateTime } from './format-date-time.ts'

const at = (instant: string, timezone: string) => localDateTime(Temporal.Instant.from(instant), timezone)

test('date, weekday and time come from the language of the text, on a 24-hour clock', () => {
  const local = at('2026-12-03T13:30:00Z', 'Europe/Amsterdam')
  assert.equal(formatDate('nl', local, false), 'donderdag 3 december')
  assert.equal(formatDate('nl', local, true), 'donderdag 3 december 2026')
  assert.equal(formatDate('en', local, true), 'Thursday 3 December 2026')
  assert.equal(formatTime('nl', local), '14:30')
  assert.equal(formatTime('en', local), '14:30')
})

test('midnight is 00:00', () => {
  const local = at('2026-12-02T23:00:00Z', 'Europe/Amsterdam')
  assert.deepEqual([formatTime('nl', local), formatTime('en', local)], ['00:00', '00:00'])
  assert.equal(formatDate('nl', local, false), 'donderdag 3 december')
})

test('the wall clock is right around changes of the clock and in odd zones', () => {
  const cases = [
    ['2027-03-28T00:59:00Z', 'Europe/Amsterdam', 'zondag 28 maart', '01:59'],
    ['2027-03-28T01:00:00Z', 'Europe/Amsterdam', 'zondag 28 maart', '03:00'],
    ['2027-10-31T00:30:00Z', 'Europe/Amsterdam', 'zondag 31 oktober', '02:30'],
    ['2027-10-31T01:30:00Z', 'Europe/Amsterdam', 'zondag 31 oktober', '02:30'],
    ['2026-12-03T13:30:00Z', 'America/Curacao', 'donderdag 3 december', '09:30'],
    ['2026-12-03T13:30:00Z', 'Asia/Kathmandu', 'donderdag 3 december', '19:15'],
  ] as const
  for (const [instant, timezone, date, time] of cases) {
    const local = at(instant, timezone)
    assert.deepEqual([formatDate('nl', local, false), formatTime('nl', local)], [date, time], `${instant} ${timezone}`)
  }
})

test('lists are joined as the language does', () => {
  assert.equal(formatList('nl', ['09:00']), '09:00')
  assert.equal(formatList('nl', ['09:00', '10:00', '11:00']), '09:00, 10:00 en 11:00')
  assert.equal(formatList('en', ['09:00', '10:00']), '09:00 and 10:00')
  assert.equal(formatList('en', ['09:00', '10:00', '11:00']), '09:00, 10:00 and 11:00')
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

test('a language unknown to Intl writes dates with its own words', () => {
  const words: DateWords = {
    weekdays: ['djaluna', 'djamars', 'djarason', 'djaweps', 'djabièrnè', 'djasabra', 'djadumingu'],
    months: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'desèmber'],
    date: '{weekday} {day} di {month}',
    dateWithYear: '{weekday} {day} di {month} {year}',
    and: 'i',
  }
  const local = at('2026-12-03T13:30:00Z', 'America/Curacao')
  assert.equal(formatDateInWords(words, local, false), 'djaweps 3 di desèmber')
  assert.equal(formatDateInWords(words, local, true), 'djaweps 3 di desèmber 2026')
})
