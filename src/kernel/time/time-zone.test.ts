import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTimeZone, isSameTimeZone } from './time-zone.ts'

test('a zone is known in any capitals and keeps the name it was called by', () => {
  assert.equal(findTimeZone('europe/amsterdam'), 'Europe/Amsterdam')
  assert.equal(findTimeZone('EUROPE/KIEV'), 'Europe/Kiev')
  assert.equal(findTimeZone('Europe/Kyiv'), 'Europe/Kyiv')
  for (const unknown of ['Mars/Base', '+02:00', 'Z', '', 'Europe/Amsterdam ']) assert.equal(findTimeZone(unknown), null)
})

test('two names are one zone when one is a link to the other, and not because their clocks agree', () => {
  assert.ok(isSameTimeZone('europe/amsterdam', 'Europe/Amsterdam'))
  assert.ok(isSameTimeZone('Europe/Kiev', 'Europe/Kyiv'))
  assert.ok(!isSameTimeZone('Europe/Amsterdam', 'Europe/Brussels'))
})
