import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CalendarEvent, CalendarGrant, ChangePage } from '#/ports/calendar.ts'
import { icalendar, radicaleUser, startRadicale, type Radicale } from '../../../../test/radicale.ts'
import { calDavReader } from './caldav.ts'

const window = {
  from: Temporal.Instant.from('2027-03-01T00:00:00Z'),
  to: Temporal.Instant.from('2027-06-01T00:00:00Z'),
}
const reader = calDavReader({ isProduction: false })
const signal = () => AbortSignal.timeout(60_000)

test('a server on a private address, without https or on this machine is not called', async () => {
  for (const [isProduction, serverUrl] of [
    [true, 'http://127.0.0.1:5232/'],
    [true, 'https://127.0.0.1:5232/'],
    [true, 'https://localhost:5232/'],
    [true, 'https://10.0.0.1/'],
    [false, 'https://169.254.169.254/'],
    [false, 'https://[fd00::1]/'],
    [false, 'http://192.168.1.1/'],
    [false, 'http://8.8.8.8/'],
  ] as const) {
    const grant = { kind: 'basic' as const, serverUrl, ...radicaleUser }
    const patience = signal()
    const found = await calDavReader({ isProduction }).listCalendars(grant, patience)
    assert.deepEqual(found, { outcome: 'unavailable', retryAfterSeconds: null }, serverUrl)
    assert.equal(patience.aborted, false, `${serverUrl} was waited for`)
  }
})

