import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Pool } from 'pg'
import { calendarStatus } from '#/app/operator/holders/calendar.ts'
import type { CalendarEvent, CalendarReader, ChangePage } from '#/ports/calendar.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { findDueCalendars, synchronise } from '#/slices/calendar-sync/calendar-sync.ts'
import {
  appointmentsOf,
  connect,
  control,
  grantAtTwin,
  makeDue,
  putGoogleEvent,
  removeGoogleEvent,
  syncOf,
} from '../../calendar-world.ts'
import { callApi, eventually, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { connectCalendar, readIntegration } from '../../integration-world.ts'
import { reminderStates, rowsOf } from '../../operator-world.ts'
import { icalendar, radicaleUser, startRadicale } from '../../radicale.ts'

let product: TestProduct
let reading: Pool
before(async () => {
  product = await startTestProduct()
  reading = workerPool(product, 4)
})
after(async () => {
  await reading?.end()
  await product?.stop()
})

const workerPool = ({ databaseUrl }: TestProduct, size: number) =>
  openPool({ databaseUrl, role: 'tijdig_worker', size, isKeyedOnly: true, onIdleError: () => undefined })

let accounts = 0
/** A holder whose Google account is connected, with these events in it before the first read. */
async function google(
  events: Readonly<Record<string, object>> = {},
): Promise<{ holder: TestHolder; account: string; at: (days: number) => Temporal.Instant; integrationId: string }> {
  accounts += 1
  const account = `agenda-${accounts}@praktijk.example`
  const holder = await product.createHolder()
  const now = (await product.clock.now()).round('minute')
  const at = (days: number) => now.add({ hours: days * 24 })
  const grant = await grantAtTwin(product, 'google_calendar', account)
  for (const [id, fields] of Object.entries(events)) await putGoogleEvent(product, account, id, at(40), fields)
  const integrationId = await connect(product, holder, 'google_calendar', grant, [account])
  await read(holder)
  return { holder, account, at, integrationId }
}

/** Reads the holder's calendar to its end, together with the running worker; once more if `isAgain`. */
async function read(holder: TestHolder, isAgain = false): Promise<void> {
  const before = await syncOf(product, holder)
  if (isAgain) await makeDue(product, holder)
  // Without waiting for that worker, which polls once a second.
  const due = await findDueCalendars(reading, 4)
  const deps = { pool: reading, services: product.services, signal: new AbortController().signal }
  await Promise.all(due.map((place) => synchronise(deps, place)))
  await eventually(async () => {
    const now = await syncOf(product, holder)
    if (!now?.lastSuccessAt || now.leaseId !== null) return false
    return !isAgain || !before?.lastSuccessAt || Temporal.Instant.compare(now.lastSuccessAt, before.lastSuccessAt) > 0
  })
}

const sanne = { description: 'Naam: Sanne de Vries\nTel: 06 12340017\nE-mail: sanne@example.com' }
const bram = { attendees: [{ email: 'bram@example.com', displayName: 'Bram Visser' }] }
const people = ['Sanne', 'sanne@example.com', 'bram@example.com', '12340017', 'Afspraak']

test('events that name a recipient become appointments with reminders; the others are counted and named', async () => {
  const { holder, account } = await google({
    sanne,
    bram,
    team: { attendees: [{ email: 'a@example.com' }, { email: 'b@example.com' }] },
    private: { summary: 'Sanne bellen' },
    day: { ...sanne, start: { date: '2027-01-05' }, end: { date: '2027-01-06' } },
  })
  const appointments = await appointmentsOf(product, holder)
  assert.deepEqual(appointments.map(({ external, name, status }) => [external, name, status]).sort(), [
    [`${account}/bram`, 'Bram Visser', 'registered'],
    [`${account}/sanne`, 'Sanne de Vries', 'registered'],
  ])
  for (const { id } of appointments) {
    const states = (await reminderStates(product.operator, id)).map(({ state }) => state)
    assert.ok(states.includes('planned'), String(states))
    const { body } = await holder.call('GET', `/appointments/${id}`)
    assert.deepEqual([body.data.origin, body.data.sourceSystem], ['intake', 'google_calendar'])
  }
  const status = await calendarStatus(product.operator, holder.id)
  assert.deepEqual(
    status.calendars.map((row) => [
      row.provider,
      row.calendarId,
      row.isRead,
      row.appointments,
      row.withoutRecipient,
      row.refused,
    ]),
    [['google_calendar', account, true, 2, 2, 0]],
  )
  assert.deepEqual(
    status.leftOut.map(({ eventId, reason }) => [eventId, reason]),
    [
      ['private', 'nobody_named'],
      ['team', 'several_attendees'],
    ],
  )
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.equal(connection.eventsWithoutRecipient, 2)
  assert.deepEqual(
    connection.leftOutEvents.map((event: Record<string, unknown>) => [event.calendarId, event.eventId, event.reason]),
    [
      [account, 'private', 'nobody_named'],
      [account, 'team', 'several_attendees'],
    ],
  )
  const { lastSuccessAt } = (
    await rowsOf<{ lastSuccessAt: Temporal.Instant | null }>(
      product.operator,
      'select last_success_at from integration_connection where platform_holder_id = $1',
      [holder.id],
    )
  )[0] ?? { lastSuccessAt: null }
  assert.ok(lastSuccessAt)
})

test('an event that goes after staff cancelled its appointment leaves no second word in the audit trail', async () => {
  const { holder, account } = await google({ sanne, bram })
  const [byStaff, bySource] = await appointmentsOf(product, holder)
  const cancellation = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
  const cancelled = await holder.call('POST', `/appointments/${byStaff?.id}/cancellation`, cancellation)
  assert.equal(cancelled.status, 200)
  for (const id of ['sanne', 'bram']) await removeGoogleEvent(product, account, id)
  await read(holder, true)
  const withdrawn = await rowsOf<{ subject: string }>(
    product.operator,
    `select subjects[1] as subject from audit_event where platform_holder_id = $1 and action = 'calendarEventWithdrawn'`,
    [holder.id],
  )
  assert.deepEqual(withdrawn, [{ subject: bySource?.id }])
})

test('an invitation of somebody else reminds nobody, whatever it says, and staff see it; one that is declined is nothing', async () => {
  const stranger = { email: 'vreemde@elders.example' }
  const self = (account: string, responseStatus: string) => ({ email: account, responseStatus })
  const { holder, account, at } = await google({ sanne, bram })
  const invitation = { organizer: stranger, creator: { email: account, self: true }, ...sanne }
  await putGoogleEvent(product, account, 'spoof', at(40), invitation)
  const partner = { attendees: [self(account, 'accepted'), { email: 'partner@example.com' }] }
  await putGoogleEvent(product, account, 'accountant', at(41), { organizer: stranger, ...partner })
  const declined = { attendees: [self(account, 'declined')] }
  await putGoogleEvent(product, account, 'declined', at(42), { ...invitation, ...declined })
  // An event that is no longer the practice's own ends like any that no longer qualifies.
  await putGoogleEvent(product, account, 'sanne', at(40), { ...sanne, organizer: stranger })
  await putGoogleEvent(product, account, 'bram', at(40), { attendees: [...bram.attendees, ...declined.attendees] })
  await read(holder, true)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ external, status }) => [external.split('/')[1], status]),
    [
      ['bram', 'cancelled'],
      ['sanne', 'cancelled'],
    ],
  )
  const expected = ['sanne', 'spoof', 'accountant'].map((eventId) => [eventId, 'organized_elsewhere'])
  const reasons = (events: readonly { eventId: string; reason: string }[]) =>
    events.map(({ eventId, reason }) => [eventId, reason])
  assert.deepEqual(reasons((await calendarStatus(product.operator, holder.id)).leftOut), expected)
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.deepEqual([reasons(connection.leftOutEvents), connection.eventsWithoutRecipient], [expected, 3])
  await putGoogleEvent(product, account, 'sanne', at(40), sanne)
  await read(holder, true)
  assert.equal((await appointmentsOf(product, holder))[1]?.status, 'registered', 'it is the practice’s own again')
})

