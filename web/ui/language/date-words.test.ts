import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateWords } from '#/locales/date-words.ts'
import { localesWithDateWords } from './date-words.ts'

test('the words for dates are loaded in each language that has some', () => {
  assert.deepEqual([...localesWithDateWords].toSorted(), Object.keys(dateWords).toSorted())
})
