import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endonyms } from './endonyms.ts'
import { locales } from './locales.ts'
import { readLocale } from './read-locale.ts'

test('a file names a language by its tag, that of a region, or its name', () => {
  for (const locale of locales) {
    assert.equal(readLocale(locale), locale)
    assert.equal(readLocale(locale.toUpperCase()), locale)
    assert.equal(readLocale(endonyms[locale]), locale)
  }
  for (const [given, locale] of [
    ['nl-BE', 'nl'],
    ['de_DE', 'de'],
    ['zh-TW', 'zh-Hant'],
    [' Duits ', 'de'],
    ['TURKISH', 'tr'],
    ['türkçe', 'tr'],
    ['Italiaans', 'it'],
    ['Portugees', 'pt'],
    ['Roemeens', 'ro'],
    ['Rumänisch', 'ro'],
    ['Persian', 'fa'],
    ['Chinees', 'zh-Hans'],
    ['Chinese (Traditional)', 'zh-Hant'],
    ['Punjabi', 'pa-Guru'],
    ['Papiaments', 'pap-CW'],
  ] as const)
    assert.equal(readLocale(given), locale, given)
})

test('what is no language of ours is none', () => {
  for (const given of [
    '',
    'x',
    'tlh',
    'Klingon',
    'constructor',
    'nl; de',
    '12',
    '-',
    'xx-YY',
    'uk',
    'no',
    'nb',
    'und',
    'Oekraïens',
  ])
    assert.equal(readLocale(given), null, given)
})
