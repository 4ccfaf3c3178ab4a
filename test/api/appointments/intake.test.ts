import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, inTransaction } from '#/kernel/postgres/db.ts'
import { eventually, shareTestProduct, type Answer, type TestHolder, type TestProduct } from '../../harness.ts'
import { newIntake, schedule } from '../../operation-cases.ts'
import { countWaiting } from '../../postgres.ts'
import { assertDocumented } from '../http/contract-document.ts'
import { storedState } from './stored-state.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
  const locations = [{ id: 'main', name: 'Lindelaan', personCount: 1, roomCount: 1 }]
  await holder.call('PATCH', '', { schedulingSetup: { locations } })
})
after(() => product?.stop())

type Intake = Awaited<ReturnType<typeof newIntake>>

async function submit(body: object, of = holder): Promise<Answer> {
  const answer = await of.call('POST', '/appointments/intake', body)
  if (answer.status < 300) assertDocumented('submitHolderAppointmentIntake', answer.status, answer.body)
  return answer
}

const cancel = ({ sourceSystem, externalAppointmentId }: Intake, of = holder) =>
  of.call('POST', '/appointments/intake/cancellation', { sourceSystem, externalAppointmentId })
const read = async (id: string) => (await holder.call('GET', `/appointments/${id}`)).body.data
const warnings = ({ body }: Answer) => body.data.warnings.map(({ code }: { code: string }) => code)
/** Status, outcome, version and schedule revision of an answer. */
const facts = ({ status, body }: Answer) => [
  status,
  body.data?.outcome,
  body.data?.version,
  body.data?.scheduleRevision,
]

/** Cancels locally, as staff do in the portal. */
async function cancelLocally(id: string, expectedVersion: number): Promise<void> {
  const body = { clientRequestId: randomUUID(), expectedVersion, reasonCode: 'provider' }
  assert.equal((await holder.call('POST', `/appointments/${id}/cancellation`, body)).status, 200)
}

async function assertRefused(changes: object, path: string, code = 'VALIDATION_FAILED'): Promise<void> {
  const body = await newIntake(product, changes)
  const before = await storedState(product.operator)
  const reply = await submit(body)
  const name = JSON.stringify(changes).slice(0, 120)
  assert.deepEqual([reply.status, reply.body.error?.code], [400, code], name)
  if (path !== '') assert.equal(reply.body.error.details[0].path, path, name)
  assert.deepEqual(await storedState(product.operator), before, name)
}

test('a call that is rolled back in a deadlock, as beside a migration, is answered as if there had been none', async () => {
  const migrating = new Client({ connectionString: product.databaseUrl })
  await migrating.connect()
  try {
    await migrating.query('begin')
    await migrating.query('lock table reminder in access exclusive mode')
    const intake = await newIntake(product)
    const answered = submit(intake)
    await eventually(async () => (await countWaiting(product.databaseUrl)) === 1)
    // Who has waited for a second looks for a deadlock, and is rolled back: the call, which began to wait before.
    await sleep(300)
    await migrating.query('lock table appointment in access exclusive mode')
    await migrating.query('commit')
    assert.deepEqual(facts(await answered), [201, 'created', 1, 1])
    assert.deepEqual(facts(await submit(intake)), [200, 'unchanged', 1, 1])
  } finally {
    await migrating.end()
  }
})

test('an appointment is created once, and unchanged when it comes again', async () => {
  const intake = await newIntake(product)
  const first = await submit(intake)
  assert.deepEqual(facts(first), [201, 'created', 1, 1])
  assert.deepEqual(warnings(first), [])
  assert.equal(first.body.data.status, 'registered')
  assert.equal(first.body.data.sourceSystem, intake.sourceSystem)
  assert.equal(first.body.data.externalAppointmentId, intake.externalAppointmentId)
  const again = await submit(intake)
  assert.deepEqual(facts(again), [200, 'unchanged', 1, 1])
  assert.deepEqual(again.body.data.reminders, first.body.data.reminders)
  assert.equal(again.body.data.appointmentId, first.body.data.appointmentId)
})

