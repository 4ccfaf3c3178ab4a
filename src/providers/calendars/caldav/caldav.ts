import { calendarBlocks } from '#/icalendar/read/blocks.ts'
import { storableText } from '#/kernel/text/storable-text.ts'
import { ianaZoneOf } from '#/icalendar/read/zone-names.ts'
import type { CalendarFailure, CalendarReader, CalendarWindow, ChangePage } from '#/ports/calendar.ts'
import { readCursor, writeCursor, type CalDavCursor } from './caldav-cursor.ts'
import type { CalDavObject } from './caldav-answers.ts'
import { calDavServer, type BasicGrant, type CalDavServer } from './caldav-server.ts'
import { readEvents, type ObjectText, type ReadEvents } from './icalendar-events.ts'

/** The first read goes through the window in slices of this length, shorter where one holds too much. */
const sliceHours = 28 * 24
const objectsPerPage = 50
/** More changes than this at once are read from the start, slice by slice. */
const mostChanges = 500

/**
 * Reads calendars by CalDAV (RFC 4791), changes by sync-collection (RFC 6578) and, where a server lacks that, by its
 * ctag. Changes come as whole objects, since that is what such servers report. `calendarId` is the calendar's URL.
 */
export function calDavReader({ isProduction }: { readonly isProduction: boolean }): CalendarReader {
  return {
    name: 'caldav',
    async listCalendars(grant, signal) {
      const account = basic(grant)
      const found = await calDavServer(account, isProduction, signal).calendars()
      if (found.outcome !== 'answered') return found
      const calendars = found.calendars.map(({ url, name, timeZoneText }) => ({
        calendarId: url,
        name,
        timeZone: zoneOf(timeZoneText),
      }))
      return { outcome: 'calendars', calendars, account: account.username }
    },
    async listChanges(grant, { calendarId, cursor, window }, signal) {
      const account = basic(grant)
      const server = calDavServer(account, isProduction, signal)
      const at = cursor === null ? null : readCursor(cursor)
      if (cursor !== null && at === null) return { outcome: 'cursor_invalid' }
      const named = namedBy(account)
      const reading: Reading = { server, calendarId, window, selfEmails: [...named, ...(at?.mark.selfEmails ?? [])] }
      if (at === null) {
        const begun = await server.mark(calendarId)
        if (begun.outcome !== 'answered') return begun
        const own = await server.ownAddresses(calendarId)
        if (own.outcome !== 'answered') return own
        const mark = { ...begun.mark, selfEmails: [...own.addresses] }
        const selfEmails = [...named, ...own.addresses]
        return readSlice({ ...reading, selfEmails }, { at: 'window', mark, from: window.from.toString() })
      }
      if (at.at === 'window') return readSlice(reading, at)
      return at.at === 'objects' ? readObjects(reading, at) : readSince(reading, at)
    },
    async findEvent(grant, { calendarId, eventId, objectId, cursor, window }, signal) {
      if (objectId === null) return { outcome: 'gone' }
      const account = basic(grant)
      const server = calDavServer(account, isProduction, signal)
      const found = await server.objects(calendarId, [objectId])
      if (found.outcome !== 'answered') return found
      const selfEmails = [...namedBy(account), ...(readCursor(cursor)?.mark.selfEmails ?? [])]
      const read = await readAll(found.objects, window, { server, calendarId, window, selfEmails })
      const event = read.events.find((one) => one.eventId === eventId && !one.isUnreadable)
      if (event) return { outcome: 'found', event }
      // A server says so when an object is gone.
      return { outcome: read.unread.length > 0 || found.objects.length === 0 ? 'unread' : 'gone' }
    },
  }
}

type Reading = {
  readonly server: CalDavServer
  readonly calendarId: string
  readonly window: CalendarWindow
  readonly selfEmails: readonly string[]
}
type At<Place extends CalDavCursor['at']> = Extract<CalDavCursor, { at: Place }>

async function readSlice(reading: Reading, at: At<'window'>): Promise<ChangePage> {
  const { mark, from } = at
  const listed = at.rest ? { outcome: 'answered' as const, ...at.rest } : await listSlice(reading, from)
  if (listed.outcome !== 'answered') return listed
  const found = await reading.server.objects(reading.calendarId, listed.hrefs.slice(0, objectsPerPage))
  if (found.outcome !== 'answered') return found
  const { to } = listed
  const slice = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) }
  const read = await readAll(found.objects, slice, reading)
  const later = listed.hrefs.slice(objectsPerPage)
  const isLast = later.length === 0 && Temporal.Instant.compare(slice.to, reading.window.to) >= 0
  const onward: CalDavCursor =
    later.length > 0 ? { at: 'window', mark, from, rest: { to, hrefs: later } } : { at: 'window', mark, from: to }
  const next: CalDavCursor = isLast ? { at: 'since', mark } : onward
  // No `wholeObjectIds`: a series can have occurrences in other slices too.
  return { outcome: 'page', events: read.events, unreadObjectIds: read.unread, cursor: writeCursor(next), isLast }
}

