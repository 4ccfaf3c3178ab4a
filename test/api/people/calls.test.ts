import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { shareTestProduct, signIn, type TestHolder, type TestProduct } from '../../harness.ts'
import { fromBrowser, storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

type Desk = { readonly product: TestProduct; readonly holder: TestHolder; readonly cookie: string }

async function openDesk(): Promise<Desk> {
  const holder = await product.createHolder()
  return { product, holder, cookie: await signIn(product, holder.staffEmail) }
}

let numbers = 0
const newNumber = () => `+3161200${String((numbers += 1)).padStart(4, '0')}`

/** An appointment of somebody of their own, whose messages no worker touches. */
async function appointmentOf(
  holder: TestHolder,
  displayName: string,
  inHours: number,
  phone: string | null = newNumber(),
) {
  const recipient = { displayName, email: `${randomUUID()}@example.com`, ...(phone && { phoneNumberE164: phone }) }
  const { id } = await storeAppointment(product, holder, inHours, { recipient })
  return id as string
}

/** Puts all messages of an appointment as `fate` says; no worker looks at them. */
async function become(id: string, fate: string) {
  const given = fate.includes('channel =') ? fate : `channel = 'sms', ${fate}`
  await product.operator.query(
    `update reminder set run_at = null, lease_until = null, ${given} where appointment_id = $1`,
    [id],
  )
}

const handedOver = (hours: number) =>
  `handed_over_at = tijdig_now() - interval '${hours} hours', told_starts_at = (select a.starts_at from appointment a where a.id = reminder.appointment_id)`
const fates = {
  failed: `state = 'undelivered', reason_code = 'number_unreachable', ${handedOver(2)}`,
  unknownForLong: `state = 'unknown', reason_code = 'outcome_unknown', ${handedOver(25)}`,
  unknownNow: `state = 'unknown', reason_code = 'outcome_unknown', ${handedOver(23)}`,
  onItsWay: `state = 'sent', reason_code = null, ${handedOver(2)}`,
  delivered: `state = 'delivered', reason_code = null, kind = case offset_key when 'P3D' then 'confirm_prompt' else kind end, ${handedOver(2)}`,
  asked: `state = 'delivered', reason_code = null, ${handedOver(25)}`,
  askedJustNow: `state = 'delivered', reason_code = null, ${handedOver(23)}`,
  noContact: `state = 'skipped', reason_code = 'no_contact'`,
  landline: `state = 'skipped', reason_code = 'landline'`,
  optedOut: `state = 'suppressed', reason_code = 'recipient_opted_out'`,
  expired: `state = 'expired', reason_code = 'provider_unreachable'`,
  planned: `state = 'planned', reason_code = null`,
} as const

async function stored(holder: TestHolder, name: string, inHours: number, fate: keyof typeof fates, phone?: string) {
  const id = await appointmentOf(holder, name, inHours, phone)
  await become(id, fates[fate])
  return id
}

async function read(holder: TestHolder) {
  const now = await product.clock.now()
  const query = new URLSearchParams({ from: now.toString(), to: now.add({ hours: 7 * 24 }).toString() })
  const { status, body } = await holder.call('GET', `/calls?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  assertDocumented('listHolderCalls', status, body)
  return body.data as { items: ReturnType<typeof JSON.parse>[]; leftOut: number }
}

async function idsOf(holder: TestHolder): Promise<string[]> {
  return (await read(holder)).items.map(({ appointmentId }) => appointmentId)
}

async function listed(holder: TestHolder): Promise<string[]> {
  return (await read(holder)).items.map(({ displayName, reason }) => `${displayName} ${reason}`)
}

function record(desk: Desk, id: string, result: string, expectedVersion?: number) {
  const body = { clientRequestId: randomUUID(), result, ...(expectedVersion && { expectedVersion }) }
  return fromBrowser(desk, 'POST', `/appointments/${id}/calls`, body)
}

function withdraw(desk: Desk, id: string, callId: string) {
  const path = `/appointments/${id}/calls/${callId}/withdrawal`
  return fromBrowser(desk, 'POST', path, { clientRequestId: randomUUID() })
}

/** Makes what was recorded so much older. */
async function age(id: string, minutes: number) {
  await product.operator.query(
    `update appointment_call set called_at = called_at - $2 * interval '1 minute' where appointment_id = $1`,
    [id, minutes],
  )
}

async function set(id: string, change: string) {
  await product.operator.query(`update appointment set ${change} where id = $1`, [id])
}

test('first whoever was told what no longer holds, then whom nothing reached, both by start, then whoever did not answer', async () => {
  const holder = await product.createHolder()
  await stored(holder, 'Silent', 20, 'asked')
  await stored(holder, 'Failed', 40, 'failed')
  await stored(holder, 'Unknown', 30, 'unknownForLong')
  await stored(holder, 'No contact', 25, 'noContact')
  await stored(holder, 'Landline', 26, 'landline')
  await stored(holder, 'Opted out', 24, 'optedOut')
  await stored(holder, 'Never sent', 27, 'expired')
  const moved = await stored(holder, 'Told otherwise', 60, 'asked')
  await become(moved, `told_starts_at = told_starts_at - interval '1 day'`)
  const revoked = await stored(holder, 'Told of an end', 50, 'asked')
  await become(revoked, `kind = 'cancellation', offset_key = 'cancellation ' || id`)
  for (const fate of ['unknownNow', 'onItsWay', 'askedJustNow', 'planned', 'delivered'] as const)
    await stored(holder, `Leave alone ${fate}`, 28, fate)
  await stored(holder, 'Next week', 8 * 24, 'failed')
  assert.deepEqual(await listed(holder), [
    'Told of an end told_otherwise',
    'Told otherwise told_otherwise',
    'Opted out opted_out',
    'No contact no_contact',
    'Landline no_contact',
    'Never sent not_delivered',
    'Unknown unknown',
    'Failed not_delivered',
    'Silent unanswered',
  ])
})

test('C1 of those who did not answer, what was made long ahead, missed here and never reached comes first, then the start', async () => {
  const holder = await product.createHolder()
  const names = [
    'Soon',
    'Week ahead',
    'Missed once',
    'Missed twice',
    'Made long ahead',
    'Never reached',
    'Late',
  ] as const
  const numbersOf = new Map<string, string>()
  const ids = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    numbersOf.set(name, newNumber())
    ids.set(name, await stored(holder, name, 30 + index, 'asked', numbersOf.get(name)))
  }
  const idOf = (name: (typeof names)[number]) => ids.get(name) as string
  const ahead = (days: number) => `created_at = starts_at - interval '${days} days'`
  await set(idOf('Week ahead'), ahead(7))
  await set(idOf('Made long ahead'), ahead(14))
  const missed = async (name: (typeof names)[number], daysAgo: number) => {
    const { rows } = await product.operator.query(`select holder_recipient_id from appointment where id = $1`, [
      idOf(name),
    ])
    const past = await appointmentOf(holder, `${name} before`, 200 * 24)
    await set(
      past,
      `status = 'no_show', holder_recipient_id = '${rows[0].holderRecipientId}', ends_at = tijdig_now() - interval '${daysAgo} days' + interval '1 hour', starts_at = tijdig_now() - interval '${daysAgo} days'`,
    )
  }
  await missed('Missed once', 30)
  await missed('Missed once', 800)
  for (const days of [10, 20, 30]) await missed('Missed twice', days)
  // A mail asked them, and at the number nothing has arrived.
  await become(idOf('Never reached'), `channel = 'email'`)
  assert.deepEqual(
    (await listed(holder)).map((line) => line.replace(' unanswered', '')),
    ['Missed twice', 'Made long ahead', 'Week ahead', 'Missed once', 'Never reached', 'Soon', 'Late'],
  )
})

test('C1 the order follows from the named columns alone: all others are shuffled and it stays', async () => {
  const holder = await product.createHolder()
  const fateOf = ['asked', 'failed', 'asked', 'optedOut', 'asked', 'unknownForLong', 'asked', 'noContact'] as const
  const ids: string[] = []
  for (let index = 0; index < 24; index += 1) {
    const id = await stored(
      holder,
      `Person ${index}`,
      24 + ((index * 7) % 24),
      fateOf[index % fateOf.length] ?? 'asked',
    )
    await set(id, `created_at = starts_at - interval '${(index * 5) % 21} days'`)
    ids.push(id)
  }
  const before = await idsOf(holder)
  assert.equal(before.length, 24)
  const values: Readonly<Record<string, readonly string[]>> = {
    recipient_name: ['Anna', 'Zeynep', 'Öykü', 'Ali', '李', 'Jan'],
    recipient_locale: ['nl', 'tr', 'ar', 'pl'],
    title: ['Controle', 'Operatie', 'Intake'],
    location_id: ['noord', 'zuid'],
    location_label: ['Wijk 1', 'Wijk 2'],
    organization_id: ['hart', 'long'],
    timezone: ['Europe/Amsterdam', 'Asia/Tokyo', 'America/Aruba'],
    external_appointment_id: ['a', 'b', 'c'],
  }
  for (let round = 0; round < 20; round += 1) {
    for (const [index, id] of ids.entries()) {
      const picked = Object.entries(values).map(([column, given]) => {
        const value = given[(index * (round + 3) + round) % given.length] ?? ''
        return [column, column === 'external_appointment_id' ? `${value} ${id}` : value] as const
      })
      const changes = picked.map(([column], at) => `${column} = $${at + 2}`)
      await product.operator.query(
        `update appointment set ends_at = starts_at + ${1 + ((index * round) % 5)} * interval '1 hour', ${changes.join(', ')} where id = $1`,
        [id, ...picked.map(([, value]) => value)],
      )
      await product.operator.query(
        `update holder_recipient set locale = $2 where id = (select holder_recipient_id from appointment where id = $1)`,
        [id, ['nl', 'tr', 'ar', null][(index + round) % 4]],
      )
    }
    assert.deepEqual(await idsOf(holder), before)
  }
})

test('article 21: whoever objects stands by the start alone, also after their contact was corrected', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const early = await stored(holder, 'Early', 30, 'asked')
  const objects = await stored(holder, 'Objects', 31, 'asked')
  const late = await stored(holder, 'Late', 32, 'asked')
  for (const id of [objects, late]) await set(id, `created_at = starts_at - interval '20 days'`)
  assert.deepEqual(await idsOf(holder), [objects, late, early])
  const personOf = async () => (await holder.call('GET', `/appointments/${objects}`)).body.data.recipient.personId
  const personId = await personOf()
  const said = await holder.call('PATCH', `/people/${personId}/call-order`, { isOrderedByStartOnly: true })
  assertDocumented('updateHolderPersonCallOrder', said.status, said.body)
  assert.deepEqual(await idsOf(holder), [late, early, objects])
  assert.equal((await holder.call('GET', `/people/${personId}`)).body.data.isOrderedByStartOnly, true)
  const corrected = { clientRequestId: randomUUID(), phoneNumberE164: newNumber(), email: null }
  assert.equal((await holder.call('POST', `/people/${personId}/contact`, corrected)).status, 200)
  await become(objects, fates.asked)
  assert.notEqual(await personOf(), personId)
  assert.deepEqual(await idsOf(holder), [late, early, objects])
  assert.equal((await holder.call('GET', `/people/${await personOf()}`)).body.data.isOrderedByStartOnly, true)
  await holder.call('PATCH', `/people/${await personOf()}/call-order`, { isOrderedByStartOnly: false })
  assert.deepEqual(await idsOf(holder), [objects, late, early])
})

test('C2 whoever wants no messages is on the list, and gets none', async () => {
  const desk = await openDesk()
  const id = await stored(desk.holder, 'Opted out', 48, 'optedOut')
  assert.deepEqual(await idsOf(desk.holder), [id])
  const statesOf = async () => (await desk.holder.call('GET', `/appointments/${id}/reminders`)).body.data.items
  assert.equal((await record(desk, id, 'message_left')).status, 201)
  for (const { state, attempts } of await statesOf()) assert.deepEqual([state, attempts], ['suppressed', []])
})

test('C3 whoever confirmed, was cancelled or was called is gone on the next read, and nobody answered comes back twice', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const isListed = async (id: string) => (await idsOf(holder)).includes(id)
  for (const result of ['will_not_come', 'message_left', 'wrong_number'] as const) {
    const id = await stored(holder, result, 48, 'failed')
    assert.ok(await isListed(id))
    assert.equal((await record(desk, id, result)).status, 201)
    assert.ok(!(await isListed(id)), result)
    await age(id, 24 * 60)
    assert.ok(!(await isListed(id)), `${result}, a day later`)
  }
  const confirmed = await stored(holder, 'confirmed', 48, 'failed')
  await record(desk, confirmed, 'confirmed', 1)
  assert.ok(!(await isListed(confirmed)))
  const elsewhere = await stored(holder, 'confirmed elsewhere', 48, 'asked')
  await holder.call('POST', `/appointments/${elsewhere}/confirmation`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
  })
  assert.ok(!(await isListed(elsewhere)))
  const cancelled = await stored(holder, 'cancelled', 48, 'failed')
  const cancelling = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'recipient' }
  assert.equal((await holder.call('POST', `/appointments/${cancelled}/cancellation`, cancelling)).status, 200)
  assert.ok(!(await isListed(cancelled)))
  const silent = await stored(holder, 'silent', 48, 'failed')
  for (const comesBack of [true, true, false]) {
    await record(desk, silent, 'no_answer')
    assert.ok(!(await isListed(silent)))
    await age(silent, 119)
    assert.ok(!(await isListed(silent)))
    await age(silent, 2)
    assert.equal(await isListed(silent), comesBack)
  }
})

test('C3 a call is about the time that was called about: moved since, they are told otherwise and listed again', async () => {
  const desk = await openDesk()
  const id = await stored(desk.holder, 'Moved', 48, 'asked')
  await record(desk, id, 'message_left')
  assert.deepEqual(await idsOf(desk.holder), [])
  await set(
    id,
    `starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour', schedule_revision = 2`,
  )
  assert.deepEqual(await listed(desk.holder), ['Moved told_otherwise'])
})

