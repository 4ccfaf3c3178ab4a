import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { factsIn, ownFacts } from '#/slices/appointment-facts/appointment-facts.ts'
import { toShortId } from '#/slices/reminders/reminders.ts'
import { shareTestProduct, type TestHolder, type TestProduct, type TestRecipient } from '../../harness.ts'
import { newAppointment, newIntake, storeAppointment } from '../../operation-cases.ts'

let product: TestProduct

before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

type View = ReturnType<typeof JSON.parse>

/** A recipient with an appointment at each of these holders, linked at all of them. */
async function linkedTo(...holders: TestHolder[]): Promise<{ recipient: TestRecipient; appointments: View[] }> {
  const appointments = []
  for (const [index, holder] of holders.entries())
    appointments.push(await storeAppointment(product, holder, 240 + index))
  const recipient = await product.createRecipient({ links: await linksOf(appointments) })
  return { recipient, appointments }
}

async function linksOf(appointments: readonly View[]) {
  const { rows } = await product.operator.query<{ platformHolderId: string; holderRecipientId: string }>(
    `select platform_holder_id as platform_holder_id, holder_recipient_id as holder_recipient_id from appointment where id = any($1)`,
    [appointments.map((appointment) => appointment.id)],
  )
  return rows
}

const confirmation = (expectedVersion: number) => ({ clientRequestId: randomUUID(), expectedVersion })
const listed = async (recipient: TestRecipient, query = '') =>
  (await recipient.call('GET', `/appointments${query}`)).body.data.items as View[]

test('a recipient sees the appointments of all holders they are linked to, in order of start, and nobody else’s', async () => {
  const [one, two, three] = [await product.createHolder(), await product.createHolder(), await product.createHolder()]
  const { recipient, appointments } = await linkedTo(one, two)
  await storeAppointment(product, three)
  const other = { recipient: { displayName: 'Iemand Anders', phoneNumberE164: '+31612345678' } }
  const foreign = await storeAppointment(product, one, 240, other)
  const items = await listed(recipient)
  assert.deepEqual(
    items.map((item) => [item.id, item.platformHolder.id]),
    [
      [appointments[0].id, one.id],
      [appointments[1].id, two.id],
    ],
  )
  for (const path of ['', '/calendar-file']) {
    const { status, body } = await recipient.call('GET', `/appointments/${foreign.id}${path}`)
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
  }
  const refused = await recipient.call('POST', `/appointments/${foreign.id}/confirmation`, confirmation(1))
  assert.equal(refused.status, 404)
})

test('what takes an appointment’s id takes the short one of links in messages, and another’s is absent', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const { recipient: stranger } = await linkedTo(await product.createHolder())
  const { id } = appointments[0]
  const short = toShortId(id)
  const asked = (who: TestRecipient, path: string, body?: object) =>
    who.call(body ? 'POST' : 'GET', `/appointments/${short}${path}`, body)
  const window = {
    startsAt: new Date(Date.now() + 4e8).toISOString(),
    endsAt: new Date(Date.now() + 5e8).toISOString(),
  }
  const calls = [
    ['', undefined],
    ['/confirmation', confirmation(1)],
    ['/reschedule-requests', { ...confirmation(2), preferredWindows: [window] }],
    ['/cancellation-requests', confirmation(2)],
  ] as const
  for (const [path, body] of calls) assert.equal((await asked(stranger, path, body)).status, 404, path)
  const answers = []
  for (const [path, body] of calls) answers.push(await asked(recipient, path, body))
  const [view, confirmed, moved, again] = answers
  assert.deepEqual([view?.status, view?.body.data.id], [200, id])
  assert.deepEqual([confirmed?.status, confirmed?.body.data.appointmentId], [200, id])
  assert.deepEqual([moved?.status, moved?.body.data.appointmentId], [202, id])
  assert.deepEqual([again?.status, again?.body.error.code], [409, 'REQUEST_ALREADY_OPEN'])
  const file = await fetch(`${product.baseUrl}/api/v1/recipient/appointments/${short}/calendar-file`, {
    headers: { authorization: `Bearer ${recipient.apiKey}` },
  })
  assert.ok((await file.text()).includes(id))
  for (const nothing of ['0', 'zzzzzzzzzzzzzzzzzzzzzz', `${short}x`])
    assert.equal((await recipient.call('GET', `/appointments/${nothing}`)).status, 404)
  const { rows } = await product.operator.query(
    `select distinct subject from audit_event, unnest(subjects) subject where actor_id = $1`,
    [recipient.id],
  )
  assert.ok(rows.some(({ subject }) => subject === id) && !rows.some(({ subject }) => subject === short))
})

