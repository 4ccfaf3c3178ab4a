import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DateTime } from 'luxon'
import type { QuietHours, RecipientQuietHours } from '#/slices/reminders/words/policy.ts'
import { isQuiet as isQuietFor, moveOutOfQuietHours, waitForOpening } from './quiet-hours.ts'

const amsterdam = 'Europe/Amsterdam'
const night: QuietHours = { from: '21:00', to: '08:00', days: null }

function at(local: string, zone = amsterdam): Temporal.Instant {
  return Temporal.ZonedDateTime.from(`${local}[${zone}]`).toInstant()
}

function isQuiet(instant: Temporal.Instant, quietHours: QuietHours | null, timezone: string): boolean {
  return isQuietFor(instant, { quietHours, timezone, recipientQuietHours: null })
}

function move(
  dueAt: string,
  options: {
    now?: string
    latest?: string
    quietHours?: QuietHours | null
    timezone?: string
    recipientQuietHours?: RecipientQuietHours
  } = {},
): string {
  const {
    recipientQuietHours = null,
    now = '2020-01-01T00:00',
    latest = '2040-01-01T00:00',
    quietHours = night,
    timezone = amsterdam,
  } = options
  const moved = moveOutOfQuietHours({
    dueAt: at(dueAt, timezone),
    latest: at(latest, timezone),
    notBefore: at(now, timezone),
    quietHours,
    timezone,
    recipientQuietHours,
  })
  if (moved === 'quiet_hours') return moved
  const local = moved.dueAt.toZonedDateTimeISO(timezone)
  return `${local.toPlainDateTime()} ${local.offset} ${moved.movedBecause ?? 'unmoved'}`
}

test('G8: quiet hours are half-open: 21:00 is quiet, 08:00 is open', () => {
  assert.equal(isQuiet(at('2027-05-10T20:59:59.999'), night, amsterdam), false)
  assert.equal(isQuiet(at('2027-05-10T21:00'), night, amsterdam), true)
  assert.equal(isQuiet(at('2027-05-11T07:59:59.999'), night, amsterdam), true)
  assert.equal(isQuiet(at('2027-05-11T08:00'), night, amsterdam), false)
  assert.equal(isQuiet(at('2027-05-11T03:00'), null, amsterdam), false)
})

test('G8: a window within one day does not wrap', () => {
  const siesta = { from: '12:30', to: '14:00', days: null }
  assert.equal(isQuiet(at('2027-05-10T13:59'), siesta, amsterdam), true)
  assert.equal(isQuiet(at('2027-05-10T14:00'), siesta, amsterdam), false)
  assert.equal(isQuiet(at('2027-05-10T23:00'), siesta, amsterdam), false)
  assert.equal(move('2027-05-10T13:15', { quietHours: siesta }), '2027-05-10T12:29:00 +02:00 quiet_hours_earlier')
})

test('G8: the zone given decides, not the zone of the server', () => {
  const instant = Temporal.Instant.from('2027-05-10T20:00:00Z')
  assert.equal(isQuiet(instant, night, amsterdam), true)
  assert.equal(isQuiet(instant, night, 'America/Curacao'), false)
  assert.equal(isQuiet(instant, night, 'Asia/Kathmandu'), true)
})

test('G8: days name the weekdays on which a window begins', () => {
  const weekend = { ...night, days: [6, 7] }
  assert.equal(isQuiet(at('2027-05-07T23:00'), weekend, amsterdam), false, 'Friday evening')
  assert.equal(isQuiet(at('2027-05-08T07:00'), weekend, amsterdam), false, 'Saturday morning belongs to Friday')
  assert.equal(isQuiet(at('2027-05-08T23:00'), weekend, amsterdam), true, 'Saturday evening')
  assert.equal(isQuiet(at('2027-05-10T07:00'), weekend, amsterdam), true, 'Monday morning belongs to Sunday')
  assert.equal(isQuiet(at('2027-05-10T23:00'), weekend, amsterdam), false, 'Monday evening')
})

test('G8: a row outside quiet hours stays where it is', () => {
  assert.equal(move('2027-05-10T20:59'), '2027-05-10T20:59:00 +02:00 unmoved')
  assert.equal(move('2027-05-11T03:00', { quietHours: null }), '2027-05-11T03:00:00 +02:00 unmoved')
})

