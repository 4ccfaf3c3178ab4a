import type { FastifyReply } from 'fastify'

import type { FaultProvider } from './faults.ts'
import { neverAnswer, type TwinWorld } from './twin-world.ts'

/** Seconds a vendor that has had enough asks to wait. */
const retryAfterSeconds = 7

/**
 * Makes a call of a reading twin suffer the fault in force: no answer, 503, or 429 with Retry-After. `slow` answers after
 * its wait.
 *
 * @returns the reply when the call was dealt with here
 */
export async function sufferFault(
  world: TwinWorld,
  provider: FaultProvider,
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
