import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarEvent } from '#/ports/calendar.ts'
import { judgeEvent } from './judge-event.ts'

test('times that name no zone are those of the calendar, or else of the holder', () => {
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
  const judged = (calendarTimeZone: string | null) => {
    const holder = { countryCode: 'NL', defaultTimezone: 'Europe/Amsterdam' }
    const judgement = judgeEvent(event, { provider: 'caldav', calendarId: 'c', calendarTimeZone, holder })
    assert.ok(judgement.kind === 'appointment')
    const { startsAt, endsAt, timezone } = judgement.intake
    assert.equal(judgement.startsAt.toString(), startsAt)
    return [startsAt, endsAt, timezone]
  }
  assert.deepEqual(judged('Europe/London'), ['2027-07-10T09:00:00Z', '2027-07-10T09:30:00Z', 'Europe/London'])
  assert.deepEqual(judged(null), ['2027-07-10T08:00:00Z', '2027-07-10T08:30:00Z', 'Europe/Amsterdam'])
})
