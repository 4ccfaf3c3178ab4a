import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'
import { consent } from './consent-for-tests.ts'
import { microsoftAuthorizer, microsoftReader } from './microsoft.ts'

const now = Temporal.Instant.from('2026-12-01T09:00:00Z')
const window = { from: now, to: now.add({ hours: 24 * 30 }) }
const signal = () => AbortSignal.timeout(60_000)
const account = 'agenda@praktijk.example'
const moments = {
  start: { dateTime: '2026-12-03T13:30:00.0000000', timeZone: 'UTC' },
  end: { dateTime: '2026-12-03T13:45:00.0000000', timeZone: 'UTC' },
}
const event = (id: string, changes: object = {}) => ({
  '@odata.etag': 'W/"x"',
  id,
  type: 'singleInstance',
  subject: `Controle ${id}`,
  body: { contentType: 'text', content: 'Tel. 0612345678' },
  location: { displayName: 'Kamer 2' },
  ...moments,
  originalStartTimeZone: 'W. Europe Standard Time',
  isAllDay: false,
  isCancelled: false,
  organizer: { emailAddress: { name: 'Praktijk', address: account } },
  attendees: [
    { type: 'required', emailAddress: { name: 'Sanne de Vries', address: 'sanne@example.com' } },
    { type: 'resource', emailAddress: { name: 'Kamer 2', address: 'kamer2@praktijk.example' } },
  ],
  ...changes,
})

test('an owner who allows gives a grant that opens the calendars; every refresh gives a new refresh token', async (t) => {
  const { authorizer, reader, grant } = await granted(t)
  assert.deepEqual(await reader.listCalendars(grant, signal()), {
    outcome: 'calendars',
    account,
    calendars: [
      { calendarId: account, name: 'Agenda', timeZone: null, isPrimary: true },
      { calendarId: `holidays.${account}`, name: 'Feestdagen', timeZone: null, isPrimary: false },
    ],
  })
  const refreshed = await authorizer.refresh(grant, now, signal())
  assert.ok(refreshed.outcome === 'granted')
  assert.notEqual(refreshed.grant.refreshToken, grant.refreshToken)
  assert.equal((await authorizer.revoke(grant, signal())).outcome, 'not_offered')
})

test('events come in pages, then changes by link; occurrences take their words from the master of the series', async (t) => {
  const { sandbox, reader, grant } = await granted(t)
  await put(sandbox, event('series', { type: 'seriesMaster' }))
  for (let index = 0; index < 60; index += 1) await put(sandbox, event(`e${index}`))
  const occurrence = { id: 'occurrence', type: 'occurrence', seriesMasterId: 'series', ...moments }
  await put(sandbox, occurrence)
  await put(sandbox, event('whole-day', { isAllDay: true }))
  const list = (cursor: string | null) =>
    page(reader.listChanges(grant, { calendarId: account, cursor, window }, signal()))
  const first = await list(null)
  assert.deepEqual([first.events.length, first.isLast], [49, false])
  const second = await list(first.cursor)
  assert.deepEqual([second.events.length, second.isLast], [13, true])
  assert.deepEqual(
    second.events.slice(-2).map(({ eventId, hasTime, summary }) => [eventId, hasTime, summary]),
    [
      ['occurrence', true, 'Controle series'],
      ['whole-day', false, 'Controle whole-day'],
    ],
  )
  assert.deepEqual(first.events[0], {
    eventId: 'e0',
    isCancelled: false,
    hasTime: true,
    startsAt: Temporal.Instant.from('2026-12-03T13:30:00Z'),
    endsAt: Temporal.Instant.from('2026-12-03T13:45:00Z'),
    timeZone: 'Europe/Berlin',
    summary: 'Controle e0',
    description: 'Tel. 0612345678',
    location: 'Kamer 2',
    attendees: [
      {
        email: 'sanne@example.com',
        displayName: 'Sanne de Vries',
        isOrganizer: false,
        isSelf: false,
        isResource: false,
      },
      { email: 'kamer2@praktijk.example', displayName: 'Kamer 2', isOrganizer: false, isSelf: false, isResource: true },
      { email: account, displayName: 'Praktijk', isOrganizer: true, isSelf: true, isResource: false },
    ],
    organizerEmail: account,
    isOwn: true,
    ownAnswer: null,
  })
  await put(sandbox, event('e7', { isCancelled: true }))
  await fetch(`${sandbox.url}/microsoft/control/events/e8`, { method: 'DELETE' })
  const changes = await list(second.cursor)
  assert.deepEqual(
    changes.events.map(({ eventId, isCancelled }) => [eventId, isCancelled]),
    [
      ['e7', true],
      ['e8', true],
    ],
  )
  await sandbox.post('/microsoft/control/forget-cursors', {})
  const lost = await reader.listChanges(grant, { calendarId: account, cursor: changes.cursor, window }, signal())
  assert.equal(lost.outcome, 'cursor_invalid')
})