test('a calendar that was read by older rules is read anew, though nothing in it has changed', async () => {
  const { holder } = await google({ sanne })
  await rowsOf(product.operator, 'update calendar_sync set judged_by = 0 where platform_holder_id = $1', [holder.id])
  await read(holder, true)
  const [row] = await rowsOf<{ round: number; judgedBy: number }>(
    product.operator,
    'select round, judged_by from calendar_sync where platform_holder_id = $1',
    [holder.id],
  )
  assert.deepEqual(row, { round: 2, judgedBy: 2 })
})

test('a moved event moves its appointment and plans its reminders anew; unchanged ones are left alone', async () => {
  const { holder, account, at } = await google({ sanne, bram })
  const before = await appointmentsOf(product, holder)
  await putGoogleEvent(product, account, 'sanne', at(50), sanne)
  await read(holder, true)
  const after = await appointmentsOf(product, holder)
  const moved = after.find(({ external }) => external.endsWith('/sanne'))
  assert.deepEqual([moved?.startsAt, moved?.version], [at(50).toString(), 2])
  assert.deepEqual(
    after.filter(({ external }) => external.endsWith('/bram')),
    before.filter(({ external }) => external.endsWith('/bram')),
  )
  const states = await reminderStates(product.operator, moved?.id ?? '')
  assert.deepEqual(states.map(({ state, reasonCode }) => reasonCode ?? state).sort(), [
    'planned',
    'planned',
    'rescheduled',
    'rescheduled',
  ])
})

test('a deleted event cancels its appointment as its source would, and coming back reopens it', async () => {
  const { holder, account, at } = await google({ sanne })
  await removeGoogleEvent(product, account, 'sanne')
  await read(holder, true)
  const [cancelled] = await appointmentsOf(product, holder)
  assert.equal(cancelled?.status, 'cancelled')
  const { body } = await holder.call('GET', `/appointments/${cancelled?.id}`)
  assert.equal(body.data.cancellation.by, 'source')
  await putGoogleEvent(product, account, 'sanne', at(40), sanne)
  await read(holder, true)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ id, status }) => [id, status]),
    [[cancelled?.id, 'registered']],
  )
})

