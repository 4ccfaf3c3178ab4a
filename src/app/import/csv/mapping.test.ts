import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { RowWork } from '#/app/import/import-row.ts'
import { rowMapper } from './map-row.ts'
import { IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { Mapping, parseMapping } from './mapping.ts'

const header = ['no', 'first', 'last', 'tel', 'mail', 'day', 'hour', 'until', 'zone', 'place', 'language']
const mapping: Mapping = {
  externalAppointmentId: { template: 'K-{no}' },
  startsAt: { template: '{day} {hour}', format: 'd-M-yyyy HH:mm' },
  endsAt: { template: '{day} {until}', format: 'd-M-yyyy HH:mm' },
  timezone: { column: 'zone' },
  recipient: {
    displayName: { template: '{first} {last}' },
    email: { column: 'mail' },
    phoneNumberE164: { column: 'tel' },
    locale: { column: 'language' },
  },
  locationId: { column: 'place' },
  defaultCountry: 'NL',
}

const row = {
  no: '7',
  first: 'Ann',
  last: ' de Wit ',
  tel: '06-12 34 56 78',
  mail: '',
  day: '14-1-2027',
  hour: '09:30',
  until: '10:15',
  zone: 'Europe/Lisbon',
  place: '',
  language: '',
}

function map(changes: Partial<typeof row>, changed: Partial<Mapping> = {}, shiftWeeks = 0): RowWork {
  const mapper = rowMapper({ mapping: { ...mapping, ...changed }, header, sourceSystem: 'practice', timezone: null })
  return mapper.toWork(Object.values({ ...row, ...changes }), shiftWeeks)
}

const reasons = (work: RowWork) => (work.kind === 'reject' ? work.faults.map(({ field }) => field) : work.kind)

test('columns, templates and fixed values make an intake', () => {
  assert.deepEqual(map({}), {
    kind: 'submit',
    body: {
      sourceSystem: 'practice',
      externalAppointmentId: 'K-7',
      startsAt: '2027-01-14T09:30:00+00:00',
      endsAt: '2027-01-14T10:15:00+00:00',
      timezone: 'Europe/Lisbon',
      recipient: { displayName: 'Ann de Wit', phoneNumberE164: '+31612345678' },
    },
  })
})

test('an empty cell in a template, as that between first and last name, leaves no second space', () => {
  const work = map({}, { recipient: { ...mapping.recipient, displayName: { template: '{first} {mail} {last}' } } })
  assert.equal(work.kind === 'submit' && work.body.recipient.displayName, 'Ann de Wit')
})

test('every field of an intake can be mapped, and the README of the examples names it', () => {
  const { sourceSystem: _, recipient, ...own } = IntakeBody.properties
  const readme = readFileSync(new URL('../../../../examples/README.md', import.meta.url), 'utf8')
  const missing = [
    ...Object.keys(own).filter((name) => !(name in Mapping.properties)),
    ...Object.keys(recipient.properties).filter((name) => !(name in Mapping.properties.recipient.properties)),
    ...Object.keys({ ...own, ...recipient.properties }).filter((name) => !readme.includes(`\`${name}\``)),
  ]
  assert.deepEqual(missing, [])
})

test('optional fields are given when the cell is filled', () => {
  const work = map({ place: 'main', mail: 'ann@example.com', tel: '' })
  assert.ok(work.kind === 'submit')
  assert.equal(work.body.locationId, 'main')
  assert.deepEqual(work.body.recipient, { displayName: 'Ann de Wit', email: 'ann@example.com' })
})

test('a language is read by its tag or its name, is left out when the cell is empty, and says nothing, with a warning, when it is none of ours', () => {
  const read = (language: string) => {
    const work = map({ language })
    return work.kind === 'submit' ? work.body.recipient : reasons(work)
  }
  const recipient = { displayName: 'Ann de Wit', phoneNumberE164: '+31612345678' }
  assert.deepEqual(read('pt-BR'), { ...recipient, locale: 'pt' })
  assert.deepEqual(read('Türkçe'), { ...recipient, locale: 'tr' })
  assert.deepEqual(read(' '), recipient)
  for (const language of ['Klingon', 'uk', 'no']) {
    assert.deepEqual(read(language), recipient)
    const work = map({ language })
    assert.deepEqual(work.kind === 'submit' && work.warnings?.map(({ code }) => code), ['LANGUAGE_UNKNOWN'])
  }
})

test('a wrong telephone number is a bad row even when there is an address: a message would be lost in silence', () => {
  assert.deepEqual(reasons(map({ tel: '061234', mail: 'ann@example.com' })), ['recipient.phoneNumberE164'])
})

test('every fault of a row is named', () => {
  assert.deepEqual(reasons(map({ first: '', last: '', hour: '9', tel: '' })), [
    'recipient.displayName',
    'startsAt',
    'recipient',
  ])
  assert.deepEqual(reasons(map({ zone: 'Europe/Nowhere' })), ['timezone'])
  assert.deepEqual(reasons(map({ zone: '+01:00' })), ['timezone'])
})

test('a duration is time that passes, also over a change of the clock', () => {
  const changes = { day: '28-3-2027', hour: '01:30', zone: 'Europe/Amsterdam' }
  const { endsAt: _, ...withoutEnd } = mapping
  const mapper = rowMapper({
    mapping: { ...withoutEnd, durationMinutes: { value: 60 } },
    header,
    sourceSystem: 'p',
    timezone: null,
  })
  const work = mapper.toWork(Object.values({ ...row, ...changes }), 0)
  assert.ok(work.kind === 'submit')
  assert.deepEqual([work.body.startsAt, work.body.endsAt], ['2027-03-28T01:30:00+01:00', '2027-03-28T03:30:00+02:00'])
})

test('a shift moves start and end alike', () => {
  const work = map({ zone: 'Europe/Amsterdam' }, {}, 26)
  assert.ok(work.kind === 'submit')
  assert.deepEqual([work.body.startsAt, work.body.endsAt], ['2027-07-15T09:30:00+02:00', '2027-07-15T10:15:00+02:00'])
})

test('a mapping that cannot be right is refused with every fault', () => {
  const refuse = (changes: object, message: RegExp) =>
    assert.throws(() => parseMapping(JSON.stringify({ ...mapping, ...changes })), message)
  refuse({ externalAppointmentId: { colum: 'no' } }, /externalAppointmentId\.colum must NOT have additional properties/)
  refuse({ externalAppointmentId: {} }, /externalAppointmentId needs exactly one of column, template and value/)
  refuse({ externalAppointmentId: { column: 'a', value: 'b' } }, /needs exactly one/)
  refuse({ durationMinutes: { value: 30 } }, /exactly one of endsAt and durationMinutes/)
  refuse(
    { startsAt: { column: 'day', format: 'dd-MM-yyyy' } },
    /startsAt\.format: a format names the hour exactly once/,
  )
  refuse({ recipient: {} }, /recipient\.displayName must have required property/)
  refuse({ shift: { weeks: 1, firstWeek: 'next' } }, /shift needs exactly one/)
  assert.throws(() => parseMapping('{'), /not valid JSON/)
})

test('a mapping that does not fit the file is refused before anything is read', () => {
  const open = (columns: string[], changes: Partial<Mapping> = {}) =>
    rowMapper({ mapping: { ...mapping, ...changes }, header: columns, sourceSystem: 'p', timezone: null })
  assert.throws(() => open(header.slice(1)), /no column "no", which externalAppointmentId needs; it has "first"/)
  assert.throws(() => open([...header, 'tel']), /2 columns "tel"/)
  assert.throws(() => open(header, { defaultCountry: 'XX' }), /not a country/)
  const { timezone: _, ...withoutZone } = mapping
  assert.throws(() => rowMapper({ mapping: withoutZone, header, sourceSystem: 'p', timezone: null }), /which time zone/)
})
