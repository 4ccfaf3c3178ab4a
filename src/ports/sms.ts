import type { HandOver, Outlet, ProviderTurns, Receipt, WebhookRequest } from './delivery.ts'

/** One text message, rendered and addressed. Nothing in it is translated, shortened or retried by an adapter. */
export type SmsMessage = {
  /** Our client reference: the attempt's id as 32 lower-case hex digits, unique for every hand-over. */
  readonly reference: string
  /** Destination in E.164, for example `+31612345678`. */
  readonly to: string
  /** Alphanumeric sender (at most 11 characters) or an E.164 number. */
  readonly from: string
  readonly text: string
  /** Seconds after which the carrier may drop the message; null leaves the provider's default. */
  readonly validitySeconds: number | null
}

/** A text message somebody sent to one of our numbers. */
export type InboundSms = {
  readonly providerMessageId: string
  readonly from: string
  readonly to: string
  readonly text: string
}

/** What sending needs of a vendor, and what an inbox does in its place. */
export type SmsSender = Pick<SmsProvider, 'name' | 'turns' | 'send' | 'find'>

export type SmsOutlet = Outlet<SmsSender>

/**
 * What every SMS vendor must do for us: hand over, look up, and read its webhooks.
 * Outcomes of the outside world are data; an adapter throws only for a programming error.
 */
export type SmsProvider = {
  readonly name: string
  readonly turns: ProviderTurns
  /** Hands one message over. The signal bounds the call in time; an abort after the request left is `unknown`. */
  send(message: SmsMessage, signal: AbortSignal): Promise<HandOver>
  /**
   * Looks for a hand-over whose outcome is unknown (same destination, same text, not before `since`).
   * `cannot_tell` when the vendor has no look-up or did not answer.
   */
  find(
    message: Pick<SmsMessage, 'reference' | 'to' | 'text'>,
    since: Temporal.Instant,
    signal: AbortSignal,
  ): Promise<
    | {
        readonly found: 'accepted'
        readonly providerMessageId: string
        /** What became of it since, as in a receipt; null when nothing is known. */
        readonly news: Pick<Receipt, 'state' | 'reason' | 'providerCode' | 'at'> | null
      }
    | { readonly found: 'absent' | 'cannot_tell' }
  >
  /** Verifies and reads a status webhook. `forged` when the signature or token does not hold. */
  readReceipts(request: WebhookRequest): readonly Receipt[] | 'forged' | 'malformed'
  /** A genuine status webhook that tells of nothing, at the public origin `baseUrl`: to try whether one is let in. */
  emptyReceipt(baseUrl: string): WebhookRequest
  /** Verifies and reads an inbound message. */
  readInbound(request: WebhookRequest): InboundSms | 'forged' | 'malformed'
  /** The body and content type the vendor expects as an answer to an inbound webhook. */
  readonly inboundAnswer: { readonly contentType: string; readonly body: string }
}
