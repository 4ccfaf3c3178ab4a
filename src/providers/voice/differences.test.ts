import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences } from './differences.ts'

test('only what must be is compared, however deep, and in lists whatever the order', () => {
  const mustBe = { a: { b: true, c: 0 }, list: ['x', 'y'] }
  assert.deepEqual(differences({ a: { b: true, c: 0, more: 1 }, list: ['y', 'x'], more: 1 }, mustBe), [])
  assert.deepEqual(differences({ a: { b: false }, list: ['x'] }, mustBe), [
    { path: 'a.b', is: false, mustBe: true },
    { path: 'a.c', is: null, mustBe: 0 },
    { path: 'list', is: ['x'], mustBe: ['x', 'y'] },
  ])
  assert.equal(differences(null, mustBe).length, 3)
})

test('what must be empty may be absent, null or an object of nothing, and false is not empty', () => {
  const mustBe = { tools: {}, ids: [], webhook: null, isPublic: false }
  for (const empty of [{}, null, undefined, [], { end_call: null }])
    assert.deepEqual(differences({ tools: empty, ids: empty, webhook: empty, isPublic: false }, mustBe), [])
  assert.deepEqual(
    differences({ tools: { call: {} }, ids: ['1'], webhook: { url: 'https://x.example' } }, mustBe).map(
      ({ path }) => path,
    ),
    ['ids', 'webhook', 'isPublic'],
  )
  assert.deepEqual(
    differences({ tools: { call: { name: 'call' } }, isPublic: false }, mustBe).map(({ path }) => path),
    ['tools'],
  )
})
