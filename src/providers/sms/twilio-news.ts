import type { Receipt } from '#/ports/delivery.ts'
import { twilioErrors, unexplainedNonDelivery } from './twilio-errors.ts'

/** What became of a message that Twilio took on. */
export type News = Pick<Receipt, 'state' | 'reason' | 'providerCode' | 'at'>

/** Message statuses that say something new; queued, accepted, sending and scheduled do not. */
const states: Readonly<Record<string, Receipt['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

/** Reads a status with its error code, of a callback or of the message list; null when it says nothing new. */
export function newsOf(status: string, providerCode: string | null): News | null {
  const state = states[status]
  if (!state) return null
  const wentWrong = state === 'undelivered' || state === 'failed'
  const reason = wentWrong ? (providerCode && twilioErrors[providerCode]?.reason) || unexplainedNonDelivery : null
  // Twilio's callbacks carry no time of their own that every carrier fills in, so the arrival counts.
  return { state, reason, providerCode, at: null }
}