test('whom nobody could tell of a batch comes first, also of a cancelled appointment, until a call after it', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const failed = await stored(holder, 'Failed', 24, 'failed')
  const id = await stored(holder, 'Must be told', 48, 'delivered')
  await set(id, `confirmed_at = tijdig_now(), confirmed_via = 'app', confirmed_revision = 1`)
  await record(desk, id, 'message_left')
  await age(id, 60)
  const cancelling = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
  const { body } = await holder.call('POST', `/appointments/${id}/cancellation`, cancelling)
  const batchId = randomUUID()
  await product.operator.query(
    `insert into batch (platform_holder_id, id, action, reason, state, appointments, messages, created_by, runs_at, applied_at, ended_at)
     values ($1, $2, 'cancel', 'ill', 'done', 1, 1, $2, tijdig_now(), tijdig_now(), tijdig_now())`,
    [holder.id, batchId],
  )
  await product.operator.query(
    `insert into batch_item (platform_holder_id, batch_id, appointment_id, appointment_version, starts_at, state, is_source_managed)
     select platform_holder_id, $2, id, 1, starts_at, 'must_call', false from appointment where id = $1`,
    [id, batchId],
  )
  assert.deepEqual(await listed(holder), ['Must be told must_call', 'Failed not_delivered'])
  assert.equal((await record(desk, id, 'confirmed', body.data.version - 1)).body.error.code, 'VERSION_CONFLICT')
  assert.equal((await record(desk, id, 'confirmed', body.data.version)).status, 201)
  assert.deepEqual(await idsOf(holder), [failed])
  assert.equal((await holder.call('GET', `/appointments/${id}`)).body.data.version, body.data.version)
})

