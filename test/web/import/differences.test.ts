import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedByOthers, differences, differing, isSame, isStored, typedSince } from '#web/ui/change/differences.ts'

type Thing = { readonly name: string; readonly minutes: number; readonly days: readonly string[] }
const fields = ['name', 'minutes', 'days'] as const
const base: Thing = { name: 'Consult', minutes: 20, days: ['mo', 'tu'] }

test('values are the same whatever the order of their keys, and lists are no objects', () => {
  assert.ok(isSame({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }))
  assert.ok(!isSame({ a: [1, 2] }, { a: [2, 1] }))
  assert.ok(!isSame([], {}))
  assert.ok(!isSame(null, {}))
  assert.ok(!isSame({ a: undefined }, { b: undefined, a: 1 }))
})

test('only what differs from what is shown is a change, so that typing it back leaves nothing to save', () => {
  assert.deepEqual(differing(fields, { name: 'Consult', minutes: 25, days: ['mo', 'tu'] }, base), { minutes: 25 })
})

test('what is stored as it was sent was stored, whatever else has changed', () => {
  const sent = { base, changes: { minutes: 25 } }
  assert.ok(isStored(sent, { ...base, minutes: 25, name: 'Check' }))
  assert.ok(!isStored(sent, { ...base, name: 'Check' }))
})

test('others changed what is neither as it was shown nor as it was sent from here, now or without an answer', () => {
  const sent = { base, changes: { minutes: 25, name: 'Check' } }
  const latest = { name: 'Check', minutes: 30, days: ['we'] }
  assert.deepEqual(changedByOthers(fields, latest, sent, []), { minutes: 30, days: ['we'] })
  assert.deepEqual(changedByOthers(fields, latest, sent, [{ base, changes: { minutes: 30 } }]), { days: ['we'] })
  assert.deepEqual(changedByOthers(['name'], latest, sent, []), {})
})

test('what was typed while it was saved is kept, and what was sent is not', () => {
  assert.deepEqual(typedSince<Thing>({ name: 'Check', minutes: 30 }, { name: 'Check', minutes: 25 }), { minutes: 30 })
  assert.deepEqual(typedSince<Thing>({ name: 'Check' }, { name: 'Check' }), {})
})

test('a difference is told where the words differ, by the name of its field', () => {
  const words = {
    name: { name: 'Name', text: ({ name }: Thing) => name },
    days: { name: 'Days', text: ({ days }: Thing) => days.join(', ') },
  }
  assert.deepEqual(differences(base, { ...base, minutes: 25, days: ['we'] }, words), [
    { name: 'Days', before: 'mo, tu', now: 'we' },
  ])
})