test('the plan in the answer is the plan that is listed', async () => {
  const { body } = await submit(await newIntake(product))
  const { reminders, appointmentId } = body.data
  assert.deepEqual(
    reminders.map((reminder: { kind: string; channel: string; state: string }) => [
      reminder.kind,
      reminder.channel,
      reminder.state,
    ]),
    [
      ['confirm_prompt', 'sms', 'planned'],
      ['reminder', 'sms', 'planned'],
    ],
  )
  const listed = (await holder.call('GET', `/appointments/${appointmentId}/reminders`)).body.data.items
  assert.deepEqual(
    listed.map((row: { id: string; dueAt: string }) => [row.id, row.dueAt]),
    reminders.map((row: { reminderId: string; dueAt: string }) => [row.reminderId, row.dueAt]),
  )
})

test('the same instant in another offset, key order or spacing is no change', async () => {
  const intake = await newIntake(product)
  await submit(intake)
  const shifted = (text: string) => Temporal.Instant.from(text).toString({ timeZone: 'Asia/Kathmandu' })
  const { recipient, ...rest } = intake
  for (const same of [
    { ...intake, startsAt: shifted(intake.startsAt), endsAt: shifted(intake.endsAt) },
    { recipient, ...rest },
    { ...intake, externalAppointmentId: `  ${intake.externalAppointmentId} ` },
    { ...intake, recipient: { ...recipient, displayName: ` ${recipient.displayName}  ` } },
    { ...intake, startsAt: intake.startsAt.replace('Z', '.0000004Z') },
  ]) {
    assert.deepEqual(facts(await submit(same)), [200, 'unchanged', 1, 1], JSON.stringify(same))
  }
})

test('another spelling or name of the same zone is no change, and is stored in the capitals of the time-zone data', async () => {
  const intake = await newIntake(product, { timezone: 'europe/kiev' })
  const { appointmentId } = (await submit(intake)).body.data
  for (const timezone of ['Europe/Kiev', 'Europe/Kyiv', 'EUROPE/KYIV']) {
    assert.deepEqual(facts(await submit({ ...intake, timezone })), [200, 'unchanged', 1, 1], timezone)
    assert.equal((await read(appointmentId)).timezone, 'Europe/Kiev')
  }
  // As older rows were stored: the same zone, so that another change is not a move.
  await product.operator.query(`update appointment set timezone = 'europe/kiev' where id = $1`, [appointmentId])
  assert.deepEqual(facts(await submit({ ...intake, timezone: 'Europe/Kyiv' })), [200, 'unchanged', 1, 1])
  const moved = { ...intake, timezone: 'Europe/Kyiv', organizationId: 'department-2' }
  assert.deepEqual(facts(await submit(moved)), [200, 'updated', 2, 1])
  assert.equal((await read(appointmentId)).timezone, 'Europe/Kyiv')
})

test('start, end, zone, place and contact raise the schedule revision; a name or a department only the version', async () => {
  const intake = await newIntake(product)
  await submit(intake)
  const later = await schedule(product, 245)
  let [version, revision] = [1, 1]
  for (const [changes, isRevised] of [
    [{ recipient: { ...intake.recipient, displayName: 'Sanne Visser' } }, false],
    [{ locationId: 'elsewhere' }, true],
    [{ organizationId: 'department-2' }, false],
    [{ startsAt: later.startsAt, endsAt: later.endsAt }, true],
    [{ endsAt: Temporal.Instant.from(later.endsAt).add({ minutes: 5 }).toString() }, true],
    [{ timezone: 'Europe/Brussels' }, true],
    [{ recipient: { displayName: 'Sanne Visser', email: 'other@example.com', phoneNumberE164: '+31612345678' } }, true],
    [{ recipient: { displayName: 'Sanne Visser', phoneNumberE164: '+31612345678' } }, true],
    [{ recipient: { displayName: 'Sanne Visser', phoneNumberE164: '+31612345679' } }, true],
  ] as const) {
    Object.assign(intake, changes)
    version += 1
    revision += isRevised ? 1 : 0
    assert.deepEqual(facts(await submit(intake)), [200, 'updated', version, revision], JSON.stringify(changes))
  }
})

