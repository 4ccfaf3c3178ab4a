import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fallbacksOf, intlTag, isLocale, localeOf, locales, textDirection } from './locales.ts'

test('all 43 locales of the contract are known, each once', () => {
  assert.equal(locales.length, 43)
  assert.equal(new Set(locales).size, 43)
  assert.ok(isLocale('pap-BQ'))
  assert.ok(!isLocale('nl-NL'))
})

test('a tag of a region or another spelling is read as the closest language there is', () => {
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
})

test('Papiamento of Aruba and Bonaire falls to that of Curaçao, then to Dutch, never to English', () => {
  assert.deepEqual(fallbacksOf('pap-AW'), ['pap-CW', 'nl'])
  assert.deepEqual(fallbacksOf('pap-BQ'), ['pap-CW', 'nl'])
  for (const locale of locales) assert.ok(!fallbacksOf(locale).includes('en'), locale)
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
