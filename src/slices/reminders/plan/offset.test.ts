import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DateTime } from 'luxon'
import { dueAtFor, instantAt, offsetKey, parseOffset } from './offset.ts'

const amsterdam = 'Europe/Amsterdam'

function at(text: string): Temporal.Instant {
  return Temporal.ZonedDateTime.from(text).toInstant()
}

function due(startsAt: string, offset: string, timezone?: string): string {
  const start = Temporal.ZonedDateTime.from(startsAt)
  return dueAtFor(start.toInstant(), timezone ?? start.timeZoneId, offset).toString()
}

function hoursBefore(startsAt: string, offset: string): number {
  const start = Temporal.ZonedDateTime.from(startsAt)
  const dueAt = dueAtFor(start.toInstant(), start.timeZoneId, offset)
  return start.toInstant().since(dueAt).total('hours')
}

test('offsets are weeks alone, or days, hours and minutes', () => {
  assert.deepEqual(parseOffset('P7D'), { days: 7, exactMinutes: 0 })
  assert.deepEqual(parseOffset('P1W'), { days: 7, exactMinutes: 0 })
  assert.deepEqual(parseOffset('PT24H'), { days: 0, exactMinutes: 1440 })
  assert.deepEqual(parseOffset('P1DT2H'), { days: 1, exactMinutes: 120 })
  assert.deepEqual(parseOffset('PT90M'), { days: 0, exactMinutes: 90 })
  const malformed = [
    '',
    'P',
    'PT',
    'P1DT',
    '7D',
    'p7d',
    '-P1D',
    '+P1D',
    'P1M',
    'P1Y',
    'PT3600S',
    'P1.5D',
    'P1W2D',
    'PT2H ',
  ]
  for (const text of malformed) assert.equal(parseOffset(text), 'invalid_format', text)
})

test('offsets run from one hour to thirty days', () => {
  for (const text of ['PT1H', 'PT60M', 'P30D', 'P4W', 'PT720H', 'P29DT24H'])
    assert.notEqual(typeof parseOffset(text), 'string', text)
  for (const text of ['PT59M', 'P0D', 'PT0H', 'P31D', 'P5W', 'P30DT1M', 'PT721H']) {
    assert.equal(parseOffset(text), 'out_of_range', text)
  }
})

test('an offset key is the same exactly when the meaning is the same', () => {
  assert.equal(offsetKey('P1W'), 'P7D')
  assert.equal(offsetKey('P07D'), 'P7D')
  assert.equal(offsetKey('PT90M'), 'PT1H30M')
  assert.equal(offsetKey('P0DT2H'), 'PT2H')
  assert.equal(offsetKey('PT24H'), 'PT24H')
  assert.equal(offsetKey('P1D'), 'P1D')
  assert.equal(offsetKey('P1DT24H'), 'P1DT24H')
  assert.throws(() => offsetKey('tomorrow'), RangeError)
})

test('G7: a nominal day keeps the wall clock, over 23 hours in spring and 25 in autumn', () => {
  assert.equal(due(`2027-03-28T09:00[${amsterdam}]`, 'P1D'), '2027-03-27T08:00:00Z')
  assert.equal(hoursBefore(`2027-03-28T09:00[${amsterdam}]`, 'P1D'), 23)
  assert.equal(due(`2027-10-31T09:00[${amsterdam}]`, 'P1D'), '2027-10-30T07:00:00Z')
  assert.equal(hoursBefore(`2027-10-31T09:00[${amsterdam}]`, 'P1D'), 25)
  assert.equal(hoursBefore(`2027-03-28T09:00[${amsterdam}]`, 'P1W'), 7 * 24 - 1)
})

test('G7: PT24H is exactly 24 hours on any night', () => {
  assert.equal(hoursBefore(`2027-03-28T09:00[${amsterdam}]`, 'PT24H'), 24)
  assert.equal(hoursBefore(`2027-10-31T09:00[${amsterdam}]`, 'PT24H'), 24)
})

test('G7: P1DT2H takes the nominal day first and the exact hours from there', () => {
  assert.equal(due(`2027-03-29T03:30[${amsterdam}]`, 'P1DT2H'), at(`2027-03-28T00:30[${amsterdam}]`).toString())
})

