import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { OAuthGrant } from '#/ports/calendar-authorization.ts'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'
import { consent } from './consent-for-tests.ts'
import { googleAuthorizer, googleReader } from './google.ts'

const now = Temporal.Instant.from('2026-12-01T09:00:00Z')
const window = { from: now, to: now.add({ hours: 24 * 30 }) }
const signal = () => AbortSignal.timeout(60_000)
const event = (id: string, changes: object = {}) => ({
  id,
  status: 'confirmed',
  summary: `Controle ${id}`,
  description: '<p>Tel. 06&nbsp;12345678</p><p>nuchter</p>',
  location: 'Kamer 2',
  start: { dateTime: '2026-12-03T14:30:00+01:00', timeZone: 'Europe/Amsterdam' },
  end: { dateTime: '2026-12-03T14:45:00+01:00', timeZone: 'Europe/Amsterdam' },
  organizer: { email: 'agenda@praktijk.example', self: true },
  attendees: [
    { email: 'agenda@praktijk.example', self: true, organizer: true },
    { email: 'sanne@example.com', displayName: 'Sanne de Vries' },
    { email: 'kamer2@resource.calendar.google.com', resource: true },
  ],
  ...changes,
})

test('an owner who allows gives a grant that opens the calendars, and a code works once', async (t) => {
  const { authorizer, reader, grant, answer } = await granted(t)
  assert.equal(grant.accessExpiresAt.epochMilliseconds - now.epochMilliseconds, 3_599_000)
  assert.deepEqual(await reader.listCalendars(grant, signal()), {
    outcome: 'calendars',
    account: 'agenda@praktijk.example',
    calendars: [
      {
        calendarId: 'agenda@praktijk.example',
        name: 'agenda@praktijk.example',
        timeZone: 'Europe/Amsterdam',
        isPrimary: true,
      },
      {
        calendarId: 'holidays.agenda@praktijk.example',
        name: 'Feestdagen',
        timeZone: 'Europe/Amsterdam',
        isPrimary: false,
      },
    ],
  })
  assert.equal((await authorizer.exchange({ ...answer, now }, signal())).outcome, 'refused')
})

test('a refusal, a wrong state, a wrong verifier and a permission left out are told apart', async (t) => {
  const { sandbox, authorizer } = await vendor(t)
  const ask = async (fields: Readonly<Record<string, string>>, changes: object = {}) => {
    const answer = await consent(authorizer, sandbox.receiverUrl, fields)
    return (await authorizer.exchange({ ...answer, now, ...changes }, signal())).outcome
  }
  assert.equal(await ask({ decision: 'deny' }), 'denied')
  assert.equal(await ask({}, { state: 'another' }), 'refused')
  assert.equal(await ask({}, { codeVerifier: 'v'.repeat(43) }), 'refused')
  const scope = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'
  assert.equal(await ask({ granted_scope: scope }), 'permission_missing')
  const answer = await consent(authorizer, sandbox.receiverUrl, { granted_scope: scope })
  const exchanged = await authorizer.exchange({ ...answer, now }, signal())
  assert.ok(exchanged.outcome === 'permission_missing' && exchanged.grant.refreshToken !== '', 'it can be given back')
})

