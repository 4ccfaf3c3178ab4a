import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayBars } from './day-bars.ts'
import type { Report } from './delivery-queries.ts'

function report(from: string, to: string, ...groups: readonly (readonly [string, number, number, number])[]): Report {
  const counted = groups.map(([key, planned, sent, delivered]) => ({ key, planned, sent, delivered }))
  return { from, to, groups: counted } as unknown as Report
}

test('up to a month has a bar for each day, without a gap where nothing happened, also over a change of clocks', () => {
  const { step, bars, others } = dayBars(report('2027-03-27', '2027-03-29', ['2027-03-28', 5, 4, 3]))
  assert.equal(step, 'day')
  assert.equal(others, undefined)
  assert.deepEqual(bars, [
    { day: '2027-03-27', planned: 0, sent: 0, delivered: 0 },
    { day: '2027-03-28', planned: 5, sent: 4, delivered: 3 },
    { day: '2027-03-29', planned: 0, sent: 0, delivered: 0 },
  ])
})

test('more than a month has a bar for each week, which begins on Monday and adds up its days', () => {
  assert.equal(dayBars(report('2027-03-01', '2027-03-31')).step, 'day')
  const { step, bars } = dayBars(
    report('2027-03-03', '2027-04-30', ['2027-03-03', 1, 1, 1], ['2027-03-07', 2, 1, 0], ['2027-03-08', 4, 0, 0]),
  )
  assert.equal(step, 'week')
  assert.deepEqual(bars.slice(0, 2), [
    { day: '2027-03-01', planned: 3, sent: 2, delivered: 1 },
    { day: '2027-03-08', planned: 4, sent: 0, delivered: 0 },
  ])
  assert.equal(bars.length, 9)
})

test('days with few people are combined in a group of no day, which no bar has', () => {
  const { bars, others } = dayBars(report('2027-03-01', '2027-03-02', ['other', 7, 6, 5]))
  assert.equal(others?.planned, 7)
  assert.ok(bars.every(({ planned }) => planned === 0))
})