test('G8: a row moves earlier, to one minute before quiet hours begin', () => {
  for (const due of ['2027-05-10T21:00', '2027-05-10T23:30', '2027-05-11T00:00', '2027-05-11T07:59:59']) {
    assert.equal(move(due), '2027-05-10T20:59:00 +02:00 quiet_hours_earlier', due)
  }
})

test('G8: when that is past the row moves later, to the opening', () => {
  for (const now of ['2027-05-10T20:59', '2027-05-10T22:00']) {
    assert.equal(move('2027-05-11T03:00', { now }), '2027-05-11T08:00:00 +02:00 quiet_hours_later', now)
  }
  const justAhead = { now: '2027-05-10T20:58:59.999' }
  assert.equal(move('2027-05-11T03:00', justAhead), '2027-05-10T20:59:00 +02:00 quiet_hours_earlier')
})

test('G8: a row that can move neither way is skipped', () => {
  const now = '2027-05-10T22:00'
  assert.equal(move('2027-05-11T03:00', { now, latest: '2027-05-11T07:59' }), 'quiet_hours')
  assert.equal(move('2027-05-11T03:00', { now, latest: '2027-05-11T08:00' }), 'quiet_hours')
  const justAfter = { now, latest: '2027-05-11T08:01' }
  assert.equal(move('2027-05-11T03:00', justAfter), '2027-05-11T08:00:00 +02:00 quiet_hours_later')
})

test('G8: a row due as soon as possible waits even when the evening is still open', () => {
  const input = {
    latest: at('2027-05-12T00:00'),
    quietHours: night,
    timezone: amsterdam,
    recipientQuietHours: null,
  }
  const waited = waitForOpening({ ...input, dueAt: at('2027-05-10T21:05') })
  assert.notEqual(waited, 'quiet_hours')
  assert.deepEqual(waited, { dueAt: at('2027-05-11T08:00'), movedBecause: 'quiet_hours_later' })
  assert.equal(
    waitForOpening({ ...input, dueAt: at('2027-05-10T21:05'), latest: at('2027-05-11T07:00') }),
    'quiet_hours',
  )
})

test('G8: windows that leave one minute open a day use that minute', () => {
  const almostAlways = { from: '08:00', to: '07:59', days: null }
  assert.equal(move('2027-05-11T12:00', { quietHours: almostAlways }), '2027-05-11T07:59:00 +02:00 quiet_hours_earlier')
})

test('G8: windows that a gap joins are left as one', () => {
  const almostAlways = { from: '02:30', to: '02:29', days: null }
  assert.equal(
    move('2027-03-28T12:00', { quietHours: almostAlways }),
    '2027-03-27T02:29:00 +01:00 quiet_hours_earlier',
    'the open minute of 28 March does not exist',
  )
  assert.equal(
    move('2027-03-27T12:00', { quietHours: almostAlways, now: '2027-03-27T11:00' }),
    '2027-03-29T02:29:00 +02:00 quiet_hours_later',
  )
})

test('G8: quiet hours that begin or end inside a gap begin or end with it', () => {
  assert.equal(
    move('2027-03-28T01:00', { quietHours: { from: '22:00', to: '02:30', days: null }, now: '2027-03-28T00:00' }),
    '2027-03-28T03:00:00 +02:00 quiet_hours_later',
  )
  assert.equal(
    move('2027-03-28T04:00', { quietHours: { from: '02:30', to: '06:00', days: null } }),
    '2027-03-28T01:59:00 +01:00 quiet_hours_earlier',
  )
})

test('G8: a repeated hour never opens the night twice', () => {
  assert.equal(
    move('2027-10-31T01:00', { quietHours: { from: '22:00', to: '02:30', days: null }, now: '2027-10-31T00:00' }),
    '2027-10-31T02:30:00 +01:00 quiet_hours_later',
  )
  assert.equal(
    move('2027-10-31T04:00', { quietHours: { from: '02:30', to: '06:00', days: null } }),
    '2027-10-31T02:29:00 +02:00 quiet_hours_earlier',
  )
})

