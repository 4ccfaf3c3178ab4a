import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { SegmentedMessage } from 'sms-segments-calculator'
import { measureSms, offendingCharacters, toGsm7Lossless } from './segments.ts'

test('one part holds 160 septets, each of several parts 153', () => {
  assert.equal(measureSms('a'.repeat(160)).segments, 1)
  assert.equal(measureSms('a'.repeat(161)).segments, 2)
  assert.equal(measureSms('a'.repeat(306)).segments, 2)
  assert.equal(measureSms('a'.repeat(307)).segments, 3)
})

test('one UCS-2 part holds 70 code units, each of several parts 67', () => {
  assert.equal(measureSms('ë'.repeat(70)).segments, 1)
  assert.equal(measureSms('ë'.repeat(71)).segments, 2)
  assert.equal(measureSms('ë'.repeat(134)).segments, 2)
  assert.equal(measureSms('ë'.repeat(135)).segments, 3)
})

test('characters of the extension table count two septets', () => {
  for (const character of '^{}[]~\\|€\f') {
    assert.deepEqual(measureSms(character), { encoding: 'gsm7', segments: 1, units: 2 })
  }
  assert.equal(measureSms(`${'a'.repeat(159)}€`).segments, 2)
})

test('an escape pair is not split over two parts', () => {
  const filled = `${'a'.repeat(152)}€${'a'.repeat(152)}`
  assert.equal(measureSms(filled).units, 306)
  assert.equal(measureSms(filled).segments, 3)
})

test('a surrogate pair is not split over two parts', () => {
  const filled = `${'ë'.repeat(66)}👍${'ë'.repeat(66)}`
  assert.equal(measureSms(filled).units, 134)
  assert.equal(measureSms(filled).segments, 3)
})

test('the characters that force UCS-2 are named once each, in order', () => {
  const text = 'Patiënt Zoë ç – 👍 é ë'
  assert.equal(measureSms(text).encoding, 'ucs2')
  assert.deepEqual(offendingCharacters(text), ['ë', 'ç', '👍'])
})

test('the Dutch accents of GSM-7 stay, the others force UCS-2', () => {
  assert.equal(measureSms('é è ù ò ì ö ü ä ñ å ø à').encoding, 'gsm7')
  for (const character of 'ëïêâçÈ`´’…') assert.equal(measureSms(character).encoding, 'ucs2', character)
})

test('measuring agrees with the segment calculator of Twilio', () => {
  const mixed = fc.constantFrom(...'abc XYZ019@£$éèùìòÇØøΔΦ^{}[]~\\|€ëïêâç’“…–', '日', '本', 'ж', 'ب', '👍', '😊')
  const gsm7 = fc.constantFrom(...'abc XYZ019@£$éèùìòÇØøΔΦ^{}[]~\\|€')
  const texts = fc.oneof(
    fc.array(gsm7, { maxLength: 500 }).map((parts) => parts.join('')),
    fc.array(mixed, { maxLength: 300 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const oracle = new SegmentedMessage(text)
      const measure = measureSms(text)
      assert.equal(measure.encoding, oracle.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2')
      assert.equal(measure.segments, oracle.segmentsCount)
    }),
    { numRuns: 300 },
  )
})

test('every character is judged as the segment calculator of Twilio does', () => {
  for (let codeUnit = 0; codeUnit < 0xd800; codeUnit++) {
    const character = String.fromCharCode(codeUnit)
    const oracle = new SegmentedMessage(character).encodingName === 'GSM-7' ? 'gsm7' : 'ucs2'
    assert.equal(measureSms(character).encoding, oracle, codeUnit.toString(16))
  }
})

test('typography is replaced by characters that say the same', () => {
  assert.equal(
    toGsm7Lossless('‘Sint‑Jan’ – “zaal\u00a01”…\u202f14:30 ﬁets Ĳssel'),
    '\'Sint-Jan\' - "zaal 1"... 14:30 fiets IJssel',
  )
  assert.equal(toGsm7Lossless('cafe\u0301'), 'café')
})

test('no letter loses its accent', () => {
  for (const name of ['Zoë', 'patiënt', 'François', 'Müller', 'Škoda', 'Łukasz', 'Ömer Şahin']) {
    assert.equal(toGsm7Lossless(name), name)
  }
})

test('whatever the text, substitution keeps GSM-7 texts as they are and is done after one pass', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = toGsm7Lossless(text)
      if (measureSms(text).encoding === 'gsm7') assert.equal(once, text)
      assert.equal(toGsm7Lossless(once), once)
    }),
  )
})
