import type { Log } from '#/kernel/log.ts'

/** Work that is done again and again, and is safe to repeat. */
export type Step = {
  readonly what: string
  /** Pause after a success that left nothing to do; 0: until the next round. */
  readonly restMs: number
  /** @returns true when there is more to do: it goes on at once until its turn is over, then in the next round */
  readonly perform: (stopping: AbortSignal) => Promise<unknown>
}

/** A step that failed is tried again after this, or after its rest when that is shorter. */
const retryMs = 60_000

/** How long a step goes on while there is more to do and other steps wait. */
const longestMs = 5_000

/**
 * A round does every step that is not at rest, one after the other. A step that fails is logged by its name, does not
 * stop the others, and is tried again soon.
 *
 * @param nowMs any clock that never goes back
 * @returns a function that does a round, and tells whether some step has more to do
 */
export function createRounds(
  steps: readonly Step[],
  log: Log,
  nowMs: () => number = () => performance.now(),
): (stopping: AbortSignal) => Promise<boolean> {
  const restUntilMs = new Map<Step, number>()
  return async (stopping) => {
    let isBehind = false
    for (const step of steps) {
      if (stopping.aborted) return false
      if (nowMs() < (restUntilMs.get(step) ?? 0)) continue
      const untilMs = nowMs() + longestMs
      let outcome = await performed(step, log, stopping)
      while (outcome.hasMore && nowMs() < untilMs && !stopping.aborted) outcome = await performed(step, log, stopping)
      restUntilMs.set(step, nowMs() + outcome.restMs)
      isBehind ||= outcome.hasMore
    }
    return isBehind
  }
}

/** @returns whether there is more to do, and how long the step may rest */
async function performed({ what, restMs, perform }: Step, log: Log, stopping: AbortSignal) {
  try {
    const hasMore = (await perform(stopping)) === true
    return { hasMore, restMs: hasMore ? 0 : restMs }
  } catch (error) {
    // What the end of the process cuts off, the next process does.
    if (!stopping.aborted) log.error({ err: error, step: what }, 'maintenance failed')
    return { hasMore: false, restMs: Math.min(restMs, retryMs) }
  }
}
