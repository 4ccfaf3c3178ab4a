import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { detailsOf } from '#/slices/appointment-facts/appointment-facts.ts'
import { shareTestProduct, type Answer, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment, newIntake, newKey, schedule, storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'
import { send } from '../http-request.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder({ displayName: 'Praktijk De Linde' })
  const locations = [{ id: 'main', name: 'Lindelaan 1', personCount: 1, roomCount: 1 }]
  await holder.call('PATCH', '', { schedulingSetup: { locations } })
})
after(() => product?.stop())

const create = (body: object, of = holder) => of.call('POST', '/appointments', body)
const update = (id: string, body: object) => holder.call('PATCH', `/appointments/${id}`, body)
const cancel = (id: string, body: object = {}) =>
  holder.call('POST', `/appointments/${id}/cancellation`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    reasonCode: 'provider',
    ...body,
  })
const outcome = (id: string, expectedVersion: number, result = 'completed') =>
  holder.call('POST', `/appointments/${id}/outcome`, { expectedVersion, outcome: result })
const read = (id: string) => holder.call('GET', `/appointments/${id}`)
const result = ({ status, body }: Answer) => [status, body.error?.code ?? null]

async function storedCount(of = holder): Promise<number> {
  const { rows } = await product.operator.query<{ count: number }>(
    'select count(*) as count from appointment where platform_holder_id = $1',
    [of.id],
  )
  return rows[0]!.count
}

test('a local appointment has what was said of it, and the organization’s own where nothing was', async () => {
  const { clientRequestId, ...least } = await newAppointment(product)
  const { startsAt, endsAt } = least
  const { status, body } = await create({
    clientRequestId,
    startsAt,
    endsAt,
    recipient: { displayName: ' Sanne de Vries ', email: 'sanne@example.com' },
  })
  assertDocumented('createHolderAppointment', status, body)
  const { id, createdAt, updatedAt, delivery, ...rest } = body.data
  assert.deepEqual(rest, {
    platformHolderId: holder.id,
    ...detailsOf({}, null),
    version: 1,
    scheduleRevision: 1,
    origin: 'local',
    sourceSystem: 'local',
    externalAppointmentId: null,
    status: 'registered',
    title: 'Praktijk De Linde',
    startsAt: startsAt.replace('Z', '.000Z'),
    endsAt: endsAt.replace('Z', '.000Z'),
    timezone: 'Europe/Amsterdam',
    place: null,
    recipient: {
      displayName: 'Sanne de Vries',
      email: 'sanne@example.com',
      phoneNumberE164: null,
      locale: null,
      personId: body.data.recipient.personId,
      linked: false,
      contactLastConfirmedAt: createdAt,
    },
    confirmation: { status: 'unconfirmed', confirmedAt: null, via: null, scheduleRevision: null },
    openRequest: null,
    cancellation: null,
    calendar: { uid: `${id}@tijdig`, sequence: 1 },
  })
  assert.equal(updatedAt, createdAt)
  assert.equal(delivery.status, 'planned')
  const single = await read(id)
  assert.deepEqual(single.body.data, body.data)
  assert.equal(single.headers.get('etag'), '"v1"')
})

test('a place is one of the set-up and lends its name; an unknown one is refused', async () => {
  const { body } = await create(await newAppointment(product, { locationId: 'main' }))
  const placeIn = ({ locationId, locationLabel, place }: typeof body.data) => [locationId, locationLabel, place]
  assert.deepEqual(placeIn(body.data), ['main', null, 'Lindelaan 1'])
  const labelled = await create(await newAppointment(product, { locationId: 'main', locationLabel: 'Room 2' }))
  assert.deepEqual(placeIn(labelled.body.data), ['main', 'Room 2', 'Room 2'])
  const count = await storedCount()
  const unknown = await create(await newAppointment(product, { locationId: 'nowhere' }))
  assert.deepEqual([...result(unknown), unknown.body.error.details[0].path], [400, 'VALIDATION_FAILED', 'locationId'])
  assert.equal(await storedCount(), count)
})

test('a label that is sent back as it was read is no label, and the place goes on following its location', async () => {
  const { body } = await create(await newAppointment(product, { locationId: 'main' }))
  const { id, version: expectedVersion, locationId, locationLabel } = body.data
  const sentBack = await update(id, { expectedVersion, locationId, locationLabel, title: 'Second opinion' })
  assert.deepEqual([sentBack.status, sentBack.body.data.scheduleRevision], [200, 1])
  const named = (name: string) => ({
    schedulingSetup: { locations: [{ id: 'main', name, personCount: 1, roomCount: 1 }] },
  })
  await holder.call('PATCH', '', named('Havenstraat 9'))
  const moved = (await read(id)).body.data
  await holder.call('PATCH', '', named('Lindelaan 1'))
  assert.deepEqual([moved.locationLabel, moved.place], [null, 'Havenstraat 9'])
})

