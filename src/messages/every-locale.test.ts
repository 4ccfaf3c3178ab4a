import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textDirection, type Locale } from '#/locales/locales.ts'
import { availableLocales, catalogueOf } from '#/messages/catalogues/catalogues.ts'
import { gsm7Locales } from '#/messages/catalogues/text-faults.ts'
import { renderDeletionSms } from '#/messages/email/render-deletion-notice.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { exampleCostInput } from './example-cost.ts'
import { exampleAppointment, exampleMessageInput } from './example-message-input.ts'
import { exampleTexts } from './example-texts.ts'
import { messageKinds, type MessageKind } from './message-input.ts'
import { parseReply } from '#/messages/replies/parse-reply.ts'
import { messageKeys } from '#/messages/source/source-texts.ts'
import { plainLatinLocales } from '#/messages/sms/plain-latin.ts'
import { renderSms, type RenderedSms } from '#/messages/sms/render-sms.ts'
import {
  renderAmbiguousReplyAnswer,
  renderConsentAcknowledgement,
  renderDeclinedAnswer,
  renderHelpAnswer,
  renderLinkedNotice,
  renderRecipientSignInCode,
} from '#/messages/sms/render-service-text.ts'

const written = availableLocales()

test('a text message about one appointment takes one part in a language of GSM-7, and two at most in any other, on every day', () => {
  // The ordinary case: a name of 25 letters, a place of 21 and a link of 46. The length of a date depends on the month,
  // the weekday and the digits of the day: a week of each month has all, as no day is longer with one digit.
  const moments = Array.from({ length: 12 }, (_, index) =>
    [22, 23, 24, 25, 26, 27, 28].map((day) =>
      Temporal.Instant.fromEpochMilliseconds(Date.UTC(2027, index, day, 13, 30)),
    ),
  ).flat()
  for (const locale of written) {
    for (const variant of variants) {
      const input = { ...exampleCostInput(locale, variant.kind, 'natural'), ...variant }
      for (const startsAt of moments) {
        const appointment = { ...input.appointments[0], startsAt, endsAt: startsAt.add({ minutes: 30 }) }
        const sms = renderSms({ ...input, appointments: [appointment], renderedAt: startsAt.subtract({ hours: 24 }) })
        assertParts(sms, gsm7Locales.has(locale) ? 1 : 2, `${locale} ${JSON.stringify(variant)}`)
      }
    }
  }
})

test('nor does it half a year ahead, when the date has its year', () => {
  for (const locale of gsm7Locales) {
    for (const variant of variants) {
      const input = { ...exampleCostInput(locale, variant.kind, 'natural'), ...variant }
      for (const month of ['01', '09']) {
        const startsAt = Temporal.Instant.from(`2027-${month}-22T13:30:00Z`)
        const appointment = { ...input.appointments[0], startsAt, endsAt: startsAt.add({ minutes: 30 }) }
        const renderedAt = startsAt.subtract({ hours: 24 * 300 })
        const sms = renderSms({ ...input, appointments: [appointment], renderedAt })
        assertParts(sms, 1, `${locale} ${JSON.stringify(variant)}`)
        assert.match(sms.text, /2027/)
      }
    }
  }
})

test('no text message takes more than two parts, whatever the names, titles, places and link, and however many appointments of one day', () => {
  const startsAt = Temporal.Instant.from('2027-09-22T06:30:00Z')
  const link = `https://tijdig.example/a/${'x'.repeat(45)}`
  for (const locale of written) {
    for (const variant of [...variants, ...toHouseholds]) {
      for (const count of 'isHousehold' in variant ? [2, 6] : isOfBatch(variant.kind) ? [1, 2, 6] : [1, 2, 4]) {
        const [first, ...others] = Array.from({ length: count }, (_, index) =>
          exampleAppointment({
            startsAt: startsAt.add({ hours: index }),
            endsAt: startsAt.add({ hours: index, minutes: 20 }),
            place: `Burgemeester Van Lindenstraat 1234, ${'gebouw B '.repeat(18)}`,
            title: 'Een behandeling met een lange naam'.repeat(3),
          }),
        )
        assert.ok(first)
        const sms = renderSms({
          ...exampleCostInput(locale, variant.kind, 'natural'),
          ...variant,
          holder: { displayName: longName, phoneNumber: null, websiteUrl: null },
          appointments: [first, ...others],
          link,
          // Nobody is reminded together with others half a year ahead.
          ...(('isHousehold' in variant || (isOfBatch(variant.kind) && count > 1)) && {
            renderedAt: startsAt.subtract({ hours: 30 * 24 }),
          }),
        })
        assertParts(sms, 2, `${locale} ${JSON.stringify(variant)} ${count}`)
        assertHonest(sms.text, `${locale} ${JSON.stringify(variant)} ${count}`)
      }
    }
  }
})

