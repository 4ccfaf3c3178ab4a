import { randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type, type Static } from 'typebox'

import { isPhoneE164 } from '#/kernel/text/phone-number.ts'
import type { FaultMode } from '#/sandbox/faults.ts'
import type { StoredSms } from '#/sandbox/inbox/inbox.ts'
import type { Delivery } from './courier.ts'
import { magicNumber, type RefusedEnding } from './magic-numbers.ts'
import type { PhoneReply, SmsTwin } from './sms-twin.ts'
import { deliverReceipts, inBackground, neverAnswer, type TwinWorld } from '#/sandbox/twin-world.ts'

const message = Type.Object({
  from: Type.Optional(Type.String()),
  to: Type.Array(Type.Object({ number: Type.String() }), { minItems: 1 }),
  body: Type.Object({ content: Type.String() }),
  reference: Type.Optional(Type.String()),
})
const sendBody = Type.Object({ messages: Type.Object({ msg: Type.Array(message, { minItems: 1, maxItems: 1000 }) }) })

type CmSetUp = {
  readonly productToken: string
  /** Where its webhooks go, tokens included; null: they are not delivered. */
  readonly statusUrl: string | null
  readonly inboundUrl: string | null
}

/** CM.com's text gateway, answering as the types of CM's own clients say. */
export function cmTwin(setUp: CmSetUp): SmsTwin {
  const { inboundUrl } = setUp
  return {
    name: 'cm',
    serve: (app, world) => gateway(app, world, setUp),
    inbound:
      inboundUrl === null
        ? null
        : (reply, answered) => ({ id: randomUUID(), delivery: inbound(inboundUrl, reply, answered) }),
  }
}

async function gateway(app: FastifyInstance, world: TwinWorld, { productToken, statusUrl }: CmSetUp): Promise<void> {
  app.setErrorHandler((_error, _request, reply) =>
    answer(reply, 400, 202, 'The JSON is not in the expected format', []),
  )

  app.addHook('preValidation', async (request, reply) => {
    if (request.headers['x-cm-producttoken'] === productToken) return
    return answer(reply, 401, 103, 'The product token is not known', [])
  })

  app.post<{ Body: Static<typeof sendBody> }>(
    '/v1.0/message',
    { schema: { body: sendBody } },
    async (request, reply) => {
      const messages = request.body.messages.msg.flatMap((msg) => msg.to.map(({ number }) => outgoing(msg, number)))
      const fault = world.faults.take('cm', messages[0]?.to ?? null, 'send')
      if (fault === 'blackhole') return neverAnswer(reply)
      if (fault === 'error') return answer(reply, 500, 500, 'Internal error', [])
      const results: Result[] = []
      for (const outgoing of messages) results.push(await resultOf(world, statusUrl, outgoing, fault))
      if (fault === 'timeout') return neverAnswer(reply)
      if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
      const accepted = results.filter((result) => result.status === 'Accepted').length
      const failed = accepted < results.length
      return answer(reply, accepted === 0 ? 400 : 200, failed ? 201 : 0, `Created ${accepted} message(s)`, results)
    },
  )
}

type Outgoing = { readonly from: string; readonly to: string; readonly text: string; readonly reference: string | null }

function outgoing(msg: Static<typeof message>, number: string): Outgoing {
  const to = number.startsWith('00') ? `+${number.slice(2)}` : number
  return { from: msg.from ?? '', to, text: msg.body.content, reference: msg.reference ?? null }
}

type Result = {
  readonly to: string
  readonly status: 'Accepted' | 'Rejected'
  readonly reference: string | null
  readonly parts: number
  readonly messageDetails: string | null
  readonly messageErrorCode: number
}

function answer(
  reply: FastifyReply,
  status: number,
  errorCode: number,
  details: string,
  messages: readonly Result[],
): FastifyReply {
  return reply.code(status).send({ details, errorCode, messages })
}

async function resultOf(
  world: TwinWorld,
  statusUrl: string | null,
  message: Outgoing,
  fault: FaultMode | null,
): Promise<Result> {
  const refusal = fault === 'refuse' ? { code: 403, what: 'Rejected' } : refusalOf(message)
  const { to, reference } = message
  if (refusal) {
    return {
      to: cmNumber(to),
      status: 'Rejected',
      reference,
      parts: 0,
      messageDetails: refusal.what,
      messageErrorCode: refusal.code,
    }
  }
  const sms = await world.inbox.addSms({ ...message, id: randomUUID(), provider: 'cm' })
  inBackground(world, deliverReports(world, statusUrl, sms, fault))
  return {
    to: cmNumber(to),
    status: 'Accepted',
    reference,
    parts: sms.segments,
    messageDetails: null,
    messageErrorCode: 0,
  }
}

/** Codes of the numbers that are refused. */
const refusals: Readonly<Record<RefusedEnding, number>> = { '0001': 303, '0002': 302, '0003': 402 }

function refusalOf({ from, to, text }: Outgoing): { readonly code: number; readonly what: string } | null {
  if (!from) return { code: 301, what: 'Invalid From' }
  if (!isPhoneE164(to)) return { code: 303, what: 'Invalid number' }
  if (!text) return { code: 304, what: 'Invalid body' }
  const magic = magicNumber(to)
  return magic?.happens === 'refused' ? { code: refusals[magic.ending], what: magic.what } : null
}

type Step = { readonly code: '0' | '2' | '3'; readonly status: StoredSms['status']; readonly description: string }

const accepted: Step = { code: '0', status: 'sent', description: 'Accepted by the operator' }
const delivered: Step = { code: '2', status: 'delivered', description: 'Delivered' }

async function deliverReports(
  world: TwinWorld,
  url: string | null,
  sms: StoredSms,
  fault: FaultMode | null,
): Promise<void> {
  const magic = magicNumber(sms.to)
  const last: Step = magic ? { code: '3', status: 'undelivered', description: magic.what } : delivered
  await deliverReceipts(world, fault, [accepted, last], async (step) => {
    // Receipts may arrive out of order; the state never goes back.
    if (sms.status === 'queued' || sms.status === 'sent') sms.status = step.status
    if (url !== null)
      await world.courier.post({ url, headers: { 'content-type': 'application/json' }, body: statusReport(sms, step) })
  })
}

function statusReport(sms: StoredSms, step: Step): string {
  const msg = {
    received: sms.clockAt.toString({ smallestUnit: 'second' }),
    to: cmNumber(sms.to),
    reference: sms.reference ?? '',
    status: { code: step.code, errorCode: '', errorDescription: step.description },
    operator: '20408',
  }
  return JSON.stringify({ messages: { msg } })
}

/** CM's inbound message (https://developers.cm.com/messaging/docs/incoming-mo): without an id of its own. */
function inbound(url: string, reply: PhoneReply, answered: string): Delivery {
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

/** CM writes international numbers with a double zero. */
function cmNumber(e164: string): string {
  return e164.replace(/^\+/, '00')
}
