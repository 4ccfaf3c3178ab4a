import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#/locales/locales.ts'
import { renderStaffAnswer, type StaffAnswerTemplate } from './render-staff-answer.ts'

const templates: readonly StaffAnswerTemplate[] = [
  'received',
  'call_us',
  'we_will_call',
  'appointment_stands',
  'use_the_link',
  'come_anyway',
  'wrong_number',
  'thanks',
]
const input = { holderDisplayName: 'Praktijk De Linde', link: 'https://app.tijdig.example/a/0123456789abc' } as const

test('each answer in each language is one text message of GSM-7 or at most two of UCS-2, and names who answers', () => {
  for (const locale of locales) {
    for (const template of templates) {
      const one = { ...input, answer: { template }, localePreferences: [locale], smsAlphabet: 'natural' } as const
      const { text, encoding, segments, locale: written } = renderStaffAnswer(one)
      assert.equal(written, locale)
      assert.ok(segments <= (encoding === 'gsm7' ? 1 : 2), `${locale} ${template}: ${segments} of ${encoding}`)
      assert.ok(text.includes(input.holderDisplayName), text)
      assert.equal(text.includes(input.link), template === 'use_the_link', text)
    }
  }
})