type Listed = { readonly outcome: 'answered'; readonly to: string; readonly hrefs: readonly string[] } | CalendarFailure

/** The objects of the next slice, which is halved until their list is small enough. */
async function listSlice({ server, calendarId, window }: Reading, from: string): Promise<Listed> {
  const begin = Temporal.Instant.from(from)
  for (let hours = sliceHours; hours >= 1; hours = Math.floor(hours / 2)) {
    const to = earlier(begin.add({ hours }), window.to)
    const found = await server.hrefsIn(calendarId, { from: begin, to })
    if (found.outcome === 'answered') return { outcome: 'answered', to: to.toString(), hrefs: found.hrefs }
    if (found.outcome !== 'too_large') return found
  }
  return { outcome: 'unavailable', retryAfterSeconds: null }
}

async function readSince(reading: Reading, { mark }: At<'since'>): Promise<ChangePage> {
  const { server, calendarId } = reading
  if (mark.syncToken === null) {
    const now = await server.mark(calendarId)
    if (now.outcome !== 'answered') return now
    if (mark.ctag === null || now.mark.ctag !== mark.ctag) return { outcome: 'cursor_invalid' }
    return { outcome: 'page', events: [], cursor: writeCursor({ at: 'since', mark }), isLast: true }
  }
  const told = await server.changes(calendarId, mark.syncToken)
  if (told.outcome === 'token_unknown') return { outcome: 'cursor_invalid' }
  if (told.outcome !== 'answered') return told
  if (told.changed.length > mostChanges) return { outcome: 'cursor_invalid' }
  const newMark = { ...mark, syncToken: told.syncToken }
  const next: CalDavCursor =
    told.changed.length > 0
      ? { at: 'objects', mark: newMark, hrefs: [...told.changed] }
      : { at: 'since', mark: newMark }
  return {
    outcome: 'page',
    events: [],
    wholeObjectIds: told.deleted,
    cursor: writeCursor(next),
    // A server that has more and tells nothing would be asked without end; the next reading asks again.
    isLast: told.changed.length === 0 && (told.deleted.length === 0 || !told.isPartial),
  }
}

async function readObjects(reading: Reading, { mark, hrefs }: At<'objects'>): Promise<ChangePage> {
  const now = hrefs.slice(0, objectsPerPage)
  const later = hrefs.slice(objectsPerPage)
  const found = await reading.server.objects(reading.calendarId, now)
  if (found.outcome !== 'answered') return found
  const read = await readAll(found.objects, reading.window, reading)
  // An object missing from the answer is not gone: the server would have said so.
  const silent = now.filter((href) => !found.objects.some((object) => object.href === href))
  const next: CalDavCursor = later.length > 0 ? { at: 'objects', mark, hrefs: later } : { at: 'since', mark }
  return {
    outcome: 'page',
    events: read.events,
    wholeObjectIds: read.whole,
    unreadObjectIds: [...read.unread, ...silent],
    cursor: writeCursor(next),
    isLast: later.length === 0,
  }
}

/** The events of objects; one that is gone has none, one that the server does not show is unread. */
async function readAll(
  objects: readonly CalDavObject[],
  slice: CalendarWindow,
  { window, selfEmails }: Reading,
): Promise<ReadEvents> {
  const shown = objects.flatMap((object): ObjectText[] => {
    if (object.state === 'read') return [{ objectId: object.href, text: object.text }]
    return object.state === 'too_large' ? [{ objectId: object.href, text: null }] : []
  })
  const { events, whole, unread } = await readEvents(shown, { slice, window, selfEmails })
  const hrefsOf = (state: CalDavObject['state']) =>
    objects.filter((object) => object.state === state).map(({ href }) => href)
  return { events, whole: [...whole, ...hrefsOf('gone')], unread: [...unread, ...hrefsOf('unread')] }
}

function basic(grant: { readonly kind: string }): BasicGrant {
  if (grant.kind !== 'basic') throw new Error('A CalDAV account is reached with an app password')
  return grant as BasicGrant
}

/** The addresses that its user name says are the account's own. */
function namedBy({ username }: BasicGrant): string[] {
  return username.includes('@') ? [username.toLowerCase()] : []
}

/** The zone a calendar says it is shown in, as iCalendar text. */
function zoneOf(text: string): string | null {
  const tzid = calendarBlocks(storableText(text))?.zones[0]?.id
  return tzid === undefined ? null : ianaZoneOf(tzid)
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) <= 0 ? one : other
}
