import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredCalendar } from './selected-calendars.ts'
import { mergeCalendars } from './relist-calendars.ts'

const known = (calendarId: string, changes: Partial<StoredCalendar> = {}): StoredCalendar => ({
  calendarId,
  name: calendarId,
  selected: false,
  timeZone: null,
  ...changes,
})
const listed = (calendarId: string, name = calendarId) => ({ calendarId, name, timeZone: 'Europe/Amsterdam' })
const shown = (calendars: readonly StoredCalendar[]) =>
  calendars.map(({ calendarId, name, selected, problem }) => [calendarId, name, selected, problem ?? null])

test('what is new is added unchosen, what was renamed is renamed, and the choice stays', () => {
  const before = [known('a', { selected: true }), known('b')]
  assert.deepEqual(shown(mergeCalendars(before, [listed('c'), listed('a', 'Spreekuur')], null)), [
    ['c', 'c', false, null],
    ['a', 'Spreekuur', true, null],
  ])
})

test('a long name is cut without leaving half a character, which the database would refuse', () => {
  const [calendar] = mergeCalendars([], [listed('a', `${'x'.repeat(299)}😀`)], null)
  assert.equal(calendar?.name, `${'x'.repeat(299)}\ufffd`)
})

test('a chosen calendar that is merely not listed stays chosen', () => {
  assert.deepEqual(shown(mergeCalendars([known('a', { selected: true })], [], null)), [['a', 'a', true, null]])
})

test('a refused calendar is no longer chosen: gone when it is not listed, not readable when it is', () => {
  const before = [known('a', { selected: true }), known('b', { selected: true })]
  assert.deepEqual(shown(mergeCalendars(before, [listed('a')], 'b')), [
    ['a', 'a', true, null],
    ['b', 'b', false, 'gone'],
  ])
  assert.deepEqual(shown(mergeCalendars(before, [listed('a'), listed('b')], 'b')), [
    ['a', 'a', true, null],
    ['b', 'b', false, 'not_readable'],
  ])
})

test('of an account that grew beyond 250 calendars the chosen ones stay, and names that are too long are left out', () => {
  const before = [known('z', { selected: true }), known('y', { problem: 'not_readable' })]
  const many = Array.from({ length: 300 }, (_, index) => listed(`c${index}`))
  const merged = mergeCalendars(before, [listed('x'.repeat(1_025)), ...many, listed('z'), listed('y')], null)
  assert.equal(merged.length, 250)
  assert.deepEqual(shown(merged).slice(0, 3), [
    ['z', 'z', true, null],
    ['y', 'y', false, 'not_readable'],
    ['c0', 'c0', false, null],
  ])
})

test('a calendar that was gone and is listed again has nothing wrong with it', () => {
  const before = [known('a', { problem: 'gone' }), known('b', { problem: 'not_readable' })]
  assert.deepEqual(shown(mergeCalendars(before, [listed('a'), listed('b')], null)), [
    ['a', 'a', false, null],
    ['b', 'b', false, 'not_readable'],
  ])
})
