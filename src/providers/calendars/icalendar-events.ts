import ICAL from 'ical.js'
import { CalendarZone, instantOf, parseComponent, zoneFinder } from '#/kernel/icalendar-zone.ts'
import { ianaZoneOf } from '#/kernel/time-zone-names.ts'
import type { CalendarEvent, CalendarWindow, EventAttendee } from '#/ports/calendar.ts'

/** Series with more than this in one window are read up to here. */
const mostOccurrences = 1_000
const mostSteps = 100_000

export type ReadOptions = {
  /** Only occurrences that begin in it are given. */
  readonly window: CalendarWindow
  /** Addresses of the account itself. */
  readonly selfEmails: readonly string[]
  readonly objectId: string
}

/**
 * The events of one calendar object (RFC 4791: one UID with its exceptions), recurrences expanded; null when it cannot
 * be read. Times without a zone count in the zone the object says it is shown in, else in UTC with no zone named.
 */
export function readEvents(text: string, options: ReadOptions): CalendarEvent[] | null {
  const calendar = parseComponent(text)
  if (calendar?.name !== 'vcalendar') return null
  const findZone = zoneFinder(calendar.getAllSubcomponents('vtimezone').map((zone) => ({ text: zone.toString() })))
  const shownIn = ianaZoneOf(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? ''))
  const components = calendar.getAllSubcomponents('vevent')
  try {
    for (const component of components) setZones(component, (tzid) => findZone(tzid ?? shownIn ?? ''))
    return [...Map.groupBy(components, uidOf)].flatMap(([uid, group]) => seriesEvents(uid, group, options))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The library throws plain errors of its own on what it cannot follow; one such object must not stop a calendar.
    return null
  }
}

function seriesEvents(uid: string, group: readonly ICAL.Component[], options: ReadOptions): CalendarEvent[] {
  const master = group.find((component) => !component.hasProperty('recurrence-id'))
  const exceptions = group.filter((component) => component !== master)
  if (!master) return exceptions.flatMap((exception) => exceptionEvent(uid, exception, options))
  const series = new ICAL.Event(master, { exceptions: [...exceptions] })
  if (!series.isRecurring()) {
    const single = isInWindow(series.startDate, options.window) ? [toEvent(uid, series, master, options)] : []
    return [...single, ...exceptions.flatMap((exception) => exceptionEvent(uid, exception, options))]
  }
  const seen = new Set<ICAL.Component>()
  const found = occurrencesOf(series, options.window).map(({ item, recurrenceId, ...span }) => {
    seen.add(item.component)
    return toEvent(occurrenceId(uid, recurrenceId), span, item.component, options)
  })
  // An exception can be moved into the window from an occurrence outside it.
  const moved = exceptions.filter((exception) => !seen.has(exception))
  return [...found, ...moved.flatMap((exception) => exceptionEvent(uid, exception, options))]
}

type Span = { readonly startDate: ICAL.Time; readonly endDate: ICAL.Time }
type Occurrence = Span & { readonly recurrenceId: ICAL.Time; readonly item: ICAL.Event }

function occurrencesOf(series: ICAL.Event, window: CalendarWindow): Occurrence[] {
  const found: Occurrence[] = []
  const iterator = series.iterator()
  for (let step = 0; step < mostSteps && found.length < mostOccurrences; step += 1) {
    const time = iterator.next() as ICAL.Time | null
    if (!time || Temporal.Instant.compare(instantOf(time), window.to) >= 0) return found
    const occurrence = series.getOccurrenceDetails(time) as Occurrence
    if (isInWindow(occurrence.startDate, window)) found.push(occurrence)
  }
  return found
}

function exceptionEvent(uid: string, component: ICAL.Component, options: ReadOptions): CalendarEvent[] {
  const event = new ICAL.Event(component)
  if (!isInWindow(event.startDate, options.window)) return []
  return [toEvent(occurrenceId(uid, event.recurrenceId), event, component, options)]
}

/** UID and the start the occurrence had by the rule: it stays the same when the occurrence is moved. */
function occurrenceId(uid: string, recurrenceId: ICAL.Time): string {
  const at = recurrenceId.isDate
    ? recurrenceId.toICALString()
    : instantOf(recurrenceId).toString({ smallestUnit: 'second' })
  return `${uid}/${at.replaceAll(/[-:]/g, '')}`
}

