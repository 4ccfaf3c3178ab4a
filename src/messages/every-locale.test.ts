import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textDirection } from '#/locales/locales.ts'
import { availableLocales, catalogueOf } from './catalogues/catalogues.ts'
import { gsm7Locales } from './catalogues/text-faults.ts'
import { renderEmail } from './email/render-email.ts'
import { exampleCost, exampleCostInput } from './example-cost.ts'
import { exampleAppointment, exampleMessageInput } from './example-message-input.ts'
import { exampleTexts } from './example-texts.ts'
import { messageKinds } from './message-input.ts'
import { parseReply } from './replies/parse-reply.ts'
import { plainLatinLocales } from './sms/plain-latin.ts'
import { renderSms } from './sms/render-sms.ts'

const written = availableLocales()

test('a text message about one appointment takes one part in a language of GSM-7, and two at most in any other', () => {
  for (const locale of written) {
    for (const kind of messageKinds) {
      const { segments, encoding } = exampleCost(locale, kind, 'natural')
      assert.ok(segments <= (gsm7Locales.has(locale) ? 1 : 2), `${locale} ${kind}: ${segments} in ${encoding}`)
    }
  }
})

test('in plain Latin letters a text message takes one part, and nothing else changes its letters', () => {
  for (const locale of written) {
    for (const kind of messageKinds) {
      const natural = renderSms(exampleCostInput(locale, kind, 'natural'))
      const plain = renderSms(exampleCostInput(locale, kind, 'plain_latin'))
      if (!plainLatinLocales.has(locale)) assert.deepEqual(plain, natural, `${locale} ${kind}`)
      else assert.deepEqual([plain.encoding, plain.segments], ['gsm7', 1], `${locale} ${kind}: ${plain.text}`)
    }
  }
})

test('the word that people are asked to reply is understood as a yes', () => {
  for (const locale of written) {
    const words = catalogueOf(locale).texts['sms.replyYes'].split(/[^\p{L}\p{M}]+/u)
    assert.ok(
      words.some((word) => word !== '' && parseReply(word, locale) === 'confirm'),
      `${locale}: ${words.join(' ')}`,
    )
  }
})

test('every text tells the time of the appointment, also on the two days on which the clock changes', () => {
  const cases = [
    ['2027-03-28T00:59:00Z', /(?<!\d)01[:.]59(?!\d)/, /(?<!\d)28(?!\d)/],
    ['2027-03-28T01:00:00Z', /(?<!\d)03[:.]00(?!\d)/, /(?<!\d)28(?!\d)/],
    ['2027-10-31T00:30:00Z', /(?<!\d)02[:.]30(?!\d)/, /(?<!\d)31(?!\d)/],
    ['2027-10-31T01:30:00Z', /(?<!\d)02[:.]30(?!\d)/, /(?<!\d)31(?!\d)/],
    ['2027-10-31T02:30:00Z', /(?<!\d)03[:.]30(?!\d)/, /(?<!\d)31(?!\d)/],
  ] as const
  for (const locale of written) {
    for (const [instant, time, day] of cases) {
      const startsAt = Temporal.Instant.from(instant)
      const appointment = exampleAppointment({ startsAt, endsAt: startsAt.add({ minutes: 20 }), place: null })
      const input = exampleMessageInput({ localePreferences: [locale], appointments: [appointment], link: null })
      const mail = renderEmail(input)
      for (const text of [renderSms(input).text, mail.subject, mail.text, mail.html]) {
        assert.match(text, time, `${locale} ${instant} ${text}`)
        assert.match(text, day, `${locale} ${instant} ${text}`)
      }
    }
  }
})

test('marks of direction are balanced and stand in right-to-left texts alone, and every character is assigned', () => {
  for (const locale of written) {
    for (const { name, text } of exampleTexts(locale)) {
      assert.doesNotMatch(text, /[\p{Co}\p{Cn}\p{Cs}]|(?!\n)\p{Cc}/u, `${locale} ${name}`)
      assert.doesNotMatch(text, /[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]/, `${locale} ${name}`)
      if (textDirection(locale) === 'ltr') assert.doesNotMatch(text, /\p{Bidi_Control}/u, `${locale} ${name}`)
      for (const line of text.split('\n')) assert.equal(depthOf(line), 0, `${locale} ${name}: ${line}`)
    }
  }
})

test('every mail says its language and direction', () => {
  for (const locale of written) {
    const { html } = renderEmail(exampleMessageInput({ localePreferences: [locale] }))
    assert.match(html, new RegExp(`<html lang="${locale}" dir="${textDirection(locale)}">`))
  }
})

/** How many isolates are open at the end; -1 as soon as one is closed that was not opened. */
function depthOf(line: string): number {
  let depth = 0
  for (const character of line) {
    if (character === '\u2068') depth += 1
    if (character === '\u2069') depth -= 1
    if (depth < 0) return -1
  }
  return depth
}
