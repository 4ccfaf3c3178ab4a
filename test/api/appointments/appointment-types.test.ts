import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { locales } from '#/locales/locales.ts'
import { eventually, shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { countWaiting } from '../../postgres.ts'
import { newAppointment, newIntake, newType, storeAppointment, storeType } from '../../operation-cases.ts'

const globalType = '00000000-0000-7000-8000-000000000001'

let product: TestProduct
let holder: TestHolder
let other: TestHolder
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
  other = await product.createHolder()
  const locations = ['main', 'annex'].map((id) => ({ id, name: id, personCount: 1, roomCount: 1 }))
  await holder.call('PATCH', '', { schedulingSetup: { locations } })
})
after(() => product.stop())

const codesOf = (answer: { body: { error: { details: { path: string; code: string }[] } } }) =>
  answer.body.error.details.map(({ path, code }) => `${path} ${code}`)

test('the language of an organization may name a region: texts are in the closest language', async () => {
  const british = await product.createHolder()
  await british.call('PATCH', '', { defaultLocale: 'en-GB' })
  const body = { clientRequestId: crypto.randomUUID(), name: { en: 'Check-up', fr: 'Contrôle' }, durationMinutes: 20 }
  const type = await british.call('POST', '/appointment-types', body)
  assert.equal(type.status, 201)
  const appointment = { ...(await newAppointment(product)), appointmentTypeId: type.body.data.id, title: null }
  const created = await british.call('POST', '/appointments', appointment)
  assert.equal(created.body.data.title, 'Check-up')
})

test('a type that says little has the defaults, and comes back as it was answered', async () => {
  const { body } = await holder.call('POST', '/appointment-types', {
    clientRequestId: crypto.randomUUID(),
    name: { nl: 'Kort' },
    durationMinutes: 5,
  })
  const { id, createdAt, updatedAt, ...type } = body.data
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(type, {
    platformHolderId: holder.id,
    ownership: 'own',
    version: 1,
    status: 'active',
    name: { nl: 'Kort' },
    smsSafe: false,
    durationMinutes: 5,
    locationIds: [],
    reminderPlan: null,
    skipIfConfirmed: false,
    recipientActions: { confirm: true, cancelRequest: true, rescheduleRequest: true, deadline: null },
    instructions: {},
    layoutId: null,
    color: '#2F6FDE',
    archivedAt: null,
  })
  assert.deepEqual((await holder.call('GET', `/appointment-types/${id}`)).body.data, body.data)
  assert.equal((await other.call('GET', `/appointment-types/${id}`)).status, 404)
})

test('every fault of a type is named by its path', async () => {
  const answer = await holder.call(
    'POST',
    '/appointment-types',
    newType({
      name: { de: 'Termin' },
      locationIds: ['main', 'nowhere'],
      reminderPlan: {
        steps: ['P1D', 'PT5M', 'P1D'].map((offset) => ({ offset, channel: 'sms', fallback: 'none', kind: 'reminder' })),
      },
      recipientActions: { deadline: 'P40D' },
      layoutId: 'nothing',
    }),
  )
  assert.equal(answer.status, 400)
  assert.deepEqual(codesOf(answer), [
    'name required',
    'locationIds.1 not_allowed',
    'reminderPlan.steps.1.offset out_of_range',
    'reminderPlan.steps.2.offset conflict',
    'recipientActions.deadline out_of_range',
    'layoutId not_allowed',
  ])
})

test('what cannot be stored is refused before the type is looked for, and before its version', async () => {
  const type = await storeType(holder)
  const faulty = { name: { de: 'Termin' }, locationIds: ['nowhere'], recipientActions: { deadline: 'P40D' } }
  for (const id of [type.id, globalType, crypto.randomUUID()]) {
    const answer = await holder.call('PATCH', `/appointment-types/${id}`, { expectedVersion: 7, ...faulty })
    assert.deepEqual(codesOf(answer), [
      'name required',
      'locationIds.0 not_allowed',
      'recipientActions.deadline out_of_range',
    ])
  }
  const policy = await holder.call('PATCH', '/reminder-policy', { expectedVersion: 99, intakeDefaultTypeId: 'nothing' })
  assert.deepEqual(codesOf(policy), ['intakeDefaultTypeId not_allowed'])
})

test('a type that is being archived is given to no appointment, and one that is being booked is not archived yet', async () => {
  const [archived, booked] = [await storeType(holder), await storeType(holder)]
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from appointment_type where id = $1 for update', [archived.id])
    await client.query(`update appointment_type set status = 'archived', archived_at = now() where id = $1`, [
      archived.id,
    ])
    await client.query('select 1 from appointment_type where id = $1 for key share', [booked.id])
    const booking = holder.call(
      'POST',
      '/appointments',
      await newAppointment(product, { appointmentTypeId: archived.id }),
    )
    const archival = { isOver: false }
    const archive = holder
      .call('POST', `/appointment-types/${booked.id}/archive`, { expectedVersion: 1 })
      .finally(() => (archival.isOver = true))
    await eventually(async () => (await countWaiting(product.databaseUrl)) === 2)
    assert.equal(archival.isOver, false)
    await client.query('commit')
    assert.deepEqual(codesOf(await booking), ['appointmentTypeId not_allowed'])
    assert.equal((await archive).status, 200)
  } finally {
    await client.end()
  }
})

