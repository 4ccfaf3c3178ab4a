import type { SandboxClock } from './sandbox-options.ts'

/** The clock's offset in whole milliseconds. Asked anew each time, because any process may move the clock; callers at once share one question. */
export function clockOffset(clock: SandboxClock) {
  let asking: Promise<number> | null = null

  return {
    async offsetMs(): Promise<number> {
      asking ??= clock.offsetMs().finally(() => {
        asking = null
      })
      return Math.round(await asking)
    },
  }
}