function toEvent(
  eventId: string,
  { startDate, endDate }: Span,
  component: ICAL.Component,
  { objectId, selfEmails }: ReadOptions,
): CalendarEvent {
  const organizer = component.getFirstProperty('organizer')
  const organizerEmail = addressOf(organizer)
  const zone = startDate.zone instanceof CalendarZone ? startDate.zone.ianaName : null
  return {
    eventId,
    objectId,
    isCancelled: textOf(component, 'status')?.toUpperCase() === 'CANCELLED',
    hasTime: !startDate.isDate,
    startsAt: instantOf(startDate),
    endsAt: instantOf(endDate),
    timeZone: zone,
    summary: textOf(component, 'summary'),
    description: textOf(component, 'description'),
    location: textOf(component, 'location'),
    attendees: attendeesOf(component, selfEmails),
    organizerEmail,
    // An organizer who is named by something else than an address is somebody too.
    isOwn: organizer === null || (organizerEmail !== null && selfEmails.includes(organizerEmail)),
    ownAnswer: ownAnswerOf(component, selfEmails),
  }
}

function ownAnswerOf(component: ICAL.Component, selfEmails: readonly string[]): CalendarEvent['ownAnswer'] {
  const self = component.getAllProperties('attendee').find((one) => selfEmails.includes(addressOf(one) ?? ''))
  return self === undefined ? null : (answers.get(parameter(self, 'partstat')?.toUpperCase() ?? 'NEEDS-ACTION') ?? null)
}

const answers = new Map<string, CalendarEvent['ownAnswer']>([
  ['ACCEPTED', 'accepted'],
  ['DECLINED', 'declined'],
  ['TENTATIVE', 'tentative'],
  ['NEEDS-ACTION', 'needs_action'],
])

/** People only: who is merely informed is left out, rooms and devices are marked. */
function attendeesOf(component: ICAL.Component, selfEmails: readonly string[]): EventAttendee[] {
  const organizer = addressOf(component.getFirstProperty('organizer'))
  return component.getAllProperties('attendee').flatMap((property): EventAttendee[] => {
    const email = addressOf(property)
    if (email === null || parameter(property, 'role')?.toUpperCase() === 'NON-PARTICIPANT') return []
    const kind = parameter(property, 'cutype')?.toUpperCase() ?? 'INDIVIDUAL'
    return [
      {
        email,
        displayName: parameter(property, 'cn'),
        isOrganizer: email === organizer,
        isSelf: selfEmails.includes(email),
        isResource: kind === 'ROOM' || kind === 'RESOURCE',
      },
    ]
  })
}

function addressOf(property: ICAL.Property | null): string | null {
  const value: unknown = property?.getFirstValue()
  const [, address] = /^mailto:(.+@.+)$/i.exec(typeof value === 'string' ? value.trim() : '') ?? []
  // Some servers name people by a path of their own, with the address beside it (RFC 7986, 6.2).
  const named = address ?? (property && parameter(property, 'email')) ?? ''
  return named.includes('@') ? named.trim().toLowerCase() : null
}

function parameter(property: ICAL.Property, name: string): string | null {
  const value: unknown = property.getParameter(name)
  const text: unknown = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

/** Gives every time of the event its zone, so that times can be compared. A zone nobody knows leaves the object unread. */
function setZones(component: ICAL.Component, findZone: (tzid: string | null) => CalendarZone | null): void {
  for (const name of ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate']) {
    for (const property of component.getAllProperties(name)) {
      const tzid: unknown = property.getParameter('tzid')
      for (const time of property.getValues() as unknown[]) {
        if (!(time instanceof ICAL.Time) || time.isDate || time.zone === ICAL.Timezone.utcTimezone) continue
        const zone = findZone(typeof tzid === 'string' ? tzid : null)
        if (zone) time.zone = zone
        else if (typeof tzid === 'string') throw new Error('The time zone is neither known nor in the object')
      }
    }
  }
  if (!component.hasProperty('dtstart')) throw new Error('The event has no start')
}

function isInWindow(time: ICAL.Time, { from, to }: CalendarWindow): boolean {
  const at = instantOf(time)
  return Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, to) < 0
}

function uidOf(component: ICAL.Component): string {
  return textOf(component, 'uid') ?? ''
}

function textOf(component: ICAL.Component, property: string): string | null {
  const value: unknown = component.getFirstPropertyValue(property)
  const text = value === null || value === undefined ? '' : String(value).trim()
  return text === '' ? null : text
}