describe('against Radicale', () => {
  let server: Radicale | null
  before(async () => {
    server = await startRadicale()
  })
  after(() => server?.stop())

  const grant = (of: Radicale, changes: Partial<typeof radicaleUser> = {}): CalendarGrant => ({
    kind: 'basic',
    serverUrl: of.url,
    ...radicaleUser,
    ...changes,
  })

  /** All pages from a cursor on. */
  async function read(of: Radicale, calendarId: string, from: string | null) {
    const pages: Extract<ChangePage, { outcome: 'page' }>[] = []
    for (let cursor = from; ;) {
      const page = await reader.listChanges(grant(of), { calendarId, cursor, window }, signal())
      if (page.outcome !== 'page') return assert.fail(page.outcome)
      pages.push(page)
      if (page.isLast) break
      cursor = page.cursor
    }
    return {
      events: pages.flatMap(({ events }) => events),
      whole: pages.flatMap(({ wholeObjectIds = [] }) => wholeObjectIds),
      cursor: pages.at(-1)?.cursor ?? '',
    }
  }

  const times = (events: readonly CalendarEvent[]) => events.map(({ startsAt }) => startsAt?.toString()).sort()
  const single = (uid: string, start: string, ...more: string[]) =>
    icalendar([`UID:${uid}`, `DTSTART;TZID=Europe/Amsterdam:${start}`, 'DURATION:PT20M', ...more])

  test('the calendars of the account are listed with their names and zones', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here: recorded answers are tested instead.')
    const url = await server.createCalendar('lijst', 'Europe/Amsterdam')
    const found = await reader.listCalendars(grant(server), signal())
    assert.ok(found.outcome === 'calendars')
    assert.deepEqual(
      found.calendars.filter(({ calendarId }) => calendarId === url),
      [{ calendarId: url, name: 'Agenda lijst', timeZone: 'Europe/Amsterdam' }],
    )
  })

  test('a wrong password is a consent that ended, a calendar that is not there a missing permission, no server a failure', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    assert.deepEqual(await reader.listCalendars(grant(server, { appPassword: 'wrong' }), signal()), {
      outcome: 'consent_revoked',
    })
    const calendarId = new URL(`${encodeURIComponent(radicaleUser.username)}/gone/`, server.url).href
    const ask = { calendarId, cursor: null, window }
    assert.deepEqual(await reader.listChanges(grant(server), ask, signal()), { outcome: 'permission_missing' })
    await server.halt()
    const none = await reader.listChanges(grant(server), ask, signal())
    await server.resume()
    assert.deepEqual(none, { outcome: 'unavailable', retryAfterSeconds: null })
  })

  test('the first reading gives what lies in the window, recurrences expanded over the change of clocks', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    const url = await server.createCalendar('eerste')
    await server.put(
      url,
      'one',
      single('one', '20270310T143000', 'SUMMARY:Controle & meer', 'DESCRIPTION:Tel: 0612345678'),
    )
    await server.put(url, 'before', single('before', '20270110T143000'))
    await server.put(url, 'after', single('after', '20270710T143000'))
    await server.put(url, 'day', icalendar(['UID:day', 'DTSTART;VALUE=DATE:20270311', 'DTEND;VALUE=DATE:20270312']))
    await server.put(
      url,
      'weekly',
      icalendar(
        [
          'UID:weekly',
          'DTSTART;TZID=Europe/Amsterdam:20270322T090000',
          'DTEND;TZID=Europe/Amsterdam:20270322T093000',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'EXDATE;TZID=Europe/Amsterdam:20270405T090000',
        ],
        [
          'UID:weekly',
          'RECURRENCE-ID;TZID=Europe/Amsterdam:20270412T090000',
          'DTSTART;TZID=Europe/Amsterdam:20270413T100000',
          'DTEND;TZID=Europe/Amsterdam:20270413T103000',
        ],
      ),
    )
    const { events } = await read(server, url, null)
    const one = events.find(({ eventId }) => eventId === 'one')
    assert.deepEqual(
      [one?.startsAt?.toString(), one?.endsAt?.toString(), one?.timeZone, one?.summary, one?.description, one?.hasTime],
      ['2027-03-10T13:30:00Z', '2027-03-10T13:50:00Z', 'Europe/Amsterdam', 'Controle & meer', 'Tel: 0612345678', true],
    )
    assert.deepEqual(
      events.filter(({ hasTime }) => !hasTime).map(({ eventId }) => eventId),
      ['day'],
    )
    const weekly = events.filter(({ eventId }) => eventId.startsWith('weekly/'))
    assert.deepEqual(times(weekly), ['2027-03-22T08:00:00Z', '2027-03-29T07:00:00Z', '2027-04-13T08:00:00Z'])
    // A moved occurrence keeps the id of its original time.
    assert.ok(weekly.some(({ eventId }) => eventId === 'weekly/20270412T070000Z'))
    assert.deepEqual(events.length, 5)
  })

  test('afterwards only what changed is given: whole objects, and those that are gone', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    const url = await server.createCalendar('later')
    const kept = await server.put(url, 'kept', single('kept', '20270310T143000'))
    const gone = await server.put(url, 'gone', single('gone', '20270311T143000'))
    const first = await read(server, url, null)
    assert.equal(first.events.length, 2)
    const nothing = await read(server, url, first.cursor)
    assert.deepEqual([nothing.events, nothing.whole], [[], []])
    await server.put(url, 'kept', single('kept', '20270310T150000'))
    const added = await server.put(url, 'added', single('added', '20270312T143000'))
    await server.delete(url, 'gone')
    const second = await read(server, url, nothing.cursor)
    assert.deepEqual(times(second.events), ['2027-03-10T14:00:00Z', '2027-03-12T13:30:00Z'])
    assert.deepEqual(second.whole.toSorted(), [added, gone, kept].sort())
    assert.deepEqual((await read(server, url, second.cursor)).events, [])
  })

  test('what was moved beyond the window is found by itself, whether an event or an occurrence, and what is gone is not', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    const url = await server.createCalendar('verder')
    const moved = await server.put(url, 'moved', single('moved', '20270910T143000'))
    const gone = await server.put(url, 'gone', single('gone', '20270311T143000'))
    const series = ['UID:series', 'DTSTART;TZID=Europe/Amsterdam:20270310T090000', 'DURATION:PT20M']
    const far = ['UID:series', 'RECURRENCE-ID;TZID=Europe/Amsterdam:20270317T090000']
    far.push('DTSTART;TZID=Europe/Amsterdam:20270917T090000', 'DURATION:PT20M')
    const { cursor } = await read(server, url, null)
    await server.put(url, 'series', icalendar([...series, 'RRULE:FREQ=WEEKLY;COUNT=3'], far))
    await server.delete(url, 'gone')
    const changed = await read(server, url, cursor)
    const starts = ['2027-03-10T08:00:00Z', '2027-03-24T08:00:00Z', '2027-09-17T07:00:00Z']
    assert.deepEqual(times(changed.events), starts)
    const find = async (eventId: string, objectId: string) => {
      const event = { calendarId: url, eventId, objectId, cursor: changed.cursor, window }
      const found = await reader.findEvent(grant(server!), event, signal())
      return found.outcome === 'found' ? found.event.startsAt?.toString() : found.outcome
    }
    assert.equal(await find('moved', moved), '2027-09-10T12:30:00Z')
    assert.equal(await find('gone', gone), 'gone')
  })

  test('many changes come in pages, and none is lost', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    const url = await server.createCalendar('veel')
    const { cursor } = await read(server, url, null)
    const names = Array.from({ length: 120 }, (_, index) => `event-${index}`)
    for (const name of names) await server.put(url, name, single(name, '20270310T143000'))
    const { events } = await read(server, url, cursor)
    assert.deepEqual(events.map(({ eventId }) => eventId).sort(), names.toSorted())
  })

  test('a token the server does not know starts the reading over', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    const url = await server.createCalendar('token')
    const unknown = { at: 'since', mark: { syncToken: 'http://radicale.org/ns/sync/0000', ctag: null } }
    for (const cursor of [JSON.stringify(unknown), 'not a cursor', '{"at":"elsewhere"}'])
      assert.deepEqual(await reader.listChanges(grant(server), { calendarId: url, cursor, window }, signal()), {
        outcome: 'cursor_invalid',
      })
  })

  test('a server without sync tokens is read anew when its ctag has changed, and only then', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    const url = await server.createCalendar('ctag')
    const { mark } = JSON.parse((await read(server, url, null)).cursor)
    const cursor = JSON.stringify({ at: 'since', mark: { syncToken: null, ctag: mark.ctag } })
    assert.deepEqual((await read(server, url, cursor)).events, [])
    await server.put(url, 'new', single('new', '20270310T143000'))
    assert.deepEqual(await reader.listChanges(grant(server), { calendarId: url, cursor, window }, signal()), {
      outcome: 'cursor_invalid',
    })
  })

  test('people are told from the organizer, the account itself, rooms and those only informed', async (t) => {
    if (!server) return t.diagnostic('Radicale cannot be installed here.')
    const url = await server.createCalendar('mensen')
    await server.put(
      url,
      'people',
      single(
        'people',
        '20270310T143000',
        'ORGANIZER:mailto:arts@praktijk.example',
        'ATTENDEE:mailto:arts@praktijk.example',
        `ATTENDEE:mailto:${radicaleUser.username}`,
        'ATTENDEE;CUTYPE=ROOM:mailto:kamer1@praktijk.example',
        'ATTENDEE;ROLE=NON-PARTICIPANT:mailto:info@praktijk.example',
        'ATTENDEE;CN="Sanne de Vries":MAILTO:Sanne@example.com',
      ),
    )
    const { events } = await read(server, url, null)
    const roles = events[0]?.attendees.map(({ email, displayName, isOrganizer, isSelf, isResource }) => [
      email,
      displayName,
      isOrganizer ? 'organizer' : isSelf ? 'self' : isResource ? 'resource' : 'person',
    ])
    assert.deepEqual(roles, [
      ['arts@praktijk.example', null, 'organizer'],
      [radicaleUser.username, null, 'self'],
      ['kamer1@praktijk.example', null, 'resource'],
      ['sanne@example.com', 'Sanne de Vries', 'person'],
    ])
  })
})
