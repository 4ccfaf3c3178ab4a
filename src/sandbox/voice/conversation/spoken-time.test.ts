import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readIntent } from './intent.ts'
import type { Language } from './language.ts'
import { readSpokenTime } from './spoken-time.ts'

/** A Sunday. */
const today = Temporal.PlainDate.from('2026-11-22')

const read = (text: string, language: Language) => {
  const { day, time, rest } = readSpokenTime(text, today, language)
  const span = day && (day.count === 1 ? day.first.toString() : `${day.first} +${day.count}`)
  return [span, time && time.toString({ smallestUnit: 'minute' }), rest]
}

const cases: readonly (readonly [Language, string, string | null, string | null, string?])[] = [
  ['nl', 'morgen', '2026-11-23', null],
  ['nl', 'overmorgen om tien uur', '2026-11-24', '10:00'],
  ['nl', 'morgenochtend', '2026-11-23', null],
  ['nl', 'morgenmiddag twee uur', '2026-11-23', '14:00'],
  ['nl', 'donderdag tien uur', '2026-11-26', '10:00'],
  ['nl', 'zondag', '2026-11-29', null],
  ['nl', 'volgende week donderdag half elf', '2026-11-26', '10:30'],
  ['nl', 'donderdag volgende week kwart voor twaalf', '2026-11-26', '11:45'],
  ['nl', 'kwart over negen', null, '09:15'],
  ['nl', 'vijf over half elf', null, '10:35'],
  ['nl', 'om tien voor half een', null, '12:20'],
  ['nl', 'vijf over half', null, null, 'vijf over half'],
  ['nl', 'tien over negen', null, '09:10'],
  ['nl', 'om 14.30 uur', null, '14:30'],
  ['nl', 'half drie', null, '14:30'],
  ['nl', "drie uur 's ochtends", null, '03:00'],
  ['nl', 'één uur', null, '13:00'],
  ['nl', '3 december om 9:15', '2026-12-03', '09:15'],
  ['nl', '3 januari', '2027-01-03', null],
  ['nl', 'volgende week', '2026-11-23 +7', null],
  ['nl', 'deze week', '2026-11-22', null],
  ['nl', 'vanmiddag om vier uur', '2026-11-22', '16:00'],
  ['en', 'tomorrow', '2026-11-23', null],
  ['en', 'the day after tomorrow', '2026-11-24', null, 'the'],
  ['en', "Thursday ten o'clock", '2026-11-26', '10:00'],
  ['en', 'next Thursday at 10', '2026-11-26', '10:00'],
  ['en', 'half past two', null, '14:30'],
  ['en', 'half ten', null, '10:30'],
  ['en', 'quarter to nine', null, '08:45'],
  ['en', 'two thirty', null, '14:30'],
  ['en', 'at 02:30', null, '02:30'],
  ['en', 'at eight in the evening', null, '20:00'],
  ['en', 'at 12 pm', null, '12:00'],
  ['en', 'December 3rd at nine oclock', '2026-12-03', '09:00'],
  ['en', 'the 3rd of December', '2026-12-03', null, 'the'],
  ['en', '2026-12-24', '2026-12-24', null],
  ['en', '2026-02-31', '2026-02-28', null],
  ['en', '2026-13-45', null, null, '2026-13-45'],
  ['en', '0 december', null, null, '0 december'],
  ['nl', '31 februari', '2027-02-28', null],
  ['en', 'at 25:00', null, null, ''],
  ['en', 'Noor Jansen', null, null, 'noor jansen'],
]

for (const [language, text, day, time, rest = ''] of cases)
  test(`"${text}" is understood`, () => assert.deepEqual(read(text, language), [day, time, rest]))

test('whatever is said is read without a fault', () => {
  const words = cases
    .flatMap(([, text]) => text.split(' '))
    .concat('move', 'verzet', 'to', 'naar', 'cancel', '0', '99', '-')
  const sentence = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((said) => said.join(' ')),
  )
  fc.assert(
    fc.property(sentence, fc.constantFrom('nl', 'en'), (text, language) => void readIntent(text, today, language)),
  )
})
