import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateWords } from '#/locales/date-words.ts'
import { locales } from '#/locales/locales.ts'
import { hasDateWords } from './date-words.ts'

test('the words for dates are loaded in each language that has some', () => {
  assert.deepEqual(locales.filter(hasDateWords).toSorted(), Object.keys(dateWords).toSorted())
})
