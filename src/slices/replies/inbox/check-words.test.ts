import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#/kernel/errors.ts'
import { checkWords } from './check-words.ts'

const own = { websiteUrl: 'https://delinde.example/', phoneNumber: '+31201234567', inboxEmail: 'balie@delinde.example' }

const faultOf = (text: string) => {
  try {
    checkWords(text, own)
    return null
  } catch (error) {
    return error instanceof AppError ? error.details[0]?.code : String(error)
  }
}

test('an answer names no link, address or number but those of the organization', () => {
  for (const refused of [
    'Kijk op http://evil.example/x',
    'Kijk op evil.example',
    'Kijk op www.evil.example',
    'Kijk op delinde.example.evil.example',
    'Mail naar iemand@evil.example',
    'Bel 06 12345678',
    'Bel +31 6 12 34 56 78',
    'Bel 06.12.34.56.78',
    'Bel ٠٦١٢٣٤٥٦٧٨',
  ])
    assert.equal(faultOf(refused), 'not_allowed', refused)
  for (const allowed of [
    'Uw moeder mag mee. Tot morgen!',
    'Kijk op delinde.example/route',
    'Kijk op https://www.delinde.example.',
    'Bel ons: 020-1234567 of +31 20 123 45 67',
    'Mail naar Balie@delinde.example',
    'Kan het op 03-12-2026 14.30 of 2026-12-04?',
    'Het is 12.30-13.00 op kamer 12',
  ])
    assert.equal(faultOf(allowed), null, allowed)
})

test('an answer is at most two text messages long', () => {
  assert.equal(faultOf('a'.repeat(300)), null)
  assert.equal(faultOf('é'.repeat(300)), null)
  assert.equal(faultOf('ж'.repeat(134)), null)
  assert.equal(faultOf('ж'.repeat(135)), 'too_long')
})