test('the view tells who, when, where and what may be done, and nothing of how messages fared', async () => {
  const holder = await product.createHolder({ displayName: 'Huisartsenpraktijk De Linde' })
  await holder.call('PATCH', '', {
    websiteUrl: 'https://linde.example',
    schedulingSetup: { locations: [{ id: 'main', name: 'Lindelaan', personCount: 1, roomCount: 1 }] },
  })
  const appointment = await storeAppointment(product, holder, 240, { locationId: 'main' })
  const recipient = await product.createRecipient({ links: await linksOf([appointment]) })
  const { body, headers } = await recipient.call('GET', `/appointments/${appointment.id}`)
  assert.equal(headers.get('etag'), '"v1"')
  assert.equal(typeof body.data.layoutId, 'string')
  const layouts = await holder.call('GET', '/appointment-layouts?surface=appointment_detail')
  const [layout] = layouts.body.data.items
  assert.deepEqual(body.data, {
    id: appointment.id,
    platformHolder: {
      id: holder.id,
      isTest: false,
      displayName: 'Huisartsenpraktijk De Linde',
      phoneNumber: null,
      websiteUrl: 'https://linde.example',
    },
    ...Object.fromEntries(Object.keys(factsIn(ownFacts, 'recipientView').fields).map((name) => [name, null])),
    title: 'Controle',
    startsAt: appointment.startsAt,
    endsAt: appointment.endsAt,
    timezone: 'Europe/Amsterdam',
    place: 'Lindelaan',
    instructions: null,
    status: 'registered',
    confirmation: { status: 'unconfirmed', confirmedAt: null, via: null, scheduleRevision: null },
    openRequest: null,
    awaitsNewTime: false,
    allowedActions: ['confirm', 'cancel_request', 'reschedule_request'],
    actionDeadlineAt: null,
    version: 1,
    layoutId: body.data.layoutId,
    layout: { schemaVersion: layout.schemaVersion, components: layout.components },
    updatedAt: appointment.updatedAt,
  })
})

test('an appointment is shown by the layout of where it is shown, that of its type before that of all', async () => {
  const holder = await product.createHolder()
  const name = { nl: 'Controle' }
  const type = await holder.call('POST', '/appointment-types', {
    clientRequestId: randomUUID(),
    name,
    durationMinutes: 15,
  })
  const appointmentTypeId: string = type.body.data.id
  const appointment = await storeAppointment(product, holder, 240, { appointmentTypeId })
  const recipient = await product.createRecipient({ links: await linksOf([appointment]) })
  const shown = async () => {
    const [list, detail] = [
      await recipient.call('GET', '/appointments'),
      await recipient.call('GET', `/appointments/${appointment.id}`),
    ]
    return [list.body.data.items[0].layoutId, detail.body.data.layoutId]
  }
  const layouts = await holder.call('GET', '/appointment-layouts')
  const idOf = (surface: string): string =>
    layouts.body.data.items.find((layout: { surface: string }) => layout.surface === surface).id
  const [list, detail] = [idOf('appointment_list'), idOf('appointment_detail')]
  assert.deepEqual(await shown(), [list, detail])

  const { rows } = await product.operator.query<{ id: string }>(
    `insert into appointment_layout (platform_holder_id, id, surface, components, appointment_type_id, schema_version)
     select platform_holder_id, gen_random_uuid(), surface, components, $2, 1 from appointment_layout where id = $1 returning id`,
    [list, appointmentTypeId],
  )
  assert.deepEqual(await shown(), [rows[0]?.id, detail])

  const chosen = await holder.call('PATCH', `/appointment-types/${appointmentTypeId}`, {
    expectedVersion: type.body.data.version,
    layoutId: list,
  })
  assert.equal(chosen.status, 200)
  assert.deepEqual(await shown(), [list, detail])
})

