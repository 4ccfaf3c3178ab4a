import { invalid } from '#/kernel/errors.ts'

/** The longest span a list of appointments covers. */
const maxSpanDays = 366

/** What databases and clients share: the years 1 to 9999. */
export const firstInstant = Temporal.Instant.from('0001-01-01T00:00:00Z')
export const lastInstant = Temporal.Instant.from('9999-12-31T23:59:59Z')

/** `from` is included, `to` is not; either may be left out. */
export type Span = { readonly from: Temporal.Instant | undefined; readonly to: Temporal.Instant | undefined }
export type BoundedSpan = { readonly from: Temporal.Instant; readonly to: Temporal.Instant }

/**
 * Reads `from` and `to` of a list as instants, because PostgreSQL reads fewer forms than RFC 3339 has.
 *
 * @throws AppError VALIDATION_FAILED when `to` is not after `from`, or more than 366 days after it
 */
export function readSpan(query: { readonly from?: string; readonly to?: string }): Span {
  const from = query.from === undefined ? undefined : Temporal.Instant.from(query.from)
  const to = query.to === undefined ? undefined : Temporal.Instant.from(query.to)
  if (from !== undefined && to !== undefined) checkLength({ from, to })
  return { from, to }
}

function checkLength(span: BoundedSpan): void {
  if (Temporal.Instant.compare(span.to, span.from) <= 0)
    throw invalid({ path: 'query.to', code: 'out_of_range', message: 'Must be after from.' })
  if (isLongerThan(span, maxSpanDays))
    throw invalid({ path: 'query.to', code: 'out_of_range', message: `At most ${maxSpanDays} days after from.` })
}

/** Whether a span is longer than so many local days: one of them has 25 hours where the clock goes back within it. */
export function isLongerThan({ from, to }: BoundedSpan, days: number): boolean {
  return to.since(from).total('hours') > days * 24 + 1
}

/** The span with both bounds: a missing one is 366 days from the other; with neither it is as long before now as after it. */
export function boundedSpan({ from, to }: Partial<Span>, now: Temporal.Instant): BoundedSpan {
  if (from !== undefined) return { from, to: to ?? away(from, maxSpanDays) }
  if (to !== undefined) return { from: away(to, -maxSpanDays), to }
  return { from: away(now, -maxSpanDays / 2), to: away(now, maxSpanDays / 2) }
}

/** That many days from an instant, no further than the years above. */
function away(instant: Temporal.Instant, days: number): Temporal.Instant {
  const there = instant.add({ hours: days * 24 })
  if (Temporal.Instant.compare(there, firstInstant) < 0) return firstInstant
  return Temporal.Instant.compare(there, lastInstant) > 0 ? lastInstant : there
}