test('the same request again gives the first answer again, and says so', async () => {
  const request = await newAppointment(product)
  const first = await create(request)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  const count = await storedCount()
  const { recipient, ...rest } = request
  for (const same of [request, { recipient, ...rest }]) {
    const again = await create(same)
    assert.deepEqual([again.status, again.body.data], [201, first.body.data])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.notEqual(again.body.requestId, first.body.requestId)
    assertDocumented('createHolderAppointment', again.status, again.body)
  }
  await cancel(first.body.data.id)
  assert.equal((await create(request)).body.data.status, 'registered', 'the first answer, not the present state')
  assert.equal(await storedCount(), count)
})

test('a request id with another body is refused, and a refused request burns none', async () => {
  const request = await newAppointment(product)
  assert.deepEqual(result(await create({ ...request, locationId: 'nowhere' })), [400, 'VALIDATION_FAILED'])
  assert.equal((await create(request)).status, 201)
  assert.deepEqual(result(await create({ ...request, title: 'Other' })), [409, 'REQUEST_ID_REUSED'])
})

test('twenty equal requests at the same time create one appointment', async () => {
  const request = await newAppointment(product)
  const count = await storedCount()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(request)))
  assert.ok(answers.every(({ status }) => status === 201))
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size, 1)
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 19)
  assert.equal(await storedCount(), count + 1)
})

test('a request id belongs to one operation of one actor', async () => {
  const stranger = await product.createHolder()
  const request = await newAppointment(product)
  const mine = await create(request)
  const theirs = await create(request, stranger)
  assert.equal(theirs.status, 201)
  assert.notEqual(theirs.body.data.id, mine.body.data.id)
  const cancelled = await cancel(mine.body.data.id, { clientRequestId: request.clientRequestId })
  assert.equal(cancelled.status, 200, 'the same id for another operation is another request')
})

test('a request id is a lower-case UUID', async () => {
  for (const clientRequestId of [undefined, null, '', 'x', randomUUID().toUpperCase(), `{${randomUUID()}}`, 1]) {
    const reply = await create({ ...(await newAppointment(product)), clientRequestId })
    assert.deepEqual(result(reply), [400, 'VALIDATION_FAILED'], String(clientRequestId))
  }
})

test('a change keeps what it does not name, and counts', async () => {
  const before = await storeAppointment(product, holder, 240, { locationId: 'main' })
  const { body } = await update(before.id, { expectedVersion: 1, title: 'Second visit' })
  assertDocumented('updateHolderAppointment', 200, body)
  assert.deepEqual(body.data, {
    ...before,
    title: 'Second visit',
    version: 2,
    updatedAt: body.data.updatedAt,
    delivery: body.data.delivery,
  })
  const cleared = await update(before.id, { expectedVersion: 2, title: null, locationId: null })
  assert.deepEqual(
    [cleared.body.data.title, cleared.body.data.locationId, cleared.body.data.version],
    ['Praktijk De Linde', null, 3],
  )
})

test('a change that changes nothing leaves the version', async () => {
  const { id } = await storeAppointment(product, holder)
  assert.equal((await update(id, { expectedVersion: 1, title: 'Controle' })).body.data.version, 1)
})

test('a new time, zone or contact raises the schedule revision; a name or title does not', async () => {
  const { id, startsAt, endsAt } = await storeAppointment(product, holder)
  const recipient = { displayName: 'Sanne de Vries', email: 'sanne@example.com', phoneNumberE164: '+31612345678' }
  const later = (text: string) => Temporal.Instant.from(text).add({ hours: 1 }).toString()
  let [version, revision] = [1, 1]
  for (const [changes, isRevised] of [
    [{ title: 'x' }, false],
    [{ recipient: { ...recipient, displayName: 'Sanne Visser' } }, false],
    [{ startsAt: later(startsAt), endsAt: later(endsAt) }, true],
    [{ timezone: 'Europe/Paris' }, true],
    [{ recipient: { displayName: 'Sanne Visser', email: 'sanne@example.com' } }, true],
  ] as const) {
    const { status, body } = await update(id, { expectedVersion: version, ...changes })
    version += 1
    revision += isRevised ? 1 : 0
    assert.deepEqual(
      [status, body.data.version, body.data.scheduleRevision, body.data.calendar.sequence],
      [200, version, revision, revision],
      JSON.stringify(changes),
    )
  }
})

