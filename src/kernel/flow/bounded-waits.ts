import { setTimeout as sleep } from 'node:timers/promises'

/** Calls that wait for something to happen: few for each owner, and none when the process ends. */
export class BoundedWaits {
  readonly #mostOfOwner: number
  readonly #counts = new Map<string, number>()
  readonly #ending = new AbortController()

  constructor(mostOfOwner: number) {
    this.#mostOfOwner = mostOfOwner
  }

  /**
   * Runs work that may pause.
   *
   * @param work gets a function that pauses, and tells afterwards whether to go on: not when the process ends
   * @returns null when as many of the owner's are under way as may
   */
  async during<T>(owner: string, work: (pause: (ms: number) => Promise<boolean>) => Promise<T>): Promise<T | null> {
    const count = this.#counts.get(owner) ?? 0
    if (count >= this.#mostOfOwner) return null
    this.#counts.set(owner, count + 1)
    try {
      return await work((ms) => this.#pause(ms))
    } finally {
      const left = (this.#counts.get(owner) ?? 1) - 1
      if (left > 0) this.#counts.set(owner, left)
      else this.#counts.delete(owner)
    }
  }

  /** Those that wait are answered now. */
  end(): void {
    this.#ending.abort()
  }

  async #pause(ms: number): Promise<boolean> {
    const { signal } = this.#ending
    if (signal.aborted) return false
    // Resolves early when aborted: the only reason for which it can reject.
    await sleep(ms, undefined, { signal }).catch(() => undefined)
    return !signal.aborted
  }
}
