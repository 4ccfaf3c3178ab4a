/** Most work under way at once, in all and of one owner while others are there too. */
type FairTurnsOptions = { readonly atOnce: number; readonly whenShared: number; readonly now?: () => number }

/** Somebody counts as there for this long after what they last asked for. */
const thereForMs = 1_000

type Owner = { running: number; readonly waiting: (() => void)[] }

/**
 * Lets owners take turns: who asks for very much waits behind themselves, and not in front of everybody else. An owner
 * who is alone may use everything.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions
  /** Those with work under way or waiting; whoever ended a turn last comes last. */
  readonly #owners = new Map<string, Owner>()
  readonly #now: () => number
  #running = 0
  /** The two that asked last. */
  #latest = { name: '', at: Number.NEGATIVE_INFINITY }
  #beforeLatest = { name: '', at: Number.NEGATIVE_INFINITY }

  /** By default somewhat more than the connections of a process, so that none rests while a caller's answer is made. */
  constructor(options: FairTurnsOptions = { atOnce: 16, whenShared: 4 }) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Does work when it is its owner's turn. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#note(name)
    const owner = this.#owners.get(name) ?? { running: 0, waiting: [] }
    this.#owners.set(name, owner)
    if (owner.waiting.length === 0 && this.#mayBegin(name, owner)) this.#begin(owner)
    else await new Promise<void>((resolve) => owner.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#running -= 1
      owner.running -= 1
      this.#owners.delete(name)
      if (owner.running > 0 || owner.waiting.length > 0) this.#owners.set(name, owner)
      this.#beginWaiting()
    }
  }

  #note(name: string): void {
    if (this.#latest.name !== name) this.#beforeLatest = this.#latest
    this.#latest = { name, at: this.#now() }
  }

  #mayBegin(name: string, owner: Owner): boolean {
    const { atOnce, whenShared } = this.#options
    const other = this.#latest.name === name ? this.#beforeLatest : this.#latest
    const isShared = this.#now() - other.at < thereForMs
    return this.#running < atOnce && owner.running < (isShared ? whenShared : atOnce)
  }

  #begin(owner: Owner): void {
    this.#running += 1
    owner.running += 1
  }

  /** One of each owner, and again while there is room. */
  #beginWaiting(): void {
    for (let hasBegun = true; hasBegun;) {
      hasBegun = false
      for (const [name, owner] of this.#owners) {
        if (!this.#mayBegin(name, owner)) continue
        const begin = owner.waiting.shift()
        if (begin === undefined) continue
        this.#begin(owner)
        begin()
        hasBegun = true
      }
    }
  }
}
