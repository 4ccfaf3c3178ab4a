import type { ProviderSetup } from '#/ports/billing.ts'

export type SetupState = 'starting' | 'pending' | 'confirmed' | 'failed' | 'abandoned'
export type MandateStatus = 'none' | 'pending' | 'valid' | 'invalid'
export type BillingStatus = 'not_started' | 'setup_pending' | 'active' | 'action_required' | 'failed'
export type FailureCode = 'cancelled_by_user' | 'expired' | 'declined' | 'provider_error'

/** What is known of one set-up. */
export type SetupKnowledge = {
  readonly state: SetupState
  readonly mandateStatus: MandateStatus
  readonly failureCode: FailureCode | null
}

/**
 * What is known after the provider was asked. Webhooks come twice and out of order, and answers overtake each other, so
 * knowledge only grows: paid outranks failed, failed outranks open, and a mandate that ended stays ended. Whatever the
 * order, the same answers end alike.
 */
export function learn(known: SetupKnowledge, observed: ProviderSetup): SetupKnowledge {
  const mandateStatus = laterMandate(known.mandateStatus, observed.mandate?.status ?? 'none')
  if (known.state === 'confirmed') return { ...known, mandateStatus }
  if (observed.payment === 'paid' && (mandateStatus === 'valid' || mandateStatus === 'pending'))
    return { state: 'confirmed', mandateStatus, failureCode: null }
  if (known.state !== 'pending') return { ...known, mandateStatus }
  if (observed.payment === 'failed')
    return { state: 'failed', mandateStatus, failureCode: observed.failureCode ?? 'provider_error' }
  // The mandate was revoked before we learned that it had been given.
  if (observed.payment === 'paid' && mandateStatus === 'invalid')
    return { state: 'failed', mandateStatus, failureCode: 'declined' }
  return { ...known, mandateStatus }
}

const mandateRanks: Readonly<Record<MandateStatus, number>> = { none: 0, pending: 1, valid: 2, invalid: 3 }

function laterMandate(one: MandateStatus, other: MandateStatus): MandateStatus {
  return mandateRanks[other] > mandateRanks[one] ? other : one
}

/** What is known of a holder's billing: the mandate that counts, and what became of the last set-up since. */
export type AccountKnowledge = {
  readonly mandateStatus: MandateStatus
  readonly hasPendingSetup: boolean
  /** Of the last set-up, when it failed. */
  readonly failureCode: FailureCode | null
}

/** A good mandate keeps a holder active whatever a new set-up does, until that one replaces it. */
export function billingStatus({ mandateStatus, hasPendingSetup, failureCode }: AccountKnowledge): BillingStatus {
  if (mandateStatus === 'valid' || mandateStatus === 'pending') return 'active'
  if (hasPendingSetup) return 'setup_pending'
  if (failureCode !== null) return 'failed'
  return mandateStatus === 'invalid' ? 'action_required' : 'not_started'
}