test('an intake is the whole: what is left out is cleared', async () => {
  const intake = await newIntake(product, { organizationId: 'department-1' })
  const { body } = await submit(intake)
  const { organizationId, locationId, ...less } = intake as Intake & { organizationId: string }
  assert.deepEqual([organizationId, locationId], ['department-1', 'main'])
  const { email, ...recipient } = less.recipient
  assert.ok(email)
  assert.equal((await submit({ ...less, recipient })).body.data.outcome, 'updated')
  const after = await read(body.data.appointmentId)
  assert.deepEqual([after.organizationId, after.locationId, after.recipient.email], [null, null, null])
})

test('a source key belongs to its tenant and its source system', async () => {
  const stranger = await product.createHolder()
  const intake = await newIntake(product)
  const mine = await submit(intake)
  const theirs = await submit(intake, stranger)
  const other = await submit({ ...intake, sourceSystem: 'other-system' })
  assert.deepEqual([mine.status, theirs.status, other.status], [201, 201, 201])
  assert.equal(new Set([mine, theirs, other].map(({ body }) => body.data.appointmentId)).size, 3)
  assert.equal((await cancel(intake, stranger)).status, 200)
  assert.equal((await read(mine.body.data.appointmentId)).status, 'registered')
})

test('twenty equal intakes at the same time create one appointment', async () => {
  const intake = await newIntake(product)
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(intake)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ body }) => body.data.outcome === 'unchanged').length, 19)
  assert.equal(new Set(answers.map(({ body }) => body.data.appointmentId)).size, 1)
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.data.reminders))).size, 1)
})

test('twenty different intakes of one appointment at the same time follow one another', async () => {
  const intake = await newIntake(product)
  const bodies = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({ ...intake, ...(await schedule(product, 240 + index)) })),
  )
  const answers = await Promise.all(bodies.map((body) => submit(body)))
  assert.deepEqual(
    answers.map(({ body }) => body.data.version).toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  const last = answers.findIndex(({ body }) => body.data.version === 20)
  const after = await read(answers[0]!.body.data.appointmentId)
  assert.equal(Date.parse(after.startsAt), Date.parse(bodies[last]!.startsAt))
  const { rows } = await product.operator.query(
    `select state, schedule_revision from reminder where appointment_id = $1 and state = 'planned'`,
    [after.id],
  )
  assert.ok(rows.length > 0 && rows.every((row) => row.scheduleRevision === 20), 'only the last plan is alive')
})

test('a cancellation by the source is idempotent and counts what it withdrew', async () => {
  const intake = await newIntake(product)
  const { body } = await submit(intake)
  const first = await cancel(intake)
  assertDocumented('cancelHolderAppointmentIntake', first.status, first.body)
  const { appointmentId } = body.data
  assert.deepEqual(first.body.data, { appointmentId, status: 'cancelled', version: 2, cancelledReminders: 2 })
  assert.deepEqual((await cancel(intake)).body.data, first.body.data)
  const after = await read(appointmentId)
  assert.deepEqual([after.status, after.cancellation.by], ['cancelled', 'source'])
  assert.equal(after.delivery.nextDueAt, null)
})

test('twenty cancellations at the same time give one answer', async () => {
  const intake = await newIntake(product)
  await submit(intake)
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(intake)))
  assert.equal(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.data]))).size, 1)
})

test('cancelling a key nobody knows is 404', async () => {
  const { status, body } = await cancel(await newIntake(product))
  assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
})

test('what the source cancelled it may send again, changed or not', async () => {
  const intake = await newIntake(product)
  const { body } = await submit(intake)
  await cancel(intake)
  const reopened = await submit(intake)
  assert.deepEqual(facts(reopened), [200, 'reopened', 3, 2])
  assert.equal(reopened.body.data.appointmentId, body.data.appointmentId)
  assert.equal(reopened.body.data.status, 'registered')
  assert.ok(reopened.body.data.reminders.some((reminder: { state: string }) => reminder.state === 'planned'))
  assert.equal((await read(body.data.appointmentId)).cancellation, null)
  await cancel(intake)
  const moved = await submit({ ...intake, ...(await schedule(product, 300)) })
  assert.deepEqual(facts(moved), [200, 'reopened', 5, 3])
})

