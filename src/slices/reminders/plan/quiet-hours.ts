import { instantAt } from './offset.ts'
import type { QuietHours, RecipientQuietHours } from '#/slices/reminders/words/policy.ts'

/** Why a row is not due at the instant its offset names. */
export type MovedBecause = 'quiet_hours_earlier' | 'quiet_hours_later'

export type MovedDue = { readonly dueAt: Temporal.Instant; readonly movedBecause: MovedBecause | null }

/** When it is quiet for one recipient: in the holder's quiet hours, and in their own. */
export type Quiet = {
  readonly quietHours: QuietHours | null
  /** The recipient's IANA zone, or the appointment's when that is not known. */
  readonly timezone: string
  readonly recipientQuietHours: RecipientQuietHours | null
}

export type QuietHoursInput = Quiet & {
  readonly dueAt: Temporal.Instant
  /** The last useful instant. A row that is moved is due before it: sending takes time, and due at it, it could never go. */
  readonly latest: Temporal.Instant
}

/** True when a clock in the zone reads a time inside a window, counting the weekday on which that window began. */
export function isQuiet(instant: Temporal.Instant, quiet: Quiet): boolean {
  return windowAround(instant, quiet) !== null
}

/**
 * Moves a row out of quiet hours: to one minute before they begin or, when that is not after `notBefore` (now), to the
 * next opening, provided that is before `latest`. Answers `quiet_hours` when neither will do.
 */
export function moveOutOfQuietHours(
  input: QuietHoursInput & { readonly notBefore: Temporal.Instant },
): MovedDue | 'quiet_hours' {
  const window = windowAround(input.dueAt, input)
  if (window === null) return { dueAt: input.dueAt, movedBecause: null }
  const earlier = lastOpenInstant(window, input)
  if (earlier !== null && Temporal.Instant.compare(earlier, input.notBefore) > 0) {
    return { dueAt: earlier, movedBecause: 'quiet_hours_earlier' }
  }
  return waitForOpening(input)
}

/** For rows due as soon as possible, which can only wait: the row's own instant, or the next opening before `latest`. */
export function waitForOpening(input: QuietHoursInput): MovedDue | 'quiet_hours' {
  const window = windowAround(input.dueAt, input)
  if (window === null) return { dueAt: input.dueAt, movedBecause: null }
  const opening = nextOpening(window, input)
  if (opening === null || Temporal.Instant.compare(opening, input.latest) >= 0) return 'quiet_hours'
  return { dueAt: opening, movedBecause: 'quiet_hours_later' }
}

/** `HH:MM` as minutes since midnight, or null when it is not a time of day. */
export function minuteOfDay(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** One night of quiet hours, by the local clock of a zone. */
type Window = {
  readonly begins: Temporal.PlainDateTime
  readonly ends: Temporal.PlainDateTime
  readonly timezone: string
}

/**
 * Windows of one kind leave at least a minute open a day, so one move is enough; a clock change that skips that minute
 * joins two windows, and so do a recipient's own quiet hours that adjoin the holder's. When the two kinds leave nothing
 * open, this bound ends the search.
 */
const mostJoinedWindows = 8

function lastOpenInstant(window: Window, input: QuietHoursInput): Temporal.Instant | null {
  let current = window
  for (let tries = 0; tries < mostJoinedWindows; tries += 1) {
    const candidate = instantAt(current.begins, current.timezone, 'earlier').subtract({ minutes: 1 })
    const previous = windowAround(candidate, input)
    if (previous === null) return candidate
    current = previous
  }
  return null
}

// A repeated opening time counts the second time round: before it, clocks fall back into quiet hours once more.
function nextOpening(window: Window, input: QuietHoursInput): Temporal.Instant | null {
  let current = window
  for (let tries = 0; tries < mostJoinedWindows; tries += 1) {
    const candidate = instantAt(current.ends, current.timezone, 'later')
    const following = windowAround(candidate, input)
    if (following === null) return candidate
    current = following
  }
  return null
}

function windowAround(
  instant: Temporal.Instant,
  { quietHours, timezone, recipientQuietHours: own }: Quiet,
): Window | null {
  return (
    (quietHours && windowOf(instant, quietHours, timezone)) ??
    (own && windowOf(instant, { ...own, days: null }, own.timezone))
  )
}

function windowOf(instant: Temporal.Instant, quietHours: QuietHours, timezone: string): Window | null {
  const from = checkedMinute(quietHours.from)
  const to = checkedMinute(quietHours.to)
  const local = instant.toZonedDateTimeISO(timezone)
  const minute = local.hour * 60 + local.minute
  const wraps = to <= from
  const beganToday = minute >= from && (wraps || minute < to)
  const beganYesterday = wraps && minute < to
  if (!beganToday && !beganYesterday) return null
  const beganOn = beganToday ? local.toPlainDate() : local.toPlainDate().subtract({ days: 1 })
  if (quietHours.days !== null && !quietHours.days.includes(beganOn.dayOfWeek)) return null
  return { begins: atMinute(beganOn, from), ends: atMinute(wraps ? beganOn.add({ days: 1 }) : beganOn, to), timezone }
}

function atMinute(date: Temporal.PlainDate, minute: number): Temporal.PlainDateTime {
  return date.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
}

function checkedMinute(text: string): number {
  const minute = minuteOfDay(text)
  if (minute === null) throw new RangeError(`Not a time of day: ${text}`)
  return minute
}
