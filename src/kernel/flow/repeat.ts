/** Work that goes on until it is stopped. */
export type Repeated = {
  /** Cuts the present pause, or the next one, short. */
  wake(): void
  /** Tells the round under way to end, and resolves when it has; no other one begins. */
  stop(): Promise<void>
}

/** Runs rounds of work one after the other; each returns the pause before the next, in milliseconds. */
export function repeat(round: (stopping: AbortSignal) => Promise<number>): Repeated {
  const bell = new Bell()
  const stopping = new AbortController()
  const { signal } = stopping
  const rounds = (async () => {
    while (!signal.aborted) {
      const pauseMs = await round(signal)
      if (pauseMs > 0 && !signal.aborted) await bell.wait(pauseMs)
    }
  })()
  return {
    wake: () => bell.ring(),
    async stop() {
      stopping.abort()
      bell.ring()
      await rounds
    },
  }
}

/** A pause that can be cut short. */
class Bell {
  #wake: (() => void) | null = null
  #hasRung = false

  ring(): void {
    this.#hasRung = true
    this.#wake?.()
  }

  async wait(ms: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = null
    this.#hasRung = false
  }
}
