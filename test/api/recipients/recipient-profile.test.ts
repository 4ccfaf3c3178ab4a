import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { rejectDeletion } from '#/app/operator/recipients/deletion.ts'
import { shareTestProduct, type TestHolder, type TestProduct, type TestRecipient } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'

let product: TestProduct

before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

let numbers = 0

/** A recipient of `count` holders, with a number and an address of their own. */
async function linked(count = 1) {
  numbers += 1
  const phone = `+3161${String(1_000_000 + numbers)}`
  const email = `profiel-${numbers}@example.nl`
  const holders: TestHolder[] = []
  const appointments = []
  for (let n = 0; n < count; n += 1) {
    const holder = await product.createHolder()
    holders.push(holder)
    const person = { displayName: 'Sanne de Vries', email, phoneNumberE164: phone }
    appointments.push(await storeAppointment(product, holder, 240, { recipient: person }))
  }
  const { rows } = await product.operator.query<{ platformHolderId: string; holderRecipientId: string }>(
    `select platform_holder_id as platform_holder_id, holder_recipient_id as holder_recipient_id from appointment where id = any($1)`,
    [appointments.map((appointment) => appointment.id)],
  )
  const recipient = await product.createRecipient({ displayName: 'Sanne de Vries', links: rows })
  await product.operator.query('update recipient set phone_number_e164 = $2, email = $3 where id = $1', [
    recipient.id,
    phone,
    email,
  ])
  return { recipient, holders, appointments, phone, email }
}

const profileOf = async (recipient: TestRecipient) => (await recipient.call('GET', '/profile')).body.data
const preferencesOf = async (recipient: TestRecipient) => (await recipient.call('GET', '/preferences')).body.data
const patch = async (recipient: TestRecipient, path: '/profile' | '/preferences', changes: object) => {
  const { version } = (await recipient.call('GET', path)).body.data
  const answer = await recipient.call('PATCH', path, { expectedVersion: version, ...changes })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}
const codeOf = async (recipient: TestRecipient, path: string, body: object) =>
  (await recipient.call('PATCH', path, body)).body.error?.code

test('the profile masks contact data, keeps what is not given, and clears with null', async () => {
  const { recipient, phone } = await linked()
  const profile = await profileOf(recipient)
  assert.equal(profile.phoneNumberMasked, `+31*******${phone.slice(-2)}`)
  assert.match(profile.emailMasked, /^p\*\*\*@example\.nl$/)
  assert.deepEqual(
    [profile.displayName, profile.locale, profile.timezone, profile.version],
    ['Sanne de Vries', null, null, 1],
  )
  const changed = await patch(recipient, '/profile', { locale: 'tr', timezone: 'Europe/Istanbul' })
  assert.deepEqual(
    [changed.displayName, changed.locale, changed.timezone, changed.version],
    ['Sanne de Vries', 'tr', 'Europe/Istanbul', 2],
  )
  const cleared = await patch(recipient, '/profile', { locale: null })
  assert.deepEqual([cleared.locale, cleared.timezone, cleared.version], [null, 'Europe/Istanbul', 3])
})

test('contact data can be neither claimed nor changed, and a zone must exist', async () => {
  const { recipient } = await linked()
  for (const field of ['phoneNumberE164', 'phoneNumberMasked', 'email', 'emailMasked', 'recipientId', 'status'])
    assert.equal(
      await codeOf(recipient, '/profile', { expectedVersion: 1, locale: 'nl', [field]: '+31687654321' }),
      'UNKNOWN_FIELD',
    )
  assert.equal(
    await codeOf(recipient, '/profile', { expectedVersion: 1, timezone: 'Europe/Nowhere' }),
    'TIMEZONE_UNKNOWN',
  )
  assert.equal(await codeOf(recipient, '/profile', { expectedVersion: 1 }), 'VALIDATION_FAILED')
  assert.equal(await codeOf(recipient, '/profile', { locale: 'nl' }), 'VALIDATION_FAILED')
  assert.equal((await profileOf(recipient)).version, 1)
})

