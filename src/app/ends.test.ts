import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#/kernel/log.ts'
import { endAfterFailure, endAll, type Ends } from './ends.ts'

/** Three parts, of which the one that is ended first fails. */
function started(): { ends: Ends; ended: string[] } {
  const ended: string[] = []
  const end = (name: string) => async () => void ended.push(name)
  return { ends: [end('pool'), end('server'), () => Promise.reject(new Error('the worker'))], ended }
}

test('a part that does not end well keeps none that was started before it from ending', async () => {
  const { ends, ended } = started()
  await assert.rejects(endAll(ends), /the worker/)
  assert.deepEqual(ended, ['server', 'pool'])
  await endAll(ends)
  assert.deepEqual(ended, ['server', 'pool'], 'each is ended once')
})

test('after a start that failed, what does not end well is logged and hides nothing', async () => {
  const { ends, ended } = started()
  const lines: string[] = []
  await endAfterFailure(ends, createLog('error', { write: (line) => void lines.push(line) }))
  assert.deepEqual(ended, ['server', 'pool'])
  assert.match(lines.join(), /the worker/)
})
