import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOtherPlace, type Place } from './place.ts'

const at = (words: string | null, locationId: string | null = null): Place => ({ locationId, words })

test('other words are another place, unless they differ in case, accents, punctuation or spacing alone', () => {
  assert.ok(isOtherPlace(at('Lindelaan 1'), at('Havenstraat 9')))
  assert.ok(isOtherPlace(at('Gebouw A'), at('Gebouw B')))
  assert.ok(isOtherPlace(at('Lindelaan 1'), at('Lindenlaan 1')))
  assert.ok(!isOtherPlace(at('Café Zuid, kamer 2'), at('cafe  zuid - Kamer 2.')))
  // Marks of other scripts are letters: with them away both would be the same consonants.
  assert.ok(isOtherPlace(at('कला भवन'), at('किला भवन')))
  assert.ok(isOtherPlace(at('バス停'), at('パス停')))
})

test('at one location a letter of a long word is a corrected spelling; a number, a short word or more is not', () => {
  const main = (words: string) => at(words, 'main')
  assert.ok(!isOtherPlace(main('Lindelaan 1'), main('Lindenlaan 1')))
  assert.ok(!isOtherPlace(main('Havenstaat 9, kamer 2'), main('Havenstraat 9, kamer 2')))
  for (const [one, other] of [
    ['Lindelaan 1', 'Lindelaan 7'],
    ['Lindelaan 1', 'Lindelaan 1, kamer 2'],
    ['Gebouw A', 'Gebouw B'],
    ['Polikliniek Oost', 'Polikliniek West'],
    ['Oosterstraat', 'Westerstraat'],
    ['Route 101234', 'Route 101235'],
    ['Lindelaan 1', 'Havenstraat 9'],
  ] as const)
    assert.ok(isOtherPlace(main(one), main(other)), `${one} and ${other}`)
})

test('another location is another place, but not one that is called the same', () => {
  assert.ok(isOtherPlace(at('Lindelaan 1', 'a'), at('Lindenlaan 1', 'b')))
  assert.ok(!isOtherPlace(at('Lindelaan 1', 'a'), at('Lindelaan 1', 'b')))
  assert.ok(isOtherPlace(at(null, 'a'), at(null, 'b')))
  assert.ok(!isOtherPlace(at(null, 'a'), at(null, 'a')))
  assert.ok(!isOtherPlace(at(null), at(null)))
})