for (const [path, changes] of [
  ['/profile', (n: number) => ({ displayName: `Schrijver ${n}` })],
  [
    '/preferences',
    (n: number) => ({
      quietHours: { from: '20:00', to: `08:${String(n).padStart(2, '0')}`, timezone: 'Europe/Amsterdam' },
    }),
  ],
] as const) {
  test(`of 50 parallel changes of ${path} from one version, one wins and 49 conflict`, async () => {
    const { recipient } = await linked()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => recipient.call('PATCH', path, { expectedVersion: 1, ...changes(n) })),
    )
    const won = answers.filter((answer) => answer.status === 200)
    const lost = answers.filter((answer) => answer.status === 409)
    assert.deepEqual([won.length, lost.length], [1, 49])
    for (const { body } of lost) {
      assert.equal(body.error.code, 'VERSION_CONFLICT')
      assert.equal(body.error.details[0].currentVersion, 2)
    }
    assert.deepEqual((await recipient.call('GET', path)).body.data, won[0]!.body.data)
  })
}

test('preferences begin with the defaults, and are merged by key, cleared with null', async () => {
  const { recipient, holders } = await linked(2)
  const ids = holders.map((holder) => holder.id).toSorted()
  assert.deepEqual(await preferencesOf(recipient), {
    version: 1,
    preferredChannel: 'provider_default',
    channels: {
      sms: { enabled: true, optedOutAt: null, optedOutVia: null },
      email: { enabled: true, optedOutAt: null, optedOutVia: null },
    },
    messageKinds: { reminder: true, confirm_prompt: true, change: true, cancellation: true },
    quietHours: null,
    perHolder: ids.map((platformHolderId) => ({ platformHolderId, smsEnabled: true, emailEnabled: true })),
  })
  const quietHours = { from: '20:00', to: '09:00', timezone: 'Europe/Amsterdam' }
  await patch(recipient, '/preferences', { preferredChannel: 'email', messageKinds: { change: false }, quietHours })
  const merged = await patch(recipient, '/preferences', {
    messageKinds: { reminder: false },
    quietHours: { to: '07:30' },
    perHolder: [{ platformHolderId: ids[0], smsEnabled: false, emailEnabled: true }],
  })
  assert.equal(merged.preferredChannel, 'email')
  assert.deepEqual(merged.messageKinds, { reminder: false, confirm_prompt: true, change: false, cancellation: true })
  assert.deepEqual(merged.quietHours, { ...quietHours, to: '07:30' })
  assert.deepEqual(merged.perHolder, [
    { platformHolderId: ids[0], smsEnabled: false, emailEnabled: true },
    { platformHolderId: ids[1], smsEnabled: true, emailEnabled: true },
  ])
  const next = await patch(recipient, '/preferences', {
    perHolder: [{ platformHolderId: ids[1], smsEnabled: true, emailEnabled: false }],
  })
  assert.deepEqual(next.perHolder[0], merged.perHolder[0], 'other organizations stay as they are')
  const cleared = await patch(recipient, '/preferences', {
    preferredChannel: null,
    messageKinds: null,
    quietHours: null,
    perHolder: null,
  })
  assert.deepEqual({ ...cleared, version: 1 }, { ...(await preferencesOf(recipient)), version: 1 })
  assert.deepEqual([cleared.preferredChannel, cleared.quietHours], ['provider_default', null])
  assert.ok(
    cleared.perHolder.every(
      (entry: { smsEnabled: boolean; emailEnabled: boolean }) => entry.smsEnabled && entry.emailEnabled,
    ),
  )
})