test('events come in pages, then changes by token; deleted ones are cancelled', async (t) => {
  const { sandbox, reader, grant } = await granted(t)
  for (let index = 0; index < 260; index += 1) await put(sandbox, event(`e${index}`))
  await put(sandbox, event('outside', { start: { dateTime: '2027-06-01T10:00:00Z' } }))
  await put(sandbox, event('whole-day', { start: { date: '2026-12-05' }, end: { date: '2026-12-06' } }))
  const calendarId = 'agenda@praktijk.example'
  const first = await page(reader.listChanges(grant, { calendarId, cursor: null, window }, signal()))
  assert.deepEqual([first.events.length, first.isLast], [250, false])
  const second = await page(reader.listChanges(grant, { calendarId, cursor: first.cursor, window }, signal()))
  assert.deepEqual([second.events.length, second.isLast], [11, true])
  assert.equal(second.events.at(-1)?.hasTime, false)
  assert.deepEqual(first.events[0], {
    eventId: 'e0',
    isCancelled: false,
    hasTime: true,
    startsAt: Temporal.Instant.from('2026-12-03T13:30:00Z'),
    endsAt: Temporal.Instant.from('2026-12-03T13:45:00Z'),
    timeZone: 'Europe/Amsterdam',
    summary: 'Controle e0',
    description: 'Tel. 06 12345678\nnuchter',
    location: 'Kamer 2',
    attendees: [
      { email: calendarId, displayName: null, isOrganizer: true, isSelf: true, isResource: false },
      {
        email: 'sanne@example.com',
        displayName: 'Sanne de Vries',
        isOrganizer: false,
        isSelf: false,
        isResource: false,
      },
      {
        email: 'kamer2@resource.calendar.google.com',
        displayName: null,
        isOrganizer: false,
        isSelf: false,
        isResource: true,
      },
    ],
    organizerEmail: calendarId,
    isOwn: true,
    ownAnswer: null,
  })
  await put(sandbox, event('e7', { summary: 'Verzet' }))
  await fetch(`${sandbox.url}/google/control/events/e8`, { method: 'DELETE' })
  const changes = await page(reader.listChanges(grant, { calendarId, cursor: second.cursor, window }, signal()))
  assert.deepEqual(
    changes.events.map(({ eventId, isCancelled, summary }) => [eventId, isCancelled, summary]),
    [
      ['e7', false, 'Verzet'],
      ['e8', true, null],
    ],
  )
  const after = await page(reader.listChanges(grant, { calendarId, cursor: changes.cursor, window }, signal()))
  assert.deepEqual([after.events, after.isLast], [[], true])
  await sandbox.post('/google/control/forget-cursors', {})
  const lost = await reader.listChanges(grant, { calendarId, cursor: after.cursor, window }, signal())
  assert.equal(lost.outcome, 'cursor_invalid')
})

test('on a second calendar the owner of the account is known by address, whatever the event marks', async (t) => {
  const { sandbox, reader, grant } = await granted(t)
  const account = 'agenda@praktijk.example'
  const calendarId = `holidays.${account}`
  const attendees = [
    { email: calendarId, self: true, organizer: true },
    { email: 'Agenda@praktijk.example' },
    { email: 'sanne@example.com' },
  ]
  const read = async (cursor: string | null) => {
    const { events, cursor: next } = await page(reader.listChanges(grant, { calendarId, cursor, window }, signal()))
    const people = events.flatMap((one) => one.attendees.filter(({ isSelf }) => !isSelf).map(({ email }) => email))
    return { people, next }
  }
  await sandbox.post('/google/control/events', { calendarId, event: event('one', { attendees }) })
  const first = await read(null)
  assert.deepEqual(first.people, ['sanne@example.com'])
  await sandbox.post('/google/control/events', { calendarId, event: event('two', { attendees }) })
  assert.deepEqual((await read(first.next)).people, ['sanne@example.com'], 'later readings know it too')
})

test('an event is the practice’s own when the account or the calendar it stands in organizes it, whoever created it', async (t) => {
  const { sandbox, reader, grant } = await granted(t)
  const account = 'agenda@praktijk.example'
  const [group, colleague] = ['spreekuur@group.calendar.google.com', 'arts@praktijk.example']
  for (const calendarId of [group, colleague])
    await sandbox.post('/google/control/calendars', { calendarId, name: calendarId })
  const stranger = { email: 'Vreemde@elders.example' }
  const read = async (calendarId: string, fields: object) => {
    const organizer = undefined
    await sandbox.post('/google/control/events', { calendarId, event: event('one', { organizer, ...fields }) })
    const { events } = await page(reader.listChanges(grant, { calendarId, cursor: null, window }, signal()))
    return [events[0]?.isOwn, events[0]?.organizerEmail, events[0]?.ownAnswer]
  }
  const guest = (responseStatus: string) => ({ attendees: [{ email: account, responseStatus }] })
  assert.deepEqual(await read(account, {}), [true, account, null])
  assert.deepEqual(await read(group, { creator: { email: account } }), [true, group, null], 'a second calendar')
  assert.deepEqual(await read(colleague, {}), [true, colleague, null], 'a calendar that somebody shares')
  assert.deepEqual(await read(colleague, { organizer: { email: account } }), [true, account, null])
  const byStranger = [false, 'vreemde@elders.example']
  for (const calendarId of [account, group, colleague])
    assert.deepEqual(await read(calendarId, { organizer: stranger, creator: { email: account, self: true } }), [
      ...byStranger,
      null,
    ])
  for (const [wire, answer] of [
    ['declined', 'declined'],
    ['needsAction', 'needs_action'],
    ['tentative', 'tentative'],
    ['accepted', 'accepted'],
  ] as const)
    assert.deepEqual(await read(account, { organizer: stranger, ...guest(wire) }), [...byStranger, answer])
  assert.deepEqual(await read(account, { eventType: 'fromGmail' }), [false, account, null])
  assert.deepEqual(await read(account, { organizer: { displayName: 'Onbekend' } }), [false, null, null])
})