test('C4 only `confirmed` changes an appointment, and needs the version that was read out', async () => {
  const desk = await openDesk()
  const read = async (id: string) => (await desk.holder.call('GET', `/appointments/${id}`)).body.data
  for (const result of ['will_not_come', 'message_left', 'no_answer', 'wrong_number', 'confirmed'] as const) {
    const id = await stored(desk.holder, result, 48, 'failed')
    const before = await read(id)
    assert.equal((await record(desk, id, result, before.version)).status, 201)
    const { version, confirmation, status, scheduleRevision } = await read(id)
    const isConfirmed = result === 'confirmed'
    assert.deepEqual(
      [version, confirmation.status, confirmation.via, status, scheduleRevision],
      [
        before.version + Number(isConfirmed),
        isConfirmed ? 'confirmed' : 'unconfirmed',
        isConfirmed ? 'staff' : null,
        'registered',
        1,
      ],
      result,
    )
  }
  const id = await stored(desk.holder, 'stale', 48, 'failed')
  assert.equal((await record(desk, id, 'confirmed')).status, 400)
  assert.equal((await record(desk, id, 'confirmed', 7)).body.error.code, 'VERSION_CONFLICT')
  assert.deepEqual((await desk.holder.call('GET', `/appointments/${id}/calls`)).body.data.items, [])
})