test('pages follow each other without gap or repeat, also at equal starts, and a token is bound to its person', async () => {
  const holders = [await product.createHolder(), await product.createHolder()] as const
  const startsAt = (await product.clock.now()).round('second').add({ hours: 100 })
  const times = { startsAt: startsAt.toString(), endsAt: startsAt.add({ minutes: 15 }).toString() }
  const all = []
  for (const holder of holders)
    for (let n = 0; n < 4; n += 1) all.push(await storeAppointment(product, holder, 100, n < 3 ? times : {}))
  const recipient = await product.createRecipient({ links: await linksOf(all) })
  const seen: string[] = []
  let token: string | null = ''
  let pages = 0
  while (token !== null) {
    const next: string = token === '' ? '' : `&pageToken=${token}`
    const { body } = await recipient.call('GET', `/appointments?pageSize=3${next}`)
    seen.push(...body.data.items.map((item: View) => item.id))
    token = body.data.nextPageToken
    pages += 1
    if (token !== null && pages === 1) {
      const stranger = await product.createRecipient()
      const refused = await stranger.call('GET', `/appointments?pageSize=3&pageToken=${token}`)
      assert.equal(refused.body.error.code, 'PAGE_TOKEN_INVALID')
    }
  }
  assert.deepEqual([pages, new Set(seen).size, seen.length], [3, 8, 8])
})

test('a title is at most 120 characters, also when it is the name of the organization', async () => {
  const holder = await product.createHolder({ displayName: `Stichting ${'Gezondheidszorg '.repeat(11)}Noord` })
  const { recipient, appointments } = await linkedTo(holder)
  const [{ id, version: expectedVersion }] = appointments
  await holder.call('PATCH', `/appointments/${id}`, { expectedVersion, title: null })
  const { title } = (await holder.call('GET', `/appointments/${id}`)).body.data
  assert.match(title, /^Stichting (Gezondheidszorg )+/)
  assert.ok(title.length > 100 && title.length <= 120, title)
  assert.equal((await recipient.call('GET', `/appointments/${id}`)).body.data.title, title)
})

test('filters by start, state and holder narrow the list', async () => {
  const [one, two] = [await product.createHolder(), await product.createHolder()]
  const { recipient, appointments } = await linkedTo(one, two)
  const cancel = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
  await one.call('POST', `/appointments/${appointments[0].id}/cancellation`, cancel)
  const ids = async (query: string) => (await listed(recipient, query)).map((item) => item.id)
  assert.deepEqual(await ids('?status=cancelled'), [appointments[0].id])
  assert.deepEqual(await ids(`?platformHolderId=${two.id}`), [appointments[1].id])
  assert.deepEqual(await ids(`?from=${appointments[1].startsAt}`), [appointments[1].id])
  assert.deepEqual(await ids(`?to=${appointments[1].startsAt}`), [appointments[0].id])
  const [cancelled] = await listed(recipient, '?status=cancelled')
  assert.deepEqual(cancelled.allowedActions, [])
  const span = '?from=2026-01-01T00:00:00Z&to=2028-01-01T00:00:00Z'
  assert.equal((await recipient.call('GET', `/appointments${span}`)).status, 400)
})

test('later appointments of a linked entry are visible at once; the same number under another name is not', async () => {
  const holder = await product.createHolder()
  const { recipient } = await linkedTo(holder)
  const intake = async (displayName: string) => {
    const body = await newIntake(product, {
      recipient: { displayName, email: 'sanne@example.com', phoneNumberE164: '+31612345678' },
    })
    return (await holder.call('POST', '/appointments/intake', body)).body.data.appointmentId as string
  }
  const own = await intake('SANNE  de Vriés')
  const childs = await intake('Noor de Vries')
  const ids = new Set((await listed(recipient)).map((item) => item.id))
  assert.ok(ids.has(own))
  assert.ok(!ids.has(childs))
  const view = async (id: string) => (await holder.call('GET', `/appointments/${id}`)).body.data.recipient.linked
  assert.deepEqual([await view(own), await view(childs)], [true, false])
})

test('an appointment that becomes somebody else’s leaves the list of who had it', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const path = `/appointments/${appointments[0].id}`
  const changed = await holder.call('PATCH', path, {
    expectedVersion: 1,
    recipient: { displayName: 'Bram Visser', email: 'bram@example.com' },
  })
  assert.equal(changed.body.data.recipient.linked, false)
  assert.deepEqual(await listed(recipient), [])
})

test('unlinking takes every appointment away, and linking brings them back', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const [link] = await linksOf(appointments)
  const apply = (person: string | null) =>
    product.operator.query('select apply_recipient_link($1, $2, $3)', [
      link!.platformHolderId,
      link!.holderRecipientId,
      person,
    ])
  await apply(null)
  assert.deepEqual(await listed(recipient), [])
  await apply(recipient.id)
  assert.equal((await listed(recipient)).length, 1)
})

