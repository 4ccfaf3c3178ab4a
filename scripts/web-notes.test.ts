import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShort } from './web-notes.ts'

test('a text of three words or fewer is short, whatever is filled in and in each plural form', () => {
  const short = [
    'Save',
    'I can’t come',
    'Call <0>{phoneNumber}</0>',
    '{label}, {language}',
    '{n, plural, one {# row} other {# rows}}',
  ]
  const long = [
    'Check what you have entered.',
    'Until {time}, nothing is sent',
    '{n, plural, one {# row} other {# of all rows left}}',
  ]
  assert.deepEqual(
    short.filter((text) => !isShort(text)),
    [],
  )
  assert.deepEqual(long.filter(isShort), [])
})
