import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latestFor, latestForNotice, latestForRegistration } from './latest-instant.ts'

const startsAt = Temporal.Instant.from('2027-05-10T12:00:00Z')

function latest(offset: string | null, hoursAhead: number, minLeadMinutes = 30): string {
  return latestFor({ dueAt: startsAt.subtract({ hours: hoursAhead }), startsAt, minLeadMinutes, offset }).toString()
}

test('G5: a reminder of a day or more, nominal or exact, lives four hours', () => {
  assert.equal(latest('P1D', 24), '2027-05-09T16:00:00Z')
  assert.equal(latest('PT24H', 24), '2027-05-09T16:00:00Z')
  assert.equal(latest('P1DT2H', 26), '2027-05-09T14:00:00Z')
})

test('G5: a shorter reminder lives fifteen minutes', () => {
  assert.equal(latest('PT23H59M', 23), '2027-05-09T13:15:00Z')
  assert.equal(latest('PT2H', 2), '2027-05-10T10:15:00Z')
})

test('G5: no reminder lives past the minimum lead before the start', () => {
  assert.equal(latest('P1D', 3, 30), '2027-05-10T11:30:00Z')
  assert.equal(latest('PT1H', 1, 50), '2027-05-10T11:10:00Z')
  assert.equal(latest('P1D', 3, 0), '2027-05-10T12:00:00Z')
})

test('G5: grace counts from the instant the row is due, wherever its offset pointed', () => {
  assert.equal(latest('P1D', 30), '2027-05-09T10:00:00Z')
})

test('G5: a short-notice row lives until the minimum lead', () => {
  assert.equal(latest(null, 200), '2027-05-10T11:30:00Z')
})

test('G5: a registration notice lives four hours, within the minimum lead', () => {
  const at = (hours: number) =>
    latestForRegistration({ dueAt: startsAt.subtract({ hours }), startsAt, minLeadMinutes: 30 }).toString()
  assert.equal(at(48), '2027-05-08T16:00:00Z')
  assert.equal(at(2), '2027-05-10T11:30:00Z')
})

test('G5: a change or cancellation notice lives four hours and never past the earlier start, an answer until the start', () => {
  const at = (hours: number, kind: 'change' | 'answer' = 'change') =>
    latestForNotice({ kind, dueAt: startsAt.subtract({ hours }), firstStart: startsAt }).toString()
  assert.equal(at(48), '2027-05-08T16:00:00Z')
  assert.equal(at(1), '2027-05-10T12:00:00Z')
  assert.equal(at(48, 'answer'), '2027-05-10T12:00:00Z')
})