test('another spelling or name of the same zone changes nothing', async () => {
  const { id, timezone } = await storeAppointment(product, holder, 240, { timezone: 'europe/kiev' })
  assert.equal(timezone, 'Europe/Kiev')
  for (const same of ['EUROPE/KIEV', 'Europe/Kyiv']) {
    const { version, scheduleRevision } = (await update(id, { expectedVersion: 1, timezone: same })).body.data
    assert.deepEqual([version, scheduleRevision], [1, 1], same)
  }
})

test('a change must make sense with what it keeps', async () => {
  const { id, startsAt, endsAt } = await storeAppointment(product, holder)
  for (const changes of [
    { startsAt: endsAt },
    { endsAt: startsAt },
    { endsAt: Temporal.Instant.from(startsAt).add({ hours: 25 }).toString() },
    { recipient: { displayName: 'Nobody' } },
    { recipient: { displayName: 'Nobody', email: null, phoneNumberE164: null } },
    { locationId: 'nowhere' },
    { appointmentTypeId: 'no-type' },
  ])
    assert.deepEqual(
      result(await update(id, { expectedVersion: 1, ...changes })),
      [400, 'VALIDATION_FAILED'],
      JSON.stringify(changes),
    )
  assert.deepEqual(result(await update(id, { expectedVersion: 1, timezone: 'Mars/Base' })), [400, 'TIMEZONE_UNKNOWN'])
  assert.equal((await read(id)).body.data.version, 1)
})

test('what the body alone tells is refused before it is looked whose appointment it is, its version and its state', async () => {
  const { id } = await storeAppointment(product, holder, 240)
  assert.equal((await cancel(id)).status, 200)
  const { startsAt } = await schedule(product, 300)
  const stale = { expectedVersion: 9 }
  for (const appointmentId of [id, randomUUID()]) {
    for (const [changes, code] of [
      [{ timezone: 'Mars/Base' }, 'TIMEZONE_UNKNOWN'],
      [{ startsAt, endsAt: startsAt }, 'VALIDATION_FAILED'],
      [{ recipient: { displayName: 'Sanne' } }, 'VALIDATION_FAILED'],
    ] as const)
      assert.deepEqual(result(await update(appointmentId, { ...stale, ...changes })), [400, code])
  }
  assert.deepEqual(result(await update(randomUUID(), { ...stale, title: 'x' })), [404, 'NOT_FOUND'])
  assert.deepEqual(result(await update(id, { ...stale, title: 'x' })), [409, 'VERSION_CONFLICT'])
})

test('what a source system manages is changed there', async () => {
  const { body } = await holder.call('POST', '/appointments/intake', await newIntake(product))
  const reply = await update(body.data.appointmentId, { expectedVersion: 1, title: 'Mine' })
  assert.deepEqual(result(reply), [409, 'APPOINTMENT_SOURCE_MANAGED'])
  assert.equal((await cancel(body.data.appointmentId)).status, 200, 'but staff may cancel it')
})

test('of fifty writers with the same version one wins, and the others learn the current one', async () => {
  const { id } = await storeAppointment(product, holder)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => update(id, { expectedVersion: 1, title: `Writer ${index}` })),
  )
  const winners = answers.filter(({ status }) => status === 200)
  const losers = answers.filter(({ status }) => status === 409)
  assert.deepEqual([winners.length, losers.length], [1, 49])
  for (const { body } of losers) {
    assert.equal(body.error.code, 'VERSION_CONFLICT')
    assert.equal(body.error.details[0].currentVersion, 2)
  }
  const after = (await read(id)).body.data
  assert.deepEqual([after.version, after.title], [2, winners[0]!.body.data.title])
})

test('a version is needed, and must be the current one', async () => {
  const { id } = await storeAppointment(product, holder)
  for (const expectedVersion of [undefined, null, 0, -1, 1.5, '1', true])
    assert.deepEqual(result(await update(id, { expectedVersion, title: 'x' })), [400, 'VALIDATION_FAILED'])
  for (const reply of [
    await update(id, { expectedVersion: 2, title: 'x' }),
    await cancel(id, { expectedVersion: 2 }),
    await outcome(id, 2),
  ])
    assert.deepEqual(result(reply), [409, 'VERSION_CONFLICT'])
})

