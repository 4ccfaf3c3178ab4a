/** Why a message was definitely not delivered, in the reminder engine's words (reason codes of docs/reminders.md). */
export type RefusalReason =
  | 'recipient_opted_out'
  | 'landline'
  | 'invalid_number'
  | 'provider_refused'
  | 'carrier_rejected'
  | 'number_unreachable'
  | 'test_mode'

/** The outcome of handing a message to a provider. Only `refused` and `unreachable` may ever be tried again. */
export type HandOver =
  | { readonly outcome: 'accepted'; readonly providerMessageId: string | null; readonly providerCode: string | null }
  | {
      /** The provider refused: nothing was accepted. */
      readonly outcome: 'refused'
      readonly permanent: boolean
      readonly reason: RefusalReason
      readonly providerCode: string | null
      /** Seconds the provider asked us to wait (Retry-After), when it did. */
      readonly retryAfterSeconds: number | null
      /** True when the meaning of the refusal is not known: it is then tried again once only. */
      readonly isUnexplained?: boolean
      /** The provider refuses all we send until somebody fixes our account: credentials, balance, suspension. */
      readonly isAboutAccount?: boolean
    }
  /** The provider was certainly not reached: refused connection, unknown host, TLS failure. */
  | { readonly outcome: 'unreachable'; readonly detail: string }
  /** The request left and no answer came: the message may or may not have been accepted. Never sent again. */
  | { readonly outcome: 'unknown'; readonly detail: string }

/**
 * Whether a message may be handed over again: only when it was certainly not accepted, and the refusal is not
 * permanent. Never after `unknown` (G14).
 */
export function mayTryAgain(outcome: HandOver): boolean {
  return outcome.outcome === 'unreachable' || (outcome.outcome === 'refused' && !outcome.permanent)
}

/** Limits what this process sends a provider (G24). A call's time limit does not run while it waits for its turn. */
export type ProviderTurns = {
  /** Most calls at once, and most begun in a second. */
  readonly atOnce: number
  readonly perSecond: number
  /** Does work, which must be one `send`, when it is its turn. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Waits for turns, from 1 to `most`, each for one `send`; each must be given back. 0 when told to stop. */
  take(most: number, stopping: AbortSignal): Promise<number>
  /** @param how `unused` when nothing was sent in these turns: they then do not count towards `perSecond` */
  giveBack(count: number, how: 'used' | 'unused'): void
}

/**
 * On whose behalf a message goes: the platform's own (a code or a warning to whoever signs in), or an organization's, with
 * the appointment it is about.
 */
export type Sender =
  | 'platform'
  | { readonly platformHolderId: string; readonly isTest: boolean; readonly appointmentId: string | null }

/** Of the platform to a person: for the inbox of the test organization that alone knows them, if there is one. */
export function aboutPersonOf(testHolder: string | null): Sender {
  return testHolder === null ? 'platform' : { platformHolderId: testHolder, isTest: true, appointmentId: null }
}

/** Stored as the provider of what went to the inbox of a test organization. */
export const testInbox = 'test_inbox'

/**
 * The one door to a provider. Nobody gets one without saying on whose behalf: what test organizations send goes to their
 * inbox, whoever the addressee.
 */
export type Outlet<Provider> = {
  /** Of the provider: whether a message is for an inbox is not known while turns are taken. */
  readonly turns: ProviderTurns
  of(sender: Sender): Provider
}

/** @param inboxOf takes the provider's place for a test organization */
export function outlet<Provider extends { readonly turns: ProviderTurns }>(
  provider: Provider,
  inboxOf: (sender: Exclude<Sender, 'platform'>) => Provider,
): Outlet<Provider> {
  return {
    turns: provider.turns,
    of: (sender) => (sender !== 'platform' && sender.isTest ? inboxOf(sender) : provider),
  }
}

/** Hands over a message that is no reminder, when it is its turn, with a time limit of 20 seconds from then. */
export function sendInTurn<Message>(
  outlet: Outlet<{ send(message: Message, signal: AbortSignal): Promise<HandOver> }>,
  message: Message,
  sender: Sender,
): Promise<HandOver> {
  return outlet.turns.run(() => outlet.of(sender).send(message, AbortSignal.timeout(20_000)))
}

/** What a provider says later about a message it accepted. */
export type Receipt = {
  /** Our client reference, when the vendor carries it. */
  readonly reference: string | null
  readonly providerMessageId: string | null
  readonly state: 'sent' | 'delivered' | 'undelivered' | 'failed'
  /** Set on `undelivered` and `failed`. */
  readonly reason: RefusalReason | null
  readonly providerCode: string | null
  /** When the provider says it happened; null when it does not say. */
  readonly at: Temporal.Instant | null
}

/** A webhook as it came in. `url` is our public URL as configured, with path and query, because vendors sign that. */
export type WebhookRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly rawBody: string
}