test('a global type is read by every holder, in every language, and changed by none', async () => {
  for (const reader of [holder, other]) {
    const { body } = await reader.call('GET', `/appointment-types/${globalType}`)
    assert.deepEqual([body.data.ownership, body.data.platformHolderId], ['global', null])
    assert.deepEqual(Object.keys(body.data.name).toSorted(), locales.toSorted())
    const list = await reader.call('GET', '/appointment-types?pageSize=1')
    assert.equal(list.body.data.items[0].id, globalType)
  }
  const change = await holder.call('PATCH', `/appointment-types/${globalType}`, {
    expectedVersion: 1,
    durationMinutes: 6,
  })
  const archival = await holder.call('POST', `/appointment-types/${globalType}/archive`, { expectedVersion: 1 })
  for (const answer of [change, archival])
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'GLOBAL_RESOURCE_READ_ONLY'])
})

test('a name is free again when its type is renamed or archived, and another holder may have it too', async () => {
  const first = await storeType(holder, { name: { nl: 'Vrij', en: 'Free' } })
  const taken = await holder.call('POST', '/appointment-types', newType({ name: { nl: 'Anders', en: 'FREE' } }))
  assert.deepEqual([taken.status, taken.body.error.code], [409, 'NAME_TAKEN'])
  await storeType(other, { name: { nl: 'Vrij', en: 'Free' } })
  const renamed = await holder.call('PATCH', `/appointment-types/${first.id}`, {
    expectedVersion: 1,
    name: { nl: 'Bezet' },
  })
  assert.equal(renamed.status, 200)
  const second = await storeType(holder, { name: { nl: 'Vrij' } })
  const clash = await holder.call('PATCH', `/appointment-types/${second.id}`, {
    expectedVersion: 1,
    name: { nl: 'bezet' },
  })
  assert.equal(clash.body.error.code, 'NAME_TAKEN')
  await holder.call('POST', `/appointment-types/${first.id}/archive`, { expectedVersion: 2 })
  const retried = await holder.call('PATCH', `/appointment-types/${second.id}`, {
    expectedVersion: 1,
    name: { nl: 'bezet' },
  })
  assert.equal(retried.status, 200)
})

test('an archived type is kept by its appointments, given to no other and changed no more', async () => {
  const type = await storeType(holder)
  const appointment = await storeAppointment(product, holder, 240, { appointmentTypeId: type.id })
  const archive = (expectedVersion: number) =>
    holder.call('POST', `/appointment-types/${type.id}/archive`, { expectedVersion })
  assert.equal((await archive(7)).body.error.code, 'VERSION_CONFLICT')
  const [first, again] = [await archive(1), await archive(1)]
  assert.deepEqual([first.status, again.status], [200, 200])
  assert.deepEqual(again.body.data, first.body.data)
  const other = { expectedVersion: 1, title: 'Anders', locationId: 'main' }
  const changed = await holder.call('PATCH', `/appointments/${appointment.id}`, other)
  assert.equal(changed.body.data.appointmentTypeId, type.id)
  const refused = await holder.call(
    'POST',
    '/appointments',
    await newAppointment(product, { appointmentTypeId: type.id }),
  )
  assert.deepEqual(codesOf(refused), ['appointmentTypeId not_allowed'])
  const edit = await holder.call('PATCH', `/appointment-types/${type.id}`, { expectedVersion: 2, durationMinutes: 6 })
  assert.equal(edit.body.error.code, 'STATE_CONFLICT')
  const active = (await holder.call('GET', '/appointment-types?status=active&pageSize=100')).body.data.items
  assert.ok(!active.some((item: { id: string }) => item.id === type.id))
})

test('recipient actions that are not given keep what they are, and an edit of nothing keeps the version', async () => {
  const type = await storeType(holder, { recipientActions: { confirm: false, deadline: 'P1D' } })
  const path = `/appointment-types/${type.id}`
  const edited = await holder.call('PATCH', path, { expectedVersion: 1, recipientActions: { cancelRequest: false } })
  assert.deepEqual(edited.body.data.recipientActions, {
    confirm: false,
    cancelRequest: false,
    rescheduleRequest: true,
    deadline: 'P1D',
  })
  const same = await holder.call('PATCH', path, { expectedVersion: 2, durationMinutes: type.durationMinutes })
  assert.deepEqual([same.status, same.body.data.version], [200, 2])
})

