import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawCode } from './code.ts'

test('codes are drawn evenly, with their leading zeros', () => {
  const codes = Array.from({ length: 2_000 }, drawCode)
  assert.ok(codes.every((code) => /^\d{6}$/.test(code)))
  for (const digit of '0123456789') {
    const share = codes.filter((code) => code.startsWith(digit)).length
    // Two hundred expected; five standard deviations either side.
    assert.ok(share > 130 && share < 270, `${share} of 2000 begin with ${digit}`)
  }
})
