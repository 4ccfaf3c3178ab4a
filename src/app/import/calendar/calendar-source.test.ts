import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { openCalendar } from './calendar-source.ts'
import type { ImportRow } from '#/app/import/import-row.ts'

const folder = mkdtempSync(join(tmpdir(), 'tijdig-ics-'))
after(() => rmSync(folder, { recursive: true }))
const now = Temporal.Instant.from('2027-03-10T12:00:00Z')
const person = [
  'ORGANIZER:mailto:desk@example.com',
  'ATTENDEE;CN=Ann:mailto:Desk@example.com',
  'ATTENDEE;CN=Bo:mailto:bo@example.com',
]

function event(uid: string, ...lines: string[]): string[] {
  return ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT']
}

async function read(
  lines: readonly string[],
  options: { timezone?: string | null; head?: string[]; end?: string } = {},
) {
  const { timezone = null, head = [], end = '\r\n' } = options
  const path = join(folder, 'file.ics')
  writeFileSync(path, ['BEGIN:VCALENDAR', 'VERSION:2.0', ...head, ...lines, 'END:VCALENDAR', ''].join(end))
  const source = await openCalendar(path, { sourceSystem: 'cal', timezone, now })
  const rows: ImportRow[] = await Array.fromAsync(source.rows())
  assert.equal(rows.length, source.rowCount)
  return rows
}

const reason = ({ work }: ImportRow) =>
  work.kind === 'reject' ? work.faults.map((fault) => `${fault.field} ${fault.reason}`).join() : work.kind
const bodies = (rows: readonly ImportRow[]) => rows.flatMap(({ work }) => (work.kind === 'submit' ? [work.body] : []))
const starts = (rows: readonly ImportRow[]) => bodies(rows).map((body) => body.startsAt)

test('a single event becomes an intake for the attendee who is not the organizer', async () => {
  const rows = await read(event('u1', 'DTSTART;TZID=Europe/Amsterdam:20270314T093000', 'DURATION:PT30M', ...person))
  assert.deepEqual(bodies(rows), [
    {
      sourceSystem: 'cal',
      externalAppointmentId: 'u1',
      startsAt: '2027-03-14T09:30:00+01:00',
      endsAt: '2027-03-14T10:00:00+01:00',
      timezone: 'Europe/Amsterdam',
      recipient: { displayName: 'Bo', email: 'bo@example.com' },
    } satisfies IntakeBody,
  ])
})

test('the description names the recipient before the attendees do', async () => {
  const rows = await read(
    event(
      'u1',
      'DTSTART;TZID=Europe/Amsterdam:20270314T093000',
      'DURATION:PT30M',
      ...person,
      'DESCRIPTION:Bring x.\\nTel: +31 6 1234 5678\\nnaam: Cé de Wit',
    ),
  )
  assert.deepEqual(bodies(rows)[0]?.recipient, { displayName: 'Cé de Wit', phoneNumberE164: '+31612345678' })
})