test('an event that stops naming its recipient cancels the appointment', async () => {
  const { holder, account, at } = await google({ sanne })
  await putGoogleEvent(product, account, 'sanne', at(40), { description: 'vervallen?' })
  await read(holder, true)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ status }) => status),
    ['cancelled'],
  )
  assert.equal((await calendarStatus(product.operator, holder.id)).calendars[0]?.withoutRecipient, 1)
})

test('a forgotten cursor starts over: what is listed stays as it was, what is not listed any more is cancelled', async () => {
  const { holder, account } = await google({ sanne, bram })
  const before = await syncOf(product, holder)
  await removeGoogleEvent(product, account, 'bram')
  await control(product, 'POST', '/control/forget-cursors', {})
  await read(holder, true)
  assert.equal((await syncOf(product, holder))?.round, (before?.round ?? 0) + 1)
  const appointments = await appointmentsOf(product, holder)
  assert.deepEqual(
    appointments.map(({ external, status, version }) => [external.split('/')[1], status, version]).sort(),
    [
      ['bram', 'cancelled', 2],
      ['sanne', 'registered', 1],
    ],
  )
})

test('a provider that refuses the cursors it has just given is left for later, and not read without end', async () => {
  const names = Array.from({ length: 251 }, (_, index) => [`p${index}`, { summary: 'x' }])
  const { holder } = await google(Object.fromEntries(names))
  await control(product, 'POST', '/control/pages', { areRemembered: false })
  await control(product, 'POST', '/control/forget-cursors', {})
  try {
    await makeDue(product, holder)
    const before = await syncOf(product, holder)
    await eventually(async () => (await syncOf(product, holder))?.failures === 1)
    const after = await syncOf(product, holder)
    assert.equal(after?.round, (before?.round ?? 0) + 1, 'it began anew once')
    assert.equal(after?.leaseId, null)
  } finally {
    await control(product, 'POST', '/control/pages', { areRemembered: true })
  }
  await read(holder, true)
  assert.equal((await syncOf(product, holder))?.failures, 0)
})

test('an event that a reading from the start lacks because it was moved far ahead moves its appointment', async () => {
  const { holder, account, at } = await google({ sanne, bram })
  await putGoogleEvent(product, account, 'bram', at(300), bram)
  await control(product, 'POST', '/control/forget-cursors', {})
  await read(holder, true)
  const appointments = await appointmentsOf(product, holder)
  assert.deepEqual(
    appointments.map(({ external, status, startsAt }) => [external.split('/')[1], status, startsAt]),
    [
      ['sanne', 'registered', at(40).toString()],
      ['bram', 'registered', at(300).toString()],
    ],
  )
})

test('a week later everything is read anew, and nothing changes by it', async () => {
  const { holder } = await google({ sanne, bram })
  const before = await appointmentsOf(product, holder)
  await product.clock.advance('P8D')
  await read(holder, true)
  assert.equal((await syncOf(product, holder))?.round, 2)
  assert.deepEqual(await appointmentsOf(product, holder), before)
})

test('what the intake refuses is listed and stops no other event', async () => {
  const { holder, account, at } = await google({ sanne })
  const end = { dateTime: at(45).toString() }
  await putGoogleEvent(product, account, 'endless', at(40), { ...sanne, end })
  await putGoogleEvent(product, account, 'bram', at(41), bram)
  await read(holder, true)
  assert.equal((await appointmentsOf(product, holder)).length, 2)
  const { leftOut } = await calendarStatus(product.operator, holder.id)
  assert.deepEqual(
    leftOut.map(({ eventId, reason }) => [eventId, reason]),
    [['endless', 'VALIDATION_FAILED']],
  )
})

test('an event changed into what the intake refuses cancels its appointment, and says why; mended, it comes back', async () => {
  const { holder, account, at } = await google({ sanne })
  const [before] = await appointmentsOf(product, holder)
  await putGoogleEvent(product, account, 'sanne', at(43), { ...sanne, end: { dateTime: at(45).toString() } })
  await read(holder, true)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ id, status }) => [id, status]),
    [[before?.id, 'cancelled']],
  )
  const states = await reminderStates(product.operator, before?.id ?? '')
  assert.ok(
    states.every(({ state }) => state !== 'planned'),
    'nobody is reminded of the time it no longer has',
  )
  const { leftOut, calendars } = await calendarStatus(product.operator, holder.id)
  assert.deepEqual(
    [leftOut.map(({ eventId, reason }) => [eventId, reason]), calendars[0]?.refused],
    [[['sanne', 'VALIDATION_FAILED']], 1],
  )
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.deepEqual(
    connection.leftOutEvents.map(({ eventId, reason }: Record<string, unknown>) => [eventId, reason]),
    [['sanne', 'refused']],
  )
  await putGoogleEvent(product, account, 'sanne', at(43), sanne)
  await read(holder, true)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ id, status, startsAt }) => [id, status, startsAt]),
    [[before?.id, 'registered', at(43).toString()]],
  )
})