test('a repeated cancellation gives the same answer after a reopening too, whatever became of the reminders since', async () => {
  const intake = await newIntake(product)
  const { appointmentId } = (await submit(intake)).body.data
  assert.ok((await cancel(intake)).body.data.cancelledReminders > 0)
  await submit(intake)
  const again = await cancel(intake)
  // A message that was being sent at the time ends later, with the same reason.
  await product.operator.query(
    `insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, due_at, latest_at, state, reason_code, tzdb_version)
     select platform_holder_id, gen_random_uuid(), id, 2, 'reminder', 'PT1H', starts_at, starts_at, 'cancelled', 'appointment_cancelled', 'x'
     from appointment where id = $1`,
    [appointmentId],
  )
  assert.deepEqual((await cancel(intake)).body.data, again.body.data)
})

test('a reopened appointment says anew when its contact was confirmed, if the contact changed', async () => {
  const intake = await newIntake(product)
  const { appointmentId } = (await submit(intake)).body.data
  const confirmedAt = async () => (await read(appointmentId)).recipient.contactLastConfirmedAt
  const first = await confirmedAt()
  await cancel(intake)
  assert.equal((await submit(intake)).body.data.outcome, 'reopened')
  assert.equal(await confirmedAt(), first)
  await cancel(intake)
  const recipient = { ...intake.recipient, phoneNumberE164: '+31612349876' }
  assert.equal((await submit({ ...intake, recipient })).body.data.outcome, 'reopened')
  assert.ok((await confirmedAt()) > first)
})

test('what staff cancelled stays cancelled until the source changes it', async () => {
  const intake = await newIntake(product)
  const { appointmentId } = (await submit(intake)).body.data
  await cancelLocally(appointmentId, 1)
  const same = await submit(intake)
  assert.deepEqual(facts(same), [200, 'unchanged', 2, 1])
  assert.deepEqual([same.body.data.status, warnings(same)], ['cancelled', ['CANCELLED_LOCALLY']])
  const changed = await submit({ ...intake, recipient: { ...intake.recipient, displayName: 'Sanne Visser' } })
  assert.deepEqual([changed.body.data.outcome, changed.body.data.status], ['reopened', 'registered'])
  assert.deepEqual(warnings(changed), [])
})

test('an appointment with an outcome is not changed from outside', async () => {
  const intake = await newIntake(product, await schedule(product, -1))
  const { appointmentId } = (await submit(intake)).body.data
  const outcome = { expectedVersion: 1, outcome: 'completed' }
  assert.equal((await holder.call('POST', `/appointments/${appointmentId}/outcome`, outcome)).status, 200)
  assert.deepEqual(facts(await submit(intake)).slice(0, 2), [200, 'unchanged'])
  for (const reply of [await submit({ ...intake, locationId: 'other' }), await cancel(intake)])
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'STATE_CONFLICT'])
})

test('an offset that does not fit the zone is a warning, and the instant wins', async () => {
  const intake = await newIntake(product, {
    startsAt: '2027-01-12T14:30:00+02:00',
    endsAt: '2027-01-12T14:45:00+02:00',
    timezone: 'Europe/Amsterdam',
  })
  const reply = await submit(intake)
  assert.deepEqual([reply.status, warnings(reply)], [201, ['OFFSET_TIMEZONE_MISMATCH', 'OFFSET_TIMEZONE_MISMATCH']])
  assert.deepEqual(
    reply.body.data.warnings.map(({ path }: { path: string }) => path),
    ['startsAt', 'endsAt'],
  )
  assert.equal((await read(reply.body.data.appointmentId)).startsAt, '2027-01-12T12:30:00.000Z')
  for (const [startsAt, endsAt] of [
    ['2027-01-12T14:30:00+01:00', '2027-01-12T14:45:00+01:00'],
    ['2027-07-12T14:30:00+02:00', '2027-07-12T14:45:00+02:00'],
    ['2027-07-12T14:30:00Z', '2027-07-12T14:45:00-00:00'],
  ]) {
    assert.deepEqual(warnings(await submit(await newIntake(product, { startsAt, endsAt }))), [])
  }
})

