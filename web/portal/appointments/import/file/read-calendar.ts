import ICAL from 'ical.js'
import { addDays, dayOf, instantOf } from '#web/ui/time/days.ts'
import { daysAhead } from './days-ahead.ts'
import { componentOf, exclusionsOf, instantIn, setSeries, setZones, zonesOf, type Zones } from './calendar-times.ts'
import type { Facts, Fault } from './facts.ts'

/** One event of a calendar file, or one occurrence of an event that recurs. */
export type CalendarRow = {
  /** Line of the file on which the event begins. */
  readonly line: number
  /** Identifies it within the file. */
  readonly key: string
  /** As people find it again in their calendar. */
  readonly summary: string
  readonly work: Facts | Fault
}

const occurrencesMax = 400
/** A daily series of fifty years. */
const stepsMax = 20_000

type Reading = { readonly timeZone: string; readonly now: Date }
type Block = { readonly line: number; readonly text: string }

/**
 * The events of a calendar file, recurring ones as their occurrences within `daysAhead`. Each is parsed by itself, so
 * an unreadable one costs no other. Null when the file is not a calendar.
 *
 * @param reading now, and the zone of times that name none
 */
export function readCalendar(text: string, reading: Reading): readonly CalendarRow[] | null {
  if (!/^BEGIN:VCALENDAR/im.test(text)) return null
  const zones = zonesOf(blocksOf(text, 'VTIMEZONE').map((zone) => zone.text))
  const events = blocksOf(text, 'VEVENT').map(({ line, text }) => ({ line, event: eventOf(text, zones, reading) }))
  const isCancelled = /^METHOD:CANCEL\s*$/im.test(text)
  const latest = latestVersions(events.flatMap(({ event }) => event ?? []))
  const all = [...latest]
  return events.flatMap(({ line, event }): CalendarRow[] => {
    const unreadable: CalendarRow = { line, key: String(line), summary: '', work: 'unreadable' }
    if (event === null) return [unreadable]
    if (!latest.has(event)) return []
    if (isCancelled) return [{ ...unreadable, summary: event.summary ?? '', work: 'cancelled' }]
    try {
      return rowsOf(event, all, line, reading)
    } catch {
      // The library throws plain errors on values and rules that it cannot read.
      return [unreadable]
    }
  })
}

function rowsOf(event: ICAL.Event, all: readonly ICAL.Event[], line: number, reading: Reading): CalendarRow[] {
  if (!event.isRecurring()) return [rowOf(event, { line, start: event.startDate, end: event.endDate }, reading)]
  const exceptions = all.filter((other) => other.uid === event.uid && other.isRecurrenceException())
  setSeries(event, exceptions)
  for (const exception of exceptions) event.relateException(exception)
  const found = occurrencesOf(event, line, reading)
  return found.length > 0 ? found : [{ line, key: String(line), summary: event.summary ?? '', work: 'no_occurrence' }]
}

/** Without the events of which there is a newer version. Those with the same SEQUENCE stay: some programs give a UID twice. */
function latestVersions(events: readonly ICAL.Event[]): ReadonlySet<ICAL.Event> {
  const keyOf = (event: ICAL.Event) =>
    `${event.uid} ${event.isRecurrenceException() ? event.recurrenceId.toString() : ''}`
  const newest = new Map<string, number>()
  for (const event of events) newest.set(keyOf(event), Math.max(newest.get(keyOf(event)) ?? 0, event.sequence ?? 0))
  return new Set(events.filter((event) => (event.sequence ?? 0) === newest.get(keyOf(event)) || !event.uid))
}

/** Components of one kind, each from BEGIN to END, with folded lines joined. */
function blocksOf(text: string, name: string): Block[] {
  const blocks: Block[] = []
  let start: number | null = null
  const lines = text.split(/\r?\n/)
  const close = (end: number) => {
    if (start !== null) blocks.push({ line: start + 1, text: lines.slice(start, end).join('\r\n') })
    start = null
  }
  for (const [index, line] of lines.entries()) {
    const said = line.trim().toUpperCase()
    if (said === `BEGIN:${name}`) {
      // The one before was cut off, which shows when it is parsed.
      close(index)
      start = index
    } else if (said === `END:${name}`) close(index + 1)
  }
  close(lines.length)
  return blocks
}

