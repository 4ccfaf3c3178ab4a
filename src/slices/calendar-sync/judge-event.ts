import { createHash } from 'node:crypto'
import { firstInstant, lastInstant } from '#/kernel/time/span.ts'
import { isTimeZone } from '#/kernel/time/time-zone.ts'
import type { CalendarEvent, CalendarReader } from '#/ports/calendar.ts'
import type { IntakeBody } from '#/slices/appointments/appointments.ts'
import type { LeftOutReason } from '#/slices/calendars/calendars.ts'
import { recipientOfEvent } from './recipient-of-event.ts'

/** What an event of a calendar is to us. */
export type Judgement =
  | { readonly kind: 'appointment'; readonly startsAt: Temporal.Instant; readonly intake: IntakeBody }
  | { readonly kind: 'no_recipient'; readonly startsAt: Temporal.Instant; readonly reason: LeftOutReason }
  /** Cancelled, declined, a whole day, or without times: no appointment, and nothing anybody should look at. */
  | { readonly kind: 'none' }

export type EventContext = {
  readonly provider: CalendarReader['name']
  readonly calendarId: string
  readonly calendarTimeZone: string | null
  readonly holder: { readonly countryCode: string; readonly defaultTimezone: string }
}

/** Raise it when the rules of `judgeEvent` change: calendars that were judged by older ones are then read anew. */
export const judgedBy = 2

export function judgeEvent(event: CalendarEvent, context: EventContext): Judgement {
  const zone = zoneOf(event, context)
  const instantOf = (at: Temporal.Instant | null) => (at && event.isFloating ? inZone(at, zone) : at)
  const startsAt = instantOf(event.startsAt)
  const endsAt = instantOf(event.endsAt)
  if (event.isUnreadable && startsAt !== null)
    return { kind: 'no_recipient', startsAt: storable(startsAt), reason: 'event_unreadable' }
  if (event.isCancelled || !event.hasTime || startsAt === null || endsAt === null) return { kind: 'none' }
  if (event.ownAnswer === 'declined') return { kind: 'none' }
  if (![startsAt, endsAt].every((at) => at.equals(storable(at))))
    return { kind: 'no_recipient', startsAt: storable(startsAt), reason: 'event_unreadable' }
  // Anybody can invite the holder: what they write must not decide whom we write to in the holder's name.
  if (!event.isOwn) return { kind: 'no_recipient', startsAt, reason: 'organized_elsewhere' }
  const found = recipientOfEvent(event, context.holder.countryCode)
  if ('reason' in found) return { kind: 'no_recipient', startsAt, reason: found.reason }
  const intake = {
    sourceSystem: context.provider,
    externalAppointmentId: externalIdOf(context.calendarId, event.eventId),
    startsAt: startsAt.toString(),
    endsAt: endsAt.toString(),
    timezone: zone,
    recipient: found.recipient,
  }
  return { kind: 'appointment', startsAt, intake }
}

/** The nearest instant that the database holds. */
function storable(at: Temporal.Instant): Temporal.Instant {
  if (Temporal.Instant.compare(at, firstInstant) < 0) return firstInstant
  return Temporal.Instant.compare(at, lastInstant) > 0 ? lastInstant : at
}

/** The event's name at the source, by which its appointment is found again. */
export function externalIdOf(calendarId: string, eventId: string): string {
  return shortKey(`${calendarId}/${eventId}`)
}

/** A text as it is when it is short and printable, else its hash: fits keys and the contract's identifiers. */
export function shortKey(text: string): string {
  const isPlain = text.length <= 200 && text === text.trim() && text !== '' && !/\p{Cc}/u.test(text)
  return isPlain ? text : `sha256-${createHash('sha256').update(text).digest('hex')}`
}

/** UTC is how programs write instants, not where people live. */
function zoneOf({ timeZone }: CalendarEvent, { calendarTimeZone, holder }: EventContext): string {
  const named = [timeZone, calendarTimeZone].find(
    (name) => name !== null && isTimeZone(name) && !/^(Etc\/)?(UTC|GMT|UCT|Zulu)$/i.test(name),
  )
  return named ?? holder.defaultTimezone
}

/** When clocks in a zone show what they show in UTC at an instant. */
function inZone(instant: Temporal.Instant, zone: string): Temporal.Instant {
  return instant.toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(zone).toInstant()
}