test('G8: a night over a change of clocks ends by the wall clock', () => {
  const now = '2027-03-27T22:00'
  assert.equal(move('2027-03-28T04:00', { now }), '2027-03-28T08:00:00 +02:00 quiet_hours_later')
  assert.equal(move('2027-10-31T04:00', { now: '2027-10-30T22:00' }), '2027-10-31T08:00:00 +01:00 quiet_hours_later')
})

test('G8: a recipient’s own quiet hours join those of the holder, each by its own clock', () => {
  const own = (from: string, to: string, timezone = amsterdam) => ({ recipientQuietHours: { from, to, timezone } })
  assert.equal(move('2027-05-10T19:30', own('18:00', '21:30')), '2027-05-10T17:59:00 +02:00 quiet_hours_earlier')
  assert.equal(move('2027-05-10T23:00', own('18:00', '21:30')), '2027-05-10T17:59:00 +02:00 quiet_hours_earlier')
  const late = { now: '2027-05-11T02:00' }
  assert.equal(
    move('2027-05-11T03:00', { ...own('07:00', '10:00'), ...late }),
    '2027-05-11T10:00:00 +02:00 quiet_hours_later',
  )
  assert.equal(
    move('2027-05-11T03:00', { ...own('07:00', '10:00', 'Europe/London'), ...late }),
    '2027-05-11T11:00:00 +02:00 quiet_hours_later',
  )
  assert.equal(move('2027-05-11T03:00', { ...own('08:00', '21:00'), ...late }), 'quiet_hours', 'nothing is left open')
})

test('a malformed window is a fault in our own code, not an endless night', () => {
  assert.throws(() => isQuiet(at('2027-05-10T12:00'), { ...night, to: '24:00' }, amsterdam), RangeError)
})

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)

const anyQuietHours: fc.Arbitrary<QuietHours> = fc
  .record({
    from: clock,
    to: clock,
    days: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), { nil: null }),
  })
  .filter(({ from, to }) => from !== to)

const anyInstant = fc
  .integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2029, 0) / 60_000 })
  .map((minute) => Temporal.Instant.fromEpochMilliseconds(minute * 60_000))
const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const anyOwn = fc.option(
  fc.record({ from: clock, to: clock, timezone: anyZone }).filter(({ from, to }) => from !== to),
  { nil: null },
)

test('G8: quiet means that the wall clock luxon shows lies in a window begun on a named weekday', () => {
  fc.assert(
    fc.property(anyInstant, anyQuietHours, anyZone, (instant, quietHours, zone) => {
      const local = DateTime.fromMillis(instant.epochMilliseconds, { zone })
      const time = local.toFormat('HH:mm')
      const { from, to, days } = quietHours
      const begins = (day: DateTime) => days === null || days.includes(day.weekday)
      const expected =
        from < to
          ? time >= from && time < to && begins(local)
          : (time >= from && begins(local)) || (time < to && begins(local.minus({ days: 1 })))
      assert.equal(isQuiet(instant, quietHours, zone), expected)
    }),
    { numRuns: 2000 },
  )
})

test('G8: a moved row is open, ahead of now, not past latest, and goes later only when it cannot go earlier', () => {
  const lead = fc.integer({ min: 0, max: 3 * 1440 })
  fc.assert(
    fc.property(
      anyInstant,
      anyQuietHours,
      anyZone,
      anyOwn,
      lead,
      lead,
      (dueAt, quietHours, timezone, recipientQuietHours, beforeMinutes, afterMinutes) => {
        const notBefore = dueAt.subtract({ minutes: beforeMinutes })
        const latest = dueAt.add({ minutes: afterMinutes })
        const quiet = { quietHours, timezone, recipientQuietHours }
        const input = { ...quiet, dueAt, latest, notBefore }
        const moved = moveOutOfQuietHours(input)
        if (moved === 'quiet_hours') {
          assert.ok(isQuietFor(dueAt, quiet))
          return
        }
        assert.equal(isQuietFor(moved.dueAt, quiet), false)
        assert.ok(Temporal.Instant.compare(moved.dueAt, notBefore) >= 0)
        assert.ok(Temporal.Instant.compare(moved.dueAt, latest) <= 0)
        const direction = Temporal.Instant.compare(moved.dueAt, dueAt)
        assert.equal(moved.movedBecause, ['quiet_hours_earlier', null, 'quiet_hours_later'][direction + 1])
      },
    ),
    { numRuns: 2000 },
  )
})