test('quiet hours need both ends and a zone, and an organization must know the recipient', async () => {
  const { recipient } = await linked()
  const stranger = await product.createHolder()
  const faults = async (changes: object) => {
    const { status, body } = await recipient.call('PATCH', '/preferences', { expectedVersion: 1, ...changes })
    assert.equal(status, 400)
    return body.error.details.map((detail: { path: string; code: string }) => `${detail.path} ${detail.code}`)
  }
  assert.deepEqual(await faults({ quietHours: { from: '21:00' } }), [
    'quietHours.to required',
    'quietHours.timezone required',
  ])
  assert.deepEqual(await faults({ quietHours: { from: '21:00', to: '21:00', timezone: 'Europe/Amsterdam' } }), [
    'quietHours.to conflict',
  ])
  assert.deepEqual(await faults({ quietHours: { from: '24:00' } }), ['quietHours.from invalid_format'])
  const entry = (platformHolderId: string) => ({ platformHolderId, smsEnabled: false, emailEnabled: false })
  assert.deepEqual(await faults({ perHolder: [entry(stranger.id)] }), ['perHolder.0.platformHolderId not_allowed'])
  assert.deepEqual(await faults({ perHolder: [entry('nobody')] }), ['perHolder.0.platformHolderId not_allowed'])
  const zone = { quietHours: { from: '21:00', to: '07:00', timezone: 'Europe/Nowhere' } }
  assert.equal(await codeOf(recipient, '/preferences', { expectedVersion: 1, ...zone }), 'TIMEZONE_UNKNOWN')
  assert.deepEqual(await faults(zone), ['quietHours.timezone not_allowed'])
  assert.equal((await preferencesOf(recipient)).version, 1)
})

