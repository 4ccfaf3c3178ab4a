import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { createMaintenance } from '#/app/background/maintenance.ts'
import { createMetrics } from '#/app/server/health/metrics.ts'
import { shortTermErasures } from '#/app/background/retention.ts'
import { createLog } from '#/kernel/log.ts'
import { lockOldAppointments } from '#/slices/appointments/privacy-store.ts'
import { noteProof } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { storedState } from '../../api/appointments/stored-state.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import {
  fromBrowser,
  newAction,
  newRescheduleRequest,
  openVoice,
  openWorld,
  storeType,
  type World as Parties,
} from '../../operation-cases.ts'
import { person, startWorld, step, type World } from '../world.ts'

/** A term of docs/privacy.md: days from `made`, `atMost` for what goes by the month, and the count of what is left. */
type Term = { readonly what: string; readonly days: number; readonly atMost?: number; readonly left: string }

const months24 = 731
const years5 = 1826
const ofHolder = 'platform_holder_id = :holder'
const ofOldAppointments = [
  // Of the first visit and of the one with a request, which are both a day after everything else.
  ['reminder_attempt', ofHolder],
  ['delivery_receipt', ofHolder],
  ['recipient_request', ofHolder],
  ['suggestion', `${ofHolder} and request_id is not null`],
  [
    'holder_recipient',
    `${ofHolder} and not exists (select 1 from recipient_link l where l.holder_recipient_id = holder_recipient.id)`,
  ],
] as const

const terms: readonly Term[] = [
  { what: 'answers to staff', days: 1, left: `client_request where ${ofHolder}` },
  { what: 'conversations with the voice agent', days: 1, left: `voice_session where ${ofHolder}` },
  { what: 'proposals of the voice agent', days: 1, left: `voice_proposal where ${ofHolder}` },
  { what: 'calendar authorizations', days: 1, left: `integration_authorization where ${ofHolder}` },
  { what: 'challenges of passkeys', days: 1, left: `staff_passkey_challenge where challenge_sha256 = 'x'` },
  { what: 'calls by keys', days: 14, left: `request_log where ${ofHolder}` },
  { what: 'sign-in codes of staff', days: 2, left: `staff_sign_in_code where created_at < :made` },
  {
    what: 'messages',
    days: 30,
    left: `reminder_attempt where ${ofHolder} and (body is not null or destination is not null)`,
  },
  {
    what: 'replies',
    days: 30,
    left: `inbound_sms where ${ofHolder} and coalesce(body, sender, recipient) is not null`,
  },
  { what: 'words of answers to replies', days: 30, left: `reply_answer where ${ofHolder} and body is not null` },
  { what: 'messages of test organizations', days: 30, left: `test_inbox_message where ${ofHolder}` },
  { what: 'grants to revoke', days: 30, left: `integration_revocation where ${ofHolder}` },
  { what: 'calendar events', days: 30, left: `calendar_event where ${ofHolder}` },
  { what: 'deliveries to endpoints', days: 30, left: `webhook_delivery where ${ofHolder}` },
  { what: 'attempts of deliveries', days: 30, left: `webhook_attempt where ${ofHolder}` },
  { what: 'deleted endpoints', days: 30, left: `webhook_endpoint where ${ofHolder}` },
  { what: 'events', days: 30, left: `event where ${ofHolder} and occurred_at < :made` },
  { what: 'company look-ups', days: 30, left: `company_lookup where ${ofHolder}` },
  { what: 'proposed links', days: 30, left: `link_proposal where ${ofHolder}` },
  { what: 'receipts of nothing', days: 30, left: `delivery_receipt where provider_message_id = 'unmatched'` },
  { what: 'links of invitations', days: 30, left: `staff_invitation where ${ofHolder}` },
  {
    what: 'people who never answered an invitation',
    days: 30,
    left: `staff_member where email = 'newcomer@holder.example'`,
  },
  {
    what: 'invitations of former staff',
    days: 30,
    left: `staff_member where email = 'back@holder.example' and status = 'invited'`,
  },
  { what: 'receipts of service messages', days: 30, left: `delivery_receipt where provider_message_id = 'of service'` },
  { what: 'answers to recipients', days: 90, left: `client_request where actor_id = :recipient` },
  { what: 'payment set-ups given up', days: 90, left: `payment_setup where ${ofHolder}` },
  {
    what: 'words of requests, from the start of the appointment',
    days: 91,
    left: `recipient_request where ${ofHolder} and (note is not null or review_message is not null or preferred_windows <> '[]')`,
  },
  { what: 'wrong sign-in codes of staff', days: 100, left: `staff_sign_in_failure where email_key = 'x'` },
  {
    what: 'words of suggestions, from the proposed start',
    days: 102,
    left: `suggestion where ${ofHolder} and message is not null`,
  },
  { what: 'ended API keys', days: months24, left: `api_key where name = 'Ended'` },
  { what: 'replies that a person had to read, with their answers', days: months24, left: `reply where ${ofHolder}` },
  { what: 'inbound messages', days: months24, left: `inbound_sms where ${ofHolder}` },
  ...ofOldAppointments.map(([table, where]) => ({
    what: `${table} of an appointment`,
    days: months24 + 1,
    left: `${table} where ${where}`,
  })),
  { what: 'reminders', days: months24 + 9, left: `reminder where ${ofHolder}` },
  { what: 'appointments', days: months24 + 9, left: `appointment where ${ofHolder}` },
  { what: 'suggestions of operators', days: months24 + 12, left: `suggestion where import_uid = 'imported'` },
  { what: 'deletion requests', days: years5, left: `deletion_request where recipient_id = :recipient` },
  { what: 'names of archived service accounts', days: years5, left: `staff_member where name = 'former program'` },
  { what: 'addresses of former staff', days: years5, left: `staff_member where email = 'former@holder.example'` },
  {
    what: 'audit rows',
    days: years5,
    atMost: years5 + 31,
    left: `audit_event where platform_holder_id in (:holder, '00000000-0000-0000-0000-000000000000') and at < :made`,
  },
]