test('G7: a local time that clocks skip gives the first instant after the gap', () => {
  const threeOClock = '2027-03-28T01:00:00Z'
  for (const time of ['02:00', '02:30', '02:59:59.999']) {
    assert.equal(due(`2027-03-29T${time}[${amsterdam}]`, 'P1D'), threeOClock, time)
  }
  assert.equal(due(`2027-03-29T03:00[${amsterdam}]`, 'P1D'), threeOClock)
  assert.equal(due(`2027-03-29T01:59[${amsterdam}]`, 'P1D'), '2027-03-28T00:59:00Z')
})

test('G7: a local time that clocks show twice gives the earlier instant', () => {
  assert.equal(due(`2027-11-01T02:30[${amsterdam}]`, 'P1D'), '2027-10-31T00:30:00Z')
  const local = Temporal.PlainDateTime.from('2027-10-31T02:30')
  assert.equal(instantAt(local, amsterdam, 'later').toString(), '2027-10-31T01:30:00Z')
})

test('G7: a start in the second of two repeated hours is reminded at its own wall clock', () => {
  assert.equal(due(`2027-10-31T02:30+01:00[${amsterdam}]`, 'P1D'), '2027-10-30T00:30:00Z')
})

test('G7: British Columbia stays at UTC-7 after 2026-11-01', () => {
  assert.equal(due('2026-11-02T09:00[America/Vancouver]', 'P1D'), '2026-11-01T16:00:00Z')
  assert.equal(hoursBefore('2026-11-02T09:00[America/Vancouver]', 'P2D'), 48)
  assert.equal(hoursBefore('2027-03-15T09:00[America/Vancouver]', 'P2D'), 48)
})

test('G7: zones without daylight saving and with odd offsets', () => {
  assert.equal(due('2027-03-28T09:00[America/Curacao]', 'P1D'), '2027-03-27T13:00:00Z')
  assert.equal(due('2027-03-28T09:00[Asia/Kathmandu]', 'P1D'), '2027-03-27T03:15:00Z')
  assert.equal(due('2027-04-04T09:00[Australia/Lord_Howe]', 'P1D'), '2027-04-02T22:00:00Z')
})

test('G7: nominal days are counted in the zone of the appointment, whatever the offset it was written with', () => {
  assert.equal(due('2027-03-28T07:00+00:00[UTC]', 'P1D', amsterdam), '2027-03-27T08:00:00Z')
})

test('G7: on any day in any zone the due instant is the first at which luxon shows the wanted wall clock or later', () => {
  fc.assert(
    fc.property(startNearTransition, fc.integer({ min: 1, max: 30 }), ({ zone, startsAt }, days) => {
      const dueAt = dueAtFor(startsAt, zone, `P${days}D`)
      const wanted = DateTime.fromMillis(startsAt.epochMilliseconds, { zone })
        .setZone('utc', { keepLocalTime: true })
        .minus({ days })
      assert.equal(
        dueAt.epochMilliseconds,
        firstInstantShowing(wanted.toMillis(), zone),
        `${zone} ${startsAt} P${days}D`,
      )
    }),
    { numRuns: 2000 },
  )
})

const zones = Intl.supportedValuesOf('timeZone')

/** Half of the starts lie within thirty days after a change of offset, where mistakes would show. */
const startNearTransition = fc
  .record({
    zone: fc.constantFrom(...zones),
    minute: fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 }),
    isNear: fc.boolean(),
    days: fc.integer({ min: 1, max: 30 }),
    wobbleMinutes: fc.integer({ min: -120, max: 120 }),
  })
  .map(({ zone, minute, isNear, days, wobbleMinutes }) => {
    const any = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone)
    const transition = isNear ? any.getTimeZoneTransition('next') : null
    const start = transition === null ? any : transition.add({ days }).add({ minutes: wobbleMinutes })
    return { zone, startsAt: start.toInstant() }
  })

/**
 * Oracle on luxon's offsets alone: the first instant whose wall clock, written as if it were UTC, is at or past the
 * wanted one. Before a gap that is the jump itself; in a repeated hour it is the first time round.
 */
function firstInstantShowing(wantedMs: number, zone: string): number {
  const wallClock = (ms: number) => ms + DateTime.fromMillis(ms, { zone }).offset * 60_000
  const halfHourMs = 30 * 60_000
  let ms = wantedMs - 15 * 3_600_000
  while (wallClock(ms + halfHourMs) < wantedMs) ms += halfHourMs
  // Within one half hour the wall clock only rises (changes of offset fall on half hours), so halving finds the instant.
  let before = ms
  let reached = ms + halfHourMs
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (wallClock(middle) < wantedMs) before = middle
    else reached = middle
  }
  return reached
}