test('a cancellation says who, why and when, and is final for staff', async () => {
  const { id } = await storeAppointment(product, holder)
  const request = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'recipient', note: 'Has a cold' }
  const first = await cancel(id, request)
  assertDocumented('cancelHolderAppointment', first.status, first.body)
  const { cancellation, status, version } = first.body.data
  assert.deepEqual(
    [status, version, cancellation.by, cancellation.reasonCode, cancellation.note],
    ['cancelled', 2, 'holder', 'recipient', 'Has a cold'],
  )
  const again = await cancel(id, request)
  assert.deepEqual([again.status, again.body.data], [200, first.body.data])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(result(await cancel(id, { expectedVersion: 2 })), [409, 'STATE_CONFLICT'])
  assert.deepEqual(result(await update(id, { expectedVersion: 2, title: 'x' })), [409, 'STATE_CONFLICT'])
  const { body } = await holder.call('GET', `/appointments/${id}/reminders`)
  assert.ok(body.data.items.every((reminder: { state: string }) => reminder.state === 'cancelled'))
})

test('cancellation and change at the same time: one of the two happened', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await storeAppointment(product, holder)
    const [cancelled, changed] = await Promise.all([cancel(id), update(id, { expectedVersion: 1, title: 'Race' })])
    assert.deepEqual([cancelled.status, changed.status].toSorted(), [200, 409])
    const after = (await read(id)).body.data
    assert.equal(after.version, 2)
    assert.equal(after.status === 'cancelled', cancelled.status === 200)
    assert.equal(after.title === 'Race', changed.status === 200)
  }
})

test('reason and note of a cancellation have their bounds', async () => {
  const { id } = await storeAppointment(product, holder)
  for (const body of [{ reasonCode: 'bored' }, { reasonCode: undefined }, { note: '' }, { note: 'x'.repeat(501) }])
    assert.deepEqual(result(await cancel(id, body)), [400, 'VALIDATION_FAILED'], JSON.stringify(body))
  assert.equal((await cancel(id, { note: '👍'.repeat(500) })).status, 200)
})

test('nobody books or moves an appointment into the past', async () => {
  const past = await newAppointment(product, {}, -1)
  assert.deepEqual(result(await holder.call('POST', '/appointments', past)), [409, 'APPOINTMENT_IN_PAST'])
  const { id } = await storeAppointment(product, holder)
  const { startsAt, endsAt } = past
  assert.deepEqual(result(await update(id, { expectedVersion: 1, startsAt, endsAt })), [409, 'APPOINTMENT_IN_PAST'])
})

test('an outcome is recorded from the start on', async () => {
  const { id, startsAt } = await storeAppointment(product, holder, 2)
  assert.deepEqual(result(await outcome(id, 1)), [409, 'STATE_CONFLICT'])
  await product.clock.set(Temporal.Instant.from(startsAt).subtract({ minutes: 1 }).toString())
  assert.deepEqual(result(await outcome(id, 1)), [409, 'STATE_CONFLICT'])
  await product.clock.set(startsAt)
  const reply = await outcome(id, 1, 'no_show')
  assertDocumented('recordHolderAppointmentOutcome', reply.status, reply.body)
  assert.deepEqual([reply.body.data.status, reply.body.data.version], ['no_show', 2])
})

test('an outcome may be corrected for seven days', async () => {
  const { id } = await storeAppointment(product, holder, -1)
  assert.equal((await outcome(id, 1, 'no_show')).body.data.status, 'no_show')
  const recordedAt = await product.clock.now()
  assert.equal((await outcome(id, 2, 'no_show')).body.data.version, 2, 'the same again changes nothing')
  await product.clock.set(recordedAt.add({ hours: 7 * 24 - 1 }).toString())
  assert.equal((await outcome(id, 2, 'completed')).body.data.status, 'completed')
  await product.clock.set(
    recordedAt
      .add({ hours: 7 * 24 })
      .add({ minutes: 1 })
      .toString(),
  )
  assert.deepEqual(result(await outcome(id, 3, 'no_show')), [409, 'STATE_CONFLICT'], 'from the first record on')
  assert.equal((await read(id)).body.data.status, 'completed')
})

test('an outcome is taken back within the same seven days, and recorded anew', async () => {
  const { id } = await storeAppointment(product, holder, -1)
  await outcome(id, 1)
  const recordedAt = await product.clock.now()
  const back = await outcome(id, 2, 'registered')
  assertDocumented('recordHolderAppointmentOutcome', back.status, back.body)
  assert.deepEqual([back.body.data.status, back.body.data.version], ['registered', 3])
  assert.equal((await outcome(id, 3, 'registered')).body.data.version, 3, 'the same again changes nothing')
  assert.equal((await outcome(id, 3, 'no_show')).body.data.status, 'no_show')
  await product.clock.set(
    recordedAt
      .add({ hours: 7 * 24 })
      .add({ minutes: 1 })
      .toString(),
  )
  assert.deepEqual(result(await outcome(id, 4, 'registered')), [409, 'STATE_CONFLICT'])
})

