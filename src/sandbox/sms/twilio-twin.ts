import { randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { isPhoneE164 } from '#/kernel/text/phone-number.ts'
import type { FaultMode } from '#/sandbox/faults.ts'
import type { StoredSms } from '#/sandbox/inbox/inbox.ts'
import type { Delivery } from './courier.ts'
import { magicNumber, type MagicEnding } from './magic-numbers.ts'
import type { PhoneReply, SmsTwin } from './sms-twin.ts'
import { signedTwilioForm } from './twilio-form.ts'
import { twilioMessagePage, twilioMessageResource, twilioProblem } from './twilio-resource.ts'
import { deliverReceipts, inBackground, neverAnswer, type TwinWorld } from '#/sandbox/twin-world.ts'

type Path = { Params: { sid: string } }

type TwilioAccount = { readonly accountSid: string; readonly authToken: string }

/**
 * Twilio's Messages resource (https://www.twilio.com/docs/messaging/api/message-resource), as far as sending text
 * messages needs it: create, list, fetch, status callbacks.
 *
 * @param inboundUrl where messages from phones go; null: they are not delivered. Its status webhook comes with each message.
 */
export function twilioTwin({
  inboundUrl,
  ...account
}: TwilioAccount & { readonly inboundUrl: string | null }): SmsTwin {
  return {
    name: 'twilio',
    serve: (app, world) => messages(app, world, account),
    inbound: inboundUrl === null ? null : (reply) => inbound(account, inboundUrl, reply),
  }
}

async function messages(app: FastifyInstance, world: TwinWorld, account: TwilioAccount): Promise<void> {
  const { accountSid, authToken } = account
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  app.addHook<Path>('preHandler', async (request, reply) => {
    if (request.headers.authorization === authorization && request.params.sid === accountSid) return
    return problem(reply, 401, 20003, 'Authenticate')
  })

  app.post<Path & { Body: URLSearchParams }>('/2010-04-01/Accounts/:sid/Messages.json', async (request, reply) => {
    const form = request.body
    const to = form.get('To') ?? ''
    const fault = world.faults.take('twilio', to, 'send')
    if (fault === 'blackhole') return neverAnswer(reply)
    if (fault === 'error') return problem(reply, 500, 20500, 'An internal server error has occurred')
    if (fault === 'refuse') return problem(reply, 400, 21612, 'The message cannot be sent with this To and From')
    const refusal = refusalOf(form)
    if (refusal) return problem(reply, 400, refusal.code, refusal.message)
    const sms = await takeOn(world, form)
    inBackground(world, deliverCallbacks(world, account, sms, form.get('StatusCallback'), fault))
    if (fault === 'timeout') return neverAnswer(reply)
    if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
    return reply.code(201).send(twilioMessageResource(sms, accountSid))
  })

  app.get<Path & { Querystring: Record<string, string> }>(
    '/2010-04-01/Accounts/:sid/Messages.json',
    async (request, reply) => {
      const fault = world.faults.take('twilio', request.query['To'] ?? null, 'lookup')
      if (fault === 'timeout' || fault === 'blackhole') return neverAnswer(reply)
      if (fault === 'error') return problem(reply, 500, 20500, 'An internal server error has occurred')
      if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
      return twilioMessagePage(world.inbox, request.query, accountSid)
    },
  )

  app.get<{ Params: { sid: string; id: string } }>('/2010-04-01/Accounts/:sid/Messages/:id', async (request, reply) => {
    const sms = world.inbox.findSms(request.params.id.replace(/\.json$/, ''))
    if (sms?.provider !== 'twilio') return problem(reply, 404, 20404, 'The requested resource was not found')
    return twilioMessageResource(sms, accountSid)
  })
}

/** Twilio's own error, code and text as its API gives them. */
function problem(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send(twilioProblem(status, code, message))
}

const codes: Readonly<Record<MagicEnding, number>> = {
  '0001': 21614,
  '0002': 21211,
  '0003': 21610,
  '0004': 30003,
  '0005': 30005,
  '0006': 30006,
}

function refusalOf(form: URLSearchParams): { readonly code: number; readonly message: string } | null {
  const to = form.get('To')
  const body = form.get('Body')
  const validity = form.get('ValidityPeriod')
  if (!to) return { code: 21604, message: "A 'To' phone number is required." }
  if (!form.get('From') && !form.get('MessagingServiceSid'))
    return { code: 21603, message: "A 'From' phone number is required." }
  if (!body) return { code: 21602, message: 'Message body is required.' }
  if (body.length > 1600)
    return { code: 21617, message: 'The concatenated message body exceeds the 1600 character limit' }
  if (validity && !(Number(validity) >= 1 && Number(validity) <= 36_000))
    return { code: 21624, message: 'Invalid validity period value' }
  if (!isPhoneE164(to)) return { code: 21211, message: `Invalid 'To' Phone Number: ${to}` }
  const magic = magicNumber(to)
  return magic?.happens === 'refused' ? { code: codes[magic.ending], message: magic.what } : null
}

function takeOn(world: TwinWorld, form: URLSearchParams): Promise<StoredSms> {
  return world.inbox.addSms({
    id: newSid(),
    provider: 'twilio',
    reference: referenceOf(form.get('StatusCallback')),
    to: form.get('To') ?? '',
    from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
    text: form.get('Body') ?? '',
  })
}

function referenceOf(statusCallback: string | null): string | null {
  return statusCallback && URL.canParse(statusCallback) ? new URL(statusCallback).searchParams.get('ref') : null
}

type Step = { readonly status: 'sent' | 'delivered' | 'undelivered'; readonly errorCode: number | null }

async function deliverCallbacks(
  world: TwinWorld,
  account: TwilioAccount,
  sms: StoredSms,
  url: string | null,
  fault: FaultMode | null,
): Promise<void> {
  const magic = magicNumber(sms.to)
  const last: Step = magic
    ? { status: 'undelivered', errorCode: codes[magic.ending] }
    : { status: 'delivered', errorCode: null }
  const steps: readonly Step[] = [{ status: 'sent', errorCode: null }, last]
  await deliverReceipts(world, fault, steps, async (step) => {
    // Receipts may arrive out of order; the state never goes back.
    if (sms.status === 'queued' || sms.status === 'sent') Object.assign(sms, step)
    if (url) await world.courier.post(signedTwilioForm(account.authToken, url, callbackFields(account, sms, step)))
  })
}

function callbackFields({ accountSid }: TwilioAccount, sms: StoredSms, step: Step): Record<string, string> {
  return {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    From: sms.from,
    To: sms.to,
    MessageSid: sms.id,
    SmsSid: sms.id,
    MessageStatus: step.status,
    SmsStatus: step.status,
    ...(step.errorCode !== null && { ErrorCode: String(step.errorCode) }),
  }
}

function inbound(
  { accountSid, authToken }: TwilioAccount,
  url: string,
  { from, to, text }: PhoneReply,
): { readonly id: string; readonly delivery: Delivery } {
  const id = newSid()
  const delivery = signedTwilioForm(authToken, url, {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    MessageSid: id,
    SmsMessageSid: id,
    SmsSid: id,
    SmsStatus: 'received',
    From: from,
    To: to,
    Body: text,
    NumMedia: '0',
    NumSegments: '1',
  })
  return { id, delivery }
}

function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`
}