test('C5 points are in no answer, log line, audit row or copy: with and without them all of these are the same', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const id = await stored(holder, 'Canary', 48, 'asked')
  const traces = async () => {
    const firstLine = product.logLines.length
    const { rows: from } = await product.operator.query('select coalesce(max(at), now()) as at from audit_event')
    const answer = JSON.stringify(await read(holder))
    const query =
      'select action, subjects, detail from audit_event where platform_holder_id = $1 and at > $2 order by at'
    const { rows } = await product.operator.query(query, [holder.id, from[0].at])
    const lines = product.logLines.slice(firstLine).filter((line) => line.includes('listHolderCalls'))
    const told = lines.map((line) =>
      line.replaceAll(/"(?:time|durationMs|duration|ms|requestId|request_id|traceId|spanId)":(?:"[^"]*"|[\d.]+)/g, ''),
    )
    return { answer, audit: JSON.stringify(rows), log: told }
  }
  const without = await traces()
  await set(id, `created_at = starts_at - interval '20 days'`)
  await become(id, `channel = 'email'`)
  const { rows } = await product.operator.query('select holder_recipient_id from appointment where id = $1', [id])
  for (const days of [10, 20]) {
    const past = await appointmentOf(holder, 'Canary', 100 * 24)
    await set(
      past,
      `status = 'no_show', holder_recipient_id = '${rows[0].holderRecipientId}', ends_at = tijdig_now(), starts_at = tijdig_now() - interval '${days} days'`,
    )
  }
  // The facts do order: behind somebody without points they come first.
  const other = await stored(holder, 'Other', 47, 'asked')
  assert.deepEqual(await idsOf(holder), [id, other])
  await set(other, `status = 'completed'`)
  assert.deepEqual(await traces(), without)
  const links = [{ platformHolderId: holder.id, holderRecipientId: rows[0].holderRecipientId }]
  const copy = await (await product.createRecipient({ links })).call('GET', '/data-export')
  assert.equal(copy.status, 200)
  for (const line of [without.answer, without.audit, JSON.stringify(copy.body), ...without.log])
    assert.doesNotMatch(line, /\bpoints?\b|score|risk/i)
})

