import type { Receipt } from '#/ports/delivery.ts'
import { twilioErrors, unexplainedNonDelivery } from './twilio-errors.ts'

/** What became of a message that Twilio accepted. */
export type News = Pick<Receipt, 'state' | 'reason' | 'providerCode' | 'at'>

/** The statuses that tell something new; queued, accepted, sending and scheduled do not. */
const states: Readonly<Record<string, Receipt['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

/** Reads a status with its error code, from a callback or the message list; null when it tells nothing new. */
export function newsOf(status: string, providerCode: string | null): News | null {
  const state = states[status]
  if (!state) return null
  const wentWrong = state === 'undelivered' || state === 'failed'
  const reason = wentWrong ? (providerCode && twilioErrors[providerCode]?.reason) || unexplainedNonDelivery : null
  // Twilio's callbacks carry no time that every carrier fills in, so the time of arrival counts.
  return { state, reason, providerCode, at: null }
}
