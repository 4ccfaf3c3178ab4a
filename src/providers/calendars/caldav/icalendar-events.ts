import { calendarBlocks, calendarObject, type CalendarBlock, type CalendarBlocks } from '#/icalendar/read/blocks.ts'
import { storableText } from '#/kernel/text/storable-text.ts'
import type { ReadEvent, ReadObject, ReadSpan } from '#/icalendar/read/event.ts'
import { readCalendarObjects } from '#/icalendar/reader.ts'
import { isStorable } from '#/icalendar/read/times.ts'
import { ianaZoneOf } from '#/icalendar/read/zone-names.ts'
import type { CalendarEvent, CalendarWindow, EventAttendee } from '#/ports/calendar.ts'

/** An object of a calendar as text (RFC 4791: one UID with its exceptions); null when too large to be fetched. */
export type ObjectText = { readonly objectId: string; readonly text: string | null }

export type ReadOptions = {
  /** Only occurrences that begin in it are given. */
  readonly slice: CalendarWindow
  /** The window of the whole read. */
  readonly window: CalendarWindow
  /** Addresses of the account itself, in lower case. */
  readonly selfEmails: readonly string[]
}

export type ReadEvents = {
  readonly events: CalendarEvent[]
  /** Objects all of whose events in the window are given. */
  readonly whole: string[]
  /** Objects that could not be read in full. Each has an event that says so. */
  readonly unread: string[]
}

/** The events of calendar objects, recurrences expanded. An object that cannot be read costs no other. */
export async function readEvents(objects: readonly ObjectText[], options: ReadOptions): Promise<ReadEvents> {
  const { from, to } = reachOf(options.slice)
  const split = objects.map(({ objectId, text }) => ({
    objectId,
    blocks: text === null ? null : calendarBlocks(storableText(text)),
  }))
  const read = await readCalendarObjects(
    split.map(({ blocks }) => calendarObject(blocks?.events ?? [], blocks?.zones ?? [], null)),
    { fromMs: from.epochMilliseconds, toMs: to.epochMilliseconds },
  )
  const found: ReadEvents = { events: [], whole: [], unread: [] }
  for (const [index, { objectId, blocks }] of split.entries()) {
    const object = blocks === null ? null : (read[index] ?? null)
    const isUsable = object !== null && object.faults.every(({ code }) => code === 'outdated')
    if (isUsable) found.events.push(...eventsOf(object, objectId, options))
    if (isUsable && !object.events.some(({ isCutOff }) => isCutOff)) found.whole.push(objectId)
    else {
      found.unread.push(objectId)
      found.events.push(unreadableEvent(objectId, blocks, options.window))
    }
  }
  return found
}

function eventsOf({ events }: ReadObject, objectId: string, { slice, selfEmails }: ReadOptions): CalendarEvent[] {
  return events.flatMap((event) => {
    // One that was moved beyond the window is not gone.
    const isByItself = !event.isRecurring || event.isException
    const within = event.hasFloatingTimes ? reachOf(slice) : slice
    return event.occurrences.flatMap(({ id, ...span }) => {
      const times = timesOf(span)
      return isByItself || isInWindow(times.startsAt, within)
        ? [{ ...toEvent(event, selfEmails), ...times, eventId: id, objectId }]
        : []
    })
  })
}

function toEvent(event: ReadEvent, selfEmails: readonly string[]) {
  const { isCancelled, hasFloatingTimes, summary, description, location, organizerEmail } = event
  const isSelf = ({ email }: { readonly email: string | null }) => email !== null && selfEmails.includes(email)
  return {
    isCancelled,
    isFloating: hasFloatingTimes,
    summary,
    description,
    location,
    attendees: event.attendees.map((attendee): EventAttendee => ({
      email: attendee.email,
      phoneNumber: attendee.phoneNumber,
      displayName: attendee.displayName,
      isOrganizer: attendee.isOrganizer,
      isSelf: isSelf(attendee),
      isResource: attendee.isResource,
    })),
    organizerEmail,
    // An organizer without an e-mail address is somebody else too.
    isOwn: !event.hasOrganizer || isSelf({ email: organizerEmail }),
    ownAnswer: event.attendees.find(isSelf)?.answer ?? null,
  }
}

function timesOf({ startsAtMs, endsAtMs, hasTime, timeZone }: ReadSpan) {
  return {
    hasTime,
    timeZone,
    startsAt: Temporal.Instant.fromEpochMilliseconds(startsAtMs),
    endsAt: Temporal.Instant.fromEpochMilliseconds(endsAtMs),
  }
}

/** Stands for an object that cannot be read, so that staff see that there is one. */
function unreadableEvent(objectId: string, blocks: CalendarBlocks | null, { from, to }: CalendarWindow): CalendarEvent {
  const first = blocks?.events[0] ? firstStartOf(blocks.events[0]) : null
  return {
    eventId: objectId,
    objectId,
    isUnreadable: true,
    isCancelled: false,
    hasTime: true,
    // One that began earlier may last until the end of the window.
    startsAt: first !== null && Temporal.Instant.compare(first, from) > 0 ? first : to,
    endsAt: null,
    timeZone: null,
    summary: null,
    description: null,
    location: null,
    attendees: [],
    organizerEmail: null,
    isOwn: true,
    ownAnswer: null,
  }
}

/** The start its text states, taken as UTC where the zone is unknown. */
function firstStartOf({ text, shownIn }: CalendarBlock): Temporal.Instant | null {
  const [, parameters = '', date = '', time = 'T000000', utc] =
    /^DTSTART((?:;[^:\r\n]*)?):(\d{8})(T\d{6})?(Z?)/im.exec(text) ?? []
  const [, tzid = shownIn ?? ''] = /TZID=([^;:]+)/i.exec(parameters) ?? []
  try {
    const start = Temporal.PlainDateTime.from(`${date}${time}`)
      .toZonedDateTime(utc === 'Z' ? 'UTC' : (ianaZoneOf(tzid) ?? 'UTC'))
      .toInstant()
    return isStorable(start.epochMilliseconds) ? start : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Where events of a slice can seem to begin whose times name no zone, which is anywhere on earth. */
function reachOf({ from, to }: CalendarWindow): CalendarWindow {
  return { from: from.subtract({ hours: 14 }), to: to.add({ hours: 14 }) }
}

function isInWindow(instant: Temporal.Instant, { from, to }: CalendarWindow): boolean {
  return Temporal.Instant.compare(instant, from) >= 0 && Temporal.Instant.compare(instant, to) < 0
}
