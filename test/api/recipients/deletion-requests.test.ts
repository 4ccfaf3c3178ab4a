import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Pool } from 'pg'
import {
  completeDeletion,
  liftDeletion,
  listDeletions,
  reapplyDeletions,
  rejectDeletion,
  startDeletion,
} from '#/app/operator/recipients/deletion.ts'
import { Client, openPool } from '#/kernel/postgres/db.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import {
  callApi,
  eventually,
  signInRecipient,
  signInRecipientBrowser,
  startTestProduct,
  type TestHolder,
  type TestProduct,
  type TestRecipient,
} from '../../harness.ts'
import { fromBrowser, newAction, newAppointment, openVoice } from '../../operation-cases.ts'
import { signedIn } from '../../voice-world.ts'

type Person = { readonly name: string; readonly email: string; readonly phone: string; readonly note: string }

/** A person whose every detail can be searched for after an erasure. */
function personOf(number: number): Person {
  return {
    name: `Canary${number} Kanarievogel`,
    email: `canary${number}.kanarievogel@example.com`,
    phone: `+3161234987${number}`,
    note: `Canary${number} has a limp`,
  }
}

describe('deletion requests', () => {
  let product: TestProduct
  let folder: string
  let journal: string
  let login: Pool

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tijdig-erasures-'))
    journal = join(folder, 'erasures.jsonl')
    product = await startTestProduct({ env: { TIJDIG_ERASURE_JOURNAL: journal } })
    login = openPool({
      databaseUrl: product.databaseUrl,
      role: 'tijdig_login',
      size: 1,
      onIdleError: (error) => assert.fail(error),
    })
  })
  after(async () => {
    await login.end()
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('a request waits for staff, and only one can be open, however many ask at once', async () => {
    const recipient = await product.createRecipient()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        recipient.call('POST', '/deletion-requests', { clientRequestId: randomUUID(), confirmDeletion: true }),
      ),
    )
    const accepted = answers.filter((answer) => answer.status === 202)
    assert.equal(accepted.length, 1)
    for (const answer of answers.filter((one) => one.status !== 202)) {
      assert.equal(answer.body.error.code, 'REQUEST_ALREADY_OPEN')
      assert.match(answer.body.error.details[0].message, new RegExp(accepted[0]?.body.data.id))
    }
    const { status, outcome, completedAt } = accepted[0]?.body.data ?? {}
    assert.deepEqual([status, outcome, completedAt], ['pending_review', null, null])
  })

  test('the same request again gets the first answer, and consent must be said', async () => {
    const recipient = await product.createRecipient()
    const body = { clientRequestId: randomUUID(), confirmDeletion: true }
    const first = await recipient.call('POST', '/deletion-requests', body)
    const again = await recipient.call('POST', '/deletion-requests', body)
    assert.deepEqual([again.status, again.body.data], [202, first.body.data])
    for (const confirmDeletion of [false, undefined]) {
      const refused = await recipient.call('POST', '/deletion-requests', {
        clientRequestId: randomUUID(),
        ...(confirmDeletion === undefined ? {} : { confirmDeletion }),
      })
      assert.equal(refused.body.error.code, 'EXPLICIT_CONSENT_REQUIRED')
    }
    const unknown = await recipient.call('POST', '/deletion-requests', { clientRequestId: randomUUID(), reden: 'x' })
    const { code, details } = unknown.body.error
    assert.equal(code, 'VALIDATION_FAILED', 'when more is wrong, all of it is told')
    assert.deepEqual(details.map(({ path }: { path: string }) => path).toSorted(), ['confirmDeletion', 'reden'])
  })

  test('a rejection is told with its reason, and another request may follow', async () => {
    const recipient = await product.createRecipient()
    const id = await ask(recipient)
    await rejectDeletion(product.operator, id, 'We could not verify who you are.')
    const { body } = await recipient.call('GET', `/deletion-requests/${id}`)
    assert.equal(body.data.status, 'rejected')
    assert.deepEqual(body.data.outcome, { message: 'We could not verify who you are.', retainedCategories: [] })
    await ask(recipient)
    const { body: list } = await recipient.call('GET', '/deletion-requests')
    assert.deepEqual(
      list.data.items.map((item: { status: string }) => item.status),
      ['pending_review', 'rejected'],
    )
  })

  test('reminders go on while a request is open', async () => {
    const { person, recipient, holder, appointmentId } = await knownPerson(1)
    await startDeletion(product.operator, product.services.keys, await ask(recipient, person))
    const { body } = await holder.call('GET', `/appointments/${appointmentId}/reminders`)
    assert.ok(body.data.items.some((row: { state: string }) => row.state === 'planned'))
  })

  /** A message went to somebody, and then the source corrected whose appointment it is. @returns the appointment */
  async function handOn(person: Person, holder: TestHolder): Promise<string> {
    const { body } = await holder.call('POST', '/appointments/intake', intake(person, 'handed on', 21))
    const { appointmentId } = body.data
    await product.operator.query(
      `with sent as (
         update reminder set state = 'sent', run_at = null where platform_holder_id = $1 and id = (
           select id from reminder where platform_holder_id = $1 and appointment_id = $2 order by due_at limit 1)
         returning platform_holder_id, id)
       insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination,
         destination_key, sender, body, handed_over_at, updated_at)
       select platform_holder_id, id, 1, gen_random_uuid(), 'sms', 'delivered', 'twilio', $3, $4, '+3197010250000', $5, now(), now() from sent`,
      [holder.id, appointmentId, person.phone, numberKey(person), person.note],
    )
    const other = { ...person, name: 'Iemand Anders', email: 'anders@example.com', phone: '+31612349880' }
    const corrected = await holder.call('POST', '/appointments/intake', intake(other, 'handed on', 21))
    assert.equal(corrected.body.data.outcome, 'updated')
    return appointmentId
  }

  /** Staff ask the voice agent about somebody, and have two changes proposed. */
  async function speakOf({ name, email }: Person, holder: TestHolder, appointmentId: string): Promise<void> {
    const parties = { product, holder, cookie: await signedIn(product, holder.id, holder.actorId) }
    const session = await openVoice(parties)
    const recipient = { displayName: `${name} Sr`, email }
    const { clientRequestId: _, ...made } = await newAppointment(product, { recipient })
    for (const [operationId, input] of [
      ['listHolderAppointments', { query: name.split(' ')[0] }],
      ['getHolderAppointment', { appointmentId }],
      ['cancelHolderAppointment', { appointmentId, reasonCode: 'other', note: `For ${name}` }],
      ['createHolderAppointment', made],
    ] as const) {
      const { body } = await fromBrowser(parties, 'POST', '/voice/actions', newAction(session, operationId, input))
      assert.match(body.data?.status, /^(succeeded|proposal_created)$/, JSON.stringify(body))
    }
  }

  test('completing sends the last notice, then nothing of the person is left anywhere, and nothing is sent any more', async () => {
    const { person, recipient, holder, appointmentId, credentials } = await knownPerson(2)
    await holder.call('POST', '/appointments/intake', intake(person, 'in their language', 22, 'pl'))
    const languages = `select (select count(*) from holder_recipient where platform_holder_id = $1 and locale = 'pl') as entries,
      (select count(*) from appointment where platform_holder_id = $1 and recipient_locale = 'pl') as appointments`
    assert.deepEqual((await product.operator.query(languages, [holder.id])).rows, [{ entries: 1, appointments: 1 }])
    const rejected = await ask(recipient, person)
    await rejectDeletion(product.operator, rejected, `Not now, ${person.name}`)
    // From a number that the source has corrected since.
    const earlierNumber = '+31612349899'
    await product.operator.query(
      `insert into inbound_sms (id, provider, provider_message_id, sender_key, sender, recipient, body, meaning, platform_holder_id, appointment_id)
       values (gen_random_uuid(), 'twilio', 'earlier', 'x', $1, '+3197010250000', $2, 'other', $3, $4)`,
      [earlierNumber, person.note, holder.id, appointmentId],
    )
    const handedOn = await handOn(person, holder)
    await product.operator.query(
      'update reminder set told_place = $2 where platform_holder_id = $1 and told_starts_at is not null',
      [holder.id, person.note],
    )
    await product.operator.query(
      `insert into appointment_call (platform_holder_id, id, appointment_id, outcome, called_by, number_key)
       values ($1, gen_random_uuid(), $2, 'wrong_number', gen_random_uuid(), $3)`,
      [holder.id, appointmentId, numberKey(person)],
    )
    await speakOf(person, holder, appointmentId)
    const everything = [...Object.values(person), earlierNumber]
    const quoted = await quotedInStatistics(everything, 'analyze')
    for (const column of ['appointment.recipient_name', 'recipient.email', 'profile.phone_number_e164'])
      assert.ok(quoted.includes(column), `${column} in ${quoted.join()}`)
    const id = await ask(recipient, person)
    await assert.rejects(complete(id, { message: '', retained: [] }), /start/)
    await startDeletion(product.operator, product.services.keys, id)
    await complete(id, { message: 'Invoices are kept.', retained: ['billing_record'] })
    await eventually(async () => (await stateOf(id)) === 'completed')

    const inbox = await sms(person.phone)
    assert.match(inbox[0]?.text ?? '', /wissen wij uw gegevens/)
    const { rows } = await product.operator.query<{ notice: string }>(
      'select notice from deletion_request where id = $1',
      [id],
    )
    assert.equal(rows[0]?.notice, 'sent')

    assert.deepEqual(await placesOf(everything), [])
    assert.deepEqual((await product.operator.query(languages, [holder.id])).rows, [{ entries: 0, appointments: 0 }])
    const masked = await product.operator.query<{ destination: string }>(
      `select destination_masked as destination, told_place from reminder where platform_holder_id = $1 and appointment_id = $2 and state = 'sent'`,
      [holder.id, handedOn],
    )
    assert.deepEqual(masked.rows, [{ destination: null, toldPlace: null }])
    const calls = await product.operator.query('select number_key from appointment_call where appointment_id = $1', [
      appointmentId,
    ])
    assert.deepEqual(calls.rows, [{ numberKey: null }])
    await eventually(async () => (await quotedInStatistics(everything)).length === 0)
    assert.deepEqual(await statusesOf(credentials), [401, 401, 401])
    const kept = await product.operator.query<{ reason: string; outcomeMessage: string }>(
      'select reason, outcome_message from deletion_request where recipient_id = $1',
      [recipient.id],
    )
    const wordless = { reason: null, outcomeMessage: null }
    assert.deepEqual(kept.rows, [wordless, wordless])
    const profiles = await login.query('select 1 from login.profile where number_key = $1', [numberKey(person)])
    assert.equal(profiles.rowCount, 0)

    const shown = await holder.call('GET', `/appointments/${appointmentId}`)
    assert.deepEqual(
      [shown.body.data.recipient.email, shown.body.data.recipient.phoneNumberE164, shown.body.data.status],
      [null, null, 'registered'],
    )
    const sentBefore = inbox.length
    const again = await holder.call('POST', '/appointments/intake', intake(person, 'again', 30))
    assert.equal(again.status, 201)
    await product.clock.advance('P40D')
    assert.equal((await sms(person.phone)).length, sentBefore)
    await product.clock.reset()

    const lift = () => liftDeletion(product.operator, product.services.keys, { address: person.phone, reason: 'Asked' })
    assert.deepEqual(await lift(), { entries: 1 })
    await assert.rejects(lift(), /No erasure/)
    const { rows: audited } = await product.operator.query(
      `select detail->>'reason' as reason, detail->>'contactKey' as key from audit_event where action = 'erasureLifted'`,
    )
    assert.deepEqual(audited, [{ reason: 'Asked', key: numberKey(person).toString('hex') }])
    await holder.call('POST', '/appointments/intake', intake(person, 'back', 30))
    await product.clock.advance('P31D')
    assert.ok((await sms(person.phone)).length > sentBefore)
    const mails = await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(person.email)}`, 'GET')
    assert.deepEqual(mails.body.items, [], 'the address was not lifted')
    await product.clock.reset()
  })

  test('what was erased can be cancelled; handed in again under its own id it finds its row, links nobody and sends nothing', async () => {
    const { person, recipient, holder, appointmentId } = await knownPerson(5)
    await erased(recipient, person)
    const source = { sourceSystem: 'practice', externalAppointmentId: 'first' }
    assert.equal((await holder.call('POST', '/appointments/intake/cancellation', source)).status, 200)
    const again = await holder.call('POST', '/appointments/intake', intake(person, 'first', 25))
    assert.equal(again.body.data.appointmentId, appointmentId)
    assert.ok(again.body.data.warnings.some(({ code }: { code: string }) => code === 'RECIPIENT_OPTED_OUT'))
    const { rows } = await product.operator.query('select recipient_id from appointment where id = $1', [appointmentId])
    assert.deepEqual(rows, [{ recipientId: null }])
    const { body } = await holder.call('GET', `/appointments/${appointmentId}/reminders`)
    assert.ok(body.data.items.every((row: { state: string }) => row.state !== 'planned'))
    assert.equal((await holder.call('POST', '/appointments/intake/cancellation', source)).status, 200)
  })

  test('an erasure that is asked for cannot be rejected or asked for anew, and audit rows keep only ids', async () => {
    const { person, recipient } = await knownPerson(3)
    const id = await ask(recipient, person)
    await startDeletion(product.operator, product.services.keys, id)
    await complete(id, { message: '', retained: [] })
    await eventually(async () => (await stateOf(id)) === 'completed')
    await assert.rejects(rejectDeletion(product.operator, id, 'too late'), /completed, for good/)
    await assert.rejects(startDeletion(product.operator, product.services.keys, id), /completed, for good/)
    const { rows } = await product.operator.query<{ action: string }>(
      'select action from audit_event where $1 = any(subjects) order by at',
      [recipient.id],
    )
    const actions = new Set(rows.map((row) => row.action))
    for (const action of ['createRecipientDeletionRequest', 'deletionStarted', 'deletionCompleted', 'recipientErased'])
      assert.ok(actions.has(action), action)
    assert.deepEqual(
      (await listDeletions(product.operator, false)).filter((one) => one.recipientId === recipient.id),
      [],
    )
  })

  test('after an older backup was restored the erasure is done again', async () => {
    const { person, recipient, holder, appointmentId, credentials } = await knownPerson(4)
    const id = await ask(recipient, person)
    const backup = await backUp(holder.id, recipient.id, appointmentId)
    await startDeletion(product.operator, product.services.keys, id)
    await complete(id, { message: '', retained: [] })
    await eventually(async () => (await stateOf(id)) === 'completed')
    await backup.restore(id)
    assert.ok((await placesOf([person.phone, person.name])).includes('login.profile'))
    assert.deepEqual(await statusesOf(credentials), [401, 200, 200])
    await copyFile(journal, `${journal}.copy`)
    const failing = { id: randomUUID(), recipientId: randomUUID(), erasedAt: '2026-01-01T00:00:00Z' }
    const entries = [{ platformHolderId: 'none', holderRecipientId: 'none' }]
    const unreadable = { ...failing, entries, profileIds: [], contacts: [], retainedCategories: [] }
    await writeFile(`${journal}.failing`, `${JSON.stringify(unreadable)}\n${await readFile(journal, 'utf8')}`)
    await assert.rejects(reapplyDeletions({ operator: product.operator, login }, `${journal}.failing`), /uuid/)
    assert.deepEqual(await placesOf([person.phone, person.name]), [], 'the others are erased all the same')
    await backup.restore(id)
    assert.equal(await reapplyDeletions({ operator: product.operator, login }, `${journal}.copy`), 1)
    assert.deepEqual(await placesOf([person.phone, person.name]), [])
    assert.equal(await stateOf(id), 'completed')
    assert.deepEqual(await statusesOf(credentials), [401, 401, 401])
    assert.equal(await reapplyDeletions({ operator: product.operator, login }, `${journal}.copy`), 0)
  })

  test('a datastore of the sign-in that was restored alone is repaired too, for good', async () => {
    const { person, recipient } = await knownPerson(6)
    const profiles = await login.query<{ row: object }>(
      'select to_jsonb(p) as row from login.profile p where number_key = $1',
      [numberKey(person)],
    )
    await erased(recipient, person)
    await restoreProfile(profiles.rows[0]?.row)
    assert.deepEqual(await placesOf([person.phone]), ['login.profile'])
    await copyFile(journal, `${journal}.copy`)
    assert.equal(await reapplyDeletions({ operator: product.operator, login }, `${journal}.copy`), 1)
    assert.deepEqual(await placesOf([person.phone]), [])
    assert.equal(await reapplyDeletions({ operator: product.operator, login }, `${journal}.copy`), 0)
  })

  test('a journal that cannot be read stops what would repair a restored database', async () => {
    const broken = `${journal}.broken`
    await writeFile(broken, '{"id": "half"\n{}\n')
    await assert.rejects(reapplyDeletions({ operator: product.operator, login }, broken), /Line 1 of .*broken/)
  })

  test('who shares a number with the person is told before, and the operator says what becomes of it', async () => {
    for (const [number, sharedContacts] of [
      [7, 'stop'],
      [8, 'keep'],
    ] as const) {
      const { person, recipient, holder } = await knownPerson(number)
      const child = { ...person, name: 'Kind Vogel', email: `kind${number}@example.com` }
      const childs = await holder.call('POST', '/appointments/intake', intake(child, 'child', 20))
      const id = await ask(recipient)
      const started = await startDeletion(product.operator, product.services.keys, id)
      assert.equal(started.othersWithContact, 1)
      await assert.rejects(complete(id, { message: '', retained: [] }), /entries of holders: 1.*--shared-contacts/)
      assert.equal(await stateOf(id), 'in_progress')
      await complete(id, { message: '', retained: [], sharedContacts })
      await eventually(async () => (await stateOf(id)) === 'completed')
      assert.deepEqual(await placesOf([person.name, person.email, person.note]), [])

      const texts = (await sms(person.phone)).length
      const same = await holder.call('POST', '/appointments/intake', intake(person, 'again', 20))
      const warned = (answer: typeof same) =>
        answer.body.data.warnings.some(({ code }: { code: string }) => code === 'RECIPIENT_OPTED_OUT')
      assert.ok(warned(same), 'the erased person gets nothing, whatever was chosen')
      const next = await holder.call('POST', '/appointments/intake', intake(child, 'next', 21))
      assert.equal(warned(next), sharedContacts === 'stop')
      await product.clock.advance('P30D')
      const told = (await sms(person.phone)).length - texts
      assert.equal(told > 0, sharedContacts === 'keep', `${told} texts`)
      const planned = await holder.call('GET', `/appointments/${same.body.data.appointmentId}/reminders`)
      assert.ok(
        planned.body.data.items.every((row: { handedOverAt?: string; state: string }) => row.state === 'suppressed'),
      )
      assert.equal(childs.status, 201)
      await product.clock.reset()
    }
  })

  test('what an erasure stopped is switched on again by nobody: not by the app, not by START', async () => {
    const { person, recipient, holder } = await knownPerson(9)
    const other = await product.createHolder()
    const partner = { ...person, name: 'Partner Vogel' }
    const visit = await other.call('POST', '/appointments/intake', intake(partner, 'partner', 2))
    const partnerAccount = await product.createRecipient({ links: await linksOf(visit.body.data.appointmentId) })
    await product.operator.query('update recipient set phone_number_e164 = $2 where id = $1', [
      partnerAccount.id,
      person.phone,
    ])
    await product.clock.advance('P1DT12H')
    assert.ok((await sms(person.phone)).length > 0)
    await product.clock.reset()
    await erased(recipient, person, 'stop')
    const { version } = (await partnerAccount.call('GET', '/preferences')).body.data
    const answer = await partnerAccount.call('PATCH', '/preferences', {
      expectedVersion: version,
      channels: { sms: { enabled: true } },
    })
    assert.equal(answer.body.data.channels.sms.enabled, false)
    assert.equal(answer.body.data.channels.sms.optedOutVia, 'staff')
    for (const text of ['STOP ALLES', 'START']) {
      await callApi(`${product.sandboxUrl}/sms/reply`, 'POST', { from: person.phone, text })
      await eventually(async () => {
        const { rows } = await product.operator.query(
          'select 1 from inbound_sms where body = $1 and handled_at is not null',
          [text],
        )
        return rows.length > 0
      })
    }
    const { rows } = await product.operator.query(
      `select is_active, source from suppression_everywhere where channel = 'sms' and contact_key = $1`,
      [numberKey(person)],
    )
    assert.deepEqual(rows, [{ isActive: true, source: 'erasure' }])
    assert.ok(!(await sms(person.phone)).some(({ text }) => /krijgt (op dit nummer )?weer sms/.test(text)))
    assert.ok(holder.id)
  })

  test('an entry that is linked while the person is being erased is erased with them, once the link is there', async () => {
    const { person, recipient, holder } = await knownPerson(0)
    const late = { ...person, name: `${person.name} Laat` }
    const created = await holder.call('POST', '/appointments/intake', intake(late, 'late', 22))
    const [link] = await linksOf(created.body.data.appointmentId)
    const operator = await product.operator.connect()
    // The owner sees what sessions of other roles wait for.
    const owner = new Client({ connectionString: product.databaseUrl })
    await owner.connect()
    try {
      await operator.query('begin')
      await operator.query('select apply_recipient_link($1, $2, $3)', [
        link?.platformHolderId,
        link?.holderRecipientId,
        recipient.id,
      ])
      const id = await ask(recipient)
      await startDeletion(product.operator, product.services.keys, id)
      await complete(id, { message: '', retained: [], sharedContacts: 'stop' })
      await eventually(async () => {
        const waiting = await owner.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'select id from recipient where id = $1 for update'`,
        )
        return waiting.rows.length > 0
      })
      await operator.query('commit')
      await eventually(async () => (await stateOf(id)) === 'completed')
    } finally {
      operator.release()
      await owner.end()
    }
    assert.deepEqual(await placesOf([person.phone, person.name]), [])
  })

  test('what corrections have left of a person is erased too: an earlier number of theirs, and another name with their number', async () => {
    const holder = await product.createHolder()
    const person = { name: 'Jan Jansen', email: 'jan.jansen@example.com', phone: '+31622222222', note: 'Jan limps' }
    const other = { ...person, name: 'Piet Pieters', email: 'piet.pieters@example.com', phone: '+31644444444' }
    const handIn = async (who: Person, external: string): Promise<string> =>
      (await holder.call('POST', '/appointments/intake', intake(who, external, 20))).body.data.appointmentId
    await handIn({ ...person, phone: '+31611111111' }, 'X1')
    const corrected = await handIn(person, 'X1')
    // Handed in under a name that was wrong; and Piet had another number before.
    await handIn({ ...person, name: 'Jannetje Verkeerd' }, 'X2')
    await handIn({ ...other, phone: '+31633333333' }, 'X2')
    await handIn(other, 'X2')
    const [entry] = await linksOf(corrected)
    const recipient = await product.createRecipient({
      displayName: person.name,
      phoneNumberE164: person.phone,
      links: entry ? [entry] : [],
    })
    const names = async () => {
      const { rows } = await product.operator.query<{ name: string; phone: string | null }>(
        `select r.folded_name as name, t.term as phone from holder_recipient r
         left join person_term t on t.platform_holder_id = r.platform_holder_id and t.holder_recipient_id = r.id and t.term like 'p316%'
         where r.platform_holder_id = $1 and r.folded_name <> r.id::text order by t.term, 1`,
        [holder.id],
      )
      return rows.map(({ name, phone }) => `${name} ${phone}`)
    }
    assert.equal((await names()).length, 5)
    await erased(recipient, person)
    assert.deepEqual(await names(), ['piet pieters p31633333333', 'piet pieters p31644444444'])
  })

  type Completing = Omit<Parameters<typeof completeDeletion>[3], 'sharedContacts'> & {
    sharedContacts?: 'stop' | 'keep'
  }
  function complete(id: string, { sharedContacts, ...outcome }: Completing) {
    const chosen = { ...outcome, sharedContacts: sharedContacts ?? null }
    return completeDeletion(product.operator, product.services.keys, id, chosen)
  }

  async function erased(recipient: TestRecipient, person: Person, sharedContacts?: 'stop' | 'keep'): Promise<string> {
    const id = await ask(recipient, person)
    await startDeletion(product.operator, product.services.keys, id)
    await complete(id, { message: '', retained: [], ...(sharedContacts ? { sharedContacts } : {}) })
    await eventually(async () => (await stateOf(id)) === 'completed')
    return id
  }

  const numberKey = (person: Person) => contactKey(product.services.keys, 'sms', person.phone)

  async function linksOf(appointmentId: string) {
    const { rows } = await product.operator.query<{ platformHolderId: string; holderRecipientId: string }>(
      `select platform_holder_id as platform_holder_id, holder_recipient_id as holder_recipient_id from appointment where id = $1`,
      [appointmentId],
    )
    return rows
  }

  /** What the API answers to each credential. */
  async function statusesOf({ apiKey, token, cookie }: Record<'apiKey' | 'token' | 'cookie', string>) {
    const url = `${product.baseUrl}/api/v1/recipient/profile`
    const each = [{ authorization: `Bearer ${apiKey}` }, { authorization: `Bearer ${token}` }, { cookie }]
    return Promise.all(each.map(async (headers) => (await callApi(url, 'GET', undefined, headers)).status))
  }

  async function restoreProfile(row: object | undefined): Promise<void> {
    await login.query(
      `update login.profile p set number_key = r.number_key, phone_number_e164 = r.phone_number_e164, status = r.status, locale = r.locale
       from jsonb_populate_record(null::login.profile, $1) r where p.id = r.id`,
      [JSON.stringify(row)],
    )
  }

  function intake(person: Person, external: string, days: number, locale?: string) {
    const startsAt = Temporal.Now.instant().add({ hours: days * 24 })
    return {
      sourceSystem: 'practice',
      externalAppointmentId: external,
      startsAt: startsAt.toString(),
      endsAt: startsAt.add({ minutes: 20 }).toString(),
      timezone: 'Europe/Amsterdam',
      recipient: {
        displayName: person.name,
        email: person.email,
        phoneNumberE164: person.phone,
        ...(locale === undefined ? {} : { locale }),
      },
    }
  }

  /** Somebody with an appointment, a request with a note, and contact data of their own. */
  async function knownPerson(number: number) {
    const person = personOf(number)
    const holder: TestHolder = await product.createHolder()
    const created = await holder.call('POST', '/appointments/intake', intake(person, 'first', 20))
    assert.equal(created.status, 201)
    const { appointmentId } = created.body.data
    const { rows } = await product.operator.query<{ holderRecipientId: string }>(
      'select holder_recipient_id from appointment where id = $1',
      [appointmentId],
    )
    const recipient = await product.createRecipient({ displayName: person.name, phoneNumberE164: person.phone })
    await product.operator.query('select apply_recipient_link($1, $2, $3)', [
      holder.id,
      rows[0]?.holderRecipientId,
      recipient.id,
    ])
    await product.operator.query('update recipient set phone_number_e164 = $2, email = $3 where id = $1', [
      recipient.id,
      person.phone,
      person.email,
    ])
    const asked = await recipient.call('POST', `/appointments/${appointmentId}/cancellation-requests`, {
      clientRequestId: randomUUID(),
      expectedVersion: 1,
      note: person.note,
    })
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    const token = await signInRecipient(product, person.phone)
    const cookie = await signInRecipientBrowser(product, person.phone)
    const credentials = { apiKey: recipient.apiKey, token, cookie }
    assert.deepEqual(await statusesOf(credentials), [200, 200, 200])
    return { person, holder, recipient, appointmentId: appointmentId as string, credentials }
  }

  async function ask(recipient: TestRecipient, person?: Person): Promise<string> {
    const answer = await recipient.call('POST', '/deletion-requests', {
      clientRequestId: randomUUID(),
      confirmDeletion: true,
      ...(person ? { reason: person.note } : {}),
    })
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return answer.body.data.id
  }

  async function stateOf(id: string): Promise<string | undefined> {
    const { rows } = await product.operator.query<{ status: string }>(
      'select status from deletion_request where id = $1',
      [id],
    )
    return rows[0]?.status
  }

  async function sms(to: string): Promise<{ text: string }[]> {
    const answer = await fetch(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(to)}`)
    return ((await answer.json()) as { items: { text: string }[] }).items
  }

  /** Tables of every schema in which one of these texts stands in any column. */
  async function placesOf(texts: readonly string[]): Promise<string[]> {
    const owner = new Client({ connectionString: product.databaseUrl })
    await owner.connect()
    try {
      const { rows: tables } = await owner.query<{ schema: string; name: string }>(
        `select schemaname as schema, format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname in ('public', 'login', 'graphile_worker') order by name`,
      )
      const places = []
      for (const { schema, name } of tables) {
        // In our own schema the owner sees no tenant's rows; the operator sees all.
        const reader = schema === 'public' && name !== 'public.schema_migration' ? product.operator : owner
        const { rows } = await reader.query<{ found: boolean }>(
          `select exists (select 1 from ${name} t, unnest($1::text[]) x where position(x in t::text) > 0) as found`,
          [texts],
        )
        if (rows[0]?.found) places.push(name)
      }
      return places
    } finally {
      await owner.end()
    }
  }

  /** Columns whose statistics quote one of these texts. */
  async function quotedInStatistics(texts: readonly string[], before = ''): Promise<string[]> {
    const owner = new Client({ connectionString: product.databaseUrl })
    await owner.connect()
    try {
      await owner.query(before)
      const { rows: tables } = await owner.query<{ name: string; schema: string }>(
        `select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'login') order by 1, 2`,
      )
      const quoted = []
      for (const { name, schema } of tables) {
        // Row-level security also hides a table's statistics from the owner.
        await owner.query('begin')
        if (schema === 'public') await owner.query(`alter table ${name} no force row level security`)
        const { rows } = await owner.query<{ column: string }>(
          `select distinct attname as column from pg_stats s, unnest($3::text[]) x
           where schemaname = $1 and tablename = $2 and position(lower(x) in lower(concat(s.most_common_vals, s.histogram_bounds))) > 0`,
          [schema, name, texts],
        )
        await owner.query('rollback')
        quoted.push(...rows.map(({ column }) => `${name}.${column}`))
      }
      return quoted
    } finally {
      await owner.end()
    }
  }

  /** What an older backup would bring back of one person. */
  async function backUp(holderId: string, recipientId: string, appointmentId: string) {
    const tables = {
      recipient: ['id = $1', recipientId],
      appointment: ['id = $1', appointmentId],
      holder_recipient: ['platform_holder_id = $1', holderId],
      recipient_link: ['recipient_id = $1', recipientId],
    } as const
    const saved: Record<string, unknown[]> = {}
    for (const [table, [where, value]] of Object.entries(tables)) {
      const { rows } = await product.operator.query(`select to_jsonb(t) as row from ${table} t where ${where}`, [value])
      saved[table] = rows.map((row) => row.row)
    }
    const links = await product.operator.query<{ row: object; profileId: string }>(
      'select to_jsonb(l) as row, profile_id from recipient_profile_link l where recipient_id = $1',
      [recipientId],
    )
    const profiles = await login.query<{ row: object }>(
      'select to_jsonb(p) as row from login.profile p where id = any($1)',
      [links.rows.map((row) => row.profileId)],
    )
    assert.equal(profiles.rowCount, 1)
    const sessions = await login.query<{ row: object }>(
      'select to_jsonb(s) as row from login.session s where profile_id = any($1)',
      [links.rows.map((row) => row.profileId)],
    )
    assert.equal(sessions.rowCount, 2)
    return {
      async restore(deletionRequestId: string) {
        const put = async (table: string, key: string) => {
          for (const row of saved[table] ?? []) {
            const { rows } = await product.operator.query<{ columns: string }>(
              `select string_agg(format('%1$I = r.%1$I', column_name), ', ') as columns from information_schema.columns
               where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
              [table],
            )
            await product.operator.query(
              `update ${table} t set ${rows[0]?.columns} from jsonb_populate_record(null::${table}, $1) r where t.${key} = r.${key}`,
              [JSON.stringify(row)],
            )
          }
        }
        await put('recipient', 'id')
        await put('holder_recipient', 'id')
        await put('appointment', 'id')
        for (const row of saved['recipient_link'] ?? [])
          await product.operator.query(
            'insert into recipient_link select * from jsonb_populate_record(null::recipient_link, $1)',
            [JSON.stringify(row)],
          )
        await product.operator.query(
          `update deletion_request set status = 'in_progress', completed_at = null, erase_asked_at = null where id = $1`,
          [deletionRequestId],
        )
        await product.operator.query('delete from erasure where id = $1', [deletionRequestId])
        await restoreProfile(profiles.rows[0]?.row)
        for (const { row } of sessions.rows)
          await login.query('insert into login.session select * from jsonb_populate_record(null::login.session, $1)', [
            JSON.stringify(row),
          ])
        for (const { row } of links.rows)
          await product.operator.query(
            'insert into recipient_profile_link select * from jsonb_populate_record(null::recipient_profile_link, $1)',
            [JSON.stringify(row)],
          )
      },
    }
  }
})