test('a reading that no longer shows most appointments cancels them only when the next one says the same', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `e${index}`)
  const { holder, account, at } = await google(
    Object.fromEntries(names.map((name, index) => [name, { description: `Tel: 06${12_370_007 + index * 10}` }])),
  )
  const isHeld = async () => (await syncOf(product, holder))?.withdrawalsHeld ?? null
  const registered = async () =>
    (await appointmentsOf(product, holder)).filter(({ status }) => status === 'registered').length
  const readAnew = async () => {
    await control(product, 'POST', '/control/forget-cursors', {})
    await read(holder, true)
  }
  const lost = names.slice(0, 25)
  for (const name of lost) await removeGoogleEvent(product, account, name)
  await readAnew()
  assert.deepEqual([await isHeld(), await registered()], [25, 30])
  assert.equal((await calendarStatus(product.operator, holder.id)).calendars[0]?.withdrawalsHeld, 25)
  const { banner } = (await readIntegration(holder, 'google_calendar')).connection
  assert.deepEqual(banner, { code: 'cancellations_held', action: 'check_calendar' })
  const row = await syncOf(product, holder)
  const pauseMs = (row?.runAt.epochMilliseconds ?? 0) - (await product.clock.now()).epochMilliseconds
  assert.ok(pauseMs > 3_000_000, `The second reading comes after ${pauseMs} ms`)

  for (const [index, name] of lost.entries())
    await putGoogleEvent(product, account, name, at(40), { description: `Tel: 06${12_370_007 + index * 10}` })
  await read(holder, true)
  assert.deepEqual([await isHeld(), await registered()], [null, 30], 'the answer had a hole in it')

  for (const name of lost) await removeGoogleEvent(product, account, name)
  await readAnew()
  assert.deepEqual([await isHeld(), await registered()], [25, 30])
  await read(holder, true)
  assert.deepEqual([await isHeld(), await registered()], [null, 5])
  assert.equal((await readIntegration(holder, 'google_calendar')).connection.banner, null)
})

test('a calendar that is taken away is no longer chosen and staff are told; the others are read as before', async () => {
  const holder = await product.createHolder({ displayName: 'Praktijk De Linde' })
  const inbox = `balie-${holder.id}@example.com`
  await holder.call('PATCH', '', { communicationInboxEmail: inbox })
  const { integration, account } = await connectCalendar(product, holder, 'google_calendar')
  const other = `holidays.${account}`
  const choose = async (selected: boolean, expectedVersion: number) =>
    holder.call('PATCH', `/integrations/${integration.id}`, {
      expectedVersion,
      calendars: [{ calendarId: other, selected }],
    })
  assert.equal((await choose(true, integration.connection.version)).status, 200)
  const calendarsRead = () =>
    rowsOf<{ calendarId: string; isRead: boolean }>(
      product.operator,
      'select calendar_id, last_success_at is not null as is_read from calendar_sync where platform_holder_id = $1 order by 1',
      [holder.id],
    )
  await eventually(async () => {
    const rows = await calendarsRead()
    return rows.length === 2 && rows.every(({ isRead }) => isRead)
  })
  await control(product, 'DELETE', `/control/calendars/${other}?account=${account}`)
  await makeDue(product, holder)
  const { connection } = await eventually(async () => {
    const now = await readIntegration(holder, 'google_calendar')
    return now.connection.banner !== null && now
  })
  assert.deepEqual(
    [connection.status, connection.version, connection.banner],
    ['connected', integration.connection.version + 2, { code: 'calendar_refused', action: 'choose_calendars' }],
  )
  assert.deepEqual(
    connection.calendars.map(({ calendarId, selected, problem }: Record<string, unknown>) => [
      calendarId,
      selected,
      problem,
    ]),
    [
      [account, true, null],
      [other, false, 'gone'],
    ],
  )
  assert.deepEqual(
    (await calendarsRead()).map(({ calendarId }) => calendarId),
    [account],
  )
  const mails = async () =>
    (await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(inbox)}`, 'GET')).body.items
  await eventually(async () => (await mails()).length > 0)
  assert.match((await mails())[0].text, /Feestdagen/)
  assert.equal((await choose(false, connection.version)).body.data.connection.banner, null)
})

test('a Microsoft event that is deleted cancels its appointment, also when the link was forgotten meanwhile', async () => {
  const holder = await product.createHolder()
  const now = (await product.clock.now()).round('minute')
  const account = `${holder.id}@praktijk.example`
  const twin = `${product.sandboxUrl}/microsoft/control`
  for (const [index, id] of ['sanne', 'bram', 'kim'].entries()) {
    const time = (at: Temporal.Instant) => ({ dateTime: at.toString().replace('Z', ''), timeZone: 'UTC' })
    const start = now.add({ hours: 24 * 40 + index })
    const body = { contentType: 'text', content: `Naam: ${id}\nTel: 06 1234006${index}` }
    const event = { id, type: 'singleInstance', body, start: time(start), end: time(start.add({ minutes: 20 })) }
    assert.equal((await callApi(`${twin}/events`, 'POST', { account, event })).status, 200)
  }
  await connectCalendar(product, holder, 'microsoft_365')
  await read(holder)
  const statuses = async () => (await appointmentsOf(product, holder)).map(({ name, status }) => [name, status])
  assert.equal((await statuses()).length, 3)
  const remove = (id: string) => callApi(`${twin}/events/${id}?account=${encodeURIComponent(account)}`, 'DELETE')
  await remove('sanne')
  await read(holder, true)
  assert.deepEqual(await statuses(), [
    ['sanne', 'cancelled'],
    ['bram', 'registered'],
    ['kim', 'registered'],
  ])
  await remove('bram')
  await callApi(`${twin}/forget-cursors`, 'POST', {})
  await read(holder, true)
  assert.deepEqual(await statuses(), [
    ['sanne', 'cancelled'],
    ['bram', 'cancelled'],
    ['kim', 'registered'],
  ])
})

test('a Microsoft event that is moved beyond what is read, which looks like a deleted one, moves its appointment', async () => {
  const holder = await product.createHolder()
  const now = (await product.clock.now()).round('minute')
  const account = `${holder.id}@praktijk.example`
  const put = async (startsAt: Temporal.Instant) => {
    const time = (at: Temporal.Instant) => ({ dateTime: at.toString().replace('Z', ''), timeZone: 'UTC' })
    const body = { contentType: 'text', content: 'Naam: Kim\nTel: 06 12340067' }
    const end = time(startsAt.add({ minutes: 20 }))
    const event = { id: 'kim', type: 'singleInstance', body, start: time(startsAt), end }
    const url = `${product.sandboxUrl}/microsoft/control/events`
    assert.equal((await callApi(url, 'POST', { account, event })).status, 200)
  }
  await put(now.add({ hours: 24 * 40 }))
  await connectCalendar(product, holder, 'microsoft_365')
  await read(holder)
  const later = now.add({ hours: 24 * 300 })
  await put(later)
  await read(holder, true)
  const found = async () => (await appointmentsOf(product, holder)).map(({ status, startsAt }) => [status, startsAt])
  assert.deepEqual(await found(), [['registered', later.toString()]])
  const back = now.add({ hours: 24 * 50 })
  await put(back)
  await read(holder, true)
  assert.deepEqual(await found(), [['registered', back.toString()]])
})

test('from a refused refresh in the running worker to a banner and a mail to staff', async () => {
  const holder = await product.createHolder({ displayName: 'Praktijk De Beuk' })
  const inbox = `balie-${holder.id}@example.com`
  await holder.call('PATCH', '', { communicationInboxEmail: inbox })
  await connectCalendar(product, holder, 'microsoft_365')
  await read(holder)
  for (const action of ['revoke-permissions', 'expire-access'])
    await callApi(`${product.sandboxUrl}/microsoft/control/${action}`, 'POST', {})
  await makeDue(product, holder)
  const mails = async () =>
    (await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(inbox)}`, 'GET')).body.items
  await eventually(async () => (await mails()).length > 0)
  const { connection } = await readIntegration(holder, 'microsoft_365')
  assert.deepEqual(
    [connection.status, connection.banner],
    ['action_required', { code: 'consent_revoked', action: 'authorize_again' }],
  )
  assert.match((await mails())[0].subject, /Microsoft 365/)
})

