import type { FastifyReply } from 'fastify'

import type { faultProviders } from './faults.ts'
import { neverAnswer, type TwinWorld } from './twin-world.ts'

/** Seconds a vendor asks to wait with 429. */
const retryAfterSeconds = 7

/**
 * Applies the fault in force to a call that reads: no answer, 503, 429 with Retry-After, or for `slow` a wait.
 *
 * @returns the reply when the call was answered here
 */
export async function sufferFault(
  world: TwinWorld,
  provider: (typeof faultProviders)[number],
  reply: FastifyReply,
  body: (status: number) => object,
  to: string | null = null,
): Promise<FastifyReply | undefined> {
  const fault = world.faults.take(provider, to, 'send')
  if (fault === 'timeout' || fault === 'blackhole') return neverAnswer(reply)
  if (fault === 'error') return reply.code(503).send(body(503))
  if (fault === 'refuse') return reply.code(429).header('retry-after', String(retryAfterSeconds)).send(body(429))
  if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
  return undefined
}