/** That the number of an appointment wrote about it, so many hours ago. */
async function wrote(id: string, state: 'open' | 'handled', hoursAgo: number) {
  await product.operator.query(
    `insert into reply (platform_holder_id, inbound_id, appointment_id, sender_key, received_at, reason, state)
     select platform_holder_id, $2, id, recipient_phone_key, tijdig_now() - $4 * interval '1 hour', 'not_understood', $3
     from appointment where id = $1`,
    [id, randomUUID(), state, hoursAgo],
  )
}

test('what somebody wrote keeps them only from being called as silent, while it is open or if it came after they were asked', async () => {
  const holder = await product.createHolder()
  const plan: readonly [name: string, fate: keyof typeof fates, state: 'open' | 'handled', hoursAgo: number][] = [
    ['Who is this, then STOP', 'optedOut', 'handled', 30],
    ['Wrote, and nothing arrived', 'failed', 'open', 2],
    ['Moved since, and nothing arrived', 'expired', 'handled', 30],
    ['Nobody knows', 'unknownForLong', 'open', 2],
    ['Wrote, and has no number now', 'noContact', 'handled', 2],
    ['Asked anew since', 'asked', 'handled', 30],
    ['Wrote before, and waits', 'asked', 'open', 30],
    ['Answered', 'asked', 'handled', 2],
  ]
  for (const [index, [name, fate, state, hoursAgo]] of plan.entries())
    await wrote(await stored(holder, name, 30 + index, fate), state, hoursAgo)
  const asks = await stored(holder, 'Asks to move', 29, 'failed')
  await set(
    asks,
    `open_request_id = gen_random_uuid(), open_request_type = 'reschedule', open_request_at = tijdig_now()`,
  )
  assert.deepEqual(await listed(holder), [
    'Who is this, then STOP opted_out',
    'Wrote, and nothing arrived not_delivered',
    'Moved since, and nothing arrived not_delivered',
    'Nobody knows unknown',
    'Wrote, and has no number now no_contact',
    'Asked anew since unanswered',
  ])
})