test('an appointment that has begun stays when its event is deleted afterwards', async () => {
  const { holder, account, at } = await google()
  await putGoogleEvent(product, account, 'soon', at(1), bram)
  await read(holder, true)
  await product.clock.advance('P1DT1H')
  await removeGoogleEvent(product, account, 'soon')
  await read(holder, true)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ status }) => status),
    ['registered'],
  )
})

test('a provider that is gone is noted and asked again later, and nothing is lost', async () => {
  const { holder, account, at } = await google({ sanne })
  await callFault('error')
  await putGoogleEvent(product, account, 'bram', at(41), bram)
  await makeDue(product, holder)
  await eventually(async () => ((await syncOf(product, holder))?.failures ?? 0) > 0)
  const row = await syncOf(product, holder)
  const pauseMs = (row?.runAt.epochMilliseconds ?? 0) - (await product.clock.now()).epochMilliseconds
  assert.ok(pauseMs > 30_000, `It waits only ${pauseMs} ms`)
  const [connection] = await rowsOf<{ status: string; lastErrorCode: string }>(
    product.operator,
    'select status, last_error_code from integration_connection where platform_holder_id = $1',
    [holder.id],
  )
  assert.deepEqual([connection?.status, connection?.lastErrorCode], ['connected', 'provider_unavailable'])
  await callFault('none')
  await read(holder, true)
  assert.equal((await appointmentsOf(product, holder)).length, 2)
  assert.equal((await syncOf(product, holder))?.failures, 0)
})

test('a permission that ended stops the reading and asks for action; connecting again reads everything from the start', async () => {
  const { holder, account, at } = await google({ sanne, bram })
  await control(product, 'POST', '/control/revoke-permissions', {})
  await control(product, 'POST', '/control/expire-access', {})
  await makeDue(product, holder)
  await eventually(async () => (await syncOf(product, holder)) === undefined)
  await removeGoogleEvent(product, account, 'bram')
  await putGoogleEvent(product, account, 'later', at(42), { description: 'Tel: 06 12340027' })
  const grant = await grantAtTwin(product, 'google_calendar', account)
  await connect(product, holder, 'google_calendar', grant, [account])
  await read(holder)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ external, status }) => [external.split('/')[1], status]).sort(),
    [
      ['bram', 'cancelled'],
      ['later', 'registered'],
      ['sanne', 'registered'],
    ],
  )
})

