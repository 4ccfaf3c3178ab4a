/**
 * pending_review -> approved | declined (holder) | withdrawn (recipient) | superseded (the appointment was moved or
 * cancelled) | expired (its start was reached). All others are final.
 */
export const requestStatuses = ['pending_review', 'approved', 'declined', 'withdrawn', 'superseded', 'expired'] as const
export type RequestStatus = (typeof requestStatuses)[number]

export const requestTypes = ['cancel', 'reschedule'] as const
export type RequestType = (typeof requestTypes)[number]

export const requestReasons = ['ill', 'work', 'transport', 'no_longer_needed', 'other'] as const
export type RequestReason = (typeof requestReasons)[number]

/** A time that would suit, in RFC 3339. */
export type PreferredWindow = { readonly startsAt: string; readonly endsAt: string }