test('of another place is told otherwise who would get a notice of it: by the words, and by the last message that named one', async () => {
  const holder = await product.createHolder()
  const locations = [
    { id: 'main', name: 'Lindelaan 4' },
    { id: 'main-new', name: 'lindelaan 4.' },
    { id: 'quay', name: 'Kade 9' },
  ]
  await product.operator.query(
    `update platform_holder set scheduling_setup = jsonb_build_object('locations', $2::jsonb) where platform_holder_id = $1`,
    [holder.id, JSON.stringify(locations)],
  )
  const main = `told_location_id = 'main', told_place = 'Lindelaan 4'`
  const lastNamedNone = (at: string) =>
    `told_location_id = case offset_key when 'P3D' then 'main' else '${at}' end, told_place = case offset_key when 'P3D' then 'Lindelaan 4' end,
     handed_over_at = handed_over_at + case offset_key when 'P3D' then interval '0' else interval '1 hour' end`
  const at = (location: string | null, label: string | null = null, revision = 2) =>
    `location_id = ${location && `'${location}'`}, location_label = ${label && `'${label}'`}, schedule_revision = ${revision}`
  const plan: readonly [name: string, told: string, now: string][] = [
    ['Same words, new id', main, at('main-new')],
    ['Other place', main, at('quay')],
    ['Other room at the same place', main, at('main', 'Lindelaan 4, kamer 2')],
    ['Other words, no location', `told_place = 'Lindelaan 4'`, at(null, 'Kade 9')],
    ['Corrected spelling', `told_location_id = 'main', told_place = 'Lindenlaan 4'`, at('main')],
    ['Place is taken away', main, at(null)],
    ['Back where the last place told was', lastNamedNone('quay'), at('main')],
    ['Never told where it is now', lastNamedNone('quay'), at('quay')],
    // Told of the present schedule, whose prompt nobody answered: the practice calls the place otherwise since.
    ['Renamed', `told_location_id = 'main', told_place = 'Praktijk'`, at('main', null, 1)],
  ]
  for (const [index, [name, told, now]] of plan.entries()) {
    const id = await stored(holder, name, 30 + index, 'asked')
    await become(id, told)
    await set(id, now)
  }
  assert.deepEqual(await listed(holder), [
    'Other place told_otherwise',
    'Other room at the same place told_otherwise',
    'Other words, no location told_otherwise',
    'Never told where it is now told_otherwise',
    'Renamed unanswered',
  ])
})

test('`callsPerDay` cuts only those who did not answer, less those called today', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const { body } = await holder.call('GET', '/reminder-policy')
  assert.equal(body.data.callsPerDay, 15)
  await product.operator.query('update reminder_policy set calls_per_day = 2 where platform_holder_id = $1', [
    holder.id,
  ])
  for (const hours of [40, 41, 42]) await stored(holder, `Failed ${hours}`, hours, 'failed')
  const silent: string[] = []
  for (const hours of [30, 31, 32, 33]) silent.push(await stored(holder, `Silent ${hours}`, hours, 'asked'))
  assert.equal((await read(holder)).items.length, 5)
  assert.equal((await read(holder)).leftOut, 2)
  await record(desk, silent[0] ?? '', 'message_left')
  const { items, leftOut } = await read(holder)
  assert.deepEqual(
    [
      items.filter(({ reason }) => reason === 'unanswered').map(({ appointmentId }) => appointmentId),
      items.length,
      leftOut,
    ],
    [[silent[1]], 4, 2],
  )
  await age(silent[0] ?? '', 24 * 60)
  assert.equal((await read(holder)).items.length, 5)
  await product.operator.query('update reminder_policy set calls_per_day = 0 where platform_holder_id = $1', [
    holder.id,
  ])
  assert.deepEqual((await read(holder)).leftOut, 3)
})

test('a wrong number gets no text messages, and is taken back with the call', async () => {
  const desk = await openDesk()
  const number = newNumber()
  const id = await stored(desk.holder, 'Wrong', 48, 'failed', number)
  const sourcesOf = async () => {
    const query = 'select source from suppression where platform_holder_id = $1 and is_active'
    return (await product.operator.query(query, [desk.holder.id])).rows.map(({ source }) => source)
  }
  const recorded = await record(desk, id, 'wrong_number')
  assertDocumented('recordHolderCall', recorded.status, recorded.body)
  assert.deepEqual(await sourcesOf(), ['staff'])
  const taken = await withdraw(desk, id, recorded.body.data.callId)
  assertDocumented('withdrawHolderCall', taken.status, taken.body)
  assert.deepEqual([taken.status, await sourcesOf(), await idsOf(desk.holder)], [200, [], [id]])
  assert.equal((await withdraw(desk, id, recorded.body.data.callId)).status, 404)
  const noNumber = await appointmentOf(desk.holder, 'No number', 48, null)
  assert.equal((await record(desk, noNumber, 'wrong_number')).body.error.code, 'STATE_CONFLICT')
})

