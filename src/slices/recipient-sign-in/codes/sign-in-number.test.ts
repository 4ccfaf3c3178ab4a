import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#/kernel/errors.ts'
import { readSignInNumber } from './sign-in-number.ts'

const countries = ['NL', 'BE', 'DE', 'BQ']

test('one number in all its spellings is one number', () => {
  for (const text of [
    '+31612345678',
    '0612345678',
    '06 12 34 56 78',
    '06-12345678',
    '0031612345678',
    '+31 6 1234 5678',
    '+31 (0)6 12345678',
    '+31-6-1234-5678',
    '\uFF0B31612345678',
    '٠٦١٢٣٤٥٦٧٨',
    ' +31612345678 ',
  ])
    assert.deepEqual(readSignInNumber(text, countries), {
      phoneNumberE164: '+31612345678',
      country: 'NL',
      block: '+31612345',
    })
})

test('mobile numbers of the countries served are taken', () => {
  for (const [text, country] of [
    ['+32470123456', 'BE'],
    ['+4915123456789', 'DE'],
    ['+5993181234', 'BQ'],
  ])
    assert.equal(readSignInNumber(text ?? '', countries).country, country)
})

test('what costs extra, cannot receive a message or lies elsewhere is refused', () => {
  for (const text of [
    '+31900123456',
    '+319001234',
    '+31800123456',
    '+31201234567',
    '+31880123456',
    '+32902123456',
    '+4990012345678',
    '+447400123456',
    '+12025550123',
    '+882345678901',
    '+59995181234',
    'not a number',
    '+3161234567',
    '+31612345678 ext. 3',
    '+31612345678abc',
    'tel +31612345678',
    '+31612345678 or later',
    '+31612345678;phone-context=+31',
    'tel:+31612345678',
  ])
    assert.throws(
      () => readSignInNumber(text, countries),
      (error) => error instanceof AppError && error.code === 'VALIDATION_FAILED',
      text,
    )
})
