/** One signed event on its way to a receiver. */
export type WebhookCall = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const webhookErrors = [
  'http_status',
  'address_not_allowed',
  'name_not_found',
  'connection_failed',
  'certificate_refused',
  'connect_timeout',
  'timeout',
] as const
export type WebhookError = (typeof webhookErrors)[number]

/** What came of a call. Only an answer of 2xx, which has no error, is a success. */
export type WebhookAnswer = {
  readonly status: number | null
  readonly errorCode: WebhookError | null
  /** The beginning of what the receiver said, at most 1 KiB. */
  readonly answer: string | null
  readonly retryAfterSeconds: number | null
  readonly durationMs: number
}

export type WebhookSender = {
  /** Why nothing may be sent to an address, in a sentence for whoever gave it; null when it may. */
  refusalOf(url: string): string | null
  /** Never rejects, and follows no redirect. */
  send(call: WebhookCall, signal: AbortSignal): Promise<WebhookAnswer>
}