test('a wrong number that is taken back is the one that was called, also once the contact was corrected', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const numberOf = async (id: string) => {
    const query = `select encode(recipient_phone_key, 'hex') as number from appointment where id = $1`
    return (await product.operator.query(query, [id])).rows[0].number as string
  }
  const stopped = async () => {
    const query = `select encode(contact_key, 'hex') as number from suppression where platform_holder_id = $1 and is_active`
    return (await product.operator.query(query, [holder.id])).rows.map(({ number }) => number as string)
  }
  const corrects = async (id: string) => {
    const { personId } = (await holder.call('GET', `/appointments/${id}`)).body.data.recipient
    const corrected = { clientRequestId: randomUUID(), phoneNumberE164: newNumber(), email: null }
    assert.equal((await holder.call('POST', `/people/${personId}/contact`, corrected)).status, 200)
  }
  const id = await stored(holder, 'Corrected', 48, 'failed')
  const first = await record(desk, id, 'wrong_number')
  await corrects(id)
  const second = await record(desk, id, 'wrong_number')
  const number = await numberOf(id)
  assert.equal((await stopped()).length, 2)
  assert.equal((await withdraw(desk, id, first.body.data.callId)).status, 200)
  assert.deepEqual(await stopped(), [number])

  // As calls were kept before they had their number.
  await product.operator.query('update appointment_call set number_key = null where appointment_id = $1', [id])
  await withdraw(desk, id, second.body.data.callId)
  assert.deepEqual(await stopped(), [])
  const old = await record(desk, id, 'wrong_number')
  await product.operator.query('update appointment_call set number_key = null where appointment_id = $1', [id])
  await corrects(id)
  await record(desk, id, 'wrong_number')
  await withdraw(desk, id, old.body.data.callId)
  assert.deepEqual((await stopped()).toSorted(), [number, await numberOf(id)].toSorted())
})

test('a call that is taken back takes its confirmation back, and leaves one that is the person’s own', async () => {
  const desk = await openDesk()
  const confirmationOf = async (id: string) =>
    (await desk.holder.call('GET', `/appointments/${id}`)).body.data.confirmation
  const id = await stored(desk.holder, 'Mistaken', 48, 'asked')
  const { body } = await record(desk, id, 'confirmed', 1)
  assert.equal((await confirmationOf(id)).status, 'confirmed')
  await withdraw(desk, id, body.data.callId)
  assert.deepEqual([(await confirmationOf(id)).status, await idsOf(desk.holder)], ['unconfirmed', [id]])
  const own = await stored(desk.holder, 'Own', 48, 'asked')
  await set(own, `confirmed_at = tijdig_now(), confirmed_via = 'app', confirmed_revision = 1`)
  const noted = await record(desk, own, 'confirmed', 1)
  assert.equal(noted.status, 201)
  await withdraw(desk, own, noted.body.data.callId)
  assert.equal((await confirmationOf(own)).via, 'app')
})

test('a call that is taken back leaves what a colleague was told: at the desk, in another call, or of the time it was moved to', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const read = async (id: string) => (await holder.call('GET', `/appointments/${id}`)).body.data
  const isConfirmed = async (id: string) => (await read(id)).confirmation.status === 'confirmed'
  const confirms = async (id: string) => {
    const body = { clientRequestId: randomUUID(), expectedVersion: (await read(id)).version }
    assert.equal((await holder.call('POST', `/appointments/${id}/confirmation`, body)).status, 200)
  }
  const calls = async (id: string) =>
    (await record(desk, id, 'confirmed', (await read(id)).version)).body.data.callId as string

  const atDesk = await stored(holder, 'At the desk first', 48, 'asked')
  await confirms(atDesk)
  await withdraw(desk, atDesk, await calls(atDesk))
  assert.ok(await isConfirmed(atDesk))

  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const twice = await stored(holder, `In two calls ${order.join()}`, 48, 'asked')
    const made = [await calls(twice), await calls(twice)]
    const stands: boolean[] = []
    for (const index of order) {
      await withdraw(desk, twice, made[index] ?? '')
      stands.push(await isConfirmed(twice))
    }
    assert.deepEqual(stands, [true, false])
  }

  const moved = await stored(holder, 'Moved since', 48, 'asked')
  const ofOldTime = await calls(moved)
  await set(moved, 'schedule_revision = 2, version = version + 1')
  await confirms(moved)
  await withdraw(desk, moved, ofOldTime)
  assert.ok(await isConfirmed(moved))
})

