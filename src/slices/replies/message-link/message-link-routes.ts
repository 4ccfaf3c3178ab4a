import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { addressBlock, callerBlock } from '#/kernel/text/address-block.ts'
import type { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import { readMessageLink } from '#/slices/reminders/reminders.ts'
import { answer, refuseForeignOrigin } from '#/slices/access/access.ts'
import { confirmMessage, findMessage, numberOfMessage, readMessage, type LinkedMessage } from './message-link.ts'

export type MessageLinkOptions = {
  readonly pool: pg.Pool
  readonly services: Services
  readonly rateLimiter: RateLimiter
  /** Has a sign-in code texted to a number, and answers how it is entered. */
  readonly textCode: (request: FastifyRequest, phoneNumber: string) => Promise<object>
}

type Route = { Params: { token: string } }
type OfOne = { Params: { token: string; appointmentId: string } }

/** Enough for a person with several devices. Of each network, so that who finds a link does not use up its owner's. */
const callsOfOneNetwork = { name: 'message', perMinute: 30 } as const
/** Too few to keep the database busy with one link, from however many networks. */
const callsOfOneMessage = { name: 'message-everywhere', perMinute: 300 } as const

/**
 * What is behind the link of a message, for the page at /m/{token}: what the message said, a button that confirms (for several
 * people one for each), and
 * a sign-in code for the telephone it went to, whose number is never shown. No session is needed, because the link came
 * to the person's own telephone or mailbox. A link that is unknown, over or of an erased person is 404 and counts as a
 * guess. Reading changes nothing: scanners and previews open links too.
 */
export function serveMessageLinks(app: FastifyInstance, options: MessageLinkOptions): void {
  const { services, rateLimiter } = options
  const open = async (request: FastifyRequest<Route | OfOne>, reply: FastifyReply): Promise<LinkedMessage> => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const message = await findMessage(options, readMessageLink(services.keys.messageLink, request.params.token))
    const network = addressBlock(request.ip, callerBlock)
    await rateLimiter.takeOrRefuse(`${message.messageReference} ${network}`, callsOfOneNetwork)
    await rateLimiter.takeOrRefuse(message.messageReference, callsOfOneMessage)
    return message
  }
  const config = { anonymousCalls: 'refused' } as const
  app.get<Route>('/m/:token/message', { config }, async (request, reply) => {
    const data = await readMessage(options, await open(request, reply))
    return reply.send({ data, requestId: request.id })
  })
  const onRequest = refuseForeignOrigin(services.baseUrl)
  app.post<Route>('/m/:token/confirmation', { config, onRequest, bodyLimit: 1_024 }, async (request, reply) => {
    const data = await confirmMessage(options, await open(request, reply), null, request.id)
    return reply.send({ data, requestId: request.id })
  })
  app.post<OfOne>(
    '/m/:token/confirmation/:appointmentId',
    { config, onRequest, bodyLimit: 1_024 },
    async (request, reply) => {
      const message = await open(request, reply)
      const data = await confirmMessage(options, message, request.params.appointmentId, request.id)
      return reply.send({ data, requestId: request.id })
    },
  )
  app.post<Route>('/m/:token/code', { config, onRequest, bodyLimit: 1_024 }, async (request, reply) => {
    const phoneNumber = await numberOfMessage(options, await open(request, reply))
    return answer(request, reply, 202, await options.textCode(request, phoneNumber))
  })
}
