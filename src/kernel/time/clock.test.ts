import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAdvance } from './clock.ts'

test('the clock advances by exact time, days counting 24 hours, and by none at all', () => {
  for (const [text, exact] of [
    ['P1W', 'PT168H'],
    ['P1DT30M', 'PT24H30M'],
    ['PT90M', 'PT1H30M'],
    ['PT0.25S', 'PT0.25S'],
    ['PT0S', 'PT0S'],
  ] as const)
    assert.equal(parseAdvance(text).toString(), exact)
  for (const text of ['', 'soon', '-PT1H', 'P1M', 'P1Y']) assert.throws(() => parseAdvance(text), RangeError, text)
})