test('a calendar that is not chosen any more is not read, and its appointments stay', async () => {
  const { holder, account, at } = await google({ sanne, private: { summary: 'Sanne bellen' } })
  await rowsOf(
    product.operator,
    `update integration_connection set calendars = jsonb_set(calendars, '{0,selected}', 'false') where platform_holder_id = $1`,
    [holder.id],
  )
  assert.equal(await syncOf(product, holder), undefined)
  await putGoogleEvent(product, account, 'bram', at(41), bram)
  assert.deepEqual(
    (await appointmentsOf(product, holder)).map(({ status }) => status),
    ['registered'],
  )
  const status = await calendarStatus(product.operator, holder.id)
  assert.deepEqual([status.calendars[0]?.isRead, status.leftOut], [false, []], 'nor are its other events told of')
})

test('through the API: a Microsoft calendar is read once it is connected, and another at once when it is chosen', async () => {
  const holder = await product.createHolder()
  const now = (await product.clock.now()).round('minute')
  const account = `${holder.id}@praktijk.example`
  const put = async (calendarId: string, id: string, content: string) => {
    const time = (at: Temporal.Instant) => ({ dateTime: at.toString().replace('Z', ''), timeZone: 'UTC' })
    const event = {
      id,
      type: 'singleInstance',
      subject: 'Controle',
      body: { contentType: 'text', content },
      start: time(now.add({ hours: 24 * 40 })),
      end: time(now.add({ hours: 24 * 40 + 1 })),
      originalStartTimeZone: 'W. Europe Standard Time',
      isAllDay: false,
      isCancelled: false,
      organizer: { emailAddress: { name: 'Praktijk', address: account } },
      attendees: [],
    }
    const body = { account, calendarId, event }
    const url = `${product.sandboxUrl}/microsoft/control/events`
    assert.equal((await callApi(url, 'POST', body)).status, 200)
  }
  await put('primary', 'sanne', 'Naam: Sanne\nTel: 06 12340047')
  await put(`holidays.${account}`, 'bram', 'Naam: Bram\nTel: 06 12340057')
  const { integration } = await connectCalendar(product, holder, 'microsoft_365')
  const known = () =>
    eventually(async () => {
      const appointments = await appointmentsOf(product, holder)
      return appointments.length > 0 && appointments
    })
  assert.deepEqual(
    (await known()).map(({ name, startsAt }) => [name, startsAt]),
    [['Sanne', now.add({ hours: 24 * 40 }).toString()]],
  )
  const choice = {
    expectedVersion: integration.connection.version,
    calendars: [{ calendarId: `holidays.${account}`, selected: true }],
  }
  assert.equal((await holder.call('PATCH', `/integrations/${integration.id}`, choice)).status, 200)
  await eventually(async () => (await appointmentsOf(product, holder)).length === 2)
  const zones = await rowsOf<{ timezone: string }>(
    product.operator,
    'select distinct timezone from appointment where platform_holder_id = $1',
    [holder.id],
  )
  assert.equal(zones.length, 1)
  assert.notEqual(zones[0]?.timezone, 'UTC')
})

test('no log line holds a name, an address, a number or a text of an event', async () => {
  await google({ sanne, bram })
  for (const secret of people)
    assert.ok(!product.logLines.some((line) => line.includes(secret)), `${secret} is in the log`)
})