test('a text message to a household takes two parts at most in every month, also of six and with a name in other letters, and a prompt of four one part in a language of GSM-7', () => {
  const months = Array.from({ length: 12 }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds(Date.UTC(2027, index, 22, 8, 30)),
  )
  const names = { 'Huisartsenpraktijk Linden': 6, 'عيادة النور لطب الأسنان': 6, [longName]: 6, [longArabicName]: 5 }
  for (const locale of written) {
    for (const variant of toHouseholds) {
      const input = { ...exampleCostInput(locale, variant.kind, 'natural'), ...variant }
      for (const [displayName, countMax] of Object.entries(names)) {
        for (const startsAt of months) {
          const all = Array.from({ length: countMax }, (_, index) => {
            const at = startsAt.add({ minutes: 5 * index })
            return { ...input.appointments[0], startsAt: at, endsAt: at.add({ minutes: 5 }) }
          })
          for (let count = 2; count <= countMax; count += 1) {
            const [first = exampleAppointment(), ...others] = all.slice(0, count)
            const sms = renderSms({
              ...input,
              holder: { ...input.holder, displayName },
              appointments: [first, ...others],
              renderedAt: startsAt.subtract({ hours: 24 }),
            })
            const isShort = sms.encoding === 'gsm7' && variant.canReply && count <= 4 && displayName.length <= 25
            assertParts(sms, isShort ? 1 : 2, `${locale} ${JSON.stringify(variant)} ${count} ${displayName}`)
          }
        }
      }
    }
  }
})

test('answers to replies, codes and notices take one part in a language of GSM-7, and two at most in any other or with a long name', () => {
  for (const locale of written) {
    for (const [name, sms] of Object.entries(serviceTexts(locale, 'Huisartsenpraktijk Linden')))
      assertParts(sms, gsm7Locales.has(locale) ? 1 : 2, `${locale} ${name}`)
    for (const holder of [longName, 'عيادة النور لطب الأسنان', '林歯科クリニック', 'Praktijk Zoë'])
      for (const [name, sms] of Object.entries(serviceTexts(locale, holder))) assertParts(sms, 2, `${locale} ${name}`)
  }
})

