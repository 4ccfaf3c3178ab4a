import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cpuMsOf } from '#/kernel/time/cpu-ms-for-tests.ts'
import { locales, type Locale } from '#/locales/locales.ts'
import { parseReply, type Reply } from './parse-reply.ts'
import { repliesByLocale } from './replies-for-tests.ts'

const ofDutch: Readonly<Record<Reply, readonly string[]>> = {
  // oxfmt-ignore
  confirm: [
    'JA', 'ja', ' Ja! ', 'ja.', '"Ja"', 'Ja, dank u wel.', 'ja bedankt', 'Ja graag', 'ja hoor', 'ja, alvast bedankt', 'Ja ja', 'Ja 👍', 'ja?',
    'YES', 'Yes please', 'yes, thank you!', 'Yes thanks 😊', 'ok', 'OK.', 'Oké', 'oké!', 'oke', 'okay', 'Akkoord', 'Prima', 'ja prima', '👍', '👍🏽', '👍👍',
    'ok👍', '✔️', 'C', 'c', 'y', 'J', 'ＹＥＳ', 'Ja\nMet vriendelijke groet', 'JÁ', 'confirm', 'bevestigd',
    'oui', 'Oui merci', 'sim', 'Да', 'ναι', 'Ναι!', 'نعم', 'بله', 'آره', 'جی ہاں', 'हाँ', 'हां', 'जी हाँ', 'হ্যাঁ', 'ਹਾਂ', 'ਹਾਂ ਜੀ', 'ஆம்', 'ஆமாம்',
    '是', '是的', '好的', '確認', 'はい', 'はい。', '네', '예', 'Iya', 'evet', 'vâng', 'ndiyo', 'áno', 'jah', 'kyllä', 'joo', 'igen', 'jā', 'taip', 'iva',
  ],
  // oxfmt-ignore
  stop: [
    'STOP', 'stop', 'Stop.', ' "STOP" ', 'STOP!', 'Stop aub', 'please stop', 'STOP 12345', 'stop sms', 'UNSUBSCRIBE', 'Afmelden', 'afmelden graag',
    'UITSCHRIJVEN', 'end', 'QUIT', 'revoke', 'OPTOUT', 'OPT-OUT', 'opt out', 'Opt - Out', 'CANCEL', 'cancel.', 'Stopp', 'ARRÊT', 'arret', 'СТОП',
  ],
  stop_all: ['STOP ALL', 'Stop alles', 'stop alle berichten', 'STOPALL', 'stop all please'],
  start: ['START', 'start', 'Start.', 'UNSTOP', 'Aanmelden', 'start aub'],
  help: ['HELP', 'help!', 'Info', 'hulp', 'Aide'],
  // oxfmt-ignore
  other: [
    '', ' ', '?', '...', '12345', 'nee', 'No', 'ja maar kan het later', 'ja, kan het ook om 15:00?', 'Ja, ik kom met mijn dochter', 'yes but I will be late',
    'Ja 15', 'ja sms', 'ja 👎', '👎', 'ja nee', 'ok stop', 'stop ja', 'dank u', 'thanks', '😊', 'graag', 'please cancel', 'cancel my appointment', 'annuleren',
    'verzetten', 'kan ik bij u stoppen met roken', 'Ik wil stoppen met de behandeling', 'stop met bellen', 'wanneer start het?', 'weekend', 'the end of the day',
    'jan', 'nej', 'ne', 'no', 'không', '不是', 'いいえ', '아니요', 'है', 'ja '.repeat(9),
    // On these, languages differ: yes in one, something else in another.
    'tak', 'da', 'si', 'ano', 'dung', 'ya',
  ],
}

for (const [expected, texts] of Object.entries(ofDutch)) {
  test(`replies to a Dutch message that mean ${expected} are read as such`, () => {
    for (const text of texts) assert.equal(parseReply(text, 'nl'), expected, JSON.stringify(text))
  })
}

for (const locale of locales) {
  test(`replies to a message in ${locale} are read as people there write them`, () => {
    const { confirm, stop, start, help, other } = repliesByLocale[locale]
    for (const [meaning, texts] of Object.entries({ confirm, stop, start, help, other })) {
      for (const text of texts) assert.equal(parseReply(text, locale), meaning, JSON.stringify(text))
    }
  })
}

test('in every language the words that carriers stop on stop, and OK and a thumb confirm', () => {
  for (const locale of [...locales, null]) {
    for (const text of ['STOP', 'stop.', 'Stop please', 'END', 'QUIT', 'UNSUBSCRIBE', 'CANCEL', 'opt-out', 'Stopp']) {
      assert.equal(parseReply(text, locale), 'stop', `${locale} ${text}`)
    }
    for (const text of ['OK', 'ok!', 'Yes', '👍🏾'])
      assert.equal(parseReply(text, locale), 'confirm', `${locale} ${text}`)
    assert.equal(parseReply('START', locale), 'start', String(locale))
    assert.equal(parseReply('HELP', locale), 'help', String(locale))
  }
})

test('what languages understand differently is decided by that of the message, else by nobody', () => {
  const cases: readonly (readonly [text: string, confirmedIn: readonly Locale[], notIn: readonly (Locale | null)[]])[] =
    [
      ['tak', ['pl'], ['da', 'cs', 'sk', 'nl', null]],
      ['da', ['ro', 'hr', 'sl', 'ru', 'bg', 'vi'], ['nl', 'de', 'it', 'id', null]],
      ['ja', ['nl', 'de', 'da', 'sv', 'lv', 'sl'], ['pl', 'hr', 'fi', 'et', 'cs', null]],
      ['si', ['es', 'it', 'pap-CW'], ['ro', 'sw', 'fr', 'nl', null]],
      ['ano', ['cs', 'sk'], ['pl', 'it', null]],
      ['y', ['en', 'nl'], ['es']],
      ['ya', ['id'], ['es', 'tr', 'sw', null]],
      ['có', ['vi'], []],
      ['sea', ['ga'], ['en']],
    ]
  for (const [text, confirmedIn, notIn] of cases) {
    for (const locale of confirmedIn) assert.equal(parseReply(text, locale), 'confirm', `${text} in ${locale}`)
    for (const locale of notIn) assert.equal(parseReply(text, locale), 'other', `${text} in ${locale}`)
  }
})

test('accents tell words apart where they do', () => {
  assert.equal(parseReply('dừng', 'vi'), 'stop')
  assert.equal(parseReply('đúng', 'vi'), 'confirm')
  assert.equal(parseReply('dung', 'vi'), 'other')
  assert.equal(parseReply('já', 'cs'), 'other')
})

test('a text longer than any text message is read in a moment', async () => {
  const text = `ja${'\u0301\u0323'.repeat(500_000)}`
  assert.ok((await cpuMsOf(() => assert.equal(parseReply(text, 'nl'), 'other'))) < 1_000)
})

test('whatever arrives, it is read without an error', () => {
  const anyLocale = fc.constantFrom(...locales, null)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), anyLocale, (text, locale) => {
      assert.equal(typeof parseReply(text, locale), 'string')
    }),
  )
})