test('opt-outs are shown however they came about, and only those of the person can be taken back', async () => {
  const { recipient, holders, phone, email } = await linked()
  const [holder] = holders as [TestHolder]
  const optOut = (channel: 'sms' | 'email', address: string, source: string) =>
    product.operator.query(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source) values ($1, $2, $3, true, $4)`,
      [holder.id, channel, contactKey(product.services.keys, channel, address), source],
    )
  await optOut('sms', phone, 'staff')
  await optOut('email', email, 'list_unsubscribe')
  const shown = await preferencesOf(recipient)
  assert.deepEqual([shown.channels.sms.enabled, shown.channels.sms.optedOutVia], [true, 'staff'])
  assert.deepEqual([shown.channels.email.enabled, shown.channels.email.optedOutVia], [true, 'list_unsubscribe'])
  assert.match(shown.channels.email.optedOutAt, /Z$/)
  assert.deepEqual(shown.perHolder, [{ platformHolderId: holder.id, smsEnabled: false, emailEnabled: false }])
  const asked = await patch(recipient, '/preferences', {
    perHolder: [{ platformHolderId: holder.id, smsEnabled: true, emailEnabled: true }],
  })
  assert.deepEqual(asked.perHolder, [{ platformHolderId: holder.id, smsEnabled: false, emailEnabled: true }])
  assert.equal(asked.channels.email.optedOutAt, null)
})

test('a channel switched off is on the list for all holders, under the contacts the recipient is known by', async () => {
  const { recipient, phone, email } = await linked()
  const off = await patch(recipient, '/preferences', {
    channels: { sms: { enabled: false }, email: { enabled: false } },
  })
  assert.deepEqual([off.channels.sms.enabled, off.channels.sms.optedOutVia], [false, 'app'])
  const keys = [contactKey(product.services.keys, 'sms', phone), contactKey(product.services.keys, 'email', email)]
  const listed = async () =>
    (
      await product.operator.query<{ channel: string; isActive: boolean; source: string }>(
        'select channel, is_active, source from suppression_everywhere where contact_key = any($1) order by channel',
        [keys],
      )
    ).rows
  assert.deepEqual(await listed(), [
    { channel: 'email', isActive: true, source: 'app' },
    { channel: 'sms', isActive: true, source: 'app' },
  ])
  const on = await patch(recipient, '/preferences', { channels: { sms: { enabled: true } } })
  assert.deepEqual(
    [on.channels.sms.enabled, on.channels.sms.optedOutAt, on.channels.email.enabled],
    [true, null, false],
  )
  assert.deepEqual(
    (await listed()).map((row) => row.isActive),
    [true, false],
  )
})

test('a copy of the data is complete, unmasked, of nobody else, and made once a day', async () => {
  const { recipient, holders, appointments, phone, email } = await linked(2)
  const keyOf = (number: string) => contactKey(product.services.keys, 'sms', number)
  // Of whom the first appointment was before its source corrected who comes.
  const former = '+31612340099'
  const others = await storeAppointment(product, holders[0]!, 240, {
    recipient: { displayName: 'Iemand Anders', phoneNumberE164: phone },
  })
  const said = { displayName: 'Sanne de Vries', phoneNumberE164: phone, email, locale: 'pl' }
  await holders[0]!.call('PATCH', `/appointments/${appointments[0].id}`, { expectedVersion: 1, recipient: said })
  await patch(recipient, '/preferences', { channels: { sms: { enabled: false } } })
  const asked = await recipient.call('POST', `/appointments/${appointments[0].id}/cancellation-requests`, {
    clientRequestId: crypto.randomUUID(),
    expectedVersion: 2,
    note: 'Ik ben dan op reis',
  })
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  const [link] = (
    await product.operator.query<{ profileId: string }>(
      'select profile_id from recipient_profile_link where recipient_id = $1',
      [recipient.id],
    )
  ).rows
  await product.login.query(
    `insert into login.profile (id, number_key, phone_number_e164, created_at) values ($1, $2, $3, now())
     on conflict (id) do nothing`,
    [link?.profileId, keyOf(phone), phone],
  )
  await product.login.query(
    `insert into login.session (id, profile_id, kind, token_sha256, created_at, expires_at) values ($1, $2, 'browser', 'x', now(), now())`,
    [crypto.randomUUID(), link?.profileId],
  )
  await product.operator.query(
    `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider,
       destination, destination_key, sender, body, handed_over_at, updated_at)
     select platform_holder_id, id, row_number() over (order by due_at), gen_random_uuid(), 'sms', 'delivered', 'twilio',
       case row_number() over (order by due_at) when 1 then $2 else $4 end, case row_number() over (order by due_at) when 1 then $3::bytea else $5 end,
       '+3197010250000', 'Uw afspraak', now(), now()
     from reminder where appointment_id = $1 order by due_at limit 2`,
    [appointments[0].id, phone, keyOf(phone), former, keyOf(former)],
  )
  await product.operator.query(
    `insert into inbound_sms (id, provider, provider_message_id, sender_key, sender, body, meaning, platform_holder_id, appointment_id, received_at)
     select gen_random_uuid(), 'twilio', t.name, $3, $4, t.name, 'other', t.holder, t.appointment, tijdig_now() - t.ago
     from (values ('Mag ik later?', $1::uuid, $2::uuid, interval '1 day'), ('Over een ander', $1, $5::uuid, '0'), ('Wie is dit?', null, null, '0'),
       ('Van wie het nummer eerst was', null, null, '1 day')) t(name, holder, appointment, ago)
     union all select gen_random_uuid(), 'twilio', 'eerst', $6::bytea, $7, 'Van wie de afspraak eerst was', 'other', $1, $2, tijdig_now()`,
    [holders[0]!.id, appointments[0].id, keyOf(phone), phone, others.id, keyOf(former), former],
  )
  await product.operator.query(`update appointment set cancellation_note = 'Arts is ziek' where id = $1`, [
    appointments[0].id,
  ])
  const deletion = await recipient.call('POST', '/deletion-requests', {
    clientRequestId: crypto.randomUUID(),
    confirmDeletion: true,
  })
  await rejectDeletion(product.operator, deletion.body.data.id, 'Dat kan nu niet')
  const head = await recipient.call('HEAD', '/data-export')
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET'], 'HEAD must not spend the copy of a day')
  const answers = await Promise.all(Array.from({ length: 5 }, () => recipient.call('GET', '/data-export')))
  const made = answers.filter((answer) => answer.status === 200)
  assert.equal(made.length, 1)
  for (const { status, body, headers } of answers.filter((answer) => answer !== made[0])) {
    assert.deepEqual([status, body.error.code], [429, 'RATE_LIMITED'])
    const seconds = Number(headers.get('retry-after'))
    assert.ok(Number.isInteger(seconds) && seconds > 86_000 && seconds <= 86_400, String(seconds))
  }
  const { data } = made[0]!.body
  assert.equal(made[0]!.headers.get('cache-control'), 'no-store')
  assert.deepEqual([data.profile.phoneNumberE164, data.profile.email], [phone, email])
  assert.deepEqual(
    data.organizations.map((one: { platformHolderId: string }) => one.platformHolderId).toSorted(),
    holders.map((one) => one.id).toSorted(),
  )
  assert.deepEqual(
    data.appointments.map((one: { id: string }) => one.id).toSorted(),
    appointments.map((one) => one.id).toSorted(),
  )
  assert.ok(data.appointments.every((one: { phoneNumberE164: string }) => one.phoneNumberE164 === phone))
  assert.ok(data.messages.length >= 3)
  assert.ok(!JSON.stringify(data).includes(former), 'what was sent to somebody else is not theirs')
  assert.deepEqual([data.requests.length, data.requests[0].note], [1, 'Ik ben dan op reis'])
  assert.deepEqual([data.optOuts.length, data.optOuts[0].source, data.optOuts[0].platformHolderId], [1, 'app', null])
  assert.equal(data.apiKeys.length, 1)
  const attempts = data.messages.flatMap((one: { attempts: { address: string; text: string }[] }) => one.attempts)
  assert.deepEqual(
    attempts.map(({ address, text }: { address: string; text: string }) => [address, text]),
    [[phone, 'Uw afspraak']],
  )
  assert.deepEqual(data.replies.map(({ text, from }: { text: string; from: string }) => [text, from]).toSorted(), [
    ['Mag ik later?', phone],
    ['Wie is dit?', phone],
  ])
  assert.deepEqual(
    data.signIns.map((one: { phoneNumberE164: string; sessions: unknown[] }) => [
      one.phoneNumberE164,
      one.sessions.length,
    ]),
    [[phone, 1]],
  )
  const first = data.appointments.find((one: { id: string }) => one.id === appointments[0].id)
  assert.deepEqual([first.cancellationNote, first.sourceSystem], ['Arts is ziek', 'local'])
  assert.deepEqual(
    data.appointments
      .map((one: typeof first) => [one.platformHolderId === holders[0]!.id, one.rememberedLocale])
      .toSorted(),
    [
      [false, null],
      [true, 'pl'],
    ],
  )
  assert.deepEqual(
    data.deletionRequests.map((one: { status: string; outcomeMessage: string }) => [one.status, one.outcomeMessage]),
    [['rejected', 'Dat kan nu niet']],
  )
  const actions = new Set(data.actions.map((one: { action: string }) => one.action))
  for (const action of ['updateRecipientPreferences', 'appOptOut', 'createRecipientCancellationRequest'])
    assert.ok(actions.has(action), action)
  await product.clock.set((await product.clock.now()).add({ hours: 24, minutes: 1 }).toString())
  assert.equal((await recipient.call('GET', '/data-export')).status, 200)
})

test('every read and change of a recipient’s data names them in the audit', async () => {
  const { recipient } = await linked()
  await profileOf(recipient)
  await patch(recipient, '/preferences', { preferredChannel: 'email' })
  const { rows } = await product.operator.query<{ action: string }>(
    `select action from audit_event where actor_kind = 'recipient' and actor_id = $1 and $1 = any(subjects) order by at`,
    [recipient.id],
  )
  assert.deepEqual(
    rows.map((row) => row.action),
    ['getRecipientProfile', 'getRecipientPreferences', 'updateRecipientPreferences'],
  )
})
