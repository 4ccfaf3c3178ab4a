import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasHouseNumber } from './house-number.ts'

const cases: readonly [line: string, houseNumber: string, has: boolean][] = [
  ['Sint Jacobsstraat 300', '300', true],
  ['Sint Jacobsstraat 300', '30', false],
  ['Sint Jacobsstraat 300', '00', false],
  ['Hizzaarderlaan 3 A', '3', true],
  ['Hizzaarderlaan 3 A', '3-a', true],
  ['Hizzaarderlaan 3 A', '3A', true],
  ['Hizzaarderlaan 3 A', '3B', false],
  ['Hizzaarderlaan 3', '3A', false],
  ['Plein 1940 12', '12', true],
  ['Plein 1940 12', '1940', false],
  ['Kade 12-2', '12-2', true],
  ['Kade 12-2', '122', false],
  ['Kade 12, achterhuis', '12', true],
  ['Kade 12', '', false],
  ['Kade 12', 'abc', false],
  ['', '1', false],
]

for (const [line, houseNumber, has] of cases) {
  test(`"${line}" ${has ? 'has' : 'has not'} house number "${houseNumber}"`, () => {
    assert.equal(hasHouseNumber(line, houseNumber), has)
  })
}
