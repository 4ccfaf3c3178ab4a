import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { instantIn, readDay, readTime, timeReader, weeksToNextWeek, withOffset, type FileTime } from './local-time.ts'

const said = (time: FileTime | null) =>
  time && ('atMs' in time ? new Date(time.atMs).toISOString() : `${time.day}T${time.time}`)

test('a date and time is read in the format of the mapping, and only in that', () => {
  const read = timeReader('dd-MM-yyyy HH:mm')
  assert.equal(said(read('03-12-2026 14:30')), '2026-12-03T14:30:00')
  for (const text of [
    '3-12-2026 14:30',
    '2026-12-03 14:30',
    '31-02-2026 10:00',
    '03-12-2026 25:00',
    '03-12-2026 14:30 x',
    '',
  ]) {
    assert.equal(read(text), null, text)
  }
  assert.equal(said(timeReader('d/M/yyyy H.mm')('3/12/2026 9.05')), '2026-12-03T09:05:00')
  const american = timeReader('M/d/yyyy h:mm a')
  assert.equal(said(american('12/3/2026 2:30 PM')), '2026-12-03T14:30:00')
  assert.equal(said(american('12/3/2026 12:05 a.m.')), '2026-12-03T00:05:00')
  assert.equal(american('12/3/2026 14:30 PM'), null)
})

test('ISO takes a wall clock or an instant', () => {
  const read = timeReader('iso')
  assert.equal(said(read('2026-12-03 14:30')), '2026-12-03T14:30:00')
  assert.equal(said(read('2026-12-03T14:30:00+01:00')), '2026-12-03T13:30:00.000Z')
  assert.equal(said(read('2026-12-03T14:30:00.000Z')), '2026-12-03T14:30:00.000Z')
  for (const text of ['2026-12-03', '2026-12-03T14:30+31:00', '2026-13-03T14:30']) assert.equal(read(text), null, text)
})

test('a format without a time of day, or with unknown letters, is refused', () => {
  assert.throws(() => timeReader('dd-MM-yyyy'), /names the hour exactly once/)
  assert.throws(() => timeReader('dd-MM-yy HH:mm'), /"yy" is not part of a format/)
  assert.throws(() => timeReader('M/d/yyyy h:mm'), /h and a go together/)
  assert.throws(() => timeReader('dd-dd-MM-yyyy HH:mm'), /names the day exactly once/)
})

test('a local time gets the offset of its zone on that day', () => {
  const text = (time: string) => {
    const atMs = instantIn({ day: time.slice(0, 10), time: `${time.slice(11)}:00` }, 'Europe/Amsterdam')
    return atMs && withOffset(atMs, 'Europe/Amsterdam')
  }
  assert.equal(text('2026-12-03T14:30'), '2026-12-03T14:30:00+01:00')
  assert.equal(text('2026-07-03T14:30'), '2026-07-03T14:30:00+02:00')
  assert.equal(text('2027-03-28T02:30'), null, 'the clock skips 02:30')
  assert.equal(text('2026-10-25T02:30'), '2026-10-25T02:30:00+02:00', 'of two, the first')
})

test('a shift by weeks keeps weekday and time of day, also across a change of the clock', () => {
  const atMs = instantIn({ atMs: Date.parse('2026-10-20T07:00:00Z') }, 'Europe/Amsterdam', 1)
  assert.equal(atMs && withOffset(atMs, 'Europe/Amsterdam'), '2026-10-27T09:00:00+01:00')
  assert.equal(withOffset(Date.parse('2026-01-01T12:00:00Z'), 'America/St_Johns'), '2026-01-01T08:30:00-03:30')
})

test('the earliest date lands in the week after today, on its own weekday', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => new Temporal.PlainDate(1990, 1, 1).add({ days }))
  fc.assert(
    fc.property(day, day, (earliest, today) => {
      const moved = earliest.add({ weeks: weeksToNextWeek(earliest.toString(), today.toString()) })
      assert.equal(moved.dayOfWeek, earliest.dayOfWeek)
      const nextMonday = today.add({ days: 8 - today.dayOfWeek })
      const daysIn = nextMonday.until(moved).days
      assert.ok(daysIn >= 0 && daysIn < 7, `${earliest} ${today} ${moved}`)
    }),
  )
})

test('days and times are read as spreadsheets of many countries write them', () => {
  for (const [text, order] of [
    ['2027-03-15T14:30:00', 'dmy'],
    ['2027.03.15 14:30', 'dmy'],
    ['2027. 03. 15. 14:30', 'dmy'],
    ['15. 3. 2027 14.30', 'dmy'],
    ['15.03.2027. 14:30:00', 'dmy'],
    ['15.3.2027 г. 14:30', 'dmy'],
    ['15-03-2027 14.30.00', 'dmy'],
    ['ma 15-3-27 14u30', 'dmy'],
    ['15/03/2027, 14h30', 'dmy'],
    ['3/15/2027 2:30 PM', 'mdy'],
    ['15/3/2027 02:30 p. m.', 'dmy'],
  ] as const) {
    const read = readDay(text, order)
    assert.equal(read && said(readTime(read.day, read.rest)), '2027-03-15T14:30:00', text)
  }
  for (const text of ['15.3', '2027-02-30', '15.3.20271', 'morgen', '']) assert.equal(readDay(text, 'dmy'), null, text)
})
