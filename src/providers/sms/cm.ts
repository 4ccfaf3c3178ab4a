import { createHash } from 'node:crypto'

import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'

import type { HandOver, Receipt, WebhookRequest } from '#/ports/delivery.ts'
import type { InboundSms, SmsMessage, SmsProvider } from '#/ports/sms.ts'
import type { DestinationGuard } from '#/providers/destination-guard.ts'
import { isSameText } from '#/kernel/secrets/derived-keys.ts'
import { parsedJson } from '#/providers/parsed-json.ts'
import { cmErrors, unavailableCm, unknownCmError } from './cm-errors.ts'
import { noTurns, type Turns } from '#/kernel/flow/turns.ts'
import { callVendor } from '#/providers/vendor-call.ts'
import { instantOrNull } from '#/providers/vendor-time.ts'

export type CmOptions = {
  /** A path prefix is kept. */
  readonly baseUrl: string
  readonly productToken: string
  /**
   * Secrets in force for webhooks (rotation). CM does not sign, so the webhook URL given to CM ends in one of these, as
   * `?token=<secret>` or as its last path segment.
   */
  readonly webhookTokens: readonly [string, ...string[]]
  readonly guard: DestinationGuard
  /** Limits on sending; none by default. */
  readonly turns?: Turns
}

/**
 * CM.com Business Messaging, API version 1.0 (https://developers.cm.com/messaging). CM has no message ids and no
 * look-up: messages are identified by our reference, and `find` can never tell.
 */
export function cmSms(options: CmOptions): SmsProvider {
  const { guard, productToken, webhookTokens } = options
  const baseUrl = guard.baseUrl('The CM base URL', options.baseUrl)
  const messageUrl = new URL(`${baseUrl.pathname.replace(/\/$/, '')}/v1.0/message`, baseUrl)
  const headers = { 'content-type': 'application/json', 'x-cm-producttoken': productToken }

  return {
    name: 'cm',
    inboundAnswer: { contentType: 'text/plain', body: '' },
    turns: options.turns ?? noTurns,

    async send(message, signal) {
      const refusal = guard.refusal(baseUrl, message.to)
      if (refusal) return refusal
      const body = JSON.stringify(messageBody(message))
      const call = await callVendor(messageUrl, { method: 'POST', headers, body }, signal)
      if (!call.answered) return call.handOver
      return handOverOf(call.status, call.body, call.retryAfterSeconds)
    },

    find: async () => ({ found: 'cannot_tell' }),

    readReceipts: (request) => (isFromCm(request, webhookTokens) ? receiptsOf(request.rawBody) : 'forged'),

    emptyReceipt: (baseUrl) => ({
      url: `${baseUrl}/webhooks/sms/cm/status?token=${encodeURIComponent(webhookTokens[0])}`,
      headers: { 'content-type': 'application/json' },
      rawBody: JSON.stringify({ messages: { msg: [] } }),
    }),

    readInbound: (request) => (isFromCm(request, webhookTokens) ? inboundOf(request.rawBody) : 'forged'),
  }
}

/** CM writes international numbers with a double zero; alphanumeric senders stay as they are. */
function cmNumber(value: string): string {
  return value.startsWith('+') ? `00${value.slice(1)}` : value
}

function e164(value: string): string {
  const digits = value.trim()
  if (/^00\d+$/.test(digits)) return `+${digits.slice(2)}`
  return /^\d{8,15}$/.test(digits) ? `+${digits}` : digits
}

function messageBody(message: SmsMessage) {
  const msg = {
    from: cmNumber(message.from),
    to: [{ number: cmNumber(message.to) }],
    body: { type: 'auto', content: message.text },
    reference: message.reference,
    minimumNumberOfMessageParts: 1,
    maximumNumberOfMessageParts: 8,
    allowedChannels: ['SMS'],
    ...(message.validitySeconds === null ? {} : { validity: validityOffset(message.validitySeconds) }),
  }
  return { messages: { msg: [msg] } }
}

/** CM takes an offset such as `2h5m0s`. */
function validityOffset(seconds: number): string {
  const whole = Math.max(Math.floor(seconds), 1)
  return `${Math.floor(whole / 3600)}h${Math.floor((whole % 3600) / 60)}m${whole % 60}s`
}

const nullable = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** The answer as CM's own client types describe it. */
const cmAnswer = Type.Object({
  errorCode: Type.Integer(),
  messages: nullable(
    Type.Array(
      Type.Object({ status: Type.String(), reference: nullable(Type.String()), messageErrorCode: Type.Integer() }),
    ),
  ),
})