test('a line folded within a character or with a Unicode line separator is whole, and what is not UTF-8 is said', async () => {
  const at = ['DTSTART;TZID=Europe/Amsterdam:20270314T093000', 'DURATION:PT30M']
  const file = (uid: string, name: string) =>
    event(uid, ...at, `DESCRIPTION:tel: +31612345678\\nnaam: ${name}`).join('\r\n')
  const path = join(folder, 'octets.ics')
  const [folded, whole] = [file('a', 'Cé').replace('é', 'Ã\r\n ©'), file('b', 'Zoë')].map((text) =>
    Buffer.from(text, 'latin1'),
  )
  const separated = Buffer.from(file('c', 'Ann\u2028weg'))
  const parts = [Buffer.from('BEGIN:VCALENDAR'), folded!, whole!, separated, Buffer.from('END:VCALENDAR')]
  writeFileSync(path, Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\r\n')])))
  const source = await openCalendar(path, { sourceSystem: 'cal', timezone: null, now })
  const rows: ImportRow[] = await Array.fromAsync(source.rows())
  assert.deepEqual(
    rows.map((row) => bodies([row])[0]?.recipient.displayName ?? reason(row)),
    ['Cé', ' has characters that are not UTF-8', 'Ann'],
  )
})

test('rooms and those only informed are no guests, and a guest may be invited by telephone', async () => {
  const at = ['DTSTART;TZID=Europe/Amsterdam:20270314T093000', 'DURATION:PT30M']
  const recipients = async (...lines: string[]) =>
    bodies(await read(event('u1', ...at, ...lines))).map(({ recipient }) => recipient)
  for (const other of ['CUTYPE=ROOM', 'CUTYPE=RESOURCE', 'ROLE=NON-PARTICIPANT'])
    assert.deepEqual(
      await recipients(...person, `ATTENDEE;${other}:mailto:kamer@example.com`),
      [{ displayName: 'Bo', email: 'bo@example.com' }],
      other,
    )
  assert.deepEqual(await recipients('ATTENDEE;CN=Bo:tel:+31612345678'), [
    { displayName: 'Bo', phoneNumberE164: '+31612345678' },
  ])
})

test('a file is read by the labels of a connected calendar, which are those of the browser too', async () => {
  for (const line of [
    'Telefoon: +31 6 1234 5678',
    'Handy: +31612345678',
    'Mobiel: +31612345678',
    'Phone. +31612345678',
    'tel: +31612345678',
  ]) {
    const text = `DESCRIPTION:E-mail: ce@example.com\\n${line}\\nName: Cé`
    const rows = await read(event('u1', 'DTSTART;TZID=Europe/Amsterdam:20270314T093000', 'DURATION:PT30M', text))
    const recipient = { displayName: 'Cé', email: 'ce@example.com', phoneNumberE164: '+31612345678' }
    assert.deepEqual(bodies(rows)[0]?.recipient, recipient, line)
  }
})

test('an event without a time, a recipient, an end or a UID is skipped with its line and the reason', async () => {
  const at = 'DTSTART;TZID=Europe/Amsterdam:20270314T093000'
  const rows = await read([
    ...event('u1', 'DTSTART;VALUE=DATE:20270314', ...person),
    ...event('u2', at, 'DURATION:PT30M', 'ORGANIZER:mailto:desk@example.com', 'ATTENDEE:mailto:desk@example.com'),
    ...event('u3', at, ...person),
    ...event('u4', at, 'DURATION:PT30M', ...person, 'ATTENDEE:mailto:eve@example.com'),
    ...event('u5', at, 'DURATION:PT30M', 'DESCRIPTION:tel: 12'),
    ...event('', at, 'DURATION:PT30M', ...person),
    ...event('u7', 'DTSTART:2027-soon', 'DURATION:PT30M', ...person),
    'BEGIN:VEVENT',
    'UID:u8',
    ...event('u10', 'DTSTART:20270314T083000Z', 'DURATION:P99999999W', ...person),
    ...event('u11', 'DTSTART;TZID=America/New_York:99991231T230000', 'DURATION:PT30M', ...person),
    ...event('good', at, 'DURATION:PT30M', 'ATTENDEE:mailto:bo@example.com'),
    ...event('u9', 'DTSTART;TZID=Mars/Base:20270314T093000', 'DURATION:PT30M', ...person),
  ])
  assert.deepEqual(
    rows.map((row) => `${row.line}: ${reason(row)}`),
    [
      '3: startsAt an all-day event has no time of day',
      '11: recipient no recipient found',
      '19: endsAt the event has no end after its start',
      '27: recipient 2 attendees could be the recipient; name one in the description',
      '37: recipient has no contact that can be read: a telephone number with its country code, such as +31612345678, or an e-mail address',
      '44: externalAppointmentId the event has no UID',
      '53: startsAt DTSTART cannot be read',
      '62:  cannot be read as an event',
      '64: startsAt DURATION cannot be read',
      '73: startsAt DTSTART cannot be read',
      '82: submit',
      '89: startsAt is in a time zone that is neither known nor in the file',
    ],
  )
})

test('a weekly event is expanded over the coming 90 days, at the same time of day on both sides of a clock change', async () => {
  const rows = await read(
    event(
      'w',
      'DTSTART;TZID=Europe/Amsterdam:20200106T110000',
      'DURATION:PT45M',
      'RRULE:FREQ=WEEKLY;BYDAY=MO',
      ...person,
    ),
  )
  assert.equal(rows.length, 13)
  assert.deepEqual(starts(rows).slice(0, 4), [
    '2027-03-15T11:00:00+01:00',
    '2027-03-22T11:00:00+01:00',
    '2027-03-29T11:00:00+02:00',
    '2027-04-05T11:00:00+02:00',
  ])
  assert.deepEqual(
    bodies(rows)
      .slice(0, 1)
      .map((body) => body.externalAppointmentId),
    ['w/20270315T100000Z'],
  )
})

test('UNTIL in UTC includes the occurrence that begins at that instant', async () => {
  const rows = await read(
    event(
      'w',
      'DTSTART;TZID=Europe/Amsterdam:20270301T090000',
      'DURATION:PT45M',
      'RRULE:FREQ=WEEKLY;UNTIL=20270322T080000Z',
      ...person,
    ),
  )
  assert.deepEqual(starts(rows), ['2027-03-15T09:00:00+01:00', '2027-03-22T09:00:00+01:00'])
})

test('moved, excluded and cancelled occurrences keep the identity they had in the series', async () => {
  const zone = 'TZID=Europe/Amsterdam'
  const rows = await read([
    ...event(
      'w',
      `DTSTART;${zone}:20270315T110000`,
      'DURATION:PT45M',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      `EXDATE;${zone}:20270322T110000`,
      ...person,
    ),
    ...event(
      'w',
      `RECURRENCE-ID;${zone}:20270315T110000`,
      `DTSTART;${zone}:20270316T150000`,
      'DURATION:PT1H',
      ...person,
    ),
    ...event(
      'w',
      'RECURRENCE-ID:20270329T090000Z',
      `DTSTART;${zone}:20270329T110000`,
      'DURATION:PT45M',
      'STATUS:CANCELLED',
    ),
  ])
  const found = rows.map(({ work }) =>
    work.kind === 'reject'
      ? work
      : [work.kind, work.body.externalAppointmentId, 'startsAt' in work.body ? work.body.startsAt : null],
  )
  assert.deepEqual(found.sort(), [
    ['cancel', 'w/20270322T100000Z', null],
    ['cancel', 'w/20270329T090000Z', null],
    ['submit', 'w/20270315T100000Z', '2027-03-16T15:00:00+01:00'],
    ['submit', 'w/20270405T090000Z', '2027-04-05T11:00:00+02:00'],
  ])
})

test('an exclusion counts after one that repeats another or excludes nothing, and without a zone it has that of the start', async () => {
  const zone = 'TZID=Europe/Amsterdam'
  const series = (...lines: string[]) =>
    event('w', `DTSTART;${zone}:20270315T110000`, 'DURATION:PT45M', 'RRULE:FREQ=WEEKLY;COUNT=3', ...lines, ...person)
  const last = ['2027-03-29T11:00:00+02:00']
  for (const [lines, expected] of [
    // The series was at nine when it lost its first occurrence.
    [[`EXDATE;${zone}:20270315T090000,20270322T090000,20270322T110000`], ['2027-03-15T11:00:00+01:00', ...last]],
    [[`EXDATE;${zone}:20270315T110000,20270322T110000`, 'EXDATE:20270315T100000Z'], last],
    [['EXDATE;VALUE=DATE:20270315,20270315,20270322'], last],
    [['EXDATE:20270315T110000', 'EXDATE:20270322T110000'], last],
  ] as const)
    assert.deepEqual(starts(await read(series(...lines))), expected, lines.join())
})

test('an event that repeats on dates alone takes place at its start too', async () => {
  const zone = 'TZID=Europe/Amsterdam'
  const dates = (...lines: string[]) =>
    event('w', `DTSTART;${zone}:20270315T110000`, 'DURATION:PT45M', ...lines, ...person)
  const both = ['2027-03-15T11:00:00+01:00', '2027-03-18T15:00:00+01:00']
  assert.deepEqual(starts(await read(dates(`RDATE;${zone}:20270318T150000`))), both)
  assert.deepEqual(starts(await read(dates('RDATE:20270315T100000Z,20270318T140000Z'))), both)
})

test('an exception is found by its instant, in whatever zone it is written', async () => {
  const zone = 'TZID=Europe/Amsterdam'
  const moved = (start: string, id: string) => [
    ...event('w', start, 'DURATION:PT45M', 'RRULE:FREQ=WEEKLY;COUNT=2', ...person),
    ...event('w', id, `DTSTART;${zone}:20270316T150000`, 'DURATION:PT45M', ...person),
  ]
  const expected = [
    ['w/20270322T100000Z', '2027-03-22T11:00:00+01:00'],
    ['w/20270315T100000Z', '2027-03-16T15:00:00+01:00'],
  ]
  for (const [start, id] of [
    [`DTSTART;${zone}:20270315T110000`, 'RECURRENCE-ID;TZID=Europe/London:20270315T100000'],
    ['DTSTART:20270315T100000Z', `RECURRENCE-ID;${zone}:20270315T110000`],
  ] as const) {
    const rows = await read(moved(start, id), { timezone: 'Europe/Amsterdam' })
    assert.deepEqual(
      bodies(rows).map((body) => [body.externalAppointmentId, body.startsAt]),
      expected,
      id,
    )
  }
  const onwards = await read(
    moved(`DTSTART;${zone}:20270315T110000`, 'RECURRENCE-ID;RANGE=THISANDFUTURE:20270315T100000Z'),
  )
  assert.deepEqual(starts(onwards), ['2027-03-16T15:00:00+01:00', '2027-03-23T15:00:00+01:00'])
})

test('a calendar that says CANCEL cancels its events, and of two versions of an event the newer counts', async () => {
  const at = ['DTSTART;TZID=Europe/Amsterdam:20270314T093000', 'DURATION:PT30M', ...person]
  assert.deepEqual((await read(event('u1', ...at), { head: ['METHOD:CANCEL'] })).map(reason), ['cancel'])
  const rows = await read([
    ...event('u1', ...at, 'SEQUENCE:2', 'STATUS:CANCELLED'),
    ...event('u1', ...at, 'SEQUENCE:1'),
  ])
  assert.deepEqual(rows.map(reason), ['cancel', ' is an older version of the event on line 3'])
})

test('a recurring event that is over, or goes on too often, is said so once', async () => {
  const at = ['DTSTART;TZID=Europe/Amsterdam:20270101T000000', 'DURATION:PT5M', ...person]
  assert.deepEqual((await read(event('u', ...at, 'RRULE:FREQ=DAILY;COUNT=3'))).map(reason), [
    ' has no occurrence in the next 90 days',
  ])
  const hours = Array.from({ length: 24 }, (_, hour) => hour).join()
  const many = await read(event('u', ...at, `RRULE:FREQ=DAILY;BYHOUR=${hours}`))
  assert.equal(many.length, 1_001)
  assert.match(reason(many.at(-1)!), /more than 1000 occurrences/)
  const nobody = await read(
    event('u', 'DTSTART;TZID=Europe/Amsterdam:20270101T000000', 'DURATION:PT5M', 'RRULE:FREQ=DAILY'),
  )
  assert.deepEqual(nobody.map(reason), ['recipient no recipient found'])
})

test('an event that recurs without end is skipped in bounded time, and the others are read', async () => {
  const at = ['DTSTART:20270314T083000Z', 'DURATION:PT30M', ...person]
  const change = ['DTSTART:16010101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'RRULE:FREQ=SECONDLY']
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Nowhere', 'BEGIN:STANDARD', ...change, 'END:STANDARD', 'END:VTIMEZONE']
  const rows = await read(
    [
      ...zone,
      ...event('never', ...at, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
      ...event('zone', 'DTSTART;TZID=Nowhere:20270314T083000', 'DURATION:PT30M', ...person),
      ...event('often', ...at, 'RRULE:FREQ=SECONDLY'),
      ...event('one', ...at),
    ],
    { timezone: 'Europe/Amsterdam' },
  )
  assert.deepEqual(rows.map(reason), [
    ' has a recurrence that never ends',
    'startsAt is in a time zone that is neither known nor in the file',
    ' recurs more often than every day',
    'submit',
  ])
})

test('times in UTC and without a zone are shown in the zone of the option, or of the calendar', async () => {
  const utc = event('u', 'DTSTART:20270314T083000Z', 'DURATION:PT30M', ...person)
  const floating = event('f', 'DTSTART:20270314T083000', 'DURATION:PT30M', ...person)
  assert.deepEqual((await read([...utc, ...floating])).map(reason), [
    'timezone is not named in the file: say which with --timezone',
    'startsAt is in no time zone: say which with --timezone',
  ])
  const expected = ['2027-03-14T09:30:00+01:00', '2027-03-14T08:30:00+01:00']
  assert.deepEqual(starts(await read([...utc, ...floating], { timezone: 'Europe/Amsterdam' })), expected)
  assert.deepEqual(starts(await read([...utc, ...floating], { head: ['X-WR-TIMEZONE:Europe/Amsterdam'] })), expected)
})

test('zones are known by Windows and prefixed names, and otherwise by their rules in the file', async () => {
  const at = (tzid: string) => event(tzid, `DTSTART;TZID=${tzid}:20270714T083000`, 'DURATION:PT30M', ...person)
  const outlook = await read([
    ...at('W. Europe Standard Time'),
    ...at('/freeassociation.sourceforge.net/Europe/Amsterdam'),
    ...at('Arab Standard Time'),
    ...at('/softwarestudio.org/Olson_20011030_5/America/Argentina/Buenos_Aires'),
  ])
  assert.deepEqual(
    bodies(outlook).map((body) => [body.startsAt, body.timezone]),
    [
      ['2027-07-14T08:30:00+02:00', 'Europe/Berlin'],
      ['2027-07-14T08:30:00+02:00', 'Europe/Amsterdam'],
      ['2027-07-14T08:30:00+03:00', 'Asia/Riyadh'],
      ['2027-07-14T08:30:00-03:00', 'America/Argentina/Buenos_Aires'],
    ],
  )
  const own = [
    'BEGIN:VTIMEZONE',
    'TZID:Nowhere',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:-0741',
    'TZOFFSETTO:-0741',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  const rows = await read([...own, ...at('Nowhere')], { timezone: 'Europe/Amsterdam', end: '\n' })
  assert.deepEqual(starts(rows), ['2027-07-14T18:11:00+02:00'])
})

test('what is not a calendar is refused in a sentence', async () => {
  const path = join(folder, 'not.ics')
  writeFileSync(path, 'a,b\n1,2\n')
  await assert.rejects(openCalendar(path, { sourceSystem: 'cal', timezone: null, now }), /no BEGIN:VCALENDAR/)
})
