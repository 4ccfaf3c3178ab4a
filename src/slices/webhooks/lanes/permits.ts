/** Whose call it is, and whether their last one failed. */
export type Caller = { readonly platformHolderId: string; readonly isFailing: boolean }

/** Most calls under way in this process: in all, of one holder, and of all endpoints whose last attempt failed. */
export type Limits = { readonly inAll: number; readonly ofHolder: number; readonly ofFailing: number }

type Waiting = Caller & { readonly begin: (giveBack: (() => void) | null) => void }

/**
 * Lets calls begin while there is room, in turns: whoever was let in asks again behind those that wait. So neither an
 * organization with very much to tell nor endpoints that do not answer take the room of others.
 */
export class Permits {
  readonly #limits: Limits
  readonly #waiting = new Set<Waiting>()
  readonly #ofHolder = new Map<string, number>()
  #inAll = 0
  #failing = 0

  constructor(limits: Limits = { inAll: 1_000, ofHolder: 100, ofFailing: 500 }) {
    this.#limits = limits
  }

  /**
   * Waits until a call may begin.
   *
   * @param stopping ends the wait, with null
   * @returns what gives the room back
   */
  take(caller: Caller, stopping: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.delete(waiting)
        resolve(null)
      }
      const begin = (giveBack: (() => void) | null) => {
        stopping.removeEventListener('abort', giveUp)
        resolve(giveBack)
      }
      if (stopping.aborted) return resolve(null)
      const waiting: Waiting = { ...caller, begin }
      if (this.#hasRoom(caller)) return resolve(this.#begin(caller))
      stopping.addEventListener('abort', giveUp)
      this.#waiting.add(waiting)
    })
  }

  #hasRoom({ platformHolderId, isFailing }: Caller): boolean {
    const { inAll, ofHolder, ofFailing } = this.#limits
    return (
      this.#inAll < inAll &&
      (this.#ofHolder.get(platformHolderId) ?? 0) < ofHolder &&
      (!isFailing || this.#failing < ofFailing)
    )
  }

  #begin(caller: Caller): () => void {
    this.#count(caller, 1)
    return () => {
      this.#count(caller, -1)
      this.#serve()
    }
  }

  #count({ platformHolderId, isFailing }: Caller, by: 1 | -1): void {
    this.#inAll += by
    if (isFailing) this.#failing += by
    const count = (this.#ofHolder.get(platformHolderId) ?? 0) + by
    if (count === 0) this.#ofHolder.delete(platformHolderId)
    else this.#ofHolder.set(platformHolderId, count)
  }

  #serve(): void {
    for (const waiting of this.#waiting) {
      if (this.#inAll >= this.#limits.inAll) return
      if (!this.#hasRoom(waiting)) continue
      this.#waiting.delete(waiting)
      waiting.begin(this.#begin(waiting))
    }
  }
}
