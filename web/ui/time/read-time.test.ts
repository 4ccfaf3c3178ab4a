import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { locales } from '#web/ui/language/locales.ts'
import { formatTimeOfDay } from './dates.ts'
import { addMinutes, clockOf, readTimeOfDay } from './read-time.ts'

const amsterdam = 'Europe/Amsterdam'
const newYork = 'America/New_York'

test('every time is read again as it is written, in every language and in twelve hours as in twenty-four', () => {
  const zones = [
    amsterdam,
    newYork,
    'America/Mexico_City',
    'Asia/Kolkata',
    'Asia/Tehran',
    'Africa/Cairo',
    'Asia/Taipei',
  ]
  const minutes = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  fc.assert(
    fc.property(fc.constantFrom(...locales), fc.constantFrom(...zones), minutes, (locale, zone, { hour, minute }) => {
      const time = clockOf(hour, minute)
      assert.equal(readTimeOfDay(formatTimeOfDay(time, locale, zone), locale, zone), time, `${locale} ${zone}`)
    }),
    { numRuns: 2_000 },
  )
})

test('a time is typed in any usual way, and in the digits of any script', () => {
  const read = (typed: string) => readTimeOfDay(typed, 'nl', amsterdam)
  for (const typed of ['14:30', '1430', '14.30', '14u30', '14.30 uur', '2.30 pm', '2:30 P.M.', '۱۴:۳۰', '১৪৩০'])
    assert.equal(read(typed), '14:30', typed)
  assert.deepEqual(['9', '930', '0:05', '00:00'].map(read), ['09:00', '09:30', '00:05', '00:00'])
  for (const typed of ['', 'half drie', '24:00', '12:60', '14:3', '14:30:15', '13 pm'])
    assert.equal(read(typed), null, typed)
})

test('in a region of twelve hours a time without its half is one at which people come', () => {
  const read = (typed: string) => readTimeOfDay(typed, 'en', newYork)
  const typed = ['7', '11:45', '12', '1', '2:30', '6:59', '02:30', '14:30', '2:30am', '12am', '12 p']
  const meant = ['07:00', '11:45', '12:00', '13:00', '14:30', '18:59', '02:30', '14:30', '02:30', '00:00', '12:00']
  assert.deepEqual(typed.map(read), meant)
})

test('the arrow keys go round the clock', () => {
  assert.deepEqual(
    [addMinutes('23:58', 5), addMinutes('00:02', -5), addMinutes('09:55', 5)],
    ['00:03', '23:57', '10:00'],
  )
})
