import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'

import { PhoneE164 } from '#/kernel/schema.ts'
import type { InboxQuery } from './inbox.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'

const listQuery = Type.Object({
  to: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
})
const replyBody = (providers: readonly string[]) =>
  Type.Object({
    from: PhoneE164,
    to: Type.Optional(Type.String({ minLength: 1 })),
    text: Type.String(),
    provider: Type.Optional(Type.Enum([...providers])),
  })

/** The messages the twins accepted, and replies from the phone. */
export async function inboxRoutes(app: FastifyInstance, world: TwinWorld): Promise<void> {
  const { inbox } = world
  type List = { Querystring: Static<typeof listQuery> }
  const listed = { schema: { querystring: listQuery } }

  app.get<List>('/inbox/sms', listed, async (request) => ({ items: inbox.listSms(inboxQuery(request.query)) }))
  app.get<List>('/inbox/email', listed, async (request) => ({
    items: await inbox.listMails(inboxQuery(request.query)),
  }))
  app.get<List>('/inbox/replies', listed, async (request) => ({ items: inbox.listReplies(inboxQuery(request.query)) }))

  app.delete('/inbox', async (_request, reply) => {
    inbox.clear()
    return reply.code(204).send()
  })

  const twins = world.options.smsTwins
  const body = replyBody(twins.map(({ name }) => name))
  app.post<{ Body: Static<typeof body> }>('/sms/reply', { schema: { body } }, async (request, reply) => {
    const { from, text } = request.body
    const [latest] = inbox.listSms({ to: from, after: null, limit: 1 }, request.body.provider)
    const to = request.body.to ?? latest?.from ?? defaultNumber
    const name = request.body.provider ?? latest?.provider
    const twin = twins.find((one) => (name === undefined ? one.inbound !== null : one.name === name))
    const inbound = twin?.inbound?.({ from, to, text }, latest?.reference ?? '')
    if (!twin || !inbound)
      return reply
        .code(409)
        .send({ delivered: false, message: `No inbound webhook is configured${name ? ` for ${name}` : ''}.` })
    await inbox.addReply({ id: inbound.id, from, to, text })
    const status = await world.courier.postOnce(inbound.delivery)
    const delivered = status !== null && status >= 200 && status < 300
    return reply
      .code(delivered ? 200 : 502)
      .send({ delivered, provider: twin.name, id: inbound.id, to, webhookStatus: status })
  })
}

/** Where a reply goes when nothing was ever sent to this phone and the caller names no number. */
const defaultNumber = '+3197010240000'

/** An unescaped plus arrives as a space, which no number, address or instant contains, so it is put back. */
function inboxQuery(query: Static<typeof listQuery>): InboxQuery {
  const to = query.to?.trimEnd().replaceAll(' ', '+') ?? null
  const after = query.after === undefined ? null : Temporal.Instant.from(query.after.replaceAll(' ', '+'))
  return { to: to && /^\d+$/.test(to) ? `+${to}` : to, after, limit: query.limit }
}
