import ICAL from 'ical.js'
import { addDays, dayOf, instantOf } from '#web/ui/days.ts'
import { daysAhead } from './days-ahead.ts'
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
  const zones = blocksOf(text, 'VTIMEZONE').map((zone) => parsed(zone.text))
  const events = blocksOf(text, 'VEVENT').map((block) => ({ block, event: eventOf(block.text, zones) }))
  const exceptions = events.flatMap(({ event }) => (event?.isRecurrenceException() ? [event] : []))
  return events.flatMap(({ block: { line }, event }): CalendarRow[] => {
    const key = String(line)
    if (event === null) return [{ line, key, summary: '', work: 'unreadable' }]
    const zone = zoneNamedBy(event)
    const inZone = zone !== null && isKnownZone(zone) ? { ...reading, timeZone: zone } : reading
    if (!event.isRecurring()) return [rowOf(event, { line, start: event.startDate, end: event.endDate }, inZone)]
    for (const exception of exceptions) if (exception.uid === event.uid) event.relateException(exception)
    const found = occurrencesOf(event, line, inZone)
    return found.length > 0 ? found : [{ line, key, summary: event.summary ?? '', work: 'no_occurrence' }]
  })
}

/** Components of one kind, each from BEGIN to END, with folded lines joined. */
function blocksOf(text: string, name: string): Block[] {
  const lines = text.split(/\r?\n/)
  const starts = lines.flatMap((line, index) => (line.trim().toUpperCase() === `BEGIN:${name}` ? [index] : []))
  return starts.map((start) => {
    let end = start + 1
    while (end < lines.length && lines[end]?.trim().toUpperCase() !== `END:${name}`) end += 1
    return { line: start + 1, text: lines.slice(start, end + 1).join('\r\n') }
  })
}

/** Null where it cannot be read, or is in a time zone that neither the file nor the browser knows. */
function eventOf(text: string, zones: readonly unknown[]): ICAL.Event | null {
  const own = parsed(text)
  if (own === null || zones.includes(null)) return null
  const component = new ICAL.Component(['vcalendar', [], [...zones, own]]).getFirstSubcomponent('vevent')
  if (!component?.hasProperty('dtstart')) return null
  const event = new ICAL.Event(component)
  const zone = zoneNamedBy(event)
  return zone === null || isKnownZone(zone) || event.startDate.zone.tzid === zone ? event : null
}

/** A component as the library has it; null when it is none. */
function parsed(text: string): unknown {
  try {
    return ICAL.parse(text)
  } catch {
    // Whatever is wrong with it, its events are reported as unreadable.
    return null
  }
}

/** The zone that its start names, which the file may leave undescribed. */
function zoneNamedBy(event: ICAL.Event): string | null {
  const name = event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  return name ?? null
}

/** Occurrences that begin from now until `daysAhead`, without those that another event of the file replaces. */
function occurrencesOf(event: ICAL.Event, line: number, reading: Reading): CalendarRow[] {
  const until = instantOf(addDays(dayOf(reading.now, reading.timeZone), daysAhead), '00:00', reading.timeZone)
  const rows: CalendarRow[] = []
  const iterator = event.iterator()
  for (let count = 0; count < stepsMax && rows.length < occurrencesMax; count += 1) {
    const next = iterator.next() as ICAL.Time | undefined
    if (!next || instantIn(next, reading.timeZone) > until) break
    if (instantIn(next, reading.timeZone) <= reading.now) continue
    const { item, startDate: start, endDate: end, recurrenceId } = event.getOccurrenceDetails(next)
    // A changed occurrence is an event of its own in the file.
    if (item === event) rows.push(rowOf(event, { line, start, end, id: recurrenceId.toString() }, reading))
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

/** By the browser's rules for its zone, else by the file's; a time without a zone is in ours. */
function instantIn(time: ICAL.Time, timeZone: string): Date {
  const named = time.zone?.tzid ?? 'floating'
  const isOurs = named === 'floating' || isKnownZone(named)
  if (named === 'UTC' || !isOurs) return time.toJSDate()
  const pad = (part: number) => String(part).padStart(2, '0')
  const day = `${String(time.year).padStart(4, '0')}-${pad(time.month)}-${pad(time.day)}`
  return instantOf(day, `${pad(time.hour)}:${pad(time.minute)}`, named === 'floating' ? timeZone : named)
}

function isKnownZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

type Person = Pick<Facts, 'name' | 'phone' | 'email'>

/** Whom it is for: the contact labelled in its description, else the only guest besides the organizer. */
function personOf(event: ICAL.Event): Person | Fault {
  const { phone = '', email = '', name = '' } = labelled(event.description ?? '')
  if (phone !== '' || email !== '') return { phone, email, name: name || event.summary || '' }
  const organizer = addressOf(event.organizer)
  const guests = event.attendees.filter(
    (attendee) =>
      addressOf(attendee.getFirstValue()) !== organizer && attendee.getFirstParameter('cutype') !== 'RESOURCE',
  )
  const [guest] = guests
  if (!guest) return 'no_contact'
  if (guests.length > 1) return 'several_people'
  const address = addressOf(guest.getFirstValue())
  return { phone: '', email: address, name: name || guest.getFirstParameter('cn') || address }
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
