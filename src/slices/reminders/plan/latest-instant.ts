import type { ReminderKind } from '#/slices/reminders/words/words.ts'
import { offsetOf, totalMinutes } from './offset.ts'

const minutesPerDay = 24 * 60
const longGraceMinutes = 4 * 60
const shortGraceMinutes = 15

/** The last instant a reminder may leave, whatever its grace: the holder's minimum lead before the start. */
export function leadBound(startsAt: Temporal.Instant, minLeadMinutes: number): Temporal.Instant {
  return startsAt.subtract({ minutes: minLeadMinutes })
}

/**
 * The last useful instant of a reminder. `dueAt` is the instant after the quiet-hours move. With an offset it is
 * `dueAt` plus grace (4 hours from P1D or PT24H upwards, else 15 minutes), never past the minimum lead before the
 * start. A short-notice row, `offset` null, lives until that minimum lead.
 */
export function latestFor(row: {
  readonly dueAt: Temporal.Instant
  readonly startsAt: Temporal.Instant
  readonly minLeadMinutes: number
  readonly offset: string | null
}): Temporal.Instant {
  const bound = leadBound(row.startsAt, row.minLeadMinutes)
  if (row.offset === null) return bound
  const isLong = totalMinutes(offsetOf(row.offset)) >= minutesPerDay
  return earliest(bound, row.dueAt.add({ minutes: isLong ? longGraceMinutes : shortGraceMinutes }))
}

/** The last useful instant of a registration notice: 4 hours after it is due, never past the minimum lead. */
export function latestForRegistration(row: {
  readonly dueAt: Temporal.Instant
  readonly startsAt: Temporal.Instant
  readonly minLeadMinutes: number
}): Temporal.Instant {
  return earliest(leadBound(row.startsAt, row.minLeadMinutes), row.dueAt.add({ minutes: longGraceMinutes }))
}

/**
 * The last useful instant of a change or cancellation notice: 4 hours after it is due, never past `firstStart`. Who asked
 * for something waits for the answer until then.
 */
export function latestForNotice(row: {
  readonly kind: ReminderKind
  readonly dueAt: Temporal.Instant
  /** The earlier of the old and the new start; the old start when there is no new one. */
  readonly firstStart: Temporal.Instant
}): Temporal.Instant {
  if (row.kind === 'answer') return row.firstStart
  return earliest(row.firstStart, row.dueAt.add({ minutes: longGraceMinutes }))
}

/** The earlier of two instants. */
export function earliest(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) <= 0 ? one : other
}