describe('G25 what is kept ends', () => {
  let world: World
  let parties: Parties
  let holder: TestHolder
  let owner: Client
  /** Everything of the test was made before this. */
  let made: Temporal.Instant
  let dormantProfile: string
  before(async () => {
    world = await startWorld()
    owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
    parties = await openWorld(world)
    holder = parties.holder
    await live()
    made = (await world.clock.now()).add({ seconds: 1 })
  })
  after(async () => {
    await owner?.end()
    await world?.stop()
  })

  /** A little of everything the product keeps, most of it by using it. */
  async function live(): Promise<void> {
    assert.equal((await holder.call('GET', '/events')).status, 200)
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 25 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT3H')
    await world.settled(holder, appointmentId, ['P1D sms delivered'])
    await world.reply(visit.phone, 'Mag mijn moeder mee?')
    await eventually(async () => (await world.sql('select 1 from inbound_sms')).length === 1)
    await world.reply(visit.phone, 'STOP')
    await eventually(async () => (await world.sql('select 1 from suppression where is_active')).length === 1)

    const lookup = { requestId: randomUUID(), search: { mode: 'kvk', kvk: '90006623' } }
    assert.equal((await holder.call('POST', '/companies/search', lookup)).status, 200)
    await storeType(holder)
    await askAndSuggest()
    // Else it may leave after the clock was put forward.
    await eventually(
      async () =>
        (await world.sql(`select 1 from reminder where kind = 'answer' and state = 'delivered'`)).length === 1,
    )
    // Stored a second after they were answered.
    await eventually(async () => (await world.sql('select 1 from request_log')).length > 0)
    const spoken = newAction(await openVoice(parties), 'updateHolderInterfaceLocale', { locale: 'en' })
    assert.equal((await fromBrowser(parties, 'POST', '/voice/actions', spoken)).body.data.status, 'proposal_created')

    const [own] = await world.sql<{ id: string }>(
      `insert into integration_connection (platform_holder_id, integration_id, provider, status)
       values ($1, gen_random_uuid(), 'caldav', 'disconnected') returning integration_id as id`,
      [holder.id],
    )
    await eventually(async () => (await world.sql('select 1 from reply')).length === 1)
    const byHand: readonly [string, unknown[]][] = [
      [
        `insert into reply_answer (platform_holder_id, id, reply_id, appointment_id, body, answered_by)
         select platform_holder_id, gen_random_uuid(), id, appointment_id, 'Uw moeder mag mee.', platform_holder_id
         from reply where platform_holder_id = $1`,
        [holder.id],
      ],
      [
        `insert into integration_authorization (platform_holder_id, id, integration_id, state_sha256, actor_id, credential_id, authentication, expires_at)
         values ($1, gen_random_uuid(), $2, 'x', $1, $1, 'session', tijdig_now())`,
        [holder.id, own?.id],
      ],
      [
        `with told as (
           insert into event (platform_holder_id, type, schema_version, subject_type, data)
           values ($1, 'ping', 1, 'holder', '{}') returning platform_holder_id, id
         ), endpoint as (
           insert into webhook_endpoint (platform_holder_id, id, url, secrets, deleted_at)
           values ($1, gen_random_uuid(), 'https://example.org', '[]', tijdig_now()) returning platform_holder_id, id
         ), delivery as (
           insert into webhook_delivery (platform_holder_id, endpoint_id, position, event_id, state)
           select platform_holder_id, endpoint.id, 1, told.id, 'failed' from told join endpoint using (platform_holder_id)
           returning platform_holder_id, endpoint_id, position
         )
         insert into webhook_attempt (platform_holder_id, endpoint_id, position, attempt_no, at, duration_ms)
         select platform_holder_id, endpoint_id, position, 1, now(), 1 from delivery`,
        [holder.id],
      ],
      [
        `insert into integration_revocation (platform_holder_id, id, integration_id, encrypted_grant) values ($1, gen_random_uuid(), $2, '')`,
        [holder.id, own?.id],
      ],
      [
        `insert into calendar_event (platform_holder_id, integration_id, calendar_id, event_key, external_appointment_id, starts_at, outcome,
           has_appointment, fingerprint, seen_round) values ($1, $2, 'c', 'e', 'e', tijdig_now(), 'no_recipient', false, '', 1)`,
        [holder.id, own?.id],
      ],
      [
        `insert into payment_setup (platform_holder_id, id, state, provider, locale, consented_by) values ($1, gen_random_uuid(), 'abandoned', 'mollie', 'nl', $1)`,
        [holder.id],
      ],
      [
        `insert into delivery_receipt (id, provider, state, provider_message_id, applied_at)
         values (gen_random_uuid(), 'twilio', 'sent', 'unmatched', null), (gen_random_uuid(), 'twilio', 'delivered', 'of service', tijdig_now())`,
        [],
      ],
      [
        `insert into api_key (id, platform_holder_id, actor_id, role, name, kind, prefix, secret_sha256, scopes, created_at, expires_at, revoked_at)
         values (gen_random_uuid(), $1, $2, 'platform_holder_user', 'Ended', 'full', 'x', 'x', '{}', tijdig_now(), tijdig_now() + interval '365 days', tijdig_now())`,
        [holder.id, holder.actorId],
      ],
      [
        `insert into staff_member (platform_holder_id, id, email, role, status) values ($1, gen_random_uuid(), 'former@holder.example', 'viewer', 'inactive')`,
        [holder.id],
      ],
      [
        `insert into staff_member (platform_holder_id, id, kind, name, status) values ($1, gen_random_uuid(), 'service', 'former program', 'inactive')`,
        [holder.id],
      ],
      [
        `insert into staff_member (platform_holder_id, id, email, role, status, is_newcomer)
         values ($1, gen_random_uuid(), 'newcomer@holder.example', 'viewer', 'invited', true),
           ($1, gen_random_uuid(), 'back@holder.example', 'viewer', 'invited', false)`,
        [holder.id],
      ],
      [
        `insert into staff_invitation (platform_holder_id, id, staff_member_id, expires_at)
         values ($1, gen_random_uuid(), gen_random_uuid(), tijdig_now() + interval '3 days')`,
        [holder.id],
      ],
      [
        `insert into staff_passkey_challenge (challenge_sha256, expires_at) values ('x', tijdig_now() + interval '1 day')`,
        [],
      ],
      [
        `insert into link_proposal (platform_holder_id, id, profile_id, holder_recipient_ids, proposed_by, decided_at)
         values ($1, gen_random_uuid(), gen_random_uuid(), '{}', $2, null), ($1, gen_random_uuid(), gen_random_uuid(), '{}', $2, tijdig_now())`,
        [holder.id, holder.actorId],
      ],
      [
        `insert into test_inbox_message (platform_holder_id, id, reference, channel, sender, destination, contact_key, body)
         values ($1, gen_random_uuid(), gen_random_uuid(), 'sms', 'Praktijk', '+31612345678', 'x', 'Tot morgen')`,
        [holder.id],
      ],
      [`insert into staff_sign_in_failure (email_key, tries, last_at) values ('x', 100, tijdig_now())`, []],
      [
        `insert into deletion_request (id, recipient_id, client_request_id, status, due_at, completed_at)
         values (gen_random_uuid(), $1, gen_random_uuid(), 'rejected', tijdig_now(), tijdig_now())`,
        [parties.recipient.id],
      ],
      [
        `insert into suggestion (platform_holder_id, id, recipient_id, kind, import_uid, proposed_starts_at, proposed_ends_at, timezone, status, reviewed_at, expires_at)
         select $1, gen_random_uuid(), $2, 'follow_up', 'imported', t, t + interval '1 hour', 'Europe/Amsterdam', 'dismissed', tijdig_now(), t
         from (select tijdig_now() + interval '12 days' as t) x`,
        [holder.id, parties.recipient.id],
      ],
    ]
    for (const [text, values] of byHand) await world.sql(text, values)
    // A job that failed for good: no task has its name.
    await owner.query(`select graphile_worker.add_job('nobody_does_this', '{}', max_attempts := 1)`)
    await owner.query('update graphile_worker._private_jobs set attempts = max_attempts where key is null')

    await world.createRecipient({ phoneNumberE164: '+31629990007' })
    const { rows } = await world.login.query<{ id: string }>(
      `select id from login.profile where phone_number_e164 = '+31629990007'`,
    )
    dormantProfile = rows[0]?.id ?? ''
    await noteProof(world.operator, world.services.keys, { id: dormantProfile, phoneNumberE164: '+31629990007' })
    await world.sql(
      `update recipient r set phone_number_e164 = '+31629990007' from recipient_profile_link l
       where l.recipient_id = r.id and l.profile_id = '${dormantProfile}'`,
    )
  }

  /** A request with a note of the recipient, reviewed with a message and another time. */
  async function askAndSuggest(): Promise<void> {
    const soon = (hours: number) => world.clock.now().then((now) => now.round('second').add({ hours }))
    const at = async (hours: number) => ({
      startsAt: (await soon(hours)).toString(),
      endsAt: (await soon(hours + 1)).toString(),
    })
    const recipient = { displayName: 'Sanne de Vries', email: 'sanne@example.com', phoneNumberE164: '+31612345678' }
    const body = { clientRequestId: randomUUID(), title: 'Controle', timezone: 'Europe/Amsterdam', recipient }
    const appointment = await holder.call('POST', '/appointments', { ...body, ...(await at(26)) })
    assert.equal(appointment.status, 201, JSON.stringify(appointment.body))
    const path = `/appointments/${appointment.body.data.id}/reschedule-requests`
    const asked = await parties.recipient.call('POST', path, await newRescheduleRequest(world))
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    const { startsAt, endsAt } = await at(24 * 12)
    const review = {
      decision: 'declined',
      message: 'Dat lukt niet',
      suggestedStartsAt: startsAt,
      suggestedEndsAt: endsAt,
    }
    const decided = await holder.call('POST', `/recipient-requests/${asked.body.data.id}/review`, {
      clientRequestId: randomUUID(),
      expectedVersion: 1,
      ...review,
    })
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    await world.sql(`update suggestion set message = 'Misschien dan?' where recipient_id = $1`, [parties.recipient.id])
  }

  /** As in a process that has just started, which also does the hourly work. */
  const maintain = () => createMaintenance(maintenance())()
  const maintenance = () => ({
    pool: world.operator,
    login: world.login,
    databaseUrl: world.databaseUrl,
    erasureJournal: '/nowhere/erasures.jsonl',
    services: world.services,
    metrics: createMetrics(),
    log: createLog('silent'),
  })

  async function count(from: string): Promise<number> {
    const named = { holder: holder.id, recipient: parties.recipient.id, made: made.toString() }
    const text = from.replaceAll(/:(holder|recipient|made)\b/g, (_, name: keyof typeof named) => `'${named[name]}'`)
    const [row] = await world.sql<{ count: number }>(`select count(*) from ${text}`)
    return row?.count ?? 0
  }

  /** After so many days and a round of maintenance: what was lost too early, and what was kept too long. */
  async function checkAfter(days: number): Promise<{ lost: string[]; kept: string[] }> {
    const wanted = made.add({ hours: Math.round(days * 24) })
    if (Temporal.Instant.compare(wanted, await world.clock.now()) > 0) await world.clock.set(wanted.toString())
    await maintain()
    const lost: string[] = []
    const kept: string[] = []
    for (const term of terms) {
      const left = await count(term.left)
      // The test's data were made within a day and some hours.
      if (days < term.days - 1.3 && left === 0) lost.push(`${term.what}, after ${days} days`)
      if (days > (term.atMost ?? term.days) + 0.3 && left > 0) kept.push(`${term.what}, after ${days} days`)
    }
    return { lost, kept }
  }

  test('everything is there until its term is over, and then gone', async () => {
    assert.deepEqual(await checkAfter(-1.4), { lost: [], kept: [] }, 'the test made too little')
    const instants = terms.flatMap(({ days, atMost = days }) => [days - 1.4, atMost + 0.4]).filter((days) => days > 0)
    for (const days of new Set(instants.toSorted((one, other) => one - other)))
      assert.deepEqual(await checkAfter(days), { lost: [], kept: [] })
  })

  test('a second round finds nothing to do', async () => {
    const restless = ['audit_event', 'report_day', 'report_cell', 'report_progress']
    await maintain()
    const before = await storedState(world.operator, restless)
    await maintain()
    assert.deepEqual(await storedState(world.operator, restless), before)
  })

  test('what is more than a page goes with the following rounds', async () => {
    await world.sql(
      `insert into inbound_sms (id, provider, provider_message_id, sender_key, meaning, received_at)
       select gen_random_uuid(), 'twilio', 'many-' || n, 'x', 'other', tijdig_now() - interval '25 months' from generate_series(1, 1200) n`,
    )
    const codes = `staff_sign_in_code where email = 'many@holder.example'`
    const forget = shortTermErasures.find(({ name }) => name === 'erase_sign_in_codes')
    await world.sql(
      `insert into staff_sign_in_code (id, email, email_key, code_hmac, created_at, expires_at)
       select gen_random_uuid(), 'many@holder.example', 'x', 'x', tijdig_now() - interval '3 days', tijdig_now() from generate_series(1, 1200)`,
    )
    assert.deepEqual([await forget?.perform(world.operator), await count(codes)], [true, 200], 'a full page')
    assert.deepEqual([await forget?.perform(world.operator), await count(codes)], [false, 0])
    const many = `inbound_sms where provider_message_id like 'many-%'`
    const maintainOn = createMaintenance(maintenance())
    await maintainOn()
    assert.ok((await count(many)) <= 700)
    await maintainOn()
    await maintainOn()
    assert.equal(await count(many), 0)
  })

  test('an appointment that is moved ahead while a page of old ones is being locked stays', async () => {
    const holder = await world.createHolder()
    const startsAt = (await world.clock.now()).add({ hours: 48 })
    const ids: string[] = []
    for (const id of ['a', 'b']) ids.push((await world.intake(holder, { ...person(), id, startsAt })).appointmentId)
    const [moved] = ids.toSorted().toReversed()
    const start = async (when: string, of: readonly unknown[]) =>
      world.sql(
        `update appointment set starts_at = tijdig_now() + $1::interval, ends_at = tijdig_now() + $1::interval + interval '1 hour' where id = any($2)`,
        [when, of],
      )
    await start('-25 months', ids)
    const erasing = new Client({ connectionString: world.databaseUrl, options: '-c role=tijdig_operator' })
    await erasing.connect()
    try {
      await erasing.query(`begin; declare old cursor for ${lockOldAppointments.text}; fetch 1 from old`)
      await start('1 month', [moved])
      const { rows } = await erasing.query<{ id: string }>('fetch all from old')
      assert.ok(!rows.some(({ id }) => id === moved))
    } finally {
      await erasing.end()
    }
  })

  test('an entry of nobody goes a day later, and whoever is known by another contact by now keeps note and objection', async () => {
    const holder = await world.createHolder()
    const startsAt = (await world.clock.now()).add({ hours: 24 * 30 })
    const handIn = (id: string, name: string, phone: string) => world.intake(holder, { id, name, phone, startsAt })
    const phones = async () =>
      (
        await world.sql<{ term: string }>(
          `select term from person_term where platform_holder_id = $1 and term like 'p316%' order by term`,
          [holder.id],
        )
      ).map(({ term }) => term)
    const jan = await handIn('jan', 'Jan Jansen', '+31611111111')
    const { personId } = (await holder.call('GET', `/appointments/${jan.appointmentId}`)).body.data.recipient
    const noted = await holder.call('PATCH', `/people/${personId}/note`, {
      expectedVersion: 0,
      text: 'Belt na vier uur',
    })
    assert.equal(noted.status, 200, JSON.stringify(noted.body))
    await holder.call('PATCH', `/people/${personId}/call-order`, { isOrderedByStartOnly: true })
    await handIn('jan', 'Jan Jansen', '+31622222222')
    await handIn('letter', 'Piet Pieters', '+31633333333')
    await world.sql(
      `insert into deletion_request (id, platform_holder_id, holder_recipient_id, client_request_id, received_on, due_at)
       select gen_random_uuid(), platform_holder_id, holder_recipient_id, gen_random_uuid(), current_date, tijdig_now()
       from appointment where platform_holder_id = $1 and external_appointment_id = 'letter'`,
      [holder.id],
    )
    await handIn('letter', 'Klaas Klaassen', '+31644444444')

    await maintain()
    assert.ok((await phones()).includes('p31611111111'), 'somebody may be booking for it')
    await world.clock.advance('PT25H')
    await handIn('new', 'Kees Keizer', '+31655555555')
    await handIn('new', 'Koos Keizer', '+31666666666')
    await maintain()
    assert.deepEqual(
      await phones(),
      ['p31622222222', 'p31633333333', 'p31644444444', 'p31655555555', 'p31666666666'],
      'a letter is about one, and one is of today',
    )
    const { recipient } = (await holder.call('GET', `/appointments/${jan.appointmentId}`)).body.data
    const known = (await holder.call('GET', `/people/${recipient.personId}`)).body.data
    assert.notEqual(recipient.personId, personId)
    assert.deepEqual([known.note.text, known.isOrderedByStartOnly], ['Belt na vier uur', true])
  })

  test('entries of nobody are looked for where the last look ended, however many stay', async () => {
    const add = (rows: string, made: string) =>
      world.sql(
        `insert into holder_recipient (platform_holder_id, id, contact_key, folded_name, created_at)
         select $1, id::uuid, id::bytea, 'many', ${made} from ${rows}`,
        [holder.id],
      )
    await add(
      `(select '00000000-0000-8000-a000-' || lpad(n::text, 12, '0') as id from generate_series(1, 10000) n) many`,
      'tijdig_now()',
    )
    await add(`(values ('ffffffff-ffff-8fff-afff-ffffffffffff')) left_over(id)`, `tijdig_now() - interval '2 days'`)
    const left = () => count(`holder_recipient where ${ofHolder} and id = 'ffffffff-ffff-8fff-afff-ffffffffffff'`)
    const rounds: number[] = []
    for (const _ of [1, 2]) {
      await maintain()
      rounds.push(await left())
    }
    assert.deepEqual(rounds, [1, 0])
    await world.clock.advance('PT25H')
    await maintain()
    await maintain()
    assert.equal(await count(`holder_recipient where ${ofHolder} and folded_name = 'many'`), 0)
  })

  test('a passkey stays while its owner works anywhere, and no longer', async () => {
    for (const email of [holder.staffEmail, 'former@holder.example'])
      await world.sql(
        `insert into staff_passkey (id, email, credential_id, public_key, sign_count, name, created_at)
         values (gen_random_uuid(), $1, gen_random_uuid()::text::bytea, 'x', 0, 'Laptop', tijdig_now())`,
        [email],
      )
    await maintain()
    assert.deepEqual(await world.sql('select email from staff_passkey'), [{ email: holder.staffEmail }])
  })

  test('who is linked stays, and so does every opt-out', async () => {
    assert.equal(await count('recipient_link where recipient_id = :recipient'), 1)
    assert.equal(await count(`recipient where id = :recipient and status = 'active'`), 1)
    assert.equal(await count(`suppression where ${ofHolder} and is_active`), 1)
  })

  test('jobs that failed for good leave the queue, and a number nobody signed in with leaves the sign-in', async () => {
    const jobs = await owner.query(`select 1 from graphile_worker.jobs where task_identifier = 'nobody_does_this'`)
    assert.equal(jobs.rowCount, 0)
    const profiles = await world.login.query('select 1 from login.profile where id = $1', [dormantProfile])
    assert.equal(profiles.rowCount, 0)
    for (const table of ['recipient_profile_link', 'proved_contact'])
      assert.equal(await count(`${table} where profile_id = '${dormantProfile}'`), 0, table)
    assert.equal(await count(`recipient where phone_number_e164 = '+31629990007'`), 0, 'it may be somebody else’s')
    const challenges = await world.login.query('select 1 from login.challenge')
    assert.equal(challenges.rowCount, 0)
  })

  test('sessions follow real time', async () => {
    assert.ok((await count(`staff_session where ${ofHolder}`)) > 0)
    await world.sql(`update staff_session set expires_at = now() - interval '31 days'`)
    await maintain()
    assert.equal(await count(`staff_session where ${ofHolder}`), 0)
    await world.sql(
      `insert into staff_browser (email_key, browser_key, last_used_at)
       values ('kept', 'a', now() - interval '179 days'), ('over', 'a', now() - interval '181 days')`,
    )
    await maintain()
    assert.equal(await count(`staff_browser where email_key = 'over'`), 0)
    assert.equal(await count(`staff_browser where email_key = 'kept'`), 1)
    assert.ok((await world.login.query('select 1 from login.session')).rowCount)
    await world.login.query(`update login.session set expires_at = now() - interval '2 days'`)
    await maintain()
    assert.equal((await world.login.query('select 1 from login.session')).rowCount, 0)
  })
})
