/** Limits how many calls this process makes to something, at once and per second. */
export type Turns = {
  /** Most turns under way at once, and most begun in a second. */
  readonly atOnce: number
  readonly perSecond: number
  /** Runs work when it is its turn; the work's own time limits start only then. */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * Waits for a free turn, then takes as many as are free, up to `most`. Each must be given back.
   *
   * @param stopping ends the wait, with 0
   */
  take(most: number, stopping: AbortSignal): Promise<number>
  /** @param how `unused` when nothing was begun in these turns: they then do not count towards `perSecond` */
  giveBack(count: number, how: 'used' | 'unused'): void
}

/** How far turns may run ahead of an even pace. */
const burstMs = 250

type Waiter = { readonly most: number; readonly begin: (count: number) => void }

/** Turns in order of arrival; no limit per second unless one is given. */
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
    if (waiting.size > 0 && free > 0)
      timer ??= setTimeout(serveLater, Math.max(0, paceMs + intervalMs - performance.now()))
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

/** No limit at all. */
export const noTurns: Turns = turns({ atOnce: Number.POSITIVE_INFINITY })
