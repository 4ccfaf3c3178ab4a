import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSought } from './sought.ts'

test('a name is sought by its words, without case, accents and punctuation, the longest first', () => {
  assert.deepEqual(readSought(' De  Gröot ', 'NL').words, ['groot', 'de'])
  assert.deepEqual(readSought("O'Brien", 'NL').words, ['brien', 'o'])
  assert.deepEqual(readSought('李', 'NL').words, ['李'])
  assert.deepEqual(readSought('jan jan', 'NL').words, ['jan'])
  assert.deepEqual(readSought('Jansen', 'NL').digits, [])
})

test('a telephone number is sought in every way of writing', () => {
  const whole = ['r876543216', 'p31612345678']
  for (const typed of ['0612345678', '06 1234 5678', '06-12345678', '(06) 12 34 56 78'])
    assert.deepEqual(readSought(typed, 'NL').digits, whole, typed)
  for (const typed of ['+31612345678', '0031612345678', '+31 6 1234 5678'])
    assert.deepEqual(readSought(typed, 'NL').digits, ['p31612345678'], typed)
  assert.deepEqual(readSought('5678', 'NL').digits, ['r8765', 'p315678'])
  assert.deepEqual(readSought('78', 'NL').digits, [], 'too few')
  assert.deepEqual(readSought('0612345678', 'NL').words, [])
})

test('an id of another system is sought as it is written', () => {
  assert.equal(readSought(' A-1001 ', 'NL').externalId, 'A-1001')
  assert.deepEqual(readSought('2026001', 'NL').words, [])
})