test('on a calendar of somebody else both its owner and the account itself are nobody to remind', async (t) => {
  const { sandbox, reader, grant } = await granted(t)
  const shared = { calendarId: 'gedeeld', name: 'Gedeeld', owner: 'arts@praktijk.example' }
  assert.equal((await sandbox.post('/microsoft/control/calendars', shared)).status, 200)
  const people = ['arts@praktijk.example', 'Agenda@praktijk.example', 'sanne@example.com']
  const attendees = people.map((address) => ({ type: 'required', emailAddress: { address } }))
  const one = event('one', { attendees, organizer: { emailAddress: { address: 'balie@elders.example' } } })
  await sandbox.post('/microsoft/control/events', { calendarId: 'gedeeld', event: one })
  const { events } = await page(reader.listChanges(grant, { calendarId: 'gedeeld', cursor: null, window }, signal()))
  const guests = events[0]?.attendees.filter(({ isSelf, isOrganizer }) => !isSelf && !isOrganizer)
  assert.deepEqual(
    guests?.map(({ email }) => email),
    ['sanne@example.com'],
  )
})

test('an event is the practice’s own when the account or the owner of its calendar organizes it', async (t) => {
  const { sandbox, reader, grant } = await granted(t)
  const shared = { calendarId: 'gedeeld', name: 'Gedeeld', owner: 'arts@praktijk.example' }
  await sandbox.post('/microsoft/control/calendars', shared)
  const read = async (calendarId: string, address: string, fields: object = {}) => {
    const organizer = { emailAddress: { address } }
    await sandbox.post('/microsoft/control/events', { calendarId, event: event('one', { organizer, ...fields }) })
    const { events } = await page(reader.listChanges(grant, { calendarId, cursor: null, window }, signal()))
    return [events[0]?.isOwn, events[0]?.ownAnswer]
  }
  const stranger = 'vreemde@elders.example'
  assert.deepEqual(await read(account, account), [true, null])
  assert.deepEqual(await read(account, 'alias@praktijk.example', { isOrganizer: true, responseStatus: null }), [
    true,
    null,
  ])
  assert.deepEqual(await read('gedeeld', 'arts@praktijk.example'), [true, null])
  assert.deepEqual(await read('gedeeld', 'Agenda@praktijk.example', { responseStatus: null }), [true, null])
  assert.deepEqual(await read(account, stranger), [false, 'needs_action'])
  assert.deepEqual(await read('gedeeld', stranger), [false, 'needs_action'])
  assert.deepEqual(await read(account, account, { isOrganizer: false }), [false, null], 'an address can be feigned')
  for (const [response, answer] of [
    ['declined', 'declined'],
    ['tentativelyAccepted', 'tentative'],
    ['accepted', 'accepted'],
  ] as const)
    assert.deepEqual(await read(account, stranger, { responseStatus: { response } }), [false, answer])
})

test('a cursor that leads elsewhere is not followed, and an old token, a refusal and an outage are told apart', async (t) => {
  const { sandbox, authorizer, reader, grant } = await granted(t)
  const list = (cursor: string | null, calendarId = account) =>
    reader.listChanges(grant, { calendarId, cursor, window }, signal())
  const elsewhere = JSON.stringify({ link: `${sandbox.receiverUrl}/v1.0/me`, account: null })
  for (const cursor of [elsewhere, 'nonsense', '{}']) assert.equal((await list(cursor)).outcome, 'cursor_invalid')
  assert.deepEqual(sandbox.webhooks, [], 'no token was sent to another host')
  assert.equal((await list(null, 'gone')).outcome, 'permission_missing')
  await sandbox.post('/faults', { provider: 'microsoft', mode: 'refuse', count: 1 })
  assert.deepEqual(await list(null), { outcome: 'unavailable', retryAfterSeconds: 7 })
  await sandbox.post('/microsoft/control/expire-access', {})
  assert.equal((await list(null)).outcome, 'token_expired')
  await sandbox.post('/microsoft/control/revoke-permissions', {})
  assert.equal((await authorizer.refresh(grant, now, signal())).outcome, 'consent_revoked')
})

async function granted(t: TestContext) {
  const sandbox = await sandboxForTests(t)
  const { clientId, clientSecret } = testAccount
  const options = { clientId, clientSecret, tenant: 'common', baseUrl: `${sandbox.url}/microsoft` }
  const [authorizer, reader] = [microsoftAuthorizer(options), microsoftReader(options)]
  const answer = await consent(authorizer, sandbox.receiverUrl)
  const exchanged = await authorizer.exchange({ ...answer, now }, signal())
  assert.ok(exchanged.outcome === 'granted', exchanged.outcome)
  return { sandbox, authorizer, reader, grant: exchanged.grant }
}

async function put(sandbox: { post: (path: string, body: unknown) => Promise<Response> }, body: object) {
  assert.equal((await sandbox.post('/microsoft/control/events', { event: body })).status, 200)
}

async function page<T extends { outcome: string }>(reading: Promise<T>) {
  const read = await reading
  assert.equal(read.outcome, 'page')
  return read as Extract<T, { outcome: 'page' }>
}
