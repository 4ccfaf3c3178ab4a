import type { WebhookRequest } from './delivery.ts'

/** Who pays: only what a provider needs to know. */
export type PaymentCustomer = {
  readonly platformHolderId: string
  readonly name: string
  readonly email: string | null
  /** One of our interface languages, such as `nl`; an adapter translates it or leaves it out. */
  readonly locale: string
}

/** One set-up of a mandate, to be made at the provider. */
export type NewPaymentSetup = {
  /** Our id of the set-up, which makes repeated calls idempotent at the provider. */
  readonly setupId: string
  readonly platformHolderId: string
  readonly customerReference: string
  readonly locale: string
  /** Where the provider sends the browser afterwards; it says nothing about the outcome. */
  readonly returnUrl: string
  readonly webhookUrl: string
}

/** What a mandate draws on. The label is masked: never a whole account or card number. */
export type PaymentMethod = {
  readonly type: 'sepa_direct_debit' | 'card' | 'ideal'
  readonly label: string
  /** Last day a card is good for; null for accounts. */
  readonly validUntil: Temporal.PlainDate | null
}

export type Mandate = {
  readonly reference: string | null
  readonly status: 'pending' | 'valid' | 'invalid'
  /** Null when the provider names a method we do not know. */
  readonly method: PaymentMethod | null
}

/** The state of a set-up as the provider answers when asked; never as a webhook or a browser says. */
export type ProviderSetup = {
  readonly payment: 'open' | 'paid' | 'failed'
  /** Set when failed. */
  readonly failureCode: 'cancelled_by_user' | 'expired' | 'declined' | 'provider_error' | null
  readonly mandate: Mandate | null
}

export type PaymentFailure =
  /** The provider refused: repeating the same call cannot help. */
  | { readonly outcome: 'refused'; readonly detail: string }
  /** No answer, or one that asks to wait: the call may or may not have been carried out. */
  | { readonly outcome: 'unavailable'; readonly detail: string }

/**
 * What every payment provider must do for us: make a customer and a set-up, say how it went, and read its webhooks.
 * Outcomes of the outside world are data; an adapter throws only for a programming error. Every call is bounded by its signal.
 */
export type PaymentProvider = {
  readonly name: PaymentProviderName
  createCustomer(
    customer: PaymentCustomer,
    /** The same again for the same customer; another for another. */
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'created'; readonly customerReference: string } | PaymentFailure>
  /** The redirect URL is one of the provider's own hosts, https; outside production also its twin on the loopback. */
  startSetup(
    setup: NewPaymentSetup,
    signal: AbortSignal,
  ): Promise<
    | {
        readonly outcome: 'started'
        readonly setupReference: string
        readonly redirectUrl: string
        /** By the provider's clock; null when it does not say. */
        readonly expiresAt: Temporal.Instant | null
      }
    /** The provider does not, or no longer, know the customer; nothing was made. */
    | { readonly outcome: 'customer_unknown' }
    | PaymentFailure
  >
  /**
   * Reads a set-up and the mandate that came of it. `absent`: the provider does not know it; `foreign`: what it has
   * under this reference was made for another set-up or holder, and is not passed on.
   */
  readSetup(
    reference: {
      readonly platformHolderId: string
      readonly setupId: string
      readonly setupReference: string
      readonly customerReference: string
    },
    signal: AbortSignal,
  ): Promise<
    | { readonly outcome: 'setup'; readonly setup: ProviderSetup }
    | { readonly outcome: 'absent' | 'foreign' }
    | PaymentFailure
  >
  /**
   * The reference of the set-up or mandate that a webhook is about; nothing else in it is trusted. `unrelated` when it
   * is about something else, `forged` when its signature or its time is not valid.
   */
  readWebhook(request: WebhookRequest): { readonly reference: string } | 'unrelated' | 'forged'
}

export type PaymentProviderName = 'mollie' | 'stripe'

/** The configured providers: one for new set-ups, and all whose earlier ones still count. */
export type PaymentProviders = {
  readonly chosen: PaymentProvider | null
  readonly mollie: PaymentProvider | null
  readonly stripe: PaymentProvider | null
}
