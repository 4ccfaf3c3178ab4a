import { turns, type Turns } from '#/kernel/flow/turns.ts'

/** Requests of this process under way at once; of one holder; and of endpoints that fail, all together. */
const allMax = 1_000
const holderMax = 100
const failingMax = allMax / 2

/** Keeps what answers slowly, or not at all, from taking the turns of others. */
export class SendTurns {
  readonly #all = turns({ atOnce: allMax })
  readonly #failing = turns({ atOnce: failingMax })
  readonly #holders = new Map<string, { readonly turns: Turns; users: number }>()

  async run<T>(platformHolderId: string, isFailing: boolean, work: () => Promise<T>): Promise<T> {
    const own = this.#holders.get(platformHolderId) ?? { turns: turns({ atOnce: holderMax }), users: 0 }
    this.#holders.set(platformHolderId, own)
    own.users += 1
    try {
      return await own.turns.run(() => (isFailing ? this.#failing.run(() => this.#all.run(work)) : this.#all.run(work)))
    } finally {
      own.users -= 1
      if (own.users === 0) this.#holders.delete(platformHolderId)
    }
  }
}