test('a start that has passed is registered, and nothing is planned', async () => {
  const reply = await submit(await newIntake(product, await schedule(product, -48)))
  assert.deepEqual([reply.status, warnings(reply)], [201, ['STARTS_IN_PAST']])
  assert.ok(reply.body.data.reminders.every((reminder: { state: string }) => reminder.state === 'skipped'))
})

test('a landline number, an unknown place and an opt-out are warnings', async () => {
  const landline = { displayName: 'Sanne', phoneNumberE164: '+31201234567' }
  assert.deepEqual(warnings(await submit(await newIntake(product, { recipient: landline }))), ['PHONE_LIKELY_LANDLINE'])

  const place = await submit(await newIntake(product, { locationId: 'nowhere' }))
  assert.deepEqual([place.status, warnings(place)], [201, ['LOCATION_UNKNOWN']])
  assert.equal((await read(place.body.data.appointmentId)).locationId, 'nowhere')

  const recipient = { displayName: 'Sanne', email: 'stopped@example.com', phoneNumberE164: '+31612349999' }
  const first = await submit(await newIntake(product, { recipient }))
  await inTransaction(product.operator, { holder: null }, (tx) =>
    tx.rows(
      {
        name: '',
        text: `insert into suppression (platform_holder_id, channel, contact_key, is_active, source)
               select platform_holder_id, v.channel, v.key, true, 'staff' from appointment,
                 lateral (values ('sms', recipient_phone_key), ('email', recipient_email_key)) v (channel, key) where id = $1`,
      },
      [first.body.data.appointmentId],
    ),
  )
  const reply = await submit(await newIntake(product, { recipient }))
  assert.deepEqual(warnings(reply), ['RECIPIENT_OPTED_OUT', 'RECIPIENT_OPTED_OUT'])
  assert.deepEqual(
    reply.body.data.warnings.map(({ path }: { path: string }) => path),
    ['recipient.phoneNumberE164', 'recipient.email'],
  )
  assert.ok(reply.body.data.reminders.every((reminder: { state: string }) => reminder.state === 'suppressed'))
})

test('a schedule must make sense', async () => {
  const { startsAt, endsAt } = await schedule(product, 240)
  const at = (text: string, hours: number) => Temporal.Instant.from(text).add({ hours }).toString()
  await assertRefused({ startsAt, endsAt: startsAt }, 'endsAt')
  await assertRefused({ startsAt: endsAt, endsAt: startsAt }, 'endsAt')
  await assertRefused({ startsAt, endsAt: at(startsAt, 25) }, 'endsAt')
  const fourYears = at(startsAt, 4 * 366 * 24)
  await assertRefused({ startsAt: fourYears, endsAt: at(fourYears, 1) }, 'startsAt')
  for (const body of [
    { startsAt, endsAt: at(startsAt, 24) },
    { startsAt: at(startsAt, 1_000 * 24), endsAt: at(startsAt, 1_000 * 24 + 1) },
  ])
    assert.equal((await submit(await newIntake(product, body))).status, 201)
})

test('a start of a program that knows no date is refused', async () => {
  for (const year of ['0001', '1970'])
    await assertRefused({ startsAt: `${year}-01-01T00:00:00Z`, endsAt: `${year}-01-01T00:15:00Z` }, 'startsAt')
})

test('times need an offset, and zones a name of the tz database', async () => {
  await assertRefused({ startsAt: '2027-01-12T14:30:00', endsAt: '2027-01-12T14:45:00' }, 'startsAt')
  for (const timezone of ['Europe/Atlantis', '+01:00', 'amsterdam!', 'Europe/Amsterdam\u00a0'])
    await assertRefused({ timezone }, 'timezone', 'TIMEZONE_UNKNOWN')
  for (const timezone of ['', 'x'.repeat(81)]) await assertRefused({ timezone }, 'timezone')
})

