import type { RefusalReason } from '#/ports/delivery.ts'

/**
 * CM.com's answer codes (TextClientStatusCodes of cmdotcom/text-sdk-php). Codes below 300 concern the whole request;
 * the ones about our account are an operator's fault and may be tried again once it is mended.
 */
export const cmErrors: Readonly<Record<string, { readonly reason: RefusalReason; readonly permanent: boolean }>> = {
  101: { reason: 'provider_refused', permanent: false }, // Authentication of the request failed.
  102: { reason: 'provider_refused', permanent: false }, // The account's balance is too low.
  103: { reason: 'provider_refused', permanent: false }, // The product token is wrong.
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
  999: { reason: 'provider_refused', permanent: false },
}

/** What a code that is not in the table means. */
export const unknownCmError = { reason: 'provider_refused', permanent: false } as const
