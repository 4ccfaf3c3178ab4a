import type { RefusalReason } from '#/ports/delivery.ts'

/** What a Twilio error code means for a reminder. */
export type TwilioError = {
  readonly reason: RefusalReason
  readonly permanent: boolean
  /** About our account, not the message: everything is refused until an operator solves it. */
  readonly isAboutAccount?: boolean
  readonly isUnexplained?: boolean
}

/**
 * Twilio's error dictionary (https://www.twilio.com/docs/api/errors), as far as it concerns messages. Twilio advises
 * against logic per code, so this is data: a missing code means `unknownTwilioError`.
 */
export const twilioErrors: Readonly<Record<string, TwilioError>> = {
  // Refused at hand-over.
  20003: { reason: 'provider_refused', permanent: false, isAboutAccount: true }, // Credentials.
  20005: { reason: 'provider_refused', permanent: false, isAboutAccount: true }, // Account not active.
  20404: { reason: 'provider_refused', permanent: false, isAboutAccount: true }, // No such account.
  20429: { reason: 'provider_refused', permanent: false },
  20500: { reason: 'provider_refused', permanent: false },
  20503: { reason: 'provider_refused', permanent: false },
  21211: { reason: 'invalid_number', permanent: true },
  21214: { reason: 'invalid_number', permanent: true },
  21217: { reason: 'invalid_number', permanent: true },
  21408: { reason: 'provider_refused', permanent: true },
  21421: { reason: 'invalid_number', permanent: true },
  21601: { reason: 'provider_refused', permanent: true },
  21602: { reason: 'provider_refused', permanent: true },
  21603: { reason: 'provider_refused', permanent: true },
  21604: { reason: 'invalid_number', permanent: true },
  21606: { reason: 'provider_refused', permanent: true },
  21610: { reason: 'recipient_opted_out', permanent: true },
  21611: { reason: 'provider_refused', permanent: false }, // The sender's queue is full.
  21612: { reason: 'provider_refused', permanent: true },
  21614: { reason: 'landline', permanent: true },
  21617: { reason: 'provider_refused', permanent: true },
  21624: { reason: 'provider_refused', permanent: true },
  // Reported later, in a status callback. Twilio had accepted these, so only the fallback channel may follow (G14).
  30001: { reason: 'provider_refused', permanent: false },
  30002: { reason: 'provider_refused', permanent: false, isAboutAccount: true }, // Account suspended.
  30003: { reason: 'number_unreachable', permanent: false },
  30004: { reason: 'carrier_rejected', permanent: true },
  30005: { reason: 'invalid_number', permanent: true },
  30006: { reason: 'landline', permanent: true },
  30007: { reason: 'carrier_rejected', permanent: true },
  30008: { reason: 'carrier_rejected', permanent: false },
  30017: { reason: 'carrier_rejected', permanent: false },
  30036: { reason: 'number_unreachable', permanent: false }, // The validity period passed before delivery.
}

/** What a refusal with a code that is not in the table means. */
export const unknownTwilioError: TwilioError = { reason: 'provider_refused', permanent: false, isUnexplained: true }

/** A temporary refusal without a Twilio code: too many requests, or unavailable. */
export const unavailableTwilio: TwilioError = { reason: 'provider_refused', permanent: false }

/** Why an accepted message was not delivered, when the callback has no code or an unknown one. */
export const unexplainedNonDelivery: RefusalReason = 'carrier_rejected'
