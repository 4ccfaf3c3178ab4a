import { invalid } from './errors.ts'

/** The longest span a list of appointments covers. */
export const maxSpanDays = 366

/**
 * Checks `from` (included) and `to` (not included) of a list.
 *
 * @throws AppError VALIDATION_FAILED when `to` is not after `from`, or more than 366 days after it
 */
export function checkSpan({ from, to }: { readonly from?: string; readonly to?: string }): void {
  if (from === undefined || to === undefined) return
  const days = Temporal.Instant.from(to).since(Temporal.Instant.from(from)).total('hours') / 24
  if (days <= 0) throw invalid({ path: 'query.to', code: 'out_of_range', message: 'Must be after from.' })
  if (days > maxSpanDays)
    throw invalid({ path: 'query.to', code: 'out_of_range', message: `At most ${maxSpanDays} days after from.` })
}

/** The span with both bounds: a missing one is 366 days from the other; with neither it is as long before now as after it. */
export function boundedSpan(
  { from, to }: { readonly from?: string; readonly to?: string },
  now: Temporal.Instant,
): { from: string; to: string } {
  const away = (instant: Temporal.Instant, days: number) => instant.add({ hours: days * 24 }).toString()
  if (from !== undefined) return { from, to: to ?? away(Temporal.Instant.from(from), maxSpanDays) }
  if (to !== undefined) return { from: away(Temporal.Instant.from(to), -maxSpanDays), to }
  return { from: away(now, -maxSpanDays / 2), to: away(now, maxSpanDays / 2) }
}
