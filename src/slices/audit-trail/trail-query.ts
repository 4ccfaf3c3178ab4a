import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { described, Identifier, Instant } from '#/kernel/schema.ts'
import { isLongerThan, readSpan, type BoundedSpan } from '#/kernel/time/span.ts'
import { ActionName } from './trail-event.ts'

/** What the trail is looked for by. */
export const trailQuery = {
  from: Type.Optional(described(Instant, 'Earliest entry, inclusive; 31 days before `to` when left out.')),
  to: Type.Optional(described(Instant, 'Latest entry, exclusive; now when left out.')),
  actor: Type.Optional(described(Identifier, 'Only what somebody did: the id of a member of staff or a program.')),
  action: Type.Optional(described(ActionName, 'Only this action.')),
  subject: Type.Optional(described(Identifier, 'Only what was about this appointment, person, key or other thing.')),
}

const spanDays = 31

/**
 * The span of a query, both ends of it.
 *
 * @throws AppError VALIDATION_FAILED when it is longer than 31 days, or `to` is not after `from`
 */
export function trailSpan(query: { readonly from?: string; readonly to?: string }, now: Temporal.Instant): BoundedSpan {
  const given = readSpan(query)
  const to = given.to ?? now
  const from = given.from ?? to.subtract({ hours: spanDays * 24 })
  if (isLongerThan({ from, to }, spanDays))
    throw invalid({ path: 'query.from', code: 'out_of_range', message: `At most ${spanDays} days before to.` })
  return { from, to }
}
