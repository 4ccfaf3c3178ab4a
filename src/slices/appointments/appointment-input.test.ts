import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#/kernel/errors.ts'
import { checkGiven, checkSchedule } from './appointment-input.ts'

const now = Temporal.Instant.from('2026-11-20T09:00:00Z')
const input = (startsAt: string, endsAt: string) => ({
  startsAt,
  endsAt,
  timezone: 'Europe/Amsterdam',
  recipient: { email: 'sanne@example.com' },
})

const codeOf = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return [error.code, ...error.details.map(({ path }) => path)]
    throw error
  }
}

test('a start is at most three calendar years ahead, to the millisecond', () => {
  checkSchedule(now, input('2029-11-20T09:00:00Z', '2029-11-20T09:15:00Z'))
  const late = input('2029-11-20T09:00:00.001Z', '2029-11-20T09:15:00Z')
  assert.deepEqual(
    codeOf(() => checkSchedule(now, late)),
    ['VALIDATION_FAILED', 'startsAt'],
  )
})

test('a start is not before the year 2000', () => {
  checkSchedule(now, input('2000-01-01T00:00:00Z', '2000-01-01T00:15:00Z'))
  for (const startsAt of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '1999-12-31T23:59:59.999Z'])
    assert.deepEqual(
      codeOf(() => checkGiven(now, { startsAt })),
      ['VALIDATION_FAILED', 'startsAt'],
      startsAt,
    )
})

test('three years from a leap day end on the last of February', () => {
  const leapDay = Temporal.Instant.from('2028-02-29T09:00:00Z')
  checkGiven(leapDay, { startsAt: '2031-02-28T09:00:00Z' })
  assert.deepEqual(
    codeOf(() => checkGiven(leapDay, { startsAt: '2031-03-01T09:00:00Z' })),
    ['VALIDATION_FAILED', 'startsAt'],
  )
})

test('what a change does not give is not asked for', () => {
  checkGiven(now, {})
  checkGiven(now, { endsAt: '2020-01-01T00:00:00Z' })
  assert.deepEqual(
    codeOf(() => checkGiven(now, { timezone: 'Mars/Base', recipient: {} })),
    ['VALIDATION_FAILED', 'recipient', 'timezone'],
  )
})
