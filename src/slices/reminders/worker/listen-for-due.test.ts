import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { createLog } from '#/kernel/log.ts'
import { freePorts } from '../../../../test/postgres.ts'
import { listenForDue } from './listen-for-due.ts'

test('while the database is away, tries to listen leave nothing behind at the signal that stops them', async (t) => {
  const add = t.mock.method(AbortSignal.prototype, 'addEventListener')
  const [port] = await freePorts(1)
  const tries = Promise.withResolvers<void>()
  let left = 3
  const log = createLog('debug', { write: () => (left -= 1) === 0 && tries.resolve() })
  const listener = listenForDue({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`, log }, () => undefined)
  try {
    await tries.promise
    const signal = add.mock.calls[0]?.this
    assert.ok(signal instanceof AbortSignal)
    // At most that of the try or of the pause under way.
    assert.ok(getEventListeners(signal, 'abort').length <= 1)
  } finally {
    await listener.stop()
  }
})
