import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { flattenOptional, flattenText, isolateFor, isolateValues, truncateText } from './inserted-text.ts'

test('line breaks and control characters become one space', () => {
  assert.equal(flattenText('De Linde\r\nBcc: x@example.org\u0000\u2028\tend '), 'De Linde Bcc: x@example.org end')
})

test('whatever is inserted, it stays on one line and starts no direction of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const flat = flattenText(value)
      assert.doesNotMatch(flat, /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u)
      assert.ok(flat.isWellFormed())
      assert.equal(flattenText(flat), flat)
    }),
  )
})

test('characters that turn text around or hide in it are dropped', () => {
  assert.equal(flattenText('Prak\u00adtijk\u200b \u202eedniL\u202c'), 'Praktijk edniL')
})

test('a blank value counts as absent', () => {
  assert.equal(flattenOptional(' \n'), null)
  assert.equal(flattenOptional(''), null)
  assert.equal(flattenOptional(null), null)
  assert.equal(flattenOptional('x'), 'x')
})

test('a long name is cut at a word and says so', () => {
  assert.equal(truncateText('Praktijk De Linde', 17), 'Praktijk De Linde')
  assert.equal(truncateText('Gezondheidscentrum De Grote Lindeboom', 30), 'Gezondheidscentrum De Grote...')
  assert.equal(truncateText('Gezondheidscentrum, De Grote Lindeboom', 23), 'Gezondheidscentrum...')
  assert.equal(truncateText('Kindergeneeskundecentrum', 10), 'Kinderg...')
})

test('cutting keeps the limit and never breaks a grapheme', () => {
  assert.equal(truncateText('👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 15), '👩‍👩‍👧‍👧...')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 40 }), (value, limit) => {
      const cut = truncateText(value, limit)
      assert.ok(cut.length <= limit)
      assert.ok(cut.isWellFormed())
    }),
  )
})

test('values are set apart in right-to-left languages only', () => {
  assert.equal(isolateFor('ar', 'De Linde'), '\u2068De Linde\u2069')
  assert.equal(isolateFor('nl', 'De Linde'), 'De Linde')
})

test('in a right-to-left message every text is set apart, but no address and no number', () => {
  const values = { holder: 'De Linde', count: 2, link: 'https://tijdig.example/a/1' }
  assert.deepEqual(isolateValues('ar', values), { ...values, holder: '\u2068De Linde\u2069' })
  assert.deepEqual(isolateValues('nl', values), values)
})
