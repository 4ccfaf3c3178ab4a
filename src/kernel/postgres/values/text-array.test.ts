import assert from 'node:assert/strict'
import { test } from 'node:test'
import { types } from 'pg'
import { parseTextArray, textArray } from './text-array.ts'

test('an array of texts is read as the driver reads it', () => {
  const arrays = [
    ['{appointments:read,appointments:write}', ['appointments:read', 'appointments:write']],
    ['{one}', ['one']],
    ['{}', []],
    ['{a,NULL,b}', ['a', null, 'b']],
    ['{NULL}', [null]],
    ['{"NULL",nullable}', ['NULL', 'nullable']],
    ['{"a,b","c \\" d","e\\\\f",""}', ['a,b', 'c " d', 'e\\f', '']],
    [
      '{{a,b},{c,d}}',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['[0:1]={a,b}', ['a', 'b']],
  ] as const
  for (const [text, elements] of arrays) {
    assert.deepEqual(parseTextArray(text), elements, text)
    assert.deepEqual(types.getTypeParser(textArray, 'text')(text), elements, text)
  }
})
