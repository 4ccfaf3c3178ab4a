import assert from 'node:assert/strict'
import { test } from 'node:test'
import { francAll } from 'franc-all'
import { isLocale, locales, type Locale } from '#/locales/locales.ts'
import { messageKeys, sourceTexts, type MessageKey } from '#/messages/source/source-texts.ts'
import { availableLocales, catalogueOf } from './catalogues.ts'
import { languageFaults } from './written-in.ts'

/** The library's name of each locale's language (ISO 639-3). */
// oxfmt-ignore
const languages: Readonly<Record<Locale, string>> = {
  en: 'eng', es: 'spa', 'zh-Hans': 'cmn', 'zh-Hant': 'cmn', hi: 'hin', ar: 'arb', fr: 'fra', pt: 'por', bn: 'ben', ru: 'rus', ur: 'urd',
  id: 'ind', de: 'deu', ja: 'jpn', tr: 'tur', vi: 'vie', ko: 'kor', fa: 'pes', sw: 'swh', ta: 'tam', 'pa-Guru': 'pan', bg: 'bul', hr: 'hrv',
  cs: 'ces', da: 'dan', nl: 'nld', et: 'ekk', fi: 'fin', el: 'ell', hu: 'hun', ga: 'gle', it: 'ita', lv: 'lvs', lt: 'lit', mt: 'mlt',
  pl: 'pol', ro: 'ron', sk: 'slk', sl: 'slv', sv: 'swe', 'pap-CW': 'pap', 'pap-AW': 'pap', 'pap-BQ': 'pap',
}
const only = [...new Set(Object.values(languages))]

/** The texts by who reads them, long enough for the library to be sure. */
const parts = {
  all: /^/,
  recipients: /^(?:sms|email|stop|start|help|requestOpen|recipientCode|ambiguousReply)\b/,
  pages: /^page\./,
  staff: /^integration/,
} as const

for (const locale of availableLocales()) {
  test(`the texts of ${locale} are in its language, part by part`, () => {
    for (const [part, keys] of Object.entries(parts)) {
      const text = readable(locale, (key) => keys.test(key))
      assert.equal(languageOf(text), languages[locale], `${part}: ${text.slice(0, 200)}`)
    }
  })
}

test('the texts of a neighbour in the file of a language are found', () => {
  for (const near of ['ru bg', 'hr sl', 'cs sk', 'lv lt', 'da sv', 'es pt', 'et fi', 'ar fa', 'fa ur']) {
    const [one, other] = near.split(' ').filter(isLocale)
    assert.ok(one !== undefined && other !== undefined)
    for (const keys of Object.values(parts)) {
      assert.notEqual(languageOf(readable(one, (key) => keys.test(key))), languages[other], near)
      assert.notEqual(languageOf(readable(other, (key) => keys.test(key))), languages[one], near)
    }
  }
  for (const [locale, near] of [
    ['ru', 'bg'],
    ['pap-AW', 'pap-CW'],
    ['pap-CW', 'pap-AW'],
    ['zh-Hans', 'zh-Hant'],
    ['zh-Hant', 'zh-Hans'],
  ] as const) {
    const faults = messageKeys.filter((key) => languageFaults(locale, catalogueOf(near).texts[key]).length > 0)
    assert.ok(faults.length > messageKeys.length / 10, `${near} as ${locale}: ${faults.length}`)
  }
})

test('no text is in another script than its language has, or has words of English or Dutch left', () => {
  for (const locale of availableLocales()) {
    for (const key of messageKeys)
      assert.deepEqual(languageFaults(locale, catalogueOf(locale).texts[key]), [], `${locale} ${key}`)
  }
})

test('no sentence is left as it is in English or Dutch', () => {
  for (const locale of availableLocales().filter((one) => one !== 'en')) {
    const sources = [
      (key: MessageKey) => sourceTexts[key].text,
      ...(locale === 'nl' ? [] : [(key: MessageKey) => catalogueOf('nl').texts[key]]),
    ]
    for (const key of messageKeys.filter((one) => sourceTexts[one].use !== 'label')) {
      const text = catalogueOf(locale).texts[key]
      // A pattern of arguments and punctuation only may be the same everywhere, and "Info:" is understood in many languages.
      if (!/\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')) || /^Info\s?: \{link\}$/u.test(text)) continue
      for (const source of sources) assert.notEqual(text, source(key), `${locale} ${key}`)
    }
  }
})

test('what is in another script or language is found', () => {
  assert.match(languageFaults('ru', 'Прием appointment {holder}').join(), /appointment/)
  assert.match(languageFaults('pl', 'Wizyta в {holder}').join(), /в/)
  assert.match(languageFaults('de', 'Ihre afspraak bei {holder}').join(), /Dutch/)
  assert.match(languageFaults('fr', 'Your {count, plural, one {rendez-vous} other {rendez-vous}}').join(), /English/)
  assert.match(languageFaults('zh-Hans', '预約').join(), /約/)
  assert.deepEqual(
    languageFaults('el', '{count, plural, one {Ραντεβού} other {Ραντεβού}}: {holder}, START, Google'),
    [],
  )
  assert.equal(only.length, locales.length - 3)
})

/** Which of our languages a text is written in. The library does not know that Bulgarian has no ы, э and ё. */
function languageOf(text: string): string | undefined {
  return francAll(text, { only: /[ыэё]/i.test(text) ? only.filter((one) => one !== 'bul') : only })[0]?.[0]
}

function readable(locale: Locale, isMeant: (key: MessageKey) => boolean): string {
  const { texts } = catalogueOf(locale)
  return messageKeys
    .filter(isMeant)
    .map((key) => texts[key].replaceAll(/\{\w+(?:, plural,)?|\b(?:zero|one|two|few|many|other) ?(?=\{)|[{}#]/g, ' '))
    .join('\n')
}