test('an appointment has the name of its type as its title, is found by the type, and keeps to its locations', async () => {
  const type = await storeType(holder, { name: { nl: 'Titel' }, locationIds: ['main'] })
  const typed = { appointmentTypeId: type.id, title: null }
  const appointment = await storeAppointment(product, holder, 240, { ...typed, locationId: 'main' })
  assert.deepEqual([appointment.title, appointment.appointmentTypeId], ['Titel', type.id])
  const found = await holder.call('GET', `/appointments?appointmentTypeId=${type.id}`)
  assert.deepEqual(
    found.body.data.items.map((item: { id: string }) => item.id),
    [appointment.id],
  )
  const elsewhere = await newAppointment(product, { ...typed, locationId: 'annex' })
  assert.deepEqual(codesOf(await holder.call('POST', '/appointments', elsewhere)), ['locationId not_allowed'])
  const moved = { expectedVersion: 1, locationId: 'annex' }
  assert.deepEqual(codesOf(await holder.call('PATCH', `/appointments/${appointment.id}`, moved)), [
    'locationId not_allowed',
  ])
  const foreign = await newAppointment(product, typed)
  assert.deepEqual(codesOf(await other.call('POST', '/appointments', foreign)), ['appointmentTypeId not_allowed'])
})

test('the policy names the type of what comes in, which keeps it when the policy names another', async () => {
  const [first, second] = [await storeType(holder), await storeType(holder)]
  const name = async (intakeDefaultTypeId: string | null) => {
    const { body } = await holder.call('GET', '/reminder-policy')
    return holder.call('PATCH', '/reminder-policy', { expectedVersion: body.data.version, intakeDefaultTypeId })
  }
  assert.equal((await name(first.id)).body.data.intakeDefaultTypeId, first.id)
  const intake = await newIntake(product)
  const { appointmentId } = (await holder.call('POST', '/appointments/intake', intake)).body.data
  const typeOf = async () => (await holder.call('GET', `/appointments/${appointmentId}`)).body.data.appointmentTypeId
  assert.equal(await typeOf(), first.id)
  const blocked = await holder.call('POST', `/appointment-types/${first.id}/archive`, { expectedVersion: 1 })
  assert.equal(blocked.body.error.code, 'STATE_CONFLICT')
  assert.equal((await name(second.id)).status, 200)
  assert.equal((await holder.call('POST', '/appointments/intake', intake)).body.data.outcome, 'unchanged')
  assert.equal(await typeOf(), first.id)
  assert.equal((await name(null)).status, 200)
  assert.equal((await name(crypto.randomUUID())).status, 400)
  assert.equal((await name(globalType)).status, 200)
})

test('a preview goes by the plan and the name of a type', async () => {
  const type = await storeType(holder, { name: { nl: 'Proef' }, smsSafe: true })
  const body = {
    appointmentTypeId: type.id,
    startsAt: (await product.clock.now()).add({ hours: 240 }).toString(),
    timezone: 'Europe/Amsterdam',
    locale: 'nl',
    channel: 'sms',
  }
  const { data } = (await holder.call('POST', '/reminder-policy/preview', body)).body
  assert.deepEqual(
    data.steps.map((step: { offset: string }) => step.offset),
    ['P2D'],
  )
  assert.match(data.text, /\(Proef\)/)
  const unknown = await holder.call('POST', '/reminder-policy/preview', { ...body, appointmentTypeId: 'nothing' })
  assert.deepEqual(codesOf(unknown), ['appointmentTypeId not_allowed'])
})

test('a repeated creation gives the first answer, and a type is not made twice', async () => {
  const body = newType()
  const [first, again] = [
    await holder.call('POST', '/appointment-types', body),
    await holder.call('POST', '/appointment-types', body),
  ]
  assert.deepEqual(again.body.data, first.body.data)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('a holder works out one dry run at a time, and who asks for another meanwhile hears when to ask again', async () => {
  const { id, version } = await storeType(holder)
  const plan = { steps: [{ offset: 'P3D', channel: 'sms', fallback: 'none', kind: 'reminder' }] }
  const dryRun = (who: TestHolder, expectedVersion: number) =>
    who.call('PATCH', '/reminder-policy', { expectedVersion, steps: plan.steps, dryRun: true })
  const policy = (await holder.call('GET', '/reminder-policy')).body.data
  const ofType = { expectedVersion: version, reminderPlan: plan, dryRun: true }
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('lock table appointment in access exclusive mode')
    const first = dryRun(holder, policy.version)
    await eventually(async () => (await countWaiting(product.databaseUrl)) === 1)
    const second = await holder.call('PATCH', `/appointment-types/${id}`, ofType)
    assert.deepEqual([second.status, second.body.error.code, second.body.error.retryable], [429, 'RATE_LIMITED', true])
    assert.equal(second.headers.get('retry-after'), '5')
    const third = dryRun(other, 1)
    await eventually(async () => (await countWaiting(product.databaseUrl)) === 2)
    await client.query('commit')
    assert.deepEqual([(await first).status, (await third).status], [200, 200])
  } finally {
    await client.end()
  }
  assert.equal((await holder.call('PATCH', `/appointment-types/${id}`, ofType)).status, 200)
})
