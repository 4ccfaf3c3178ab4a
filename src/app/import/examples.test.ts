import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { openCalendar } from '#/app/import/calendar/calendar-source.ts'
import { openCsv } from '#/app/import/csv/csv-source.ts'
import type { ImportRow, RowSource } from './import-row.ts'
import { parseMapping } from '#/app/import/csv/mapping.ts'

const examples = join(import.meta.dirname, '../../../examples')
const folder = mkdtempSync(join(tmpdir(), 'tijdig-examples-'))
after(() => rmSync(folder, { recursive: true }))
const today = Temporal.PlainDate.from('2027-02-10')

async function open(file: string, map: string): Promise<{ source: RowSource; rows: ImportRow[] }> {
  const mapping = parseMapping(readFileSync(join(examples, map), 'utf8'))
  const source = await openCsv(file, { mapping, sourceSystem: 'example', timezone: null, today })
  return { source, rows: await Array.fromAsync(source.rows()) }
}

const bodies = (rows: readonly ImportRow[]) => rows.flatMap(({ work }) => (work.kind === 'submit' ? [work.body] : []))

test('the example file is good for the coming weeks but for its two bad rows', async () => {
  const { rows } = await open(join(examples, 'appointments.csv'), 'appointments.map.json')
  assert.equal(rows.length, 40)
  assert.deepEqual(
    rows.flatMap(({ line, work }) =>
      work.kind === 'reject' ? [[line, work.faults.map(({ field }) => field).join()]] : [],
    ),
    [
      [17, 'recipient.phoneNumberE164'],
      [29, 'startsAt'],
    ],
  )
  const starts = bodies(rows)
    .map((body) => body.startsAt)
    .sort()
  assert.ok(starts[0]! >= '2027-02-15' && starts.at(-1)! < '2027-02-27', `${starts[0]} to ${starts.at(-1)}`)
  const languages = bodies(rows).flatMap(({ recipient: { locale } }) => (locale === undefined ? [] : [locale]))
  assert.deepEqual(languages, ['en', 'pl', 'tr', 'de', 'en', 'ar', 'en'])
  assert.ok(bodies(rows).every((body) => !/000[1-6]$/.test(body.recipient.phoneNumberE164 ?? '')))
})

test('the clinic converter makes the same importable file at every run', async () => {
  const convert = async (to: string) => {
    const args = [join(examples, 'clinic/convert.ts'), join(examples, 'clinic/sample.csv'), join(folder, to)]
    await promisify(execFile)(process.execPath, args)
    return join(folder, to, 'clinic.csv')
  }
  const path = await convert('first')
  assert.equal(readFileSync(await convert('second'), 'utf8'), readFileSync(path, 'utf8'))
  const { rows } = await open(path, 'clinic/clinic.map.json')
  const all = bodies(rows)
  assert.equal(all.length, 30)
  assert.equal(new Set(all.map((body) => body.externalAppointmentId)).size, 30)
  for (const { startsAt, recipient } of all) {
    const phone = parsePhoneNumberFromString(recipient.phoneNumberE164 ?? '')
    assert.ok(phone?.isValid() && phone.getType() === 'MOBILE' && !/000[1-6]$/.test(phone.number))
    assert.match(startsAt, /T(0[89]|1[0-7]):(00|15|30|45):00\+0[12]:00$/)
  }
  assert.deepEqual(new Set(all.map(({ recipient }) => recipient.locale)), new Set(['nl', 'en']))
})

test('a patient of the clinic keeps name, number and language; no two share a number', () => {
  const rows = readFileSync(join(folder, 'first/clinic.csv'), 'utf8').trim().split('\n').slice(1)
  const people = new Map<string, string>()
  for (const row of rows) {
    const [, name = '', phone = '', email = '', language = ''] = row.split(',')
    const person = `${name} ${email} ${language}`
    assert.equal(people.get(phone) ?? person, person)
    people.set(phone, person)
  }
  assert.equal(people.size, 19)
})

test('the example calendar has every case of a calendar in it', async () => {
  const now = Temporal.Instant.from('2027-01-10T12:00:00Z')
  const source = await openCalendar(join(examples, 'calendar/practice.ics'), {
    sourceSystem: 'cal',
    timezone: null,
    now,
  })
  const counts = Object.groupBy(await Array.fromAsync(source.rows()), ({ work }) => work.kind)
  assert.deepEqual([counts.submit?.length, counts.cancel?.length, counts.reject?.length], [17, 1, 2])
})
