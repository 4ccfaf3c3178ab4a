import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnShareSize } from './share-size.ts'

test('a share grows while shares are quick, up to a bound', () => {
  const size = learnShareSize()
  const first = size.rows()
  size.learn(first, 50)
  assert.equal(size.rows(), first * 2)
  for (let share = 0; share < 10; share += 1) size.learn(size.rows(), 50)
  const most = size.rows()
  size.learn(most, 50)
  assert.equal(size.rows(), most)
})

test('a small share that is quick says nothing of a large one', () => {
  const size = learnShareSize()
  const before = size.rows()
  size.learn(1, 5)
  assert.equal(size.rows(), before)
})

test('shares that were slow together make the next one half of them, once', () => {
  const size = learnShareSize()
  const before = size.rows()
  for (let share = 0; share < 4; share += 1) size.learn(before, 3_000)
  assert.equal(size.rows(), before / 2)
  for (let share = 0; share < 10; share += 1) size.learn(size.rows(), 3_000)
  assert.ok(size.rows() >= 1)
})
