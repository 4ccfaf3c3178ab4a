import { Type } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'

import { storableText } from '#/kernel/text/storable-text.ts'
import type { HandOver, Receipt, WebhookRequest } from '#/ports/delivery.ts'
import type { InboundSms, SmsMessage, SmsProvider } from '#/ports/sms.ts'
import type { DestinationGuard } from '#/providers/destination-guard.ts'
import { twilioErrors, unavailableTwilio, unknownTwilioError } from './twilio-errors.ts'
import { isTwilioSignature, twilioSignature } from './twilio-signature.ts'
import { findTwilioMessage } from './twilio-find.ts'
import { newsOf } from './twilio-news.ts'
import { noTurns, type Turns } from '#/kernel/flow/turns.ts'
import { callVendor } from '#/providers/vendor-call.ts'

export type TwilioOptions = {
  /** A path prefix is kept. */
  readonly baseUrl: string
  readonly accountSid: string
  /** Auth tokens in force: the first authenticates our calls, any of them may sign a webhook (rotation). */
  readonly authTokens: readonly [string, ...string[]]
  /** Our public status webhook; the adapter appends `ref=<reference>` to its query. */
  readonly statusCallbackUrl: string
  readonly guard: DestinationGuard
  /** Limits on sending; none by default. */
  readonly turns?: Turns
}

/**
 * Twilio Programmable Messaging, API version 2010-04-01.
 * Source: https://www.twilio.com/docs/messaging/api/message-resource.
 */
export function twilioSms(options: TwilioOptions): SmsProvider {
  const { accountSid, authTokens, guard } = options
  const baseUrl = guard.baseUrl('The Twilio base URL', options.baseUrl)
  const path = `${baseUrl.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const messagesUrl = new URL(path, baseUrl)
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authTokens[0]}`).toString('base64')}`

  return {
    name: 'twilio',
    inboundAnswer: { contentType: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' },
    turns: options.turns ?? noTurns,

    async send(message, signal) {
      const refusal = guard.refusal(baseUrl, message.to)
      if (refusal) return refusal
      const body = messageForm(message, options.statusCallbackUrl)
      const call = await callVendor(messagesUrl, { method: 'POST', headers: { authorization }, body }, signal)
      if (!call.answered) return call.handOver
      return handOverOf(call.status, call.body, call.retryAfterSeconds)
    },

    find: (message, since, signal) => findTwilioMessage({ messagesUrl, authorization }, message, since, signal),

    readReceipts(request) {
      const form = signedForm(request, authTokens)
      return typeof form === 'string' ? form : receiptsOf(request.url, form)
    },

    emptyReceipt() {
      // A status before any that says something.
      const form = new URLSearchParams({ MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'accepted' })
      const url = options.statusCallbackUrl
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilioSignature(authTokens[0], url, form),
      }
      return { url, headers, rawBody: form.toString() }
    },

    readInbound(request) {
      const form = signedForm(request, authTokens)
      return typeof form === 'string' ? form : inboundOf(form)
    },
  }
}

/** Twilio refuses a validity period outside 1 to 36,000 seconds (error 21624). */
const longestValiditySeconds = 36_000

function messageForm(message: SmsMessage, statusCallbackUrl: string): URLSearchParams {
  const callback = new URL(statusCallbackUrl)
  callback.searchParams.set('ref', message.reference)
  const form = new URLSearchParams({
    To: message.to,
    From: message.from,
    Body: message.text,
    StatusCallback: callback.href,
  })
  if (message.validitySeconds !== null) {
    const seconds = Math.min(Math.max(Math.floor(message.validitySeconds), 1), longestValiditySeconds)
    form.set('ValidityPeriod', String(seconds))
  }
  return form
}

const createdMessage = Type.Object({ sid: Type.String() })
const twilioProblem = Type.Object({ code: Type.Integer() })

function handOverOf(status: number, body: unknown, retryAfterSeconds: number | null): HandOver {
  if (status >= 200 && status < 300) {
    // A gateway can answer in Twilio's place, whether or not it has passed the message on.
    if (!fits(createdMessage, body)) return { outcome: 'unknown', detail: `HTTP ${status} without an answer` }
    return { outcome: 'accepted', providerMessageId: body.sid, providerCode: null }
  }
  const providerCode = fits(twilioProblem, body) ? String(body.code) : null
  // Without Twilio's error body a 5xx may come from a gateway that lost the answer: the message may have been accepted.
  if (providerCode === null && status >= 500 && status !== 503) return { outcome: 'unknown', detail: `HTTP ${status}` }
  const isForNow = providerCode === null && (status === 429 || status === 503)
  const meaning = (providerCode && twilioErrors[providerCode]) || (isForNow ? unavailableTwilio : unknownTwilioError)
  return { outcome: 'refused', ...meaning, providerCode: providerCode ?? `HTTP ${status}`, retryAfterSeconds }
}

/** Twilio's webhooks have some thirty; with ten pictures and add-ons still fewer than a hundred. */
const mostParameters = 200

function signedForm(
  { rawBody, headers, url }: WebhookRequest,
  authTokens: readonly string[],
): URLSearchParams | 'forged' | 'malformed' {
  // Anybody can send a form, so before its signature is verified its size is limited.
  if (rawBody.split('&', mostParameters + 1).length > mostParameters) return 'malformed'
  const form = new URLSearchParams(rawBody)
  if (!isTwilioSignature(headers['x-twilio-signature'], authTokens, url, form)) return 'forged'
  return new URLSearchParams([...form].map(([name, value]) => [name, storableText(value)]))
}

function receiptsOf(url: string, form: URLSearchParams): readonly Receipt[] | 'malformed' {
  const status = form.get('MessageStatus') ?? form.get('SmsStatus')
  const providerMessageId = form.get('MessageSid') ?? form.get('SmsSid')
  if (!status || !providerMessageId) return 'malformed'
  const news = newsOf(status, form.get('ErrorCode') || null)
  return news ? [{ ...news, reference: new URL(url).searchParams.get('ref'), providerMessageId }] : []
}

function inboundOf(form: URLSearchParams): InboundSms | 'malformed' {
  const providerMessageId = form.get('MessageSid') ?? form.get('SmsSid')
  const from = form.get('From')
  const to = form.get('To')
  const text = form.get('Body')
  if (!providerMessageId || !from || !to || text === null) return 'malformed'
  return { providerMessageId, from, to, text }
}
