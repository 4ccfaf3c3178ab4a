import type { Static } from 'typebox'
import { described, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import type { RequestType as RequestTypeSchema } from '#/slices/appointments/appointments.ts'

/**
 * pending_review -> approved | declined (holder) | withdrawn (recipient) | superseded (the appointment was moved,
 * cancelled or became another person's) | expired (its start was reached). All others are final.
 */
export const RequestStatus = oneOf(['pending_review', 'approved', 'declined', 'withdrawn', 'superseded', 'expired'], {
  title: 'RequestStatus',
  description:
    'What became of the request. `superseded`: the appointment was moved or cancelled meanwhile. `expired`: its start was reached. Only `pending_review` can still change.',
})
export type RequestStatus = Static<typeof RequestStatus>

export type RequestType = Static<typeof RequestTypeSchema>

export const RequestReason = oneOf(['ill', 'work', 'transport', 'no_longer_needed', 'other'], {
  title: 'RequestReason',
  description: 'Why the recipient asks.',
})
export type RequestReason = Static<typeof RequestReason>

export const RequestDecision = oneOf(['approved', 'declined'], {
  title: 'RequestDecision',
  description: 'What staff decided.',
})

/** A time that would suit. */
export const PreferredWindow = strictObject(
  { startsAt: described(Instant, 'From when.'), endsAt: described(Instant, 'Until when: at most 14 days later.') },
  { title: 'PreferredWindow', description: 'A time that would suit.' },
)
export type PreferredWindow = Readonly<Static<typeof PreferredWindow>>
