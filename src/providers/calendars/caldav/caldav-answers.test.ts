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
  const { events } = await readEvents([{ objectId: kept.href, text: kept.text }], options)
  const [event] = events
  assert.deepEqual(
    [event?.eventId, event?.objectId, event?.startsAt?.toString(), event?.endsAt?.toString(), event?.summary],
    ['kept', `${path}/kept.ics`, '2027-03-10T13:30:00Z', '2027-03-10T13:50:00Z', 'Controle & meer <b>'],
  )
})

const from = Temporal.Instant.from('2027-03-01T00:00:00Z')
const window = { from, to: Temporal.Instant.from('2027-04-01T00:00:00Z') }
const options = { window, slice: window, selfEmails: ['balie@praktijk.example'] }
const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:x', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
const read = (...texts: string[]) =>
  readEvents(
    texts.map((text, index) => ({ objectId: `${index}`, text })),
    options,
  )

test('an object that is no calendar, or in a zone nobody knows, is unread rather than empty', async () => {
  const start = 'DTSTART;TZID=Nergens/Hier:20270310T143000'
  const found = await read('BEGIN:VCARD\r\nEND:VCARD', 'nothing', event(start), event('SUMMARY:zonder begin'))
  assert.deepEqual([found.unread, found.whole], [['0', '1', '2', '3'], []])
  assert.deepEqual(
    found.events.map(({ isUnreadable, eventId, startsAt }) => [isUnreadable, eventId, startsAt?.toString()]),
    [
      [true, '0', '2027-04-01T00:00:00Z'],
      [true, '1', '2027-04-01T00:00:00Z'],
      [true, '2', '2027-03-10T14:30:00Z'],
      [true, '3', '2027-04-01T00:00:00Z'],
    ],
  )
  const todo = await read('BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:x\r\nEND:VTODO\r\nEND:VCALENDAR')
  assert.deepEqual(todo, { events: [], whole: ['0'], unread: [] })
  const instant = await read(event('DTSTART:20270310T143000Z', 'DURATION:PT20M'))
  assert.equal(instant.events[0]?.timeZone, null)
})

test('an event that was moved beyond the window is given, and is no more than one', async () => {
  const moved = await read(event('DTSTART:20271110T143000Z', 'DURATION:PT20M'))
  assert.deepEqual(
    [moved.events.map(({ startsAt }) => startsAt?.toString()), moved.whole],
    [['2027-11-10T14:30:00Z'], ['0']],
  )
  const series = await read(event('DTSTART:20270330T143000Z', 'DURATION:PT20M', 'RRULE:FREQ=DAILY'))
  assert.equal(series.events.length, 2)
})

test('times that name no zone are told apart, and given where they may begin in any', async () => {
  const daily = 'RRULE:FREQ=DAILY;COUNT=3'
  const found = await read(event('DTSTART:20270331T130000', 'DURATION:PT20M', daily))
  assert.deepEqual(
    found.events.map(({ isFloating, startsAt }) => [isFloating, startsAt?.toString()]),
    [
      [true, '2027-03-31T13:00:00Z'],
      [true, '2027-04-01T13:00:00Z'],
    ],
  )
  const zoned = await read(event('DTSTART;TZID=Europe/Amsterdam:20270310T143000', 'DTEND:20270310T150000'))
  assert.deepEqual(
    zoned.events.map(({ isFloating, endsAt }) => [isFloating, endsAt?.toString()]),
    [[false, '2027-03-10T14:00:00Z']],
  )
})

test('events that cannot be followed to their end are unread, in a bounded time however many, and cost no other', async () => {
  const zone = ['TZID:Nergens', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100']
  const begin = 'DTSTART:20270310T143000Z'
  const ordinary = event(begin, 'DURATION:PT20M')
  const endless = event(begin, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
  const texts = [
    ordinary,
    endless,
    event('DTSTART;TZID=Nergens:20270310T143000').replace(
      'BEGIN:VEVENT',
      ['BEGIN:VTIMEZONE', ...zone, 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT'].join('\r\n'),
    ),
    ...['SECONDLY', 'MINUTELY', 'HOURLY'].map((often) => event(begin, `RRULE:FREQ=${often}`)),
    ordinary.replace('UID:x', 'UID:y'),
    ...Array<string>(20).fill(endless),
    ordinary.replace('UID:x', 'UID:z'),
  ]
  const before = { thread: process.threadCpuUsage(), process: process.cpuUsage() }
  const found = await read(...texts)
  assert.deepEqual(found.whole, ['0', '6'])
  assert.equal(found.unread.length, texts.length - 2, 'after ten that did not end, no more is tried')
  assert.deepEqual(
    found.events.filter(({ isUnreadable }) => !isUnreadable).map(({ eventId }) => eventId),
    ['x', 'y'],
  )
  const { user } = process.threadCpuUsage(before.thread)
  assert.ok(user < 1_000_000, `nothing else went on for ${user / 1_000} ms`)
  assert.ok(process.cpuUsage(before.process).user < 30_000_000)
})

test('a rule with too many occurrences keeps the first of them', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).join()
  const many = await read(event('DTSTART:20270301T000000Z', `RRULE:FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,30`))
  assert.deepEqual([many.events.length, many.unread, many.events.at(-1)?.isUnreadable], [1_001, ['0'], true])
})

test('people are read as an imported file has them, and what the account itself answered', async () => {
  const found = await read(
    event(
      'DTSTART:20270310T143000Z',
      'ORGANIZER:mailto:Arts@Praktijk.example',
      'ATTENDEE;PARTSTAT=DECLINED:mailto:balie@praktijk.example',
      'ATTENDEE;CN=Sanne@X.example:mailto:sanne@x.example',
      'ATTENDEE;CN=Bo:tel:+31612345678',
      'ATTENDEE;EMAIL=lou@x.example:/principals/lou/',
      'SEQUENCE:2',
    ).replace('END:VCALENDAR', `BEGIN:VEVENT\r\nUID:x\r\nDTSTART:20270311T143000Z\r\nEND:VEVENT\r\nEND:VCALENDAR`),
  )
  const [invitation, ...others] = found.events
  assert.deepEqual(others, [], 'of two versions the one with the higher SEQUENCE counts')
  assert.deepEqual(
    [invitation?.organizerEmail, invitation?.isOwn, invitation?.ownAnswer],
    ['arts@praktijk.example', false, 'declined'],
  )
  assert.deepEqual(
    invitation?.attendees.map(({ email, phoneNumber, displayName }) => [email, phoneNumber, displayName]),
    [
      ['balie@praktijk.example', null, null],
      ['sanne@x.example', null, null],
      [null, '+31612345678', 'Bo'],
      ['lou@x.example', null, null],
    ],
  )
})