test('who else is on the number is named, and only here', async () => {
  const [holder, elsewhere] = [await product.createHolder(), await product.createHolder()]
  const number = newNumber()
  const id = await stored(holder, 'Mother', 48, 'failed', number)
  const child = await stored(holder, 'Child', 60, 'planned', number)
  await stored(elsewhere, 'At another practice', 60, 'failed', number)
  const { items } = await read(holder)
  assert.deepEqual(
    items.map((item) => [
      item.appointmentId,
      item.othersOnNumber.map((one: { appointmentId: string }) => one.appointmentId),
    ]),
    [[id, [child]]],
  )
})

test('two who record at once are both kept, one repeated is one, and a confirmation races no cancellation into both', async () => {
  const desk = await openDesk()
  const id = await stored(desk.holder, 'Called by two', 48, 'failed')
  const answers = await Promise.all([record(desk, id, 'no_answer'), record(desk, id, 'message_left')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
  const body = { clientRequestId: randomUUID(), result: 'no_answer' }
  const repeated = await Promise.all(
    Array.from({ length: 5 }, () => fromBrowser(desk, 'POST', `/appointments/${id}/calls`, body)),
  )
  assert.equal(new Set(repeated.map((answer) => answer.body.data.callId)).size, 1)
  assert.equal((await desk.holder.call('GET', `/appointments/${id}/calls`)).body.data.items.length, 3)
  for (let round = 0; round < 10; round += 1) {
    const one = await stored(desk.holder, `Raced ${round}`, 48, 'failed')
    const cancelling = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
    const [called, cancelled] = await Promise.all([
      record(desk, one, 'confirmed', 1),
      desk.holder.call('POST', `/appointments/${one}/cancellation`, cancelling),
    ])
    assert.equal([called.status, cancelled.status].filter((status) => status < 300).length, 1)
    const { items } = (await desk.holder.call('GET', `/appointments/${one}/calls`)).body.data
    assert.equal(items.length, called.status === 201 ? 1 : 0)
  }
})

test('a span of more than a week is refused, and a key records no call', async () => {
  const desk = await openDesk()
  const long = new URLSearchParams({ from: '2026-12-01T00:00:00Z', to: '2026-12-08T02:00:00Z' })
  assert.equal((await desk.holder.call('GET', `/calls?${long}`)).status, 400)
  const id = await appointmentOf(desk.holder, 'By key', 48)
  const body = { clientRequestId: randomUUID(), result: 'no_answer' }
  assert.equal((await desk.holder.call('POST', `/appointments/${id}/calls`, body)).status, 403)
})

test('C6 who is called is shown beside who has appointments, by language and channel; under five are merged', async () => {
  const desk = await openDesk()
  const { holder } = desk
  const plan: readonly [locale: string, channel: string | null, people: number, called: number][] = [
    ['nl', 'sms', 12, 3],
    ['tr', 'sms', 6, 3],
    ['pl', 'email', 3, 1],
    ['ar', null, 1, 1],
  ]
  for (const [locale, channel, people, called] of plan)
    for (let index = 0; index < people; index += 1) {
      const id = await appointmentOf(holder, `${locale} ${index}`, 48)
      await become(id, channel === null ? 'channel = null' : `channel = '${channel}'`)
      const localeOf =
        'update holder_recipient set locale = $2 where id = (select holder_recipient_id from appointment where id = $1)'
      await product.operator.query(localeOf, [id, locale])
      if (index < called) assert.equal((await record(desk, id, 'message_left')).status, 201)
    }
  const day = (await product.clock.now()).add({ hours: 48 }).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate()
  const from = day.subtract({ days: 1 }).toString()
  const to = day.add({ days: 1 }).toString()
  const { status, body } = await holder.call('GET', `/reports/calls?${new URLSearchParams({ from, to })}`)
  assertDocumented('getHolderCallReport', status, body)
  const { locales, channels } = body.data
  assert.deepEqual({ locales, channels }, golden)
})

// 22 appointments, 8 of them called about. Four people of two languages are under five, so the next smallest one joins them.
const golden = {
  locales: [
    { key: 'nl', appointments: 12, called: 3, appointmentsShare: 0.5455, calledShare: 0.375 },
    { key: 'other', appointments: 10, called: 5, appointmentsShare: 0.4545, calledShare: 0.625 },
  ],
  channels: [{ key: 'other', appointments: 22, called: 8, appointmentsShare: 1, calledShare: 1 }],
}
