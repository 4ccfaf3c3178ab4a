import assert from 'node:assert/strict'
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCsv } from '#/app/import/csv/csv-source.ts'
import { parseMapping } from '#/app/import/csv/mapping.ts'

type Row = { work: string | { startsAt: Date; name: string; email: string; phone: string } }
type Reader = { readCalendar(text: string, reading: { timeZone: string; now: Date }): Promise<Row[] | null> }

type Names = {
  columnsOf(header: string[]): object
  ofTextColumns(valueOf: () => string): Record<string, string>
}
type RowReader = { factsOf(cells: string[], mapping: object, timeZone: string): { name: string } }
type FileReader = { readFile(file: File, reading: object): Promise<{ header: string[]; rows: { cells: string[] }[] }> }

// By their addresses: their types are those of a browser.
const from = (name: string) =>
  import(new URL(`../../../web/portal/appointments/import/file/${name}`, import.meta.url).href)
const { readCalendar } = (await from('read-calendar.ts')) as Reader
const { readFile } = (await from('read-file.ts')) as FileReader
const { columnsOf, ofTextColumns } = (await from('columns.ts')) as Names
const { factsOf } = (await from('map-row.ts')) as RowReader
const { bodyOf } = (await from('facts.ts')) as {
  bodyOf(facts: object, common: object): Made & { readonly locationLabel?: string }
}
const noTexts = ofTextColumns(() => '')
const reading = { timeZone: 'Europe/Amsterdam', now: new Date('2027-03-10T12:00:00Z') }
const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DURATION:PT30M', 'DESCRIPTION:tel: 0612345678', ...lines, 'END:VEVENT'].join('\r\n')

async function rows(...parts: string[]): Promise<Row[]> {
  const found = await readCalendar(['BEGIN:VCALENDAR', ...parts, 'END:VCALENDAR'].join('\r\n'), reading)
  assert.ok(found)
  return found
}

/** What a file becomes: the start of an appointment, or why it is none. */
async function read(...parts: string[]): Promise<string[]> {
  return (await rows(...parts)).map(({ work }) =>
    typeof work === 'string' ? work : work.startsAt.toISOString().slice(0, 16),
  )
}

test('in the browser events need no UID of their own, times no zone, and a name may be that of the event', async () => {
  const at = (start: string, ...lines: string[]) => event('a', `DTSTART:${start}`, ...lines)
  const versions = [at('20270316T100000Z', 'SEQUENCE:2'), at('20270315T100000Z', 'SEQUENCE:1')]
  assert.deepEqual(await read(...versions), ['2027-03-16T10:00'])
  const sameName = [at('20270315T100000Z'), at('20270316T100000Z')]
  assert.deepEqual(await read(...sameName), ['2027-03-15T10:00', '2027-03-16T10:00'])
  assert.deepEqual(await read(...sameName.map((one) => one.replace(/UID:a\r\n/, ''))), [
    '2027-03-15T10:00',
    '2027-03-16T10:00',
  ])
  assert.deepEqual(await read('METHOD:CANCEL', at('20270315T100000Z')), ['cancelled'])
  assert.deepEqual(await read(at('20270315T090000'), at('20270315')), ['2027-03-15T08:00', 'unreadable'])
  const endless = event('b', 'DTSTART:20270315T090000Z').replace('PT30M', 'P99999999W')
  assert.deepEqual(await read(endless, at('20270315T090000')), ['unreadable', '2027-03-15T08:00'])
  const all = await rows(at('20270315T090000', 'SUMMARY:Noor Jansen'))
  assert.deepEqual(
    all.map(({ work }) => (typeof work === 'string' ? work : [work.name, work.phone])),
    [['Noor Jansen', '0612345678']],
  )
})

test('the page makes of a file, whose columns it guesses, the appointments that the command makes by a mapping', async () => {
  const examples = join(import.meta.dirname, '../../../examples')
  const bytes = await readBytes(join(examples, 'appointments.csv'))
  const mapping = JSON.parse(await readBytes(join(examples, 'appointments.map.json'), 'utf8')) as Record<string, object>
  const now = new Date('2026-01-01T12:00:00Z')
  const { header, rows } = await readFile(new File([bytes], 'a.csv'), { ...reading, now, country: 'NL' })
  const guessed = { columns: columnsOf(header), dayOrder: 'dmy', minutes: 30 }
  const common = { ...reading, now, country: 'NL' }
  const byPage = rows.map(({ cells }) => {
    const facts = factsOf(cells, guessed, reading.timeZone)
    return typeof facts === 'string' ? null : factsThatCount(bodyOf(facts, common))
  })
  // Without the weeks by which the example moves, so that it is always of next week.
  const { shift: _, ...fixed } = mapping
  const source = await openCsv(join(examples, 'appointments.csv'), {
    mapping: parseMapping(JSON.stringify(fixed)),
    sourceSystem: 'example',
    timezone: null,
    today: Temporal.PlainDate.from('2026-01-01'),
  })
  const byCommand = (await Array.fromAsync(source.rows())).map(({ work }) => {
    return work.kind === 'submit' ? factsThatCount(work.body) : null
  })
  assert.equal(byCommand.filter((one) => one === null).length, 2, 'the example has a bad number and a day that is none')
  assert.deepEqual(byPage, byCommand)
})

