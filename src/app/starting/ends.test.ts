import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#/kernel/log.ts'
import { endAfterFailure, endAll, type Ends } from './ends.ts'

/** Three parts, of which the one that is ended first ends as given. */
function started(end: () => Promise<unknown>): { ends: Ends; ended: string[] } {
  const ended: string[] = []
  const noting = (what: string): Ends[number] => [what, async () => void ended.push(what)]
  return { ends: [noting('the pool'), noting('the server'), ['the worker', end]], ended }
}
const fail = () => Promise.reject(new Error('a fault of the worker'))

test('a part that does not end well keeps none that was started before it from ending', async () => {
  const { ends, ended } = started(fail)
  await assert.rejects(endAll(ends), /a fault of the worker/)
  assert.deepEqual(ended, ['the server', 'the pool'])
  await endAll(ends)
  assert.deepEqual(ended, ['the server', 'the pool'], 'each is ended once')
})

test('a part that never ends is waited for as long as a lease, and then told of by its name', async () => {
  const { ends, ended } = started(() => new Promise(() => undefined))
  await assert.rejects(endAll(ends, 20), { message: 'the worker did not end within 0.02 s' })
  assert.deepEqual(ended, ['the server', 'the pool'])
})

test('after a start that failed, what does not end well is logged and hides nothing', async () => {
  const { ends, ended } = started(fail)
  const lines: string[] = []
  await endAfterFailure(ends, createLog('error', { write: (line) => void lines.push(line) }))
  assert.deepEqual(ended, ['the server', 'the pool'])
  assert.match(lines.join(), /a fault of the worker/)
})