test('no appointment is missed when entries are linked while appointments come in', async () => {
  for (let round = 0; round < 12; round += 1) {
    const holder = await product.createHolder()
    const first = await storeAppointment(product, holder)
    const links = await linksOf([first])
    const made = Array.from({ length: 6 }, () => storeAppointment(product, holder))
    const [recipient] = await Promise.all([product.createRecipient({ links }), ...made])
    assert.equal((await listed(recipient)).length, 7, `round ${round}`)
  }
})

test('a confirmation counts for the schedule as it is, changes nothing the second time, and ends when it is moved', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const path = `/appointments/${appointments[0].id}`
  const stale = await recipient.call('POST', `${path}/confirmation`, confirmation(2))
  assert.deepEqual([stale.status, stale.body.error.code], [409, 'VERSION_CONFLICT'])
  const request = confirmation(1)
  const first = await recipient.call('POST', `${path}/confirmation`, request)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const { confirmation: given, version } = first.body.data
  assert.deepEqual([given.status, given.via, given.scheduleRevision, version], ['confirmed', 'app', 1, 2])
  const replay = await recipient.call('POST', `${path}/confirmation`, request)
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(replay.body.data, first.body.data)
  const again = await recipient.call('POST', `${path}/confirmation`, confirmation(2))
  assert.deepEqual([again.status, again.body.data], [200, first.body.data])
  const seen = (await recipient.call('GET', path)).body.data
  assert.deepEqual(seen.allowedActions, ['cancel_request', 'reschedule_request'])
  const prompts = await product.operator.query(
    `select state, reason_code from reminder where appointment_id = $1 and kind = 'confirm_prompt'`,
    [appointments[0].id],
  )
  assert.deepEqual(prompts.rows, [{ state: 'skipped', reasonCode: 'confirmed' }])
  const { startsAt, endsAt } = await newAppointment(product, {}, 300)
  await holder.call('PATCH', path, { expectedVersion: 2, startsAt, endsAt })
  assert.equal((await recipient.call('GET', path)).body.data.confirmation.status, 'unconfirmed')
})

test('what has begun or was cancelled cannot be confirmed', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const begun = await storeAppointment(product, holder, -2)
  const past = await recipient.call('POST', `/appointments/${begun.id}/confirmation`, confirmation(1))
  assert.equal(past.body.error.code, 'APPOINTMENT_IN_PAST')
  const path = `/appointments/${appointments[0].id}`
  const cancel = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
  await holder.call('POST', `${path}/cancellation`, cancel)
  const cancelled = await recipient.call('POST', `${path}/confirmation`, confirmation(2))
  assert.equal(cancelled.body.error.code, 'STATE_CONFLICT')
})

test('of many parallel confirmations from one version, one counts', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const path = `/appointments/${appointments[0].id}/confirmation`
  const answers = await Promise.all(Array.from({ length: 20 }, () => recipient.call('POST', path, confirmation(1))))
  const statuses = answers.map((answer) => answer.status).sort()
  assert.deepEqual(statuses, [200, ...Array<number>(19).fill(409)])
})

test('an open request leaves nothing to confirm or to ask', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const path = `/appointments/${appointments[0].id}`
  const asked = await recipient.call('POST', `${path}/cancellation-requests`, confirmation(1))
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  const { data } = (await recipient.call('GET', path)).body
  assert.deepEqual([data.openRequest.requestId, data.allowedActions], [asked.body.data.id, []])
  const refused = await recipient.call('POST', `${path}/confirmation`, confirmation(data.version))
  assert.equal(refused.body.error.code, 'STATE_CONFLICT')
})

