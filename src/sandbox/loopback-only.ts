import type { FastifyInstance } from 'fastify'
import { isLoopbackCall } from '#/kernel/text/loopback.ts'

/** Lets only this machine in. */
export function loopbackOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopbackCall(request)) return reply.code(403).send({ error: 'The sandbox answers loopback callers only.' })
  })
}