describe('without a worker of its own', () => {
  let api: TestProduct
  before(async () => {
    api = await startTestProduct({ roles: ['api', 'sandbox'] })
  })
  after(() => api?.stop())

  test('workers in parallel make no doubles, and each calendar is read by one at a time', async () => {
    const account = 'parallel@praktijk.example'
    const holder = await api.createHolder()
    const now = await api.clock.now()
    for (let index = 0; index < 60; index += 1) {
      const phone = `Tel: 06${12_350_007 + index * 10}`
      await putGoogleEvent(api, account, `e${index}`, now.add({ hours: 24 * 40 + index }), { description: phone })
    }
    await connect(api, holder, 'google_calendar', await grantAtTwin(api, 'google_calendar', account), [account])
    const pool = workerPool(api, 12)
    const deps = { pool, services: api.services, signal: new AbortController().signal }
    const results = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const due = await findDueCalendars(pool, 4)
        return Promise.all(due.map((place) => synchronise(deps, place)))
      }),
    )
    await pool.end()
    const done = results.flat().filter((result) => result !== null)
    assert.deepEqual(
      done.map(({ outcome, events }) => [outcome, events]),
      [['succeeded', 60]],
    )
    assert.equal((await appointmentsOf(api, holder)).length, 60)
  })

  test('disconnecting and choosing go through while calendars are being read, and nothing of it deadlocks', async () => {
    const now = await api.clock.now()
    const pool = workerPool(api, 16)
    const deps = { pool, services: api.services, signal: new AbortController().signal }
    const holders = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const account = `disconnect-${number}@praktijk.example`
        const holder = await api.createHolder()
        for (let index = 0; index < 100; index += 1) {
          const description = `Tel: 06${12_400_007 + number * 1_000 + index * 10}`
          await putGoogleEvent(api, account, `e${index}`, now.add({ hours: 24 * 40 + index }), { description })
        }
        const grant = await grantAtTwin(api, 'google_calendar', account)
        const integrationId = await connect(api, holder, 'google_calendar', grant, [account])
        return { holder, account, integrationId }
      }),
    )
    const due = await findDueCalendars(pool, 20)
    const readings = Promise.all(due.map((place) => synchronise(deps, place)))
    const answers = await Promise.all(
      holders.map(async ({ holder, account, integrationId }) => {
        await eventually(async () => (await appointmentsOf(api, holder)).length > 0)
        const { connection } = await readIntegration(holder, 'google_calendar')
        const changed = await holder.call('PATCH', `/integrations/${integrationId}`, {
          expectedVersion: connection.version,
          calendars: [{ calendarId: account, selected: true }],
        })
        const ended = await holder.call('DELETE', `/integrations/${integrationId}/authorization`)
        return [changed.status, ended.status]
      }),
    )
    const outcomes = (await readings).map((result) => result?.outcome ?? '')
    await pool.end()
    assert.deepEqual(
      answers,
      holders.map(() => [200, 200]),
    )
    assert.equal(outcomes.length, 6)
    for (const outcome of outcomes) assert.ok(['lost', 'succeeded', 'not_connected'].includes(outcome), outcome)
    assert.ok(outcomes.includes('lost'), 'at least one was cut off while it was read')
  })

  test('a worker that loses its lease half-way writes nothing more, and the next one finishes', async () => {
    const account = 'lease@praktijk.example'
    const holder = await api.createHolder()
    const now = await api.clock.now()
    for (let index = 0; index < 40; index += 1) {
      const phone = `Tel: 06${12_360_007 + index * 10}`
      await putGoogleEvent(api, account, `e${index}`, now.add({ hours: 24 * 40 + index }), { description: phone })
    }
    await connect(api, holder, 'google_calendar', await grantAtTwin(api, 'google_calendar', account), [account])
    const pool = workerPool(api, 6)
    const deps = { pool, services: api.services, signal: new AbortController().signal }
    const [place] = await findDueCalendars(pool, 4)
    if (!place) return assert.fail('Nothing is due')
    const first = synchronise(deps, place)
    await eventually(async () => (await appointmentsOf(api, holder)).length > 0)
    // As for a stalled process: its lease is over, and another takes the calendar.
    const second = await eventually(async () => {
      const expire = `update calendar_sync set leased_until = now() - interval '1 second', run_at = tijdig_now() where platform_holder_id = $1`
      await rowsOf(api.operator, expire, [holder.id])
      return synchronise(deps, place)
    })
    assert.equal(second.outcome, 'succeeded')
    assert.ok(['lost', 'succeeded'].includes((await first)?.outcome ?? ''))
    await pool.end()
    const appointments = await appointmentsOf(api, holder)
    assert.deepEqual([appointments.length, new Set(appointments.map(({ version }) => version))], [40, new Set([1])])
  })

  /** A calendar of a holder of its own whose provider answers with these pages, the last one for ever. */
  async function answering(name: string, ...pages: (ChangePage | Error)[]) {
    const kind = api.services.calendars.google_calendar
    if (!kind) return assert.fail('Google is not set up')
    const account = `${name}@praktijk.example`
    const holder = await api.createHolder()
    await connect(api, holder, 'google_calendar', await grantAtTwin(api, 'google_calendar', account), [account])
    const asked: (string | null)[] = []
    const reader: CalendarReader = {
      ...kind.reader,
      listChanges: async (_, { cursor }) => {
        asked.push(cursor)
        const page = pages.length > 1 ? pages.shift() : pages[0]
        if (page instanceof Error) throw page
        return page ?? { outcome: 'cursor_invalid' }
      },
    }
    const services = { ...api.services, calendars: { ...api.services.calendars, google_calendar: { ...kind, reader } } }
    const pool = workerPool(api, 4)
    const deps = { pool, services, signal: new AbortController().signal }
    const readOnce = async (longestMs?: number) => {
      await makeDue(api, holder)
      const place = (await findDueCalendars(pool, 20)).find(({ platformHolderId }) => platformHolderId === holder.id)
      return place ? synchronise(deps, place, longestMs) : assert.fail('It is not due')
    }
    return { holder, readOnce, asked, end: () => pool.end() }
  }

  const event = (eventId: string, startsAt: Temporal.Instant): CalendarEvent => ({
    eventId,
    isCancelled: false,
    hasTime: true,
    startsAt,
    endsAt: startsAt.add({ minutes: 20 }),
    timeZone: null,
    summary: null,
    description: 'Tel: 06 12340067',
    location: null,
    attendees: [],
    organizerEmail: null,
    isOwn: true,
    ownAnswer: null,
  })

  test('an event beyond the year 9999 is named as unreadable, and the others are read', async () => {
    const soon = (await api.clock.now()).add({ hours: 24 * 40 })
    const far = event('far', Temporal.Instant.from('+010000-01-01T04:00:00Z'))
    const events = [far, event('soon', soon)]
    const { holder, readOnce, end } = await answering('far', { outcome: 'page', events, cursor: '1', isLast: true })
    assert.equal((await readOnce())?.outcome, 'succeeded')
    await end()
    assert.equal((await appointmentsOf(api, holder)).length, 1)
    const { leftOut } = await calendarStatus(api.operator, holder.id)
    assert.deepEqual(
      leftOut.map(({ eventId, reason }) => [eventId, reason]),
      [['far', 'event_unreadable']],
    )
  })

  test('a reading that fails by a fault of our own shows on the connection too', async () => {
    const { holder, readOnce, end } = await answering('fault', new RangeError('a fault'))
    await assert.rejects(readOnce(), RangeError)
    await end()
    assert.equal((await syncOf(api, holder))?.failures, 1)
    const { connection } = await readIntegration(holder, 'google_calendar')
    assert.deepEqual([connection.status, connection.lastErrorCode], ['connected', 'provider_unavailable'])
  })

  test(
    'a calendar whose pages never end is given back after a while, and goes on where it was',
    { timeout: 60_000 },
    async () => {
      const page = (cursor: string) => ({ outcome: 'page', events: [], cursor, isLast: false }) as const
      const { holder, readOnce, asked, end } = await answering('endless', page('1'), page('2'), page('more'))
      assert.equal((await readOnce(0))?.outcome, 'paused')
      assert.equal((await readOnce(0))?.outcome, 'paused')
      const row = await syncOf(api, holder)
      assert.deepEqual([row?.cursor, row?.leaseId, row?.failures, row?.round], ['2', null, 0, 1])
      assert.equal((await readOnce(500))?.outcome, 'paused')
      await end()
      assert.deepEqual(asked.slice(0, 4), [null, '1', '2', 'more'])
    },
  )
})

