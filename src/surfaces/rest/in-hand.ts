import type { FastifyReply } from 'fastify'
import { AppError } from '#/kernel/errors.ts'

/** Requests of one credential that a process serves at once: beyond, its own answers would only come later. */
const inHandMax = 64

/** How many requests of each credential are in hand, until their answers were taken. */
export class InHand {
  readonly #counts = new Map<string, number>()

  /**
   * Counts a request until its answer is sent, or nobody waits for it any more.
   *
   * @throws AppError RATE_LIMITED, to be repeated in a second
   */
  note(credentialId: string, reply: FastifyReply): void {
    const count = this.#counts.get(credentialId) ?? 0
    if (count >= inHandMax)
      throw new AppError('RATE_LIMITED', {
        message: `More than ${inHandMax} requests of this key or session are in hand. Send fewer at once.`,
        headers: { 'retry-after': '1' },
      })
    this.#counts.set(credentialId, count + 1)
    reply.raw.once('close', () => {
      const left = (this.#counts.get(credentialId) ?? 1) - 1
      if (left > 0) this.#counts.set(credentialId, left)
      else this.#counts.delete(credentialId)
    })
  }
}
