import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { keyRing, parseKeys, type NamedKey } from './key-ring.ts'

const named = (id: string): NamedKey => ({ id, key: randomBytes(32) })

test('what was encrypted before a rotation is read after it, and new secrets name the new key', () => {
  const [old, young] = [named('2026a'), named('2026b')]
  const before = keyRing([old]).encrypt('refresh token', 'place')
  const rotated = keyRing([young, old])
  assert.equal(rotated.decrypt(before, 'place'), 'refresh token')
  const after = rotated.encrypt('refresh token', 'place')
  assert.match(after, /^2026b\./)
  assert.equal(keyRing([young]).decrypt(after, 'place'), 'refresh token')
  assert.throws(() => keyRing([young]).decrypt(before, 'place'), /not in the ring/)
})

test('a secret cannot be read elsewhere, after a change, or under the name of another key', () => {
  const [one, other] = [named('one'), named('other')]
  const ring = keyRing([one, other])
  const sealed = ring.encrypt('secret', 'holder 1')
  assert.throws(() => ring.decrypt(sealed, 'holder 2'))
  assert.throws(() => ring.decrypt(sealed.replace('one.', 'other.'), 'holder 1'))
  const end = sealed.at(-2) === 'A' ? 'B' : 'A'
  assert.throws(() => ring.decrypt(sealed.slice(0, -2) + end + sealed.slice(-1), 'holder 1'))
  assert.throws(() => ring.decrypt(sealed.slice(0, 12), 'holder 1'))
})

test('the same secret is never encrypted to the same text', () => {
  const ring = keyRing([named('one')])
  assert.equal(new Set(Array.from({ length: 100 }, () => ring.encrypt('secret', 'place'))).size, 100)
})

test('keys are read from a list, and a wrong list is refused without being shown', () => {
  const key = randomBytes(32).toString('base64')
  const keys = parseKeys(`b:${key}, a:${randomBytes(32).toString('base64')}`)
  assert.ok(typeof keys !== 'string')
  assert.deepEqual(
    keys.map(({ id }) => id),
    ['b', 'a'],
  )
  for (const wrong of ['', 'a', `a:${key.slice(4)}`, `:${key}`, `a:${key},`, `a:${key},a:${key}`]) {
    const fault = parseKeys(wrong)
    assert.ok(typeof fault === 'string' && !fault.includes(key), wrong)
  }
})
