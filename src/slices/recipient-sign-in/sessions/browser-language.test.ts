import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserLanguage } from './browser-language.ts'

test('the language a browser likes best of those there are texts in', () => {
  assert.equal(browserLanguage('en-US,en;q=0.9,nl;q=0.8'), 'en')
  assert.equal(browserLanguage('nl-BE'), 'nl')
  assert.equal(browserLanguage('xh, nl;q=0.3, en;q=0.7'), 'en')
  assert.equal(browserLanguage('en;q=0, nl;q=0.1'), 'nl')
  assert.equal(browserLanguage('EN-gb ; Q=0.5'), 'en')
})

test('a browser that asks for nothing there is, or for nonsense, asks for nothing', () => {
  for (const header of [undefined, '', '*', 'xh', 'en;q=0', 'en;q=x', '-', 'nl-a', 'x'.repeat(10_000), ',,,;;;'])
    assert.equal(browserLanguage(header), null)
})
