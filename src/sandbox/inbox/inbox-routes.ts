import { randomBytes, randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'

import { PhoneE164 } from '#/kernel/schema.ts'
import { cmNumber } from '#/sandbox/sms/cm-twin.ts'
import type { Delivery } from '#/sandbox/sms/courier.ts'
import type { InboxQuery, StoredReply, StoredSms } from './inbox.ts'
import { signedTwilioForm } from '#/sandbox/sms/twilio-form.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'

const listQuery = Type.Object({
  to: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
})
const replyBody = Type.Object({
  from: PhoneE164,
  to: Type.Optional(Type.String({ minLength: 1 })),
  text: Type.String(),
  provider: Type.Optional(Type.Union([Type.Literal('twilio'), Type.Literal('cm')])),
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

  app.post<{ Body: Static<typeof replyBody> }>(
    '/sms/reply',
    { schema: { body: replyBody } },
    async (request, reply) => {
      const { from, text } = request.body
      const [latest] = inbox.listSms({ to: from, after: null, limit: 1 }, request.body.provider)
      const to = request.body.to ?? latest?.from ?? defaultNumber
      const provider =
        request.body.provider ?? latest?.provider ?? (world.options.webhooks.twilioInboundUrl ? 'twilio' : 'cm')
      const message = { id: messageId(provider), from, to, text }
      const delivery = inboundDelivery(world, provider, message, latest?.reference ?? '')
      if (!delivery)
        return reply.code(409).send({ delivered: false, message: `No inbound webhook is configured for ${provider}.` })
      await inbox.addReply(message)
      const status = await world.courier.postOnce(delivery)
      const delivered = status !== null && status >= 200 && status < 300
      return reply.code(delivered ? 200 : 502).send({ delivered, provider, id: message.id, to, webhookStatus: status })
    },
  )
}

/** Where a reply goes when nothing was ever sent to this phone and the caller names no number. */
const defaultNumber = '+3197010240000'

/** An unescaped plus arrives as a space, which no number, address or instant contains, so it is put back. */
function inboxQuery(query: Static<typeof listQuery>): InboxQuery {
  const to = query.to?.trimEnd().replaceAll(' ', '+') ?? null
  const after = query.after === undefined ? null : Temporal.Instant.from(query.after.replaceAll(' ', '+'))
  return { to: to && /^\d+$/.test(to) ? `+${to}` : to, after, limit: query.limit }
}

type Reply = Pick<StoredReply, 'id' | 'from' | 'to' | 'text'>

function messageId(provider: StoredSms['provider']): string {
  return provider === 'twilio' ? `SM${randomBytes(16).toString('hex')}` : randomUUID()
}

/** @param answered reference of the message that is replied to */
function inboundDelivery(
  world: TwinWorld,
  provider: StoredSms['provider'],
  reply: Reply,
  answered: string,
): Delivery | null {
  const { webhooks, twilio } = world.options
  if (provider === 'cm') {
    return webhooks.cmInboundUrl ? cmInbound(webhooks.cmInboundUrl, reply, answered) : null
  }
  if (!webhooks.twilioInboundUrl) return null
  return signedTwilioForm(twilio.authToken, webhooks.twilioInboundUrl, {
    AccountSid: twilio.accountSid,
    ApiVersion: '2010-04-01',
    MessageSid: reply.id,
    SmsMessageSid: reply.id,
    SmsSid: reply.id,
    SmsStatus: 'received',
    From: reply.from,
    To: reply.to,
    Body: reply.text,
    NumMedia: '0',
    NumSegments: '1',
  })
}

/** CM's inbound message (https://developers.cm.com/messaging/docs/incoming-mo): without an id of its own. */
function cmInbound(url: string, reply: Reply, answered: string): Delivery {
  const body = {
    reference: answered,
    messageContext: '',
    from: { number: cmNumber(reply.from), name: '' },
    to: { number: cmNumber(reply.to) },
    message: { text: reply.text, media: { mediaUri: '', contentType: '', title: '' }, custom: {} },
    groupings: ['', '', ''],
    timeUtc: Temporal.Now.instant().toString({ smallestUnit: 'second' }),
    channel: 'SMS',
  }
  return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