test('a recipient has a name and a way to be reached', async () => {
  const name = { displayName: 'Sanne' }
  await assertRefused({ recipient: name }, 'recipient')
  await assertRefused({ recipient: { phoneNumberE164: '+31612345678' } }, 'recipient.displayName')
  for (const displayName of ['', '   ', 'x'.repeat(201), 'a\nb', 'a\u0007b'])
    await assertRefused({ recipient: { displayName, email: 'a@b.example' } }, 'recipient.displayName')
  for (const phoneNumberE164 of ['', '0612345678', '31612345678', '+0612345678', '+316', '+31612345678901234', '+31 6'])
    await assertRefused({ recipient: { ...name, phoneNumberE164 } }, 'recipient.phoneNumberE164')
  for (const email of ['', 'x', 'a@', `${'a'.repeat(250)}@b.example`, 'a@b.example\r\nbcc: c@d.example'])
    await assertRefused({ recipient: { ...name, email } }, 'recipient.email')
  for (const locale of ['', 'n', 'nl_NL', 'nl-', 'nl-a', 'zh Hans', null])
    await assertRefused({ recipient: { ...name, email: 'a@b.example', locale } }, 'recipient.locale')
  await assertRefused(
    { recipient: { ...name, email: 'a@b.example', language: 'nl' } },
    'recipient.language',
    'UNKNOWN_FIELD',
  )
  for (const recipient of [
    { displayName: '👍'.repeat(200), email: 'a@b.example' },
    { ...name, phoneNumberE164: '+31612345678' },
    { displayName: "O'Brien-Łukasiewicz 山田 عمر", email: "o'brien+tag@b.example" },
  ])
    assert.equal((await submit(await newIntake(product, { recipient }))).status, 201, JSON.stringify(recipient))
})

test('source keys have their forms, and `local` is ours', async () => {
  for (const sourceSystem of ['', '-a', 'a b', 'a/b', 'x'.repeat(65), 'é', 'local'])
    await assertRefused({ sourceSystem }, 'sourceSystem')
  for (const externalAppointmentId of ['', '  ', 'x'.repeat(201), 'a\tb'])
    await assertRefused({ externalAppointmentId }, 'externalAppointmentId')
  for (const fields of [
    { sourceSystem: 'x'.repeat(64) },
    { sourceSystem: 'A.b_c-9' },
    { externalAppointmentId: `${randomUUID()}${'é'.repeat(164)}` },
    { externalAppointmentId: `a b/c?d#e"f'${randomUUID()}` },
  ])
    assert.equal((await submit(await newIntake(product, fields))).status, 201, JSON.stringify(fields))
})

test('each missing field is named', async () => {
  for (const field of ['sourceSystem', 'externalAppointmentId', 'startsAt', 'endsAt', 'timezone', 'recipient'])
    await assertRefused({ [field]: undefined }, field)
  for (const field of ['organizationId', 'locationId']) await assertRefused({ [field]: '-not an id' }, field)
})

test('an intake is on paper before it is answered', async () => {
  const { body } = await submit(await newIntake(product))
  const { rows } = await product.operator.query<{ actorId: string; subjects: string[] }>(
    `select actor_id, subjects from audit_event where request_id = $1 and action = 'submitHolderAppointmentIntake'`,
    [body.requestId],
  )
  const people = await product.operator.query<{ id: string }>(
    'select holder_recipient_id as id from appointment where id = $1',
    [body.data.appointmentId],
  )
  const subjects = [body.data.appointmentId, people.rows[0]?.id]
  assert.deepEqual(rows, [{ actorId: holder.actorId, subjects }])
})

test('names, numbers and addresses of recipients stay out of the log', async () => {
  const recipient = { displayName: 'Canary Lark', email: 'canary@lark.example', phoneNumberE164: '+31698765432' }
  const intake = await newIntake(product, { recipient })
  await submit(intake)
  await submit({ ...intake, endsAt: intake.startsAt })
  const log = product.logLines.join('\n')
  for (const secret of ['Canary Lark', 'canary@lark.example', '98765432', holder.apiKey])
    assert.ok(!log.includes(secret), secret)
})