type Made = { startsAt: string; endsAt: string; recipient: Readonly<Record<string, string | null | undefined>> }

/** What matters of an appointment, by its instants; null where it cannot be one. */
function factsThatCount(body: Made | string): Made | null {
  if (typeof body === 'string') return null
  const { startsAt, endsAt, recipient } = body
  const said = Object.entries(recipient).filter(([, text]) => typeof text === 'string')
  return { startsAt: inUtc(startsAt), endsAt: inUtc(endsAt), recipient: Object.fromEntries(said) }
}

const inUtc = (instant: string) => new Date(instant).toISOString()

test('a calendar whose lines are folded within a character is read in UTF-8', async () => {
  const text = ['BEGIN:VCALENDAR', event('a', 'DTSTART:20270315T100000Z', 'SUMMARY:Zoë'), 'END:VCALENDAR'].join('\r\n')
  const bytes = Buffer.from(Buffer.from(text).toString('latin1').replace('Ã«', 'Ã\r\n «'), 'latin1')
  const { rows } = await readFile(new File([bytes], 'a.ics'), { ...reading, country: 'NL' })
  assert.deepEqual(
    rows.map((row) => (row as { summary?: string }).summary),
    ['Zoë'],
  )
})

test('a place on several lines becomes one line, and the address of a video call is no place', () => {
  const at = { startsAt: new Date('2027-03-15T10:00:00Z'), endsAt: new Date('2027-03-15T10:30:00Z') }
  const facts = { ...at, name: 'Noor\nvan Dam', phone: '', email: 'noor@example.com', language: '' }
  const common = { ...reading, country: 'NL', typeId: '', locationId: '' }
  const placed = (place: string) =>
    bodyOf({ ...facts, texts: { ...noTexts, locationLabel: place } }, common).locationLabel
  assert.equal(
    placed('Praktijk De Linde,\nLindelaan 12\r\n3511 AA Utrecht'),
    'Praktijk De Linde, Lindelaan 12, 3511 AA Utrecht',
  )
  assert.equal(placed('Gebouw B. Zaal 1.12'), 'Gebouw B. Zaal 1.12')
  for (const call of ['https://meet.example.com/abc', 'Teams: teams.example.com/l/1', 'www.voorbeeld.nl'])
    assert.equal(placed(call), null, call)
  assert.deepEqual(bodyOf({ ...facts, texts: noTexts }, common)['recipient'], {
    displayName: 'Noor van Dam',
    email: 'noor@example.com',
    phoneNumberE164: null,
  })
})

test('a language is read by its tag or name; without one of ours the appointment says none', () => {
  const at = { startsAt: new Date('2027-03-15T10:00:00Z'), endsAt: new Date('2027-03-15T10:30:00Z') }
  const facts = { ...at, name: 'Noor', phone: '', email: 'noor@example.com', texts: noTexts }
  const common = { ...reading, country: 'NL', typeId: '', locationId: '' }
  const read = (language: string) => bodyOf({ ...facts, language }, common)
  const recipient = { displayName: 'Noor', email: 'noor@example.com', phoneNumberE164: null }
  assert.deepEqual(read('')['recipient'], recipient)
  for (const [written, locale] of [
    ['nl-BE', 'nl'],
    ['Duits', 'de'],
    ['한국어', 'ko'],
  ] as const)
    assert.deepEqual(read(written)['recipient'], { ...recipient, locale }, written)
  for (const unknown of ['Klingon', 'uk', 'no']) assert.deepEqual(read(unknown)['recipient'], recipient, unknown)
})

test('a name in several columns becomes whole, whatever they are headed', () => {
  const named = (...columns: [heading: string, cell: string][]) => {
    const mapping = {
      columns: columnsOf([...columns.map(([heading]) => heading), 'Dag']),
      dayOrder: 'dmy',
      minutes: 15,
    }
    return factsOf([...columns.map(([, cell]) => cell), '15-3-2027 10:00'], mapping, 'Europe/Amsterdam').name
  }
  const first: [string, string] = ['Voornaam', 'Jan']
  assert.equal(named(['Achternaam', 'Berg'], first, ['Tussenvoegsel', 'van der']), 'Jan van der Berg')
  assert.equal(named(['Achternaam', 'Berg'], first, ['Tussenvoegsel(s)', '']), 'Jan Berg')
  assert.equal(named(['Voorletters', 'J.'], ['voorvoegsel', 'van der'], ['Naam', 'Berg']), 'J. van der Berg')
  assert.equal(named(['Naam', 'Jan van der Berg'], first), 'Jan van der Berg')
  assert.equal(named(['Naam', 'Jan van der Berg'], first, ['Achternaam', 'van der Berg']), 'Jan van der Berg')
})
