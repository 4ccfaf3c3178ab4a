import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairTurns } from './fair-turns.ts'

/** Work that ends when told to, and what of it has begun. */
function works(turns: FairTurns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (owner: string, name: string) =>
    void turns.run(owner, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, ask, end }
}

test('who is alone uses everything; as soon as somebody else is there, a share', async () => {
  let now = 0
  const { begun, ask, end } = works(new FairTurns({ atOnce: 4, whenShared: 2, now: () => now }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']) ask('a', name)
  assert.deepEqual(begun, ['a1', 'a2', 'a3', 'a4'])
  ask('b', 'b1')
  await end('a1')
  assert.deepEqual(begun.splice(0), ['a1', 'a2', 'a3', 'a4', 'b1'])
  await end('a2')
  assert.deepEqual(begun, [], 'two of a are under way, and b may come again')
  ask('b', 'b2')
  assert.deepEqual(begun, ['b2'])
  await end('b1')
  await end('b2')
  await end('a3')
  assert.deepEqual(begun.splice(0), ['b2', 'a5'])
  now += 1_001
  await end('a4')
  assert.deepEqual(begun, ['a6', 'a7'], 'b has gone')
})

test('of many who wait each has a turn before anybody has a second', async () => {
  const { begun, ask, end } = works(new FairTurns({ atOnce: 1, whenShared: 1 }))
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  for (const name of ['b1', 'b2']) ask('b', name)
  ask('c', 'c1')
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('work that fails gives its turn back', async () => {
  const turns = new FairTurns({ atOnce: 1, whenShared: 1 })
  await assert.rejects(
    turns.run('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await turns.run('b', () => Promise.resolve(1)), 1)
})