test('the type of an appointment gives its title and instructions in the recipient’s language, and says what may be done', async () => {
  const holder = await product.createHolder()
  const type = await holder.call('POST', '/appointment-types', {
    clientRequestId: randomUUID(),
    name: { nl: 'Controle', en: 'Check-up' },
    durationMinutes: 15,
    recipientActions: { confirm: false, cancelRequest: true, rescheduleRequest: false, deadline: 'P2D' },
    instructions: { nl: 'Neem uw pas mee', en: 'Bring your card' },
  })
  assert.equal(type.status, 201, JSON.stringify(type.body))
  const typed = { appointmentTypeId: type.body.data.id, title: undefined }
  const appointment = await storeAppointment(product, holder, 100, typed)
  const soon = await storeAppointment(product, holder, 40, typed)
  const recipient = await product.createRecipient({ links: await linksOf([appointment]) })
  const seen = async (id: string) => (await recipient.call('GET', `/appointments/${id}`)).body.data
  const dutch = await seen(appointment.id)
  assert.deepEqual([dutch.title, dutch.instructions], ['Controle', 'Neem uw pas mee'])
  assert.deepEqual(dutch.allowedActions, ['cancel_request'])
  const deadline = Temporal.Instant.from(dutch.startsAt).toZonedDateTimeISO('Europe/Amsterdam').subtract({ days: 2 })
  assert.equal(dutch.actionDeadlineAt, deadline.toInstant().toString({ smallestUnit: 'millisecond' }))
  assert.deepEqual((await seen(soon.id)).allowedActions, [], 'after the deadline')
  // What staff say of the language counts until the person says it.
  const { displayName, email, phoneNumberE164 } = appointment.recipient
  await holder.call('PATCH', `/appointments/${appointment.id}`, {
    expectedVersion: 1,
    recipient: { displayName, email, phoneNumberE164, locale: 'en' },
  })
  const english = await seen(appointment.id)
  assert.deepEqual([english.title, english.instructions], ['Check-up', 'Bring your card'])
  await recipient.call('PATCH', '/profile', { expectedVersion: 1, locale: 'nl' })
  assert.equal((await seen(appointment.id)).title, 'Controle')
  await recipient.call('PATCH', '/profile', { expectedVersion: 2, locale: 'en' })
  assert.equal((await seen(appointment.id)).title, 'Check-up')
  const refused = await recipient.call('POST', `/appointments/${appointment.id}/confirmation`, confirmation(2))
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'STATE_CONFLICT'])
})

test('the calendar file is the event of the mails: its UID for life, SEQUENCE by revision, CANCEL at the end', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const path = `/appointments/${appointments[0].id}`
  const file = async () => {
    const response = await fetch(`${product.baseUrl}/api/v1/recipient${path}/calendar-file`, {
      headers: { authorization: `Bearer ${recipient.apiKey}` },
    })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="appointment\.ics"$/)
    assert.match(response.headers.get('x-request-id') ?? '', /^req_/)
    return response.text()
  }
  const first = await file()
  const { uid, sequence } = appointments[0].calendar
  assert.match(first, new RegExp(`UID:${uid}\r\n`))
  assert.match(first, new RegExp(`SEQUENCE:${sequence}\r\n`))
  assert.match(first, /METHOD:PUBLISH/)
  assert.doesNotMatch(first, /Controle/, 'what it is for stays out of shared calendars')
  const { startsAt, endsAt } = await newAppointment(product, {}, 300)
  await holder.call('PATCH', path, { expectedVersion: 1, startsAt, endsAt })
  assert.match(await file(), /SEQUENCE:2\r\n/)
  const cancel = { clientRequestId: randomUUID(), expectedVersion: 2, reasonCode: 'provider' }
  await holder.call('POST', `${path}/cancellation`, cancel)
  const last = await file()
  assert.match(last, /METHOD:CANCEL/)
  assert.match(last, new RegExp(`UID:${uid}\r\n`))
})

test('the database shows a request bound to a recipient its own rows only, and none to a request bound to nobody', async () => {
  const holder = await product.createHolder()
  const { recipient, appointments } = await linkedTo(holder)
  const api = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_api',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  try {
    const seen = (person: string | null, sql: string) =>
      inTransaction(api, { holder: null, recipient: person }, (tx) => tx.rows<{ id: string }>({ name: '', text: sql }))
    const own = 'select id from appointment_of_person'
    assert.deepEqual(await seen(recipient.id, own), [{ id: appointments[0].id }])
    assert.deepEqual(await seen(newId(), own), [])
    assert.deepEqual(await seen(null, own), [])
    const holders = 'select platform_holder_id as id from holder_of_person'
    assert.deepEqual(await seen(recipient.id, holders), [{ id: holder.id }])
    assert.deepEqual(await seen(null, holders), [])
    const people = 'select id from recipient'
    assert.deepEqual(await seen(recipient.id, people), [{ id: recipient.id }])
    assert.deepEqual(await seen(null, people), [])
    assert.deepEqual(await seen(recipient.id, 'select id from appointment'), [])
    assert.deepEqual(await seen(recipient.id, 'select recipient_id as id from person_of_holder'), [])
  } finally {
    await api.end()
  }
})
