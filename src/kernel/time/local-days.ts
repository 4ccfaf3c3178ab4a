import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'

export const LocalDate = Type.String({
  title: 'LocalDate',
  format: 'date',
  pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
  description: 'A local day in the time zone of your organization, counted as a whole.',
  examples: ['2026-12-01'],
})

/** Local days: what each is called, where it begins and where the next one does. */
export type LocalDays = {
  readonly dates: readonly string[]
  readonly beginnings: readonly Temporal.Instant[]
  readonly ends: readonly Temporal.Instant[]
}

/**
 * The dates from one to another, both included.
 *
 * @throws AppError VALIDATION_FAILED when there is none, or more than `maxDays`
 */
export function datesBetween(from: string, to: string, maxDays: number): Temporal.PlainDate[] {
  const first = Temporal.PlainDate.from(from)
  const days = first.until(Temporal.PlainDate.from(to)).days + 1
  if (days < 1) throw invalid({ path: 'query.to', code: 'out_of_range', message: 'Must not be before from.' })
  if (days > maxDays) {
    throw invalid({ path: 'query.to', code: 'out_of_range', message: `From and to span at most ${maxDays} days.` })
  }
  return Array.from({ length: days }, (_, index) => first.add({ days: index }))
}

/** Where local days begin and end, by the product's own time-zone data. */
export function toDays(dates: readonly Temporal.PlainDate[], timezone: string): LocalDays {
  return {
    dates: dates.map(String),
    beginnings: dates.map((date) => date.toZonedDateTime(timezone).toInstant()),
    ends: dates.map((date) => date.add({ days: 1 }).toZonedDateTime(timezone).toInstant()),
  }
}
