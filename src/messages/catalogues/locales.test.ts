import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogues } from './catalogues.ts'
import { chooseLocale, intlTag, isLocale, localeOf, locales, textDirection, textIn } from './locales.ts'

test('all 43 locales of the contract are known, each once', () => {
  assert.equal(locales.length, 43)
  assert.equal(new Set(locales).size, 43)
  assert.ok(isLocale('pap-BQ'))
  assert.ok(!isLocale('nl-NL'))
})

test('the recipient is asked first, then the holder', () => {
  assert.deepEqual(chooseLocale(['en', 'nl']), { locale: 'en', isFallback: false })
  assert.deepEqual(chooseLocale([null, 'en']), { locale: 'en', isFallback: false })
})

test('a language without a catalogue falls back and says so', () => {
  assert.deepEqual(chooseLocale(['xx', 'en']), { locale: 'en', isFallback: true })
  assert.deepEqual(chooseLocale(['xx', null]), { locale: 'nl', isFallback: true })
  assert.deepEqual(chooseLocale(['toString']), { locale: 'nl', isFallback: true })
})

test('a tag of a region or another spelling is read as the closest language there is', () => {
  assert.deepEqual(chooseLocale(['nl-BE']), { locale: 'nl', isFallback: false })
  assert.deepEqual(chooseLocale(['EN-gb', 'nl']), { locale: 'en', isFallback: false })
  assert.deepEqual(['zh-TW', 'zh', 'pa-IN', 'pt-BR', 'pap', 'sr', 'nl-a', '', 'toString'].map(localeOf), [
    'zh-Hant',
    'zh-Hans',
    'pa-Guru',
    'pt',
    'pap-CW',
    null,
    null,
    null,
    null,
  ])
  assert.equal(textIn({ nl: 'Controle', en: 'Check-up' }, [null, 'sr', 'en-GB', 'nl']), 'Check-up')
  assert.equal(textIn({ fr: 'Contrôle' }, ['nl', 'toString']), null)
})

test('without any wish the text is Dutch, and that is no fallback', () => {
  assert.deepEqual(chooseLocale([]), { locale: 'nl', isFallback: false })
  assert.deepEqual(chooseLocale([null, null]), { locale: 'nl', isFallback: false })
})

test('Arabic, Persian and Urdu run from right to left, nothing else', () => {
  assert.deepEqual(
    locales.filter((locale) => textDirection(locale) === 'rtl'),
    ['ar', 'ur', 'fa'],
  )
})

test('Intl knows the tag of every locale and keeps Western digits and the Gregorian calendar', () => {
  for (const locale of locales) {
    const format = new Intl.DateTimeFormat(intlTag(locale))
    const { calendar, numberingSystem } = format.resolvedOptions()
    assert.deepEqual([calendar, numberingSystem], ['gregory', 'latn'], locale)
    assert.equal(Intl.DateTimeFormat.supportedLocalesOf(intlTag(locale)).length, 1, locale)
  }
})

test('a catalogue in a language Intl does not know brings its own words for dates', () => {
  for (const [locale, catalogue] of Object.entries(catalogues)) {
    if (Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0) assert.notEqual(catalogue.dateWords, null, locale)
  }
})
