import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents } from './icalendar-events.ts'

const window = {
  from: Temporal.Instant.from('2026-12-01T00:00:00Z'),
  to: Temporal.Instant.from('2027-01-01T00:00:00Z'),
}

test('an event at a time that no database holds is unreadable, and costs no other', async () => {
  const object = (objectId: string, ...lines: string[]) => {
    const event = ['BEGIN:VEVENT', `UID:${objectId}`, ...lines, 'END:VEVENT']
    return { objectId, text: ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n') }
  }
  const [start, end] = ['DTSTART:20261210T100000Z', 'DTEND:20261210T103000Z']
  const local = 'TZID=Europe/Amsterdam'
  const stated = '2026-12-10T10:00:00Z'
  // Where the stated start is of no use, the end of the window stands for it.
  for (const [lines, startsAt] of [
    [[start, 'DURATION:P15000000W'], stated],
    [[start, 'DURATION:P99999999W'], stated],
    [[start, 'DURATION:P99999999999999W'], stated],
    [[start, 'DURATION:long'], stated],
    [[start, 'DURATION:P99999999W', 'RRULE:FREQ=DAILY;COUNT=2'], stated],
    [[start, `DTEND;${local}:99999910T100000`], stated],
    [[start, 'DURATION;VALUE=TEXT:PT30M'], stated],
    [[start, end, `RECURRENCE-ID;${local}:99999910T100000`], stated],
    [['DTSTART;TZID=America/New_York:99991231T230000'], window.to.toString()],
    [['DTSTART;TZID=America/New_York:99991231T230000', 'DURATION:PT1H'], window.to.toString()],
    [['DTSTART:99999910T100000Z', 'DURATION:PT1H'], window.to.toString()],
    [[`DTSTART;${local}:00000110T100000`, 'DURATION:PT1H'], window.to.toString()],
  ] as const) {
    const objects = [object('absurd', ...lines), object('good', start, end, 'DURATION:beside the end')]
    const { events, whole, unread } = await readEvents(objects, { window, slice: window, selfEmails: [] })
    assert.deepEqual([whole, unread], [['good'], ['absurd']], lines.join(' '))
    const shown = events.map((event) => [event.eventId, event.isUnreadable ?? false, String(event.startsAt)])
    assert.deepEqual(shown, [
      ['absurd', true, startsAt],
      ['good', false, stated],
    ])
  }
})
