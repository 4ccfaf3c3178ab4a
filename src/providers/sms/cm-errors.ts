import type { RefusalReason } from '#/ports/delivery.ts'

/** What a CM error code means for a message. */
export type CmError = {
  readonly reason: RefusalReason
  readonly permanent: boolean
  /** About our account: everything is refused until an operator solves it. */
  readonly isAboutAccount?: boolean
  readonly isUnexplained?: boolean
}

/**
 * CM.com's answer codes (TextClientStatusCodes of cmdotcom/text-sdk-php). Codes below 300 concern the whole request.
 */
export const cmErrors: Readonly<Record<string, CmError>> = {
  101: { reason: 'provider_refused', permanent: false, isAboutAccount: true }, // Authentication of the request failed.
  102: { reason: 'provider_refused', permanent: false, isAboutAccount: true }, // The account's balance is too low.
  103: { reason: 'provider_refused', permanent: false, isAboutAccount: true }, // The product token is wrong.
  201: { reason: 'provider_refused', permanent: true },
  202: { reason: 'provider_refused', permanent: true },
  203: { reason: 'provider_refused', permanent: true },
  301: { reason: 'provider_refused', permanent: true }, // From
  302: { reason: 'invalid_number', permanent: true }, // To
  303: { reason: 'invalid_number', permanent: true }, // Number without digits or of another country
  304: { reason: 'provider_refused', permanent: true }, // Body
  305: { reason: 'provider_refused', permanent: true },
  401: { reason: 'carrier_rejected', permanent: true }, // Judged to be spam.
  402: { reason: 'recipient_opted_out', permanent: true }, // On the block list.
  403: { reason: 'provider_refused', permanent: true },
  500: { reason: 'provider_refused', permanent: false },
  999: { reason: 'provider_refused', permanent: false, isUnexplained: true },
}

/** What a code that is not in the table means. */
export const unknownCmError: CmError = { reason: 'provider_refused', permanent: false, isUnexplained: true }

/** A temporary refusal without a CM code: too many requests, or unavailable. */
export const unavailableCm: CmError = { reason: 'provider_refused', permanent: false }