test('a CalDAV calendar is read: a series, a moved occurrence, and a deleted object', async (t) => {
  const server = await startRadicale()
  if (!server) return t.diagnostic('Radicale cannot be installed here; the adapter is tested on recorded answers.')
  t.after(() => server.stop())
  const holder = await product.createHolder()
  const calendar = await server.createCalendar('praktijk')
  const monday = (await product.clock.now())
    .toZonedDateTimeISO('Europe/Amsterdam')
    .add({ days: 35 })
    .with({ hour: 9, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
  const local = (at: Temporal.ZonedDateTime) =>
    at.toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  const series = (...more: string[]) => [
    'UID:reeks',
    `DTSTART;TZID=Europe/Amsterdam:${local(monday)}`,
    'DURATION:PT30M',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'DESCRIPTION:Naam: Sanne de Vries\\nTel: 0612340037',
    ...more,
  ]
  await server.put(calendar, 'reeks', icalendar(series()))
  await server.put(
    calendar,
    'los',
    icalendar([
      'UID:los',
      `DTSTART;TZID=Europe/Amsterdam:${local(monday.add({ hours: 2 }))}`,
      'DURATION:PT30M',
      'ATTENDEE;CN=Bram:mailto:bram@example.com',
    ]),
  )
  await connect(product, holder, 'caldav', { kind: 'basic', serverUrl: server.url, ...radicaleUser }, [calendar])
  await read(holder)
  const starts = async () => (await appointmentsOf(product, holder)).map(({ startsAt, status }) => [startsAt, status])
  const at = (weeks: number, hours = 0) => monday.add({ weeks, hours }).toInstant().toString()
  assert.deepEqual(await starts(), [
    [at(0), 'registered'],
    [at(0, 2), 'registered'],
    [at(1), 'registered'],
    [at(2), 'registered'],
  ])
  const second = local(monday.add({ weeks: 1 }))
  await server.put(
    calendar,
    'reeks',
    icalendar(series(`EXDATE;TZID=Europe/Amsterdam:${local(monday.add({ weeks: 2 }))}`), [
      'UID:reeks',
      `RECURRENCE-ID;TZID=Europe/Amsterdam:${second}`,
      `DTSTART;TZID=Europe/Amsterdam:${local(monday.add({ weeks: 1, hours: 3 }))}`,
      'DURATION:PT30M',
      'DESCRIPTION:Naam: Sanne de Vries\\nTel: 0612340037',
    ]),
  )
  await server.delete(calendar, 'los')
  await read(holder, true)
  assert.deepEqual(await starts(), [
    [at(0), 'registered'],
    [at(0, 2), 'cancelled'],
    [at(1, 3), 'registered'],
    [at(2), 'cancelled'],
  ])
  // An unsupported rule: what is known of the series stays, staff are told, and other events are read.
  await server.put(calendar, 'reeks', icalendar(series().map((line) => line.replace(/RRULE:.*/, hourly))))
  await server.put(calendar, 'nieuw', icalendar([...series().slice(1, 3), 'UID:nieuw', 'ATTENDEE:tel:+31612340039']))
  await read(holder, true)
  assert.deepEqual((await starts()).filter(([, status]) => status === 'registered').length, 3)
  const [unreadable, ...others] = (await readIntegration(holder, 'caldav')).connection.leftOutEvents
  assert.deepEqual(
    [unreadable.eventId, unreadable.startsAt, unreadable.reason, others],
    [
      new URL('reeks.ics', calendar).pathname,
      monday.toInstant().toString({ smallestUnit: 'millisecond' }),
      'event_unreadable',
      [],
    ],
  )
  await server.put(calendar, 'reeks', icalendar(series()))
  await read(holder, true)
  assert.deepEqual((await readIntegration(holder, 'caldav')).connection.leftOutEvents, [])
})

const hourly = 'RRULE:FREQ=HOURLY;COUNT=9'

async function callFault(mode: string): Promise<void> {
  const response = await fetch(`${product.sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', mode }),
  })
  assert.equal(response.status, 200)
}
