import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCatalogue } from './catalogues.ts'
import { chooseLocale, textIn } from './locales.ts'

test('the recipient is asked first, then the holder', () => {
  assert.deepEqual(chooseLocale(['en', 'nl']), { locale: 'en', isFallback: false })
  assert.deepEqual(chooseLocale([null, 'en']), { locale: 'en', isFallback: false })
})

test('a language without texts falls back and says so', () => {
  assert.deepEqual(chooseLocale(['xx', 'en']), { locale: 'en', isFallback: true })
  assert.deepEqual(chooseLocale(['xx', null]), { locale: 'nl', isFallback: true })
  assert.deepEqual(chooseLocale(['toString']), { locale: 'nl', isFallback: true })
})

test('a Papiamento without texts is passed over for that of Curaçao, else for the next wish, never for English by itself', () => {
  const expected = hasCatalogue('pap-AW') ? 'pap-AW' : hasCatalogue('pap-CW') ? 'pap-CW' : 'nl'
  assert.equal(chooseLocale(['pap-AW']).locale, expected)
})

test('a tag of a region is read as the closest language there is', () => {
  assert.deepEqual(chooseLocale(['nl-BE']), { locale: 'nl', isFallback: false })
  assert.deepEqual(chooseLocale(['EN-gb', 'nl']), { locale: 'en', isFallback: false })
  assert.equal(textIn({ nl: 'Controle', en: 'Check-up' }, [null, 'sr', 'en-GB', 'nl']), 'Check-up')
  assert.equal(textIn({ fr: 'Contrôle' }, ['nl', 'toString']), null)
})

test('without any wish the text is Dutch, and that is no fallback', () => {
  assert.deepEqual(chooseLocale([]), { locale: 'nl', isFallback: false })
  assert.deepEqual(chooseLocale([null, null]), { locale: 'nl', isFallback: false })
})
