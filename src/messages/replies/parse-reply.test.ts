import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cpuMsOf } from '#/kernel/time/cpu-ms-for-tests.ts'
import { locales, type Locale } from '#/locales/locales.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { parseReply, type Reply } from './parse-reply.ts'
import { sentencesOf } from './sentences-for-tests.ts'

const ofDutch: Readonly<Record<Reply, readonly string[]>> = {
  // oxfmt-ignore
  confirm: [
    'JA', 'ja', ' Ja! ', 'ja.', '"Ja"', 'Ja, dank u wel.', 'ja bedankt', 'Ja graag', 'ja hoor', 'ja, alvast bedankt', 'Ja ja', 'Ja 👍', 'jaaaaa', 'JA!!!',
    'YES', 'Yes please', 'yes, thank you!', 'Yes thanks 😊', 'ok', 'OK.', 'Oké', 'oké!', 'oke', 'okay', 'Akkoord', 'Prima', 'ja prima', '👍', '👍🏽', '👍👍',
    'ok👍', '✔️', 'J', 'ＹＥＳ', 'Ja\nMet vriendelijke groet', 'bevestigd', 'klopt', 'ja klopt', 'jazeker', 'ik ben er', 'ja tot dan', 'in orde',
  ],
  // oxfmt-ignore
  declined: [
    'nee', 'Nee.', 'NEE!!!', 'nee, helaas', 'nee dank u', 'Ik kan niet', 'helaas kan ik niet komen', 'Afmelden', 'Meld mij af aub', 'Uitschrijven', 'annuleren',
    'Ik wil mijn afspraak annuleren', '👎', 'sorry, ik kan niet',
  ],
  // oxfmt-ignore
  stop: ['STOP', 'stop', 'Stop.', ' "STOP" ', 'STOP!', 'Stop aub', 'please stop', 'STOP 12345', 'stop sms', 'UNSUBSCRIBE', 'OPTOUT', 'OPT-OUT', 'opt out', 'Stopp', 'geen berichten meer'],
  stop_all: ['STOP ALL', 'Stop alles', 'STOPALL', 'stop all please'],
  stop_unclear: ['CANCEL', 'cancel.', 'End', 'QUIT', 'revoke'],
  start: ['START', 'start', 'Start.', 'UNSTOP', 'start aub'],
  help: ['HELP', 'help!', 'Info', 'hulp'],
  // oxfmt-ignore
  other: [
    '', ' ', '?', '...', '12345', 'ja?', 'ok?', 'Ja？', 'ja⁇', 'ja ❓', 'stop?', 'nee?', 'ja maar kan het later', 'ja, kan het ook om 15:00?', 'Ja, ik kom met mijn dochter',
    'yes but I will be late', 'Ja 15', 'ja sms', 'ja 👎', 'ja nee', 'ok stop', 'stop ja', 'dank u', 'thanks', '😊', 'graag', 'verzetten', 'joh',
    'kan ik bij u stoppen met roken', 'Ik wil stoppen met de behandeling', 'stop met bellen', 'wanneer start het', 'weekend', 'the end of the day', 'aanmelden',
    'oui', 'sim', 'Да', 'ναι', 'نعم', 'हाँ', '是', 'はい', '네', 'evet', 'nai', 'acha', 'iya', 'der', 'baja', 'para', 'sair', 'c', 'ja '.repeat(17),
  ],
}

for (const [expected, texts] of Object.entries(ofDutch)) {
  test(`replies to a Dutch message that mean ${expected} are read as such`, () => {
    for (const text of texts) assert.equal(parseReply(text, 'nl'), expected, JSON.stringify(text))
  })
}

for (const locale of locales) {
  test(`replies to a message in ${locale} are read as people there write them`, () => {
    const sentences = sentencesOf(locale)
    const count = (...meanings: string[]) => sentences.filter(({ meaning }) => meanings.includes(meaning)).length
    assert.ok(count('other', 'declined') >= 20 && count('declined') >= 5 && count('confirm') >= 10, 'There are too few')
    for (const { meaning, text } of sentences) assert.equal(parseReply(text, locale), meaning, JSON.stringify(text))
  })
}

