import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { startOfDay } from '#web/ui/time/days.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { lanesOf } from './lanes.ts'

const amsterdam = 'Europe/Amsterdam'
const day = '2027-06-01'

/** An appointment that begins that many minutes after a midnight. */
function appointmentAt(minute: number, minutes: number, on = day): Appointment {
  const startMs = Date.parse(startOfDay(on, amsterdam)) + minute * 60_000
  const [startsAt, endsAt] = [startMs, startMs + minutes * 60_000].map((ms) => new Date(ms).toISOString())
  return { id: `${on} ${minute} ${minutes}`, startsAt, endsAt } as Appointment
}

const placesOf = (appointments: readonly Appointment[], on = day, lanesMax = 9) =>
  lanesOf(appointments, on, amsterdam, lanesMax).placed.map(({ from, to, lane, lanes }) => [from, to, lane, lanes])

test('what overlaps stands side by side, directly or through others, and what does not has the whole width', () => {
  const chain = [appointmentAt(540, 60), appointmentAt(570, 60), appointmentAt(600, 30), appointmentAt(660, 15)]
  assert.deepEqual(placesOf(chain), [
    [540, 600, 0, 2],
    [570, 630, 1, 2],
    [600, 630, 0, 2],
    [660, 675, 0, 1],
  ])
})

test('an appointment past midnight stands on both days, and one that ends at midnight on the first alone', () => {
  const night = appointmentAt(1410, 90)
  assert.deepEqual(placesOf([night]), [[1410, 1440, 0, 1]])
  const { placed } = lanesOf([night], '2027-06-02', amsterdam, 9)
  assert.deepEqual(
    placed.map(({ from, to, isContinued }) => [from, to, isContinued]),
    [[0, 60, true]],
  )
  assert.deepEqual(placesOf([night], '2027-06-03'), [])
  assert.deepEqual(placesOf([appointmentAt(1380, 60)], '2027-06-02'), [])
})

test('where the clock goes back, an appointment is still drawn after its start', () => {
  // From 02:45 to 02:15, half an hour later.
  const [startsAt, endsAt] = ['2027-10-31T00:45:00Z', '2027-10-31T01:15:00Z']
  assert.deepEqual(placesOf([{ id: 'one', startsAt, endsAt } as Appointment], '2027-10-31'), [[165, 175, 0, 1]])
})

test('what more lanes would be needed for is counted, so that none is missing', () => {
  const { placed, folded } = lanesOf(
    Array.from({ length: 7 }, (_, index) => appointmentAt(540 + index, 30)),
    day,
    amsterdam,
    3,
  )
  assert.deepEqual(
    placed.map(({ lane, lanes }) => [lane, lanes]),
    [
      [0, 4],
      [1, 4],
      [2, 4],
    ],
  )
  assert.deepEqual(folded, [{ from: 543, to: 576, count: 4, lane: 3, lanes: 4 }])
})

test('no two that are placed ever cover each other, and all are placed or counted', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 300 })), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 6 }), (times, lanesMax) => {
      const { placed, folded } = lanesOf(
        times.map(([minute, minutes]) => appointmentAt(minute, minutes)),
        day,
        amsterdam,
        lanesMax,
      )
      assert.equal(placed.length + folded.reduce((sum, { count }) => sum + count, 0), times.length)
      const areApart = placed.every((one, index) =>
        placed
          .slice(index + 1)
          .every((other) => one.lane !== other.lane || one.to <= other.from || other.to <= one.from),
      )
      assert.ok(areApart && placed.every(({ lane, lanes, from, to }) => lane < lanes && from < to && to <= 1_440))
    }),
  )
})
