import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseReply, type Reply } from './parse-reply.ts'

const cases: Readonly<Record<Reply, readonly string[]>> = {
  // oxfmt-ignore
  confirm: [
    'JA', 'ja', ' Ja! ', 'ja.', '"Ja"', 'Ja, dank u wel.', 'ja bedankt', 'Ja graag', 'ja hoor', 'ja, alvast bedankt', 'Ja ja', 'Ja 👍', 'ja?',
    'YES', 'Yes please', 'yes, thank you!', 'Yes thanks 😊', 'ok', 'OK.', 'Oké', 'oke', 'okay', 'Akkoord', 'Prima', 'ja prima', '👍', '👍🏽', '👍👍',
    'ok👍', '✔️', 'C', 'c', 'y', 'J', 'ＹＥＳ', 'Ja\nMet vriendelijke groet', 'JÁ',
    'sí', 'oui', 'Oui merci', 'sim', 'da', 'Да', 'ναι', 'Ναι!', 'نعم', 'بله', 'آره', 'جی ہاں', 'हाँ', 'हां', 'जी हाँ', 'হ্যাঁ', 'ਹਾਂ', 'ਹਾਂ ਜੀ', 'ஆம்', 'ஆமாம்',
    '是', '是的', '好的', '確認', 'はい', 'はい。', '네', '예', 'ya', 'Iya', 'evet', 'vâng', 'ndiyo', 'ano', 'áno', 'jah', 'kyllä', 'joo', 'igen',
    'sì', 'jā', 'taip', 'iva', 'tak', 'bevestigd', 'confirm',
  ],
  // oxfmt-ignore
  stop: [
    'STOP', 'stop', 'Stop.', ' "STOP" ', 'STOP!', 'Stop aub', 'please stop', 'STOP 12345', 'stop sms', 'UNSUBSCRIBE', 'Afmelden', 'afmelden graag',
    'UITSCHRIJVEN', 'end', 'QUIT', 'revoke', 'OPTOUT', 'OPT-OUT', 'opt out', 'Opt - Out', 'CANCEL', 'cancel.',
  ],
  stop_all: ['STOP ALL', 'Stop alles', 'stop alle berichten', 'STOPALL', 'stop all please'],
  start: ['START', 'start', 'Start.', 'UNSTOP', 'Aanmelden', 'start aub'],
  // oxfmt-ignore
  other: [
    '', ' ', '?', '...', '12345', 'nee', 'No', 'ja maar kan het later', 'ja, kan het ook om 15:00?', 'Ja, ik kom met mijn dochter', 'yes but I will be late',
    'Ja 15', 'ja 👎', '👎', 'ja nee', 'ok stop', 'stop ja', 'dank u', 'thanks', '😊', 'graag', 'please cancel', 'cancel my appointment', 'annuleren', 'verzetten',
    'kan ik bij u stoppen met roken', 'Ik wil stoppen met de behandeling', 'stop met bellen', 'wanneer start het?', 'weekend', 'the end of the day',
    'jan', 'nej', 'ne', 'no', 'không', '不是', 'いいえ', '아니요', 'है', 'ja '.repeat(9),
  ],
}

for (const [expected, texts] of Object.entries(cases)) {
  test(`replies that mean ${expected} are read as such`, () => {
    for (const text of texts) assert.equal(parseReply(text), expected, JSON.stringify(text))
  })
}

test('a text longer than any text message is read in a moment', () => {
  const startedAt = performance.now()
  assert.equal(parseReply(`ja${'\u0301\u0323'.repeat(500_000)}`), 'other')
  assert.ok(performance.now() - startedAt < 1_000)
})

test('whatever arrives, it is read without an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => typeof parseReply(text) === 'string'))
})
