import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStrictJson, TooManyParts } from './strict-json.ts'

test('ordinary JSON is parsed as usual', () => {
  const text = '{"a":[1,"x:{y}","\\"quoted\\":",{"b":null}],"c":{"a":true},"d":"é👍"}'
  assert.deepEqual(parseStrictJson(text), JSON.parse(text))
})

for (const [name, text] of [
  ['a duplicate key', '{"a":1,"a":1}'],
  ['a nested duplicate key', '{"x":[{"a":1,"b":2,"a":3}]}'],
  ['a duplicate key in another spelling', '{"a":1,"\\u0061":2}'],
  ['a number outside the range of a double', '{"a":1e400}'],
  ['a lone surrogate by escape', '{"a":"\\ud800"}'],
  ['a lone surrogate in the text', '{"a":"\ud800"}'],
  ['NUL in a text', '{"a":"x\\u0000y"}'],
  ['nesting ten thousand deep', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['text after the value', '{} x'],
  ['an empty text', ''],
] as const) {
  test(`${name} is refused`, () => {
    assert.throws(() => parseStrictJson(text), SyntaxError)
  })
}

test('a text of very many parts is refused before it is parsed', () => {
  const most = `[${'0,'.repeat(1_999)}0]`
  assert.equal((parseStrictJson(most) as number[]).length, 2_000)
  for (const text of [`[${'0,'.repeat(2_000)}0]`, `{${'"a":1,'.repeat(1_000)}`, `[${'[],'.repeat(2_000)}`])
    assert.throws(() => parseStrictJson(text), TooManyParts)
  assert.deepEqual(parseStrictJson(`["${',:'.repeat(9_000)}\\""]`), [`${',:'.repeat(9_000)}"`])
})