test('a text message with a link or a code names who sends it, and no link stands without a word before it', () => {
  for (const locale of written) {
    for (const { name, sms } of exampleTexts(locale)) if (sms !== null) assertHonest(sms.text, `${locale} ${name}`)
    for (const canReply of [true, false]) {
      for (const kind of messageKinds) {
        const { text } = renderSms({ ...exampleCostInput(locale, kind, 'natural'), canReply })
        assertHonest(text, `${locale} ${kind}`)
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

test('marks of direction are balanced, stand around every name that runs the other way and, in left-to-right texts, nowhere else, and every character is assigned', () => {
  for (const locale of written) {
    for (const { name, text } of exampleTexts(locale)) {
      assert.doesNotMatch(text, /[\p{Co}\p{Cn}\p{Cs}]|(?!\n)\p{Cc}/u, `${locale} ${name}`)
      assert.doesNotMatch(text, /[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]/, `${locale} ${name}`)
      if (textDirection(locale) === 'ltr') {
        const unmarked = text.replaceAll(/\u2068[^\u2069]*\p{Script=Arabic}[^\u2069]*\u2069/gu, '')
        assert.doesNotMatch(unmarked, /\p{Bidi_Control}|\p{Script=Arabic}/u, `${locale} ${name}`)
      }
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

const longName = 'Gezondheidscentrum en Huisartsenpraktijk De Grote Lindeboom aan de Vecht'

const longArabicName = 'مركز النور الطبي التخصصي لطب وجراحة الأسنان والفم والوجه'

/** Every kind of message, with and without a reply, an open request and another place. */
const variants = messageKinds.flatMap((kind) => [
  { kind, canReply: false, requestOpen: false },
  { kind, canReply: true, requestOpen: true },
  ...(kind === 'confirm_prompt' ? [{ kind, canReply: true, requestOpen: false }] : []),
  ...(kind === 'change' ? [{ kind, canReply: false, requestOpen: false, changed: 'place' as const }] : []),
  ...(kind === 'change' ? [{ kind, canReply: false, requestOpen: true, changed: 'place' as const }] : []),
])

/** A batch tells up to six appointments of one telephone at once. */
const isOfBatch = (kind: MessageKind) => kind === 'cancellation' || kind === 'delay' || kind === 'postponed'

/** To several people who share a telephone. */
const toHouseholds = [
  { kind: 'reminder', canReply: false, requestOpen: false, isHousehold: true },
  { kind: 'reminder', canReply: false, requestOpen: true, isHousehold: true },
  { kind: 'confirm_prompt', canReply: true, requestOpen: false, isHousehold: true },
  { kind: 'confirm_prompt', canReply: false, requestOpen: false, isHousehold: true },
] as const

function serviceTexts(locale: Locale, holderDisplayName: string): Record<string, RenderedSms> {
  const localePreferences = [locale]
  const answers = (['stop', 'start'] as const).flatMap((word) =>
    (['holder', 'number', 'everywhere'] as const).map((scope) => [
      `${word} ${scope}`,
      renderConsentAcknowledgement(word, { localePreferences, scope, holderDisplayName }),
    ]),
  )
  return {
    ...Object.fromEntries(answers),
    'stop household': renderConsentAcknowledgement('stop', {
      localePreferences,
      scope: 'household',
      holderDisplayName,
    }),
    help: renderHelpAnswer(localePreferences, holderDisplayName),
    'ambiguous yes': renderAmbiguousReplyAnswer(localePreferences),
    declined: renderDeclinedAnswer(
      localePreferences,
      holderDisplayName,
      'https://tijdig.example/a/31LcIGnBL1NxRbGc3pcL2x',
    ),
    code: renderRecipientSignInCode({
      localePreferences,
      code: '012345',
      validMinutes: 10,
      originHost: 'app.tijdig.example',
    }),
    linked: renderLinkedNotice(localePreferences, 'https://app.tijdig.example/my/appointments'),
    deletion: renderDeletionSms({ localePreferences, message: '' }),
  }
}

function assertParts(sms: RenderedSms, atMost: number, of: string): void {
  assert.ok(sms.segments <= atMost, `${of}: ${sms.segments} parts of ${sms.encoding} for ${sms.text}`)
}

/** Names its sender when it asks to tap or to type something, and says before a link what is there. */
function assertHonest(text: string, of: string): void {
  if (/https:|#\d/.test(text))
    assert.match(text, /Tijdig|Linde|Huisarts|Gezondheids|Apotheek|Hospital|عيادة/, `${of}: ${text}`)
  assert.doesNotMatch(text, /(?:^|[.。!！?？؟।۔…]\u2069?\s*)https:/u, `${of}: ${text}`)
  assert.doesNotMatch(text, /(?<![\p{L}\p{M}]\s?[:：]\s?)https:/u, `${of}: ${text}`)
}

/** The word for yes that the messages of each language ask for. */
// oxfmt-ignore
const yesWords: Readonly<Record<Locale, string>> = {
  en: 'YES', es: 'SI', 'zh-Hans': '是', 'zh-Hant': '是', hi: 'हाँ', ar: 'نعم', fr: 'OUI', pt: 'SIM', bn: 'হ্যাঁ', ru: 'ДА', ur: 'ہاں', id: 'YA',
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
