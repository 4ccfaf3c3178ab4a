/** Keeps what this process asks of something within what that takes. */
export type Turns = {
  /** Turns under way at once, and begun in a second, at most. */
  readonly atOnce: number
  readonly perSecond: number
  /** Runs work when it is its turn. Whoever waits has not begun, so no time limit of the work runs meanwhile. */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * Waits for what somebody can begin at once: as many turns as are free, from 1 to `most`. Each must be given back.
   *
   * @param stopping ends the wait, with 0
   */
  take(most: number, stopping: AbortSignal): Promise<number>
  /** @param how `unused` when nothing was begun in these turns: somebody else may begin at once in their place */
  giveBack(count: number, how: 'used' | 'unused'): void
}

/** How far turns may run ahead of an even pace. */
const burstMs = 250

type Waiter = { readonly most: number; readonly begin: (count: number) => void }

/** So many turns at once, in order of arrival, and, where said, so many a second. */
export function turns({
  atOnce,
  perSecond = Number.POSITIVE_INFINITY,
}: Partial<Pick<Turns, 'perSecond'>> & Pick<Turns, 'atOnce'>): Turns {
  const intervalMs = 1_000 / perSecond
  const waiting = new Set<Waiter>()
  let free = atOnce
  /** When the last turn that was begun would have begun at an even pace. */
  let paceMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  const countReady = () => {
    if (intervalMs === 0) return free
    paceMs = Math.max(paceMs, performance.now() - Math.max(burstMs, intervalMs))
    return Math.min(free, Math.floor((performance.now() - paceMs) / intervalMs))
  }
  const serve = () => {
    for (const waiter of waiting) {
      const count = Math.min(countReady(), waiter.most)
      if (count < 1) break
      waiting.delete(waiter)
      free -= count
      paceMs += count * intervalMs
      waiter.begin(count)
    }
    if (waiting.size > 0 && free > 0) timer ??= setTimeout(serveLater, Math.max(0, paceMs + intervalMs - performance.now()))
  }
  const serveLater = () => {
    timer = null
    serve()
  }
  const wait = (most: number, stopping?: AbortSignal) =>
    new Promise<number>((resolve) => {
      const giveUp = () => {
        waiting.delete(waiter)
        resolve(0)
      }
      const begin = (count: number) => {
        stopping?.removeEventListener('abort', giveUp)
        resolve(count)
      }
      const waiter = { most, begin }
      if (stopping?.aborted) return resolve(0)
      stopping?.addEventListener('abort', giveUp)
      waiting.add(waiter)
      serve()
    })
  const giveBack: Turns['giveBack'] = (count, how) => {
    free += count
    if (how === 'unused') paceMs -= count * intervalMs
    serve()
  }
  return {
    atOnce,
    perSecond,
    async run(work) {
      await wait(1)
      try {
        return await work()
      } finally {
        giveBack(1, 'used')
      }
    },
    take: wait,
    giveBack,
  }
}

/** For what takes everything at once. */
export const noTurns: Turns = turns({ atOnce: Number.POSITIVE_INFINITY })