function handOverOf(status: number, body: unknown, retryAfterSeconds: number | null): HandOver {
  const answer = fits(cmAnswer, body) ? body : null
  const first = answer?.messages?.[0]
  const code = first?.messageErrorCode || answer?.errorCode || 0
  const is2xx = status >= 200 && status < 300
  // A gateway can answer in CM's place, whether or not it has passed the message on.
  if (is2xx && answer === null) return { outcome: 'unknown', detail: `HTTP ${status} without an answer` }
  if (is2xx && (first ? first.status === 'Accepted' : code === 0)) {
    return { outcome: 'accepted', providerMessageId: null, providerCode: String(code) }
  }
  // Without CM's own body a 5xx may come from a gateway that lost the answer: the message may have been accepted.
  if (answer === null && status >= 500 && status !== 503) return { outcome: 'unknown', detail: `HTTP ${status}` }
  const isForNow = code === 0 && (status === 429 || status >= 500)
  const meaning = cmErrors[code] ?? (isForNow ? unavailableCm : unknownCmError)
  const providerCode = code === 0 ? `HTTP ${status}` : String(code)
  const permanent = meaning.permanent && status !== 429
  return { outcome: 'refused', ...meaning, permanent, providerCode, retryAfterSeconds }
}

function isFromCm(request: WebhookRequest, tokens: readonly string[]): boolean {
  const url = new URL(request.url)
  const given = url.searchParams.get('token') ?? url.pathname.split('/').at(-1) ?? ''
  // Every token is compared, so that timing tells nothing.
  return tokens.map((token) => isSameText(given, token)).includes(true)
}

const text = Type.Union([Type.String(), Type.Number()])
const statusReport = Type.Object({
  received: nullable(Type.String()),
  to: nullable(text),
  reference: nullable(Type.String()),
  status: Type.Object({ code: text, errorCode: nullable(text), errorDescription: nullable(Type.String()) }),
})
const statusReports = Type.Object({
  messages: Type.Object({ msg: Type.Union([statusReport, Type.Array(statusReport)]) }),
})

/**
 * CM's status codes: 0 accepted by the carrier, 1 rejected, 2 delivered, 3 failed, 4 read. The `errorCode` beside it is
 * the network's (`STATUSDESCRIPTION`), of no list of CM's: 402 there opts nobody out. It is only kept.
 */
const statusMeaning: Readonly<Record<string, Pick<Receipt, 'state' | 'reason'>>> = {
  0: { state: 'sent', reason: null },
  1: { state: 'failed', reason: 'carrier_rejected' },
  2: { state: 'delivered', reason: null },
  3: { state: 'undelivered', reason: 'number_unreachable' },
  4: { state: 'delivered', reason: null },
}

function receiptsOf(rawBody: string): readonly Receipt[] | 'malformed' {
  const body = parsedJson(rawBody)
  if (!fits(statusReports, body)) return 'malformed'
  return [body.messages.msg].flat().flatMap(receiptOf)
}

function receiptOf(report: Static<typeof statusReport>): readonly Receipt[] {
  const meaning = statusMeaning[report.status.code]
  if (!meaning) return []
  const providerCode = report.status.errorCode ? String(report.status.errorCode) : null
  return [
    {
      reference: report.reference || null,
      providerMessageId: null,
      state: meaning.state,
      reason: meaning.reason,
      providerCode: providerCode ?? String(report.status.code),
      // The format is set in the CM account; only a time with an offset is used.
      at: instantOrNull(report.received),
    },
  ]
}

const party = Type.Union([text, Type.Object({ number: text })])
const inboundMessage = Type.Object({
  from: party,
  to: party,
  message: Type.Object({ text: Type.String() }),
})

function inboundOf(rawBody: string): InboundSms | 'malformed' {
  const body = parsedJson(rawBody)
  if (!fits(inboundMessage, body)) return 'malformed'
  return {
    // CM gives no id: its `reference` is that of the message being answered, the same for every answer. The body holds
    // the time and is repeated unchanged, so it tells a second answer from a repeated webhook.
    providerMessageId: createHash('sha256').update(rawBody).digest('hex'),
    from: numberOf(body.from),
    to: numberOf(body.to),
    text: body.message.text,
  }
}

function numberOf(value: Static<typeof party>): string {
  return e164(String(typeof value === 'object' ? value.number : value))
}
