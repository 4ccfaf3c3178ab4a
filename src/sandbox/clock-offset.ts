import type { SandboxClock } from './sandbox-options.ts'

/** The clock's offset in whole milliseconds, never cached, because any process may move it; concurrent calls share a read. */
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