function eventOf(text: string, zones: Zones, { timeZone }: Reading): ICAL.Event | null {
  const event = componentOf(text)
  try {
    return event?.hasProperty('dtstart') && setZones(event, timeZone, zones) ? new ICAL.Event(event) : null
  } catch {
    // A value is read when it is asked for; its event is reported as unreadable.
    return null
  }
}

/** Occurrences that begin from now until `daysAhead`, without those that another event of the file replaces. */
function occurrencesOf(event: ICAL.Event, line: number, reading: Reading): CalendarRow[] {
  const until = instantOf(addDays(dayOf(reading.now, reading.timeZone), daysAhead), '00:00', reading.timeZone)
  const rows: CalendarRow[] = []
  const isExcluded = exclusionsOf(event)
  const iterator = event.iterator()
  for (let count = 0; count < stepsMax && rows.length < occurrencesMax; count += 1) {
    const next = iterator.next() as ICAL.Time | undefined
    if (!next || instantIn(next, reading.timeZone) > until) break
    if (instantIn(next, reading.timeZone) <= reading.now || isExcluded(next)) continue
    const { item, startDate: start, endDate: end, recurrenceId } = event.getOccurrenceDetails(next)
    // A changed occurrence is an event of its own in the file, also where all later ones change with it.
    if (item === event || item.recurrenceId.compare(next) !== 0)
      rows.push(rowOf(item, { line, start, end, id: recurrenceId.toString() }, reading))
  }
  return rows
}

type Span = { readonly line: number; readonly start: ICAL.Time; readonly end: ICAL.Time; readonly id?: string }

function rowOf(event: ICAL.Event, { line, start, end, id }: Span, { timeZone }: Reading): CalendarRow {
  const summary = event.summary ?? ''
  // Not by its UID, which programs leave out or give twice.
  const row = (work: Facts | Fault): CalendarRow => ({ line, key: `${line} ${id ?? ''}`, summary, work })
  if (String(event.component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED') return row('cancelled')
  if (start.isDate) return row('all_day')
  const person = personOf(event)
  if (typeof person === 'string') return row(person)
  return row({
    startsAt: instantIn(start, timeZone),
    endsAt: instantIn(end, timeZone),
    ...person,
    language: '',
    title: '',
    place: event.location ?? '',
  })
}

type Person = Pick<Facts, 'name' | 'phone' | 'email'>

/** Whom it is for: the contact labelled in its description, else the only guest besides the organizer. */
function personOf(event: ICAL.Event): Person | Fault {
  const { phone = '', email = '', name = '' } = labelled(event.description ?? '')
  if (phone !== '' || email !== '') return { phone, email, name: name || event.summary || '' }
  const organizer = addressOf(event.organizer)
  const guests = event.attendees.filter(
    (attendee) =>
      addressOf(attendee.getFirstValue()) !== organizer &&
      !/^(ROOM|RESOURCE)$/i.test(attendee.getFirstParameter('cutype') ?? '') &&
      !/^NON-PARTICIPANT$/i.test(attendee.getFirstParameter('role') ?? ''),
  )
  const [guest] = guests
  if (!guest) return 'no_contact'
  if (guests.length > 1) return 'several_people'
  const address = addressOf(guest.getFirstValue())
  const contact = address.startsWith('tel:') ? { phone: address.slice(4), email: '' } : { phone: '', email: address }
  return { ...contact, name: name || guest.getFirstParameter('cn') || contact.email || contact.phone }
}

function addressOf(given: unknown): string {
  return typeof given === 'string' ? given.replace(/^mailto:/i, '').toLowerCase() : ''
}

/** The first of each kind counts. */
function labelled(description: string): { phone?: string; email?: string; name?: string } {
  const found: { phone?: string; email?: string; name?: string } = {}
  for (const line of description.slice(0, 8_192).split(/[\r\n]+/)) {
    const [, label = '', value = ''] = /^\s*([\p{L}-]+)\.?\s*:\s*(.+)$/u.exec(line) ?? []
    const kind = labels[label.toLowerCase()]
    if (kind) found[kind] ??= value.trim()
  }
  return found
}

const labels: Readonly<Record<string, 'phone' | 'email' | 'name'>> = {
  tel: 'phone',
  telefoon: 'phone',
  telefoonnummer: 'phone',
  telefon: 'phone',
  mobiel: 'phone',
  mobil: 'phone',
  handy: 'phone',
  phone: 'phone',
  mobile: 'phone',
  mail: 'email',
  email: 'email',
  'e-mail': 'email',
  naam: 'name',
  name: 'name',
}
