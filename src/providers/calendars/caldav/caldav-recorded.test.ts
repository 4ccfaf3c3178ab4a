import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { calDavReader } from './caldav.ts'

// Answers of Nextcloud, shortened, over a real socket, for what Radicale does differently.
const multistatus = (...responses: string[]) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">${responses.join('')}</d:multistatus>`
const found = (href: string, prop: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${prop}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const calendar = '/remote.php/dav/calendars/balie/agenda/'
const principal = '/remote.php/dav/principals/users/balie/'
const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20270310T143000Z', 'DURATION:PT20M', ...lines]
    .concat('END:VEVENT', 'END:VCALENDAR', '')
    .join('\r\n')
const data = (name: string, text: string) =>
  found(`${calendar}${name}.ics`, `<d:getetag>"1"</d:getetag><cal:calendar-data>${text}</cal:calendar-data>`)
const listed = (name: string) => found(`${calendar}${name}.ics`, '<d:getetag>"1"</d:getetag>')
const withoutData = (name: string) =>
  `<d:response><d:href>${calendar}${name}.ics</d:href><d:propstat><d:prop><cal:calendar-data/></d:prop><d:status>HTTP/1.1 403 Forbidden</d:status></d:propstat></d:response>`
const cutOff = `<d:response><d:href>${calendar}</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>`

const window = {
  from: Temporal.Instant.from('2027-03-01T00:00:00Z'),
  to: Temporal.Instant.from('2027-03-20T00:00:00Z'),
}
const mark = found(calendar, '<d:sync-token>http://sabre.io/ns/sync/7</d:sync-token><cs:getctag>7</cs:getctag>')
const self = found(calendar, `<d:current-user-principal><d:href>${principal}</d:href></d:current-user-principal>`)
const addresses = found(
  principal,
  '<cal:calendar-user-address-set><d:href>mailto:Balie@Praktijk.example</d:href><d:href>/remote.php/dav/principals/users/balie/</d:href></cal:calendar-user-address-set>',
)

test('the account’s own addresses come from the server, so that its owner is nobody’s recipient', async (t) => {
  const people = ['ATTENDEE:mailto:balie@praktijk.example', 'ATTENDEE;CN=Sanne:mailto:sanne@example.com']
  const { read } = await server(t, { [`REPORT ${calendar}`]: multistatus(data('one', event('one', ...people))) })
  const page = await read(null)
  assert.ok(page.outcome === 'page')
  const roles = page.events[0]?.attendees.map(({ email, isSelf }) => [email, isSelf])
  assert.deepEqual(roles, [
    ['balie@praktijk.example', true],
    ['sanne@example.com', false],
  ])
  assert.ok(page.cursor.includes('balie@praktijk.example'), 'later readings know them too')
})

test('a server that knows no principal or addresses is read all the same; one that fails is asked again later', async (t) => {
  const reports = { [`REPORT ${calendar}`]: multistatus(data('one', event('one'))) }
  const without = await server(t, { ...reports, [`PROPFIND ${principal}`]: 404 })
  assert.equal((await without.read(null)).outcome, 'page')
  const failing = await server(t, { ...reports, [`PROPFIND ${principal}`]: 503 })
  assert.deepEqual(await failing.read(null), { outcome: 'unavailable', retryAfterSeconds: null })
})

test('an object listed without its text is unread, not gone; an answer that was cut off is none', async (t) => {
  const partly = await server(t, {
    [`REPORT ${calendar}`]: multistatus(data('one', event('one')), withoutData('two')),
  })
  const page = await partly.read(null)
  assert.ok(page.outcome === 'page')
  assert.deepEqual([page.events.map(({ eventId }) => eventId), page.unreadObjectIds], [['one'], [`${calendar}two.ics`]])
  const cut = await server(t, { [`REPORT ${calendar}`]: multistatus(data('one', event('one')), cutOff) })
  assert.deepEqual(await cut.read(null), { outcome: 'unavailable', retryAfterSeconds: null })
})

test('a server that always says it has more and tells nothing is asked again at the next reading, and not without end', async (t) => {
  const token = '<d:sync-token>http://sabre.io/ns/sync/8</d:sync-token>'
  const gone = `<d:response><d:href>${calendar}one.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`
  const since = JSON.stringify({ at: 'since', mark: { syncToken: 'x', ctag: null } })
  for (const [told, isLast] of [
    [[], true],
    [[gone], false],
  ] as const) {
    const { read } = await server(t, { [`REPORT ${calendar}`]: multistatus(...told, cutOff, token) })
    const page = await read(since)
    assert.ok(page.outcome === 'page')
    assert.deepEqual([page.isLast, page.wholeObjectIds?.length], [isLast, told.length])
    assert.ok(page.cursor.includes('sync/8'), 'what is left is asked for by the new token')
  }
})

test('a changed object the answer says nothing of is unread, not gone', async (t) => {
  const { read } = await server(t, { [`REPORT ${calendar}`]: multistatus(data('one', event('one'))) })
  const hrefs = [`${calendar}one.ics`, `${calendar}two.ics`]
  const page = await read(JSON.stringify({ at: 'objects', mark: { syncToken: 'x', ctag: null }, hrefs }))
  assert.ok(page.outcome === 'page')
  assert.deepEqual([page.wholeObjectIds, page.unreadObjectIds], [[hrefs[0]], [hrefs[1]]])
})

test('an object that is too large is left out and costs no other, and a long list is asked for in shorter parts', async (t) => {
  const large = event('large', `DESCRIPTION:${'x'.repeat(1_100_000)}`)
  const names = ['one', 'two', 'large', 'three']
  const ranges: string[] = []
  const { read } = await server(t, {
    [`REPORT ${calendar}`]: (asked) => {
      const [, range] = /time-range (start=[^/]*)/.exec(asked) ?? []
      if (range !== undefined) ranges.push(range)
      if (range !== undefined && ranges.length === 1) return multistatus(...Array<string>(9_000).fill(listed('one')))
      if (range !== undefined) return multistatus(...names.map(listed))
      const named = names.filter((name) => asked.includes(`/${name}.ics`))
      return multistatus(...named.map((name) => data(name, name === 'large' ? large : event(name))))
    },
  })
  const page = await read(null)
  assert.ok(page.outcome === 'page')
  assert.deepEqual(
    ranges,
    ['20270320T000000Z', '20270315T000000Z'].map((to) => `start="20270301T000000Z" end="${to}"`),
  )
  assert.deepEqual(page.unreadObjectIds, [`${calendar}large.ics`])
  const readable = page.events.filter(({ isUnreadable }) => !isUnreadable).map(({ eventId }) => eventId)
  assert.deepEqual([readable, page.events.length], [['one', 'two', 'three'], 4])
  assert.deepEqual([page.isLast, JSON.parse(page.cursor).from], [false, '2027-03-15T00:00:00Z'])
})

type Answer = string | number | ((asked: string) => string)

/** A server of one calendar, with these answers in place of its own. */
async function server(t: TestContext, answers: Readonly<Record<string, Answer>>) {
  const listening = createServer((request, response) => {
    let asked = ''
    request.on('data', (chunk: Buffer) => (asked += chunk.toString()))
    request.on('end', () => {
      const usual: Record<string, Answer> = {
        [`PROPFIND ${calendar}`]: multistatus(asked.includes('current-user-principal') ? self : mark),
        [`PROPFIND ${principal}`]: multistatus(addresses),
      }
      const found = { ...usual, ...answers }[`${request.method} ${request.url}`] ?? 404
      const answer = typeof found === 'function' ? found(asked) : found
      if (typeof answer === 'number') response.writeHead(answer).end()
      else response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(answer)
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  t.after(() => listening.close())
  const serverUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/remote.php/dav/`
  const grant = { kind: 'basic' as const, serverUrl, username: 'balie', appPassword: 'app-password' }
  const calendarId = new URL(calendar, serverUrl).href
  return {
    read: (cursor: string | null) =>
      calDavReader({ isProduction: false }).listChanges(
        grant,
        { calendarId, cursor, window },
        AbortSignal.timeout(60_000),
      ),
  }
}
