import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textDirection, type Locale } from '#/locales/locales.ts'
import { availableLocales, catalogueOf } from '#/messages/catalogues/catalogues.ts'
import { gsm7Locales } from '#/messages/catalogues/text-faults.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { exampleCostInput } from './example-cost.ts'
import { exampleAppointment, exampleMessageInput } from './example-message-input.ts'
import { exampleTexts } from './example-texts.ts'
import { messageKinds } from './message-input.ts'
import { parseReply } from '#/messages/replies/parse-reply.ts'
import { messageKeys } from '#/messages/source/source-texts.ts'
import { plainLatinLocales } from '#/messages/sms/plain-latin.ts'
import { renderSms } from '#/messages/sms/render-sms.ts'

const written = availableLocales()

test('a text message about one appointment takes one part in a language of GSM-7, and two at most in any other, on every day', () => {
  // The length of a date depends on the month, the weekday and the digits of the day: two weeks of each month have all.
  const days = [1, 2, 3, 4, 5, 6, 7, 22, 23, 24, 25, 26, 27, 28]
  const moments = Array.from({ length: 12 }, (_, index) =>
    days.map((day) => Temporal.Instant.fromEpochMilliseconds(Date.UTC(2027, index, day, 13, 30))),
  ).flat()
  for (const locale of written) {
    for (const kind of messageKinds) {
      const input = exampleCostInput(locale, kind, 'natural')
      for (const startsAt of moments) {
        const appointment = { ...input.appointments[0], startsAt, endsAt: startsAt.add({ minutes: 30 }) }
        const sms = renderSms({
          ...input,
          appointments: [appointment],
          renderedAt: startsAt.subtract({ hours: 24 }),
        })
        assert.ok(
          sms.segments <= (gsm7Locales.has(locale) ? 1 : 2),
          `${locale} ${kind}: ${sms.segments} for ${sms.text}`,
        )
      }
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

test('the word that people are asked to reply confirms in that language, also as they copy it', () => {
  for (const locale of written) {
    const word = yesWords[locale]
    assert.ok(catalogueOf(locale).texts['sms.replyYes'].includes(word), `${locale} asks for ${word}`)
    for (const reply of asCopied(word)) assert.equal(parseReply(reply, locale), 'confirm', `${locale} ${reply}`)
  }
})

test('the words that people are asked to reply to stop or start texts do so in every language, also as they copy them', () => {
  for (const locale of written) {
    for (const [asks, word, meaning] of [
      [/^stop\./, 'START', 'start'],
      [/^(?:start|help)\./, 'STOP', 'stop'],
    ] as const) {
      for (const key of messageKeys.filter((one) => asks.test(one))) {
        assert.ok(catalogueOf(locale).texts[key].includes(word), `${locale} ${key}`)
      }
      for (const reply of asCopied(word)) assert.equal(parseReply(reply, locale), meaning, `${locale} ${reply}`)
    }
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

/** The word for yes that the messages of each language ask for. */
// oxfmt-ignore
const yesWords: Readonly<Record<Locale, string>> = {
  en: 'YES', es: 'SÍ', 'zh-Hans': '是', 'zh-Hant': '是', hi: 'हाँ', ar: 'نعم', fr: 'OUI', pt: 'SIM', bn: 'হ্যাঁ', ru: 'ДА', ur: 'ہاں', id: 'YA',
  de: 'JA', ja: 'はい', tr: 'EVET', vi: 'CÓ', ko: '네', fa: 'بله', sw: 'NDIYO', ta: 'ஆம்', 'pa-Guru': 'ਹਾਂ', bg: 'ДА', hr: 'DA', cs: 'ANO',
  da: 'JA', nl: 'JA', et: 'JAH', fi: 'KYLLÄ', el: 'ΝΑΙ', hu: 'IGEN', ga: 'SEA', it: 'Sì', lv: 'JĀ', lt: 'TAIP', mt: 'IVA', pl: 'TAK', ro: 'DA',
  sk: 'ÁNO', sl: 'DA', sv: 'JA', 'pap-CW': 'SI', 'pap-AW': 'SI', 'pap-BQ': 'SI',
}

/** A word as it is, as keyboards write it, and with the quotation marks and full stops that people copy with it. */
function asCopied(word: string): string[] {
  return [
    word,
    word.toLowerCase(),
    ...['“”', '„“', '„”', '""', "''", '‘’', '「」', '『』', '«»', '»«', '‹›', '⁨⁩'].map(
      (pair) => `${pair[0]}${word}${pair[1]}`,
    ),
    ...['.', '!', '。', '।', '؛', ' ۔', '…'].map((mark) => `${word}${mark}`),
    `« ${word} »`,
  ]
}

/** Number of isolates open at the end; -1 when one is closed that was not opened. */
function depthOf(line: string): number {
  let depth = 0
  for (const character of line) {
    if (character === '\u2068') depth += 1
    if (character === '\u2069') depth -= 1
    if (depth < 0) return -1
  }
  return depth
}