test('an old token, an ended permission, a calendar that is gone and an outage are told apart', async (t) => {
  const { sandbox, authorizer, reader, grant } = await granted(t)
  const read = async (by: OAuthGrant, calendarId = 'agenda@praktijk.example') =>
    reader.listChanges(by, { calendarId, cursor: null, window }, signal())
  assert.equal((await read(grant, 'gone')).outcome, 'permission_missing')
  for (const [mode, retryAfterSeconds] of [
    ['refuse', 7],
    ['error', null],
  ] as const) {
    await sandbox.post('/faults', { provider: 'google', mode, count: 1 })
    assert.deepEqual(await read(grant), { outcome: 'unavailable', retryAfterSeconds })
  }
  await sandbox.post('/google/control/expire-access', {})
  assert.equal((await read(grant)).outcome, 'token_expired')
  const refreshed = await authorizer.refresh(grant, now, signal())
  assert.ok(refreshed.outcome === 'granted')
  assert.equal(refreshed.grant.refreshToken, grant.refreshToken)
  assert.equal((await read(refreshed.grant)).outcome, 'page')
  assert.equal((await authorizer.revoke(refreshed.grant, signal())).outcome, 'revoked')
  assert.equal((await authorizer.revoke(refreshed.grant, signal())).outcome, 'revoked')
  assert.equal((await authorizer.refresh(grant, now, signal())).outcome, 'consent_revoked')
})

test('a provider that cannot be reached or does not answer in time is unavailable', async (t) => {
  const { sandbox, reader, grant } = await granted(t)
  const nowhere = { clientId: 'a', clientSecret: 'b', baseUrl: 'http://127.0.0.1:1' }
  assert.equal((await googleAuthorizer(nowhere).refresh(grant, now, signal())).outcome, 'unavailable')
  assert.equal((await googleReader(nowhere).listCalendars(grant, signal())).outcome, 'unavailable')
  await sandbox.post('/faults', { provider: 'google', mode: 'blackhole', count: 1 })
  assert.equal((await reader.listCalendars(grant, AbortSignal.timeout(200))).outcome, 'unavailable')
})

async function vendor(t: TestContext) {
  const sandbox = await sandboxForTests(t)
  const { clientId, clientSecret } = testAccount
  const options = { clientId, clientSecret, baseUrl: `${sandbox.url}/google` }
  return { sandbox, authorizer: googleAuthorizer(options), reader: googleReader(options) }
}

async function granted(t: TestContext) {
  const made = await vendor(t)
  const answer = await consent(made.authorizer, made.sandbox.receiverUrl)
  const exchanged = await made.authorizer.exchange({ ...answer, now }, signal())
  assert.ok(exchanged.outcome === 'granted', exchanged.outcome)
  return { ...made, answer, grant: exchanged.grant }
}

async function put(sandbox: { post: (path: string, body: unknown) => Promise<Response> }, body: object) {
  assert.equal((await sandbox.post('/google/control/events', { event: body })).status, 200)
}

async function page<T extends { outcome: string }>(reading: Promise<T>) {
  const read = await reading
  assert.equal(read.outcome, 'page')
  return read as Extract<T, { outcome: 'page' }>
}
