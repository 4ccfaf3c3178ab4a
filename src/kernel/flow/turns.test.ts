import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { turns } from './turns.ts'

test('no more run at once than there is room for, in order of arrival, and a failure gives its place free', async () => {
  const { run } = turns({ atOnce: 3, perSecond: Number.POSITIVE_INFINITY })
  const begun: number[] = []
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      run(async () => {
        begun.push(index)
        most = Math.max(most, (running += 1))
        await sleep(2)
        running -= 1
        if (index % 4 === 0) throw new Error('refused')
        return index
      }),
    ),
  )
  assert.equal(most, 3)
  assert.deepEqual(
    begun,
    [...begun].toSorted((a, b) => a - b),
  )
  assert.equal(outcomes.filter((outcome) => outcome.status === 'rejected').length, 5)
  assert.equal(await run(async () => 'still open'), 'still open')
})

test('no more begin in a second than the provider takes, but for a short burst', async () => {
  const { run } = turns({ atOnce: 100, perSecond: 100 })
  const began = performance.now()
  await Promise.all(Array.from({ length: 75 }, () => run(async () => undefined)))
  const tookMs = performance.now() - began
  assert.ok(tookMs >= 480, `75 calls of 100 a second, 25 of them at once, took ${Math.round(tookMs)} ms`)
})

test('the time limit of a call that waits its turn begins with the call', async () => {
  const { run } = turns({ atOnce: 1, perSecond: Number.POSITIVE_INFINITY })
  const call = () =>
    run(async () => {
      const signal = AbortSignal.timeout(1_500)
      await sleep(200)
      return signal.aborted
    })
  assert.deepEqual(
    await Promise.all(Array.from({ length: 10 }, call)),
    Array.from({ length: 10 }, () => false),
  )
})