test('a cancelled appointment has no outcome, and one with an outcome is not cancelled', async () => {
  const cancelled = await storeAppointment(product, holder, -1)
  await cancel(cancelled.id)
  assert.deepEqual(result(await outcome(cancelled.id, 2)), [409, 'STATE_CONFLICT'])
  const completed = await storeAppointment(product, holder, -1)
  await outcome(completed.id, 1)
  assert.deepEqual(result(await cancel(completed.id, { expectedVersion: 2 })), [409, 'STATE_CONFLICT'])
  assert.deepEqual(result(await update(completed.id, { expectedVersion: 2, title: 'x' })), [409, 'STATE_CONFLICT'])
})

test('only known outcomes are recorded', async () => {
  const { id } = await storeAppointment(product, holder, -1)
  for (const value of ['attended', 'cancelled', 'noshow', '', null])
    assert.deepEqual(result(await outcome(id, 1, value as string)), [400, 'VALIDATION_FAILED'])
})

test('titles, labels and languages have their bounds', async () => {
  const { recipient } = await newAppointment(product)
  for (const changes of [
    { title: '' },
    { title: 'x'.repeat(121) },
    { locationLabel: '' },
    { locationLabel: 'https://evil.example/pay' },
    { locationLabel: 'www.evil.example' },
    { locationLabel: 'x'.repeat(201) },
    { recipient: { ...recipient, locale: 'english please' } },
    { recipient: { ...recipient, displayName: '' } },
    { recipient: { ...recipient, phoneNumberE164: '0612345678' } },
    { organizationId: '-' },
    await schedule(product, 5 * 366 * 24),
  ])
    assert.deepEqual(
      result(await create({ ...(await newAppointment(product)), ...changes })),
      [400, 'VALIDATION_FAILED'],
      JSON.stringify(changes),
    )
  for (const changes of [
    { title: '👍'.repeat(120), locationLabel: 'é'.repeat(200) },
    { title: null, locationLabel: null, organizationId: null, locationId: null, appointmentTypeId: null },
    { recipient: { ...recipient, locale: 'pap-CW' } },
  ])
    assert.equal((await create({ ...(await newAppointment(product)), ...changes })).status, 201)
})

test('every reader and writer of an appointment is on paper', async () => {
  const { id } = await storeAppointment(product, holder)
  await read(id)
  await holder.call('GET', `/appointments/${id}/reminders`)
  await update(id, { expectedVersion: 1, title: 'x' })
  await cancel(id, { expectedVersion: 2 })
  await holder.call('GET', '/appointments?pageSize=100')
  const { rows } = await product.operator.query<{ action: string }>(
    `select action from audit_event where $1 = any(subjects) and actor_id = $2 order by at, action`,
    [id, holder.actorId],
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    [
      'createHolderAppointment',
      'getHolderAppointment',
      'listHolderAppointmentReminders',
      'updateHolderAppointment',
      'cancelHolderAppointment',
      'listHolderAppointments',
    ],
  )
})

test('keys with scope to read cannot write, and the other way round', async () => {
  const { id } = await storeAppointment(product, holder)
  const at = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/appointments/${id}`
  const reader = { authorization: `Bearer ${await newKey(product, holder, ['appointments:read'])}` }
  const writer = { authorization: `Bearer ${await newKey(product, holder, ['appointments:write'])}` }
  const body = { expectedVersion: 1, title: 'x' }
  assert.equal((await send(at, { headers: reader })).status, 200)
  assert.equal((await send(at, { method: 'PATCH', body, headers: reader })).status, 403)
  assert.equal((await send(at, { headers: writer })).status, 403)
  assert.equal((await send(at, { method: 'PATCH', body, headers: writer })).status, 200)
})

test('a client that hung up before the answer and asks again has one appointment', async () => {
  const { hostname, port } = new URL(product.baseUrl)
  for (let round = 0; round < 5; round += 1) {
    const request = await newAppointment(product)
    const text = JSON.stringify(request)
    const count = await storedCount()
    const socket = connect(Number(port), hostname)
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.end(
        `POST /api/v1/platform-holders/${holder.id}/appointments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${holder.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
        () => setTimeout(() => resolve(void socket.destroy()), round * 3),
      )
    })
    const retried = await create(request)
    assert.equal(retried.status, 201)
    assert.equal(await storedCount(), count + 1)
    assert.equal((await read(retried.body.data.id)).status, 200)
  }
})
