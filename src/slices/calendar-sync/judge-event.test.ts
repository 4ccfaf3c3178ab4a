import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarEvent } from '#/ports/calendar.ts'
import { judgeEvent } from './judge-event.ts'

const event: CalendarEvent = {
  eventId: 'e',
  isCancelled: false,
  isFloating: true,
  hasTime: true,
  startsAt: Temporal.Instant.from('2027-07-10T10:00:00Z'),
  endsAt: Temporal.Instant.from('2027-07-10T10:30:00Z'),
  timeZone: null,
  summary: null,
  description: 'Tel: 0612345678',
  location: null,
  attendees: [],
  organizerEmail: null,
  isOwn: true,
  ownAnswer: null,
}
const holder = { countryCode: 'NL', defaultTimezone: 'Europe/Amsterdam' }

test('times that name no zone are those of the calendar, or else of the holder', () => {
  const judged = (calendarTimeZone: string | null) => {
    const judgement = judgeEvent(event, { provider: 'caldav', calendarId: 'c', calendarTimeZone, holder })
    assert.ok(judgement.kind === 'appointment')
    const { startsAt, endsAt, timezone } = judgement.intake
    assert.equal(judgement.startsAt.toString(), startsAt)
    return [startsAt, endsAt, timezone]
  }
  assert.deepEqual(judged('Europe/London'), ['2027-07-10T09:00:00Z', '2027-07-10T09:30:00Z', 'Europe/London'])
  assert.deepEqual(judged(null), ['2027-07-10T08:00:00Z', '2027-07-10T08:30:00Z', 'Europe/Amsterdam'])
})

test('an event of any calendar that begins or ends at a time the database cannot hold is unreadable', () => {
  const context = {
    provider: 'google_calendar',
    calendarId: 'c',
    calendarTimeZone: 'America/New_York',
    holder,
  } as const
  const instant = (text: string) => Temporal.Instant.from(text)
  for (const [times, startsAt] of [
    [{ isFloating: true, startsAt: instant('9999-12-31T23:30:00Z') }, '9999-12-31T23:59:59Z'],
    [{ isFloating: true, isUnreadable: true, startsAt: instant('9999-12-31T23:30:00Z') }, '9999-12-31T23:59:59Z'],
    [{ isFloating: false, startsAt: instant('+010000-01-01T00:00:00Z') }, '9999-12-31T23:59:59Z'],
    [{ isFloating: false, startsAt: instant('-000001-01-01T00:00:00Z') }, '0001-01-01T00:00:00Z'],
    [{ isFloating: false, endsAt: instant('+010000-01-01T00:00:00Z') }, '2027-07-10T10:00:00Z'],
  ] as const)
    assert.deepEqual(judgeEvent({ ...event, ...times }, context), {
      kind: 'no_recipient',
      startsAt: instant(startsAt),
      reason: 'event_unreadable',
    })
})
