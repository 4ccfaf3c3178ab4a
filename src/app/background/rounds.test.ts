import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLog } from '#/kernel/log.ts'
import { createRounds, type Step } from './rounds.ts'

describe('rounds of maintenance', () => {
  const hourMs = 3_600_000
  const running = new AbortController().signal

  /** Steps by name; a test may change what one does between rounds. */
  function startRounds(steps: Record<string, { restMs: number; takesMs?: number; perform?: () => unknown }>) {
    const done: string[] = []
    const lines: string[] = []
    const clock = { nowMs: 0 }
    let isBehind = false
    const round = createRounds(
      Object.entries(steps).map(([what, step]): Step => ({
        what,
        restMs: step.restMs,
        perform: async () => {
          done.push(what)
          clock.nowMs += step.takesMs ?? 0
          return step.perform?.()
        },
      })),
      createLog('info', { write: (line) => void lines.push(line) }),
      () => clock.nowMs,
    )
    return {
      lines,
      /** The steps that a round does after this much time. */
      async after(ms: number, signal = running) {
        clock.nowMs += ms
        done.length = 0
        isBehind = await round(signal)
        return [...done]
      },
      isBehind: () => isBehind,
    }
  }

  const failing = () => {
    throw new Error('no room')
  }

  test('a step that fails is logged by its name, and every other one is done', async () => {
    const rounds = startRounds({
      first: { restMs: 0 },
      second: { restMs: 0, perform: failing },
      third: { restMs: hourMs },
    })
    assert.deepEqual(await rounds.after(0), ['first', 'second', 'third'])
    assert.equal(rounds.lines.length, 1)
    assert.match(rounds.lines[0] ?? '', /"level":"error".*no room.*"step":"second"/)
  })

  test('an hourly step rests for an hour, unless it failed or there is more to do', async () => {
    const more = { restMs: hourMs, takesMs: 3_000, perform: (): unknown => true }
    const broken = { restMs: hourMs, perform: failing as () => unknown }
    const rounds = startRounds({ well: { restMs: hourMs }, more, broken })
    assert.deepEqual(
      await rounds.after(0),
      ['well', 'more', 'more', 'broken'],
      'on for five seconds, and then the others',
    )
    more.perform = () => false
    assert.deepEqual(await rounds.after(10_000), ['more'])
    broken.perform = () => undefined
    assert.deepEqual(await rounds.after(60_000), ['broken'])
    assert.deepEqual(await rounds.after(60_000), [])
    assert.deepEqual(await rounds.after(hourMs), ['well', 'more', 'broken'])
  })

  test('a round tells whether a step has more to do than it had time for', async () => {
    const more = { restMs: 0, takesMs: 6_000, perform: (): unknown => true }
    const rounds = startRounds({ well: { restMs: 0 }, more, broken: { restMs: 0, perform: failing } })
    await rounds.after(0)
    assert.equal(rounds.isBehind(), true)
    more.perform = () => false
    await rounds.after(0)
    assert.equal(rounds.isBehind(), false, 'one that fails is no reason to hurry')
  })

  test('told to stop it begins no further step, and what was cut off is no fault', async () => {
    const stopping = new AbortController()
    const rounds = startRounds({
      first: {
        restMs: 0,
        perform: () => {
          stopping.abort()
          failing()
        },
      },
      second: { restMs: 0 },
    })
    assert.deepEqual(await rounds.after(0, stopping.signal), ['first'])
    assert.deepEqual(rounds.lines, [])
  })
})
