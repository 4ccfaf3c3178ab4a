import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { stopAll } from './stop-all.ts'

const failing = (message: string) => ({ stop: () => Promise.reject(new Error(message)) })

test('parts that fail to stop keep nobody from waiting for those that take longer', async () => {
  const ended = Promise.withResolvers<void>()
  const lasting = { stop: () => ended.promise }
  let isOver = false
  const all = stopAll([failing('one'), lasting, failing('other')]).finally(() => (isOver = true))
  const rejected = assert.rejects(all, /2 failed; the first: one/)
  await setImmediate()
  assert.equal(isOver, false)
  ended.resolve()
  await rejected
})

test('what became of a single part is told as it is, and of none nothing', async () => {
  await assert.rejects(stopAll([failing('one'), { stop: async () => undefined }]), { message: 'one' })
  await stopAll([])
})