/**
 * Words that mean one thing in the language they were written in and another in that of the message, which decides.
 * Reviewed, so that none gets there by accident: meaning there, that language, the words.
 */
const reviewedWords = new URL('read-otherwise.txt', import.meta.url)

test('a sentence of one language is a yes, no or stop in no other that reads it otherwise, but for the words reviewed', () => {
  const found = new Set<string>()
  const meanings = new Map<string, Set<string>>()
  for (const { meaning, text } of locales.flatMap(sentencesOf))
    meanings.set(text, (meanings.get(text) ?? new Set()).add(meaning))
  for (const [text, own] of meanings) {
    const known = parseReply(text, null)
    for (const locale of locales) {
      const meaning = parseReply(text, locale)
      if (meaning !== 'other' && meaning !== known && (own.size > 1 || !own.has(meaning)))
        found.add(`${meaning}\t${locale}\t${text}`)
    }
  }
  const reviewed = readFileSync(reviewedWords, 'utf8').trimEnd().split('\n')
  assert.deepEqual([...found].toSorted(), reviewed)
})

test('somebody whose language is unknown is understood by the short list alone', () => {
  for (const text of [
    'ja',
    'oui',
    'sí',
    'да',
    'ναι',
    'nai',
    'نعم',
    'हाँ',
    'はい',
    'nee',
    'no',
    'acha',
    'baja',
    'para',
    'geen berichten meer',
  ])
    assert.equal(parseReply(text, null), 'other', text)
  for (const text of ['yes', 'OK', '👍']) assert.equal(parseReply(text, null), 'confirm', text)
  assert.equal(parseReply('👎', null), 'declined')
  assert.equal(parseReply('yes?', null), 'other')
})

test('in every language the words that carriers stop on stop, those that may mean the appointment too, and OK and a thumb confirm', () => {
  for (const locale of [...locales, null]) {
    for (const text of ['STOP', 'stop.', 'Stop please', 'UNSUBSCRIBE', 'opt-out', 'Stopp'])
      assert.equal(parseReply(text, locale), 'stop', `${locale} ${text}`)
    for (const text of ['CANCEL', 'END', 'QUIT', 'Revoke'])
      assert.equal(parseReply(text, locale), 'stop_unclear', `${locale} ${text}`)
    for (const text of ['OK', 'ok!', 'Yes', '👍🏾'])
      assert.equal(parseReply(text, locale), 'confirm', `${locale} ${text}`)
    assert.equal(parseReply('START', locale), 'start', String(locale))
    assert.equal(parseReply('HELP', locale), 'help', String(locale))
  }
})

test('what our own messages ask people to type, and the words of our own buttons, are understood in every language', () => {
  for (const locale of locales) {
    const asked = formatMessage(locale, 'sms.replyYes', {})
    const words = asked.match(/[\p{L}\p{M}]+/gu) ?? []
    assert.ok(
      words.some((word) => parseReply(word, locale) === 'confirm'),
      `${locale}: ${asked}`,
    )
    const button = buttonOf(locale)
    assert.equal(parseReply(button, locale), 'confirm', `${locale}: ${button}`)
  }
})

/** "Yes, I will come", as the page of a message says it: of one appointment. */
function buttonOf(locale: Locale): string {
  const path = new URL(`../../../web/recipient/locales/${locale}.po`, import.meta.url)
  const id = '{0, plural, one {Yes, I will come} other {Yes, I will come to # appointments}}'
  const entry =
    readFileSync(path, 'utf8')
      .split('\n\n')
      .find((block) => block.includes(`msgid "${id}"`)) ?? ''
  const text = /^msgstr "(?<text>.*)"$/m.exec(entry)?.groups?.['text'] ?? ''
  return (
    (/=1 \{(?<one>[^}]*)\}/.exec(text) ?? /(?:one|other) \{(?<one>[^}]*)\}/.exec(text))?.groups?.['one'] ??
    assert.fail(`${locale} has no button`)
  )
}

test('accents tell words apart where they do', () => {
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
