import assert from 'node:assert/strict'
import { test } from 'node:test'
import { davRequest } from 'tsdav'
import { changesOf, objectsOf } from './caldav-answers.ts'
import { readEvents } from './icalendar-events.ts'

// Recorded from Radicale 3.1.8; the texts of calendar objects are shortened.
const calendar = 'https://dav.example/balie%40praktijk.example/agenda/'
const path = '/balie%40praktijk.example/agenda'
const changed = `<?xml version='1.0' encoding='utf-8'?>
<multistatus xmlns="DAV:"><sync-token>http://radicale.org/ns/sync/a02cc9e1</sync-token><response><href>${path}/gone.ics</href><status>HTTP/1.1 404 Not Found</status></response><response><href>${path}/kept.ics</href><propstat><prop><getetag>"9e4c527a"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
const unchanged = `<?xml version='1.0' encoding='utf-8'?>
<multistatus xmlns="DAV:"><sync-token>http://radicale.org/ns/sync/a02cc9e1</sync-token></multistatus>`
const tokenUnknown = `<?xml version='1.0' encoding='utf-8'?>
<error xmlns="DAV:"><valid-sync-token /></error>`
const noMatch = `<?xml version='1.0' encoding='utf-8'?>
<multistatus xmlns="DAV:" />`
const objects = `<?xml version='1.0' encoding='utf-8'?>
<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>${path}/gone.ics</href><status>HTTP/1.1 404 Not Found</status></response><response><href>${path}/kept.ics</href><propstat><prop><getetag>"9e4c527a"</getetag><C:calendar-data>BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//NL
BEGIN:VEVENT
UID:kept
DTSTART;TZID=Europe/Amsterdam:20270310T143000
DURATION:PT20M
DTSTAMP:20260101T000000Z
SUMMARY:Controle &amp; meer &lt;b&gt;
END:VEVENT
END:VCALENDAR
</C:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`

/** What the library makes of an answer. */
const answered = (xml: string, status = 207) =>
  davRequest({
    url: calendar,
    init: { method: 'REPORT', body: {} },
    fetch: () => Promise.resolve(new Response(xml, { status, headers: { 'content-type': 'text/xml; charset=utf-8' } })),
  })

test('changes are told from what is gone, with the token to go on from', async () => {
  const syncToken = 'http://radicale.org/ns/sync/a02cc9e1'
  assert.deepEqual(changesOf(calendar, await answered(changed)), {
    outcome: 'answered',
    changed: [`${path}/kept.ics`],
    deleted: [`${path}/gone.ics`],
    syncToken,
    isPartial: false,
  })
  assert.deepEqual(changesOf(calendar, await answered(unchanged)), {
    outcome: 'answered',
    changed: [],
    deleted: [],
    syncToken,
    isPartial: false,
  })
})

test('an unknown token, a refusal, a wrong password and an outage are told apart', async () => {
  const outcome = async (xml: string, status: number) => changesOf(calendar, await answered(xml, status)).outcome
  assert.equal(await outcome(tokenUnknown, 403), 'token_unknown')
  assert.equal(await outcome('', 410), 'token_unknown')
  assert.equal(await outcome('<error xmlns="DAV:"><need-privileges /></error>', 403), 'permission_missing')
  assert.equal(await outcome('', 401), 'consent_revoked')
  assert.equal(await outcome('', 503), 'unavailable')
  assert.equal(await outcome('<html>Welcome</html>', 200), 'unavailable')
})

test('objects come with their texts, and events are read from them', async () => {
  assert.deepEqual(objectsOf(calendar, await answered(noMatch)), { outcome: 'answered', objects: [] })
  const found = objectsOf(calendar, await answered(objects))
  assert.ok(found.outcome === 'answered')
  const [gone, kept] = found.objects
  assert.deepEqual(gone, { href: `${path}/gone.ics`, state: 'gone' })
  assert.ok(kept?.state === 'read')
  const window = {
    from: Temporal.Instant.from('2027-03-01T00:00:00Z'),
    to: Temporal.Instant.from('2027-04-01T00:00:00Z'),
  }
  const [event] = readEvents(kept.text, { window, selfEmails: [], objectId: kept.href }) ?? []
  assert.deepEqual(
    [event?.eventId, event?.objectId, event?.startsAt?.toString(), event?.endsAt?.toString(), event?.summary],
    ['kept', `${path}/kept.ics`, '2027-03-10T13:30:00Z', '2027-03-10T13:50:00Z', 'Controle & meer <b>'],
  )
})

test('an object that is no calendar, or in a zone nobody knows, is unread rather than empty', () => {
  const window = {
    from: Temporal.Instant.from('2027-01-01T00:00:00Z'),
    to: Temporal.Instant.from('2028-01-01T00:00:00Z'),
  }
  const read = (text: string) => readEvents(text, { window, selfEmails: [], objectId: 'x' })
  const event = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:x', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
  assert.equal(read('BEGIN:VCARD\r\nEND:VCARD'), null)
  assert.equal(read('nothing'), null)
  assert.equal(read(event('DTSTART;TZID=Nergens/Hier:20270310T143000')), null)
  assert.equal(read(event('SUMMARY:zonder begin')), null)
  assert.deepEqual(read('BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:x\r\nEND:VTODO\r\nEND:VCALENDAR'), [])
  assert.equal(read(event('DTSTART:20270310T143000Z', 'DURATION:PT20M'))?.[0]?.timeZone, null)
})
