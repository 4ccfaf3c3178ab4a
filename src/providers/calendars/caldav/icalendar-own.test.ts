import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents } from './icalendar-events.ts'

const window = {
  from: Temporal.Instant.from('2027-03-01T00:00:00Z'),
  to: Temporal.Instant.from('2027-04-01T00:00:00Z'),
}

test('an iCalendar event is the practice’s own when nobody, or an address of the account, organizes it', async () => {
  const read = async (...lines: string[]) => {
    const event = ['UID:a', 'DTSTART:20270310T143000Z', 'DURATION:PT20M', ...lines]
    const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
    const { events } = await readEvents([{ objectId: 'a', text }], {
      window,
      slice: window,
      selfEmails: ['balie@praktijk.example'],
    })
    const [found] = events
    return [found?.isOwn, found?.organizerEmail, found?.ownAnswer]
  }
  const [self, stranger] = ['balie@praktijk.example', 'vreemde@elders.example']
  assert.deepEqual(await read(), [true, null, null])
  assert.deepEqual(await read('ORGANIZER;CN=Balie:MAILTO:Balie@praktijk.example'), [true, self, null])
  assert.deepEqual(await read(`ORGANIZER;EMAIL=${self}:/1234/principal/`), [true, self, null], 'as iCloud names people')
  assert.deepEqual(await read(`ORGANIZER:mailto:${stranger}`, `ATTENDEE;PARTSTAT=DECLINED:mailto:${self}`), [
    false,
    stranger,
    'declined',
  ])
  assert.deepEqual(await read(`ORGANIZER;EMAIL=${self}:mailto:${stranger}`, `ATTENDEE:mailto:${self}`), [
    false,
    stranger,
    'needs_action',
  ])
  assert.deepEqual(await read('ORGANIZER:urn:uuid:4fbe8971'), [false, null, null], 'somebody whose address is not told')
})
