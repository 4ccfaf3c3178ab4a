import { randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { isPhoneE164 } from '#/kernel/text/phone-number.ts'
import type { FaultMode } from '#/sandbox/faults.ts'
import type { StoredSms } from '#/sandbox/inbox/inbox.ts'
import { magicNumber } from './magic-numbers.ts'
import { signedTwilioForm } from './twilio-form.ts'
import { twilioMessagePage, twilioMessageResource, twilioProblem } from './twilio-resource.ts'
import { deliverReceipts, inBackground, neverAnswer, type TwinWorld } from '#/sandbox/twin-world.ts'

type Path = { Params: { sid: string } }

/**
 * Twilio's Messages resource (https://www.twilio.com/docs/messaging/api/message-resource) under `/twilio`, as far as
 * sending text messages needs it: create, list, fetch, status callbacks.
 */
export async function twilioTwin(app: FastifyInstance, world: TwinWorld): Promise<void> {
  const { accountSid, authToken } = world.options.twilio
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
    inBackground(world, deliverCallbacks(world, sms, form.get('StatusCallback'), fault))
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
  return magic?.happens === 'refused' ? { code: magic.twilioCode, message: magic.what } : null
}

function takeOn(world: TwinWorld, form: URLSearchParams): Promise<StoredSms> {
  return world.inbox.addSms({
    id: `SM${randomBytes(16).toString('hex')}`,
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
  sms: StoredSms,
  url: string | null,
  fault: FaultMode | null,
): Promise<void> {
  const magic = magicNumber(sms.to)
  const last: Step = magic
    ? { status: 'undelivered', errorCode: magic.twilioCode }
    : { status: 'delivered', errorCode: null }
  const steps: readonly Step[] = [{ status: 'sent', errorCode: null }, last]
  await deliverReceipts(world, fault, steps, async (step) => {
    // Receipts may arrive out of order; the state never goes back.
    if (sms.status === 'queued' || sms.status === 'sent') Object.assign(sms, step)
    if (url)
      await world.courier.post(signedTwilioForm(world.options.twilio.authToken, url, callbackFields(world, sms, step)))
  })
}

function callbackFields(world: TwinWorld, sms: StoredSms, step: Step): Record<string, string> {
  return {
    AccountSid: world.options.twilio.accountSid,
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
