import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  completeDeletion,
  listDeletions,
  reapplyDeletions,
  rejectDeletion,
  startDeletion,
} from '#/app/operator/recipients/deletion.ts'
import {
  callApi,
  eventually,
  signIn,
  signInRecipient,
  startTestProduct,
  type TestHolder,
  type TestProduct,
} from '../../harness.ts'
import { fromBrowser, newIntake, newLetter } from '../../operation-cases.ts'
import { rowsOf } from '../../operator-world.ts'

let product: TestProduct
let folder: string
let journal: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tijdig-letters-'))
  journal = join(folder, 'erasures.jsonl')
  product = await startTestProduct({ env: { TIJDIG_ERASURE_JOURNAL: journal } })
})
after(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Staff = { readonly product: TestProduct; readonly holder: TestHolder; readonly cookie: string }

async function newStaff(): Promise<Staff> {
  const holder = await product.createHolder()
  return { product, holder, cookie: await signIn(product, holder.staffEmail) }
}

let people = 0
/** Somebody by whose name, number and address everything of theirs is found. */
function newPerson() {
  people += 1
  const displayName = `Letter${people} Briefschrijver`
  return { displayName, phoneNumberE164: `+3162900${people}007`, email: `letter${people}.brief@example.com` }
}
type Person = ReturnType<typeof newPerson>

async function register({ holder }: Staff, recipient: object): Promise<{ id: string; entry: string }> {
  const { body } = await holder.call('POST', '/appointments/intake', await newIntake(product, { recipient }))
  const [row] = await rowsOf<{ entry: string }>(
    product.operator,
    'select holder_recipient_id as entry from appointment where id = $1',
    [body.data.appointmentId],
  )
  return { id: body.data.appointmentId, entry: row?.entry ?? '' }
}

const versionOf = async ({ holder }: Staff, appointmentId: string): Promise<number> =>
  (await holder.call('GET', `/appointments/${appointmentId}`)).body.data?.version ?? 1
const ask = async (staff: Staff, appointmentId: string, changes: object = {}) => {
  const letter = await newLetter(product, { expectedVersion: await versionOf(staff, appointmentId), ...changes })
  return fromBrowser(staff, 'POST', `/appointments/${appointmentId}/deletion-requests`, letter)
}
const listed = async (staff: Staff, appointmentId: string) =>
  (await fromBrowser(staff, 'GET', `/appointments/${appointmentId}/deletion-requests`)).body.data.items
const remindersOf = async (staff: Staff, appointmentId: string): Promise<string[]> =>
  (await staff.holder.call('GET', `/appointments/${appointmentId}/reminders`)).body.data.items.map(
    (row: { state: string }) => row.state,
  )

async function complete(id: string): Promise<void> {
  const { services, operator } = product
  const started = await startDeletion(operator, services.keys, id)
  assert.equal(started.othersWithContact, 0, 'a letter closes no number, so it concerns nobody else')
  const outcome = { message: '', retained: [], sharedContacts: null }
  const told = completeDeletion(operator, services.keys, id, { ...outcome, message: 'Klaar.' })
  await assert.rejects(told, /Leave `--message` out/, 'nobody is sent it')
  await completeDeletion(operator, services.keys, id, outcome)
  await eventually(async () => {
    const rows = await rowsOf<{ status: string }>(operator, 'select status from deletion_request where id = $1', [id])
    return rows[0]?.status === 'completed'
  })
}

/** Tables of a holder in which a word of the person stands. */
async function placesOf({ holder }: Staff, person: Person): Promise<string[]> {
  const found: string[] = []
  for (const table of [
    'appointment',
    'holder_recipient',
    'reminder',
    'reminder_attempt',
    'inbound_sms',
    'client_request',
  ]) {
    const rows = await rowsOf(
      product.operator,
      `select 1 from ${table} t where platform_holder_id = $1 and lower(to_jsonb(t)::text) ~ $2 limit 1`,
      [holder.id, `${person.displayName.toLowerCase()}|${person.email}|\\${person.phoneNumberE164}`],
    )
    if (rows.length > 0) found.push(table)
  }
  return found
}

test('a letter to one organization ends in an erasure there, and reaches no other, no account and nobody with the same number', async () => {
  const [here, elsewhere] = [await newStaff(), await newStaff()]
  const person = newPerson()
  const [mine, theirs] = [await register(here, person), await register(elsewhere, person)]
  const child = await register(here, { ...person, displayName: 'Kind Briefschrijver', email: 'kind@example.com' })
  const recipient = await product.createRecipient({
    displayName: person.displayName,
    phoneNumberE164: person.phoneNumberE164,
    links: [
      { platformHolderId: here.holder.id, holderRecipientId: mine.entry },
      { platformHolderId: elsewhere.holder.id, holderRecipientId: theirs.entry },
    ],
  })
  const path = `/appointments/${mine.id}/cancellation-requests`
  await recipient.call('POST', path, { clientRequestId: randomUUID(), expectedVersion: 1, note: person.displayName })
  const token = await signInRecipient(product, person.phoneNumberE164)
  const asked = await ask(here, mine.id)
  assert.deepEqual([asked.status, asked.body.data.status], [202, 'pending_review'])
  assert.equal(asked.body.data.enteredBy, here.holder.staffEmail)
  assert.ok((await remindersOf(here, mine.id)).includes('planned'), 'reminders go on while it is open')
  const before = await placesOf(elsewhere, person)
  const mineBefore = await placesOf(here, person)
  assert.ok(before.includes('appointment') && mineBefore.includes('appointment'), before.join())
  const open = await listDeletions(product.operator, false)
  const seen = open.find((one) => one.deletionRequestId === asked.body.data.id)
  assert.deepEqual(
    [seen?.recipientId, seen?.platformHolderId, seen?.holderRecipientId, seen?.displayName],
    [null, here.holder.id, mine.entry, person.displayName],
  )
  const copy = await recipient.call('GET', '/data-export')
  assert.deepEqual(
    copy.body.data.deletionRequests.map(({ id }: { id: string }) => id),
    [asked.body.data.id],
    'the person finds it in their copy',
  )

  await complete(asked.body.data.id)
  const placesOfChild = await placesOf(here, {
    ...person,
    displayName: 'kind briefschrijver',
    email: 'kind@example.com',
  })
  assert.ok(placesOfChild.includes('appointment'), 'who shares the number is there')
  await rowsOf(product.operator, 'update appointment set recipient_phone = null where id = $1', [child.id])
  assert.deepEqual(await placesOf(here, person), [])
  assert.ok((await remindersOf(here, mine.id)).every((state) => state === 'suppressed'))
  const [request] = await rowsOf<{ status: string; note: string | null }>(
    product.operator,
    'select status, note from recipient_request where appointment_id = $1',
    [mine.id],
  )
  assert.deepEqual(request, { status: 'withdrawn', note: null })
  assert.deepEqual(
    (await listed(here, mine.id)).map(({ status }: { status: string }) => status),
    ['completed'],
  )

  assert.deepEqual(await placesOf(elsewhere, person), before, 'at the other organization all is as it was')
  assert.ok((await remindersOf(elsewhere, theirs.id)).includes('planned'))
  assert.ok((await remindersOf(here, child.id)).includes('planned'))
  const me = await callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, { authorization: `Bearer ${token}` })
  assert.equal(me.body.data.recipientId, recipient.id, 'the account and the sign-in are theirs')
  const own = await recipient.call('GET', '/appointments')
  assert.deepEqual(
    own.body.data.items.map(({ id }: { id: string }) => id),
    [theirs.id],
  )
  assert.deepEqual(await rowsOf(product.operator, `select 1 from suppression_everywhere where source = 'erasure'`), [])

  const again = await register(here, person)
  assert.ok(
    (await remindersOf(here, again.id)).every((state) => state !== 'planned'),
    'who is handed in again gets nothing',
  )
  const next = await register(elsewhere, person)
  assert.ok((await remindersOf(elsewhere, next.id)).includes('planned'))
})

test('somebody without an account is erased as well, and again after an older backup was restored', async () => {
  const staff = await newStaff()
  const person = newPerson()
  const { id, entry } = await register(staff, person)
  const backup = await rowsOf<{ name: string }>(
    product.operator,
    'select recipient_name as name from appointment where id = $1',
    [id],
  )
  const asked = (await ask(staff, id)).body.data.id
  await complete(asked)
  assert.deepEqual(await placesOf(staff, person), [])
  await rowsOf(product.operator, 'delete from erasure where id = $1', [asked])
  await rowsOf(product.operator, 'update appointment set recipient_name = $2, recipient_phone = $3 where id = $1', [
    id,
    backup[0]?.name,
    person.phoneNumberE164,
  ])
  await copyFile(journal, `${journal}.copy`)
  const pools = { operator: product.operator, login: product.login }
  assert.equal(await reapplyDeletions(pools, `${journal}.copy`), 1)
  assert.deepEqual(await placesOf(staff, person), [])
  assert.equal(await reapplyDeletions(pools, `${journal}.copy`), 0)
  const trail = await rowsOf<{ action: string }>(
    product.operator,
    `select action from audit_event where platform_holder_id = $1 and $2 = any(subjects) and $3 = any(subjects) order by at, id`,
    [staff.holder.id, asked, entry],
  )
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['createHolderDeletionRequest', 'deletionStarted', 'deletionCompleted', 'recipientErased', 'recipientErased'],
  )
})

test('an entry that the same person left when their contact was corrected is erased with the letter', async () => {
  const staff = await newStaff()
  const person = newPerson()
  const earlier = { ...person, phoneNumberE164: '+31611119999' }
  const source = await newIntake(product, { recipient: earlier })
  const { body } = await staff.holder.call('POST', '/appointments/intake', source)
  await staff.holder.call('POST', '/appointments/intake', { ...source, recipient: person })
  const terms = () =>
    rowsOf(product.operator, 'select 1 from person_term where platform_holder_id = $1', [staff.holder.id])
  assert.ok((await terms()).length > 0)
  await complete((await ask(staff, body.data.appointmentId)).body.data.id)
  assert.deepEqual(await terms(), [])
  assert.deepEqual(await placesOf(staff, person), [])
})

test('what came from or went to a number that others have too is erased only where it is about the person', async () => {
  const staff = await newStaff()
  const parent = newPerson()
  const number = parent.phoneNumberE164
  const mine = await register(staff, parent)
  const child = await register(staff, { displayName: 'Kind Briefschrijver', phoneNumberE164: number })
  const { rows } = await product.operator.query<{ key: Buffer }>(
    'select recipient_phone_key as key from appointment where id = $1',
    [mine.id],
  )
  const reply = async (appointmentId: string | null, body: string) => {
    const { rows: stored } = await product.operator.query<{ id: string }>(
      `insert into inbound_sms (id, provider, provider_message_id, platform_holder_id, appointment_id, sender_key, sender, recipient,
         body, meaning, handled_at)
       values (gen_random_uuid(), 'twin', gen_random_uuid(), $1, $2, $3, $4, '+3197010250000', $5, 'other', tijdig_now())
       returning id`,
      [staff.holder.id, appointmentId, rows[0]?.key, number, body],
    )
    if (appointmentId === null) return
    // Listed for staff, who answered in words of their own.
    await product.operator.query(
      `with listed as (
         insert into reply (platform_holder_id, inbound_id, appointment_id, sender_key, received_at, reason)
         values ($1, $2, $3, $4, tijdig_now(), 'not_understood') returning platform_holder_id, id, appointment_id)
       insert into reply_answer (platform_holder_id, id, reply_id, appointment_id, body, answered_by)
       select platform_holder_id, gen_random_uuid(), id, appointment_id, $5, platform_holder_id from listed`,
      [staff.holder.id, stored[0]?.id, appointmentId, rows[0]?.key, `antwoord ${body}`],
    )
  }
  await reply(mine.id, 'van mij')
  await reply(child.id, 'van het kind')
  await reply(null, 'van een van beiden')
  const left = async () =>
    (
      await rowsOf<{ body: string }>(
        product.operator,
        'select body from inbound_sms where platform_holder_id = $1 and body is not null order by body',
        [staff.holder.id],
      )
    ).map(({ body }) => body)
  const repliesOf = async () =>
    rowsOf<{ state: string; body: string | null }>(
      product.operator,
      `select n.state, w.body
       from reply n
       join reply_answer w on w.platform_holder_id = n.platform_holder_id and w.reply_id = n.id
       where n.platform_holder_id = $1 order by n.appointment_id = $2 desc`,
      [staff.holder.id, mine.id],
    )
  await complete((await ask(staff, mine.id)).body.data.id)
  assert.deepEqual(await left(), ['van een van beiden', 'van het kind'])
  assert.deepEqual(await repliesOf(), [
    { state: 'handled', body: null },
    { state: 'open', body: 'antwoord van het kind' },
  ])
  await complete((await ask(staff, child.id)).body.data.id)
  assert.deepEqual(await repliesOf(), [
    { state: 'handled', body: null },
    { state: 'handled', body: null },
  ])
  assert.deepEqual(await left(), [], 'the last who has the number: what came from it can be nobody else’s here')
})

test('a letter is entered for the person who was looked at, not for whom the source put in their place meanwhile', async () => {
  const staff = await newStaff()
  const { id } = await register(staff, newPerson())
  const { version } = (await staff.holder.call('GET', `/appointments/${id}`)).body.data
  await product.operator.query('update appointment set version = version + 1 where id = $1', [id])
  const refused = await ask(staff, id, { expectedVersion: version })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'VERSION_CONFLICT'])
  assert.deepEqual(await listed(staff, id), [])
  assert.equal((await ask(staff, id, { expectedVersion: version + 1 })).status, 202)
})

test('one letter of a person can be open, however many staff enter it at once, and a rejection says why', async () => {
  const staff = await newStaff()
  const person = newPerson()
  const [first, second] = [await register(staff, person), await register(staff, person)]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ask(staff, index % 2 === 0 ? first.id : second.id)),
  )
  const made = answers.filter(({ status }) => status === 202)
  assert.equal(made.length, 1)
  for (const { status, body } of answers.filter((one) => one.status !== 202))
    assert.deepEqual([status, body.error.code], [409, 'REQUEST_ALREADY_OPEN'])
  await rejectDeletion(product.operator, made[0]?.body.data.id, 'De handtekening ontbreekt.')
  const [shown] = await listed(staff, second.id)
  assert.deepEqual([shown.status, shown.message], ['rejected', 'De handtekening ontbreekt.'])
  assert.equal((await ask(staff, first.id)).status, 202)
})

test('a letter is entered by a person in a browser, for an appointment of their own, with consent and a day that has come', async () => {
  const [here, elsewhere] = [await newStaff(), await newStaff()]
  const { id } = await register(here, newPerson())
  assert.equal((await ask(elsewhere, id)).status, 404)
  assert.equal((await fromBrowser(elsewhere, 'GET', `/appointments/${id}/deletion-requests`)).status, 404)
  const path = `/appointments/${id}/deletion-requests`
  const byKey = await here.holder.call('POST', path, await newLetter(product))
  assert.deepEqual([byKey.status, byKey.body.error.code], [403, 'BROWSER_SESSION_REQUIRED'])
  const asAgent = await fromBrowser(here, 'POST', path, await newLetter(product), { 'x-voice-tool': 'platform_action' })
  assert.equal(asAgent.body.error.code, 'HUMAN_CONFIRMATION_REQUIRED')
  assert.equal((await ask(here, id, { confirmDeletion: false })).body.error.code, 'EXPLICIT_CONSENT_REQUIRED')
  const today = (await product.clock.now()).toZonedDateTimeISO('UTC').toPlainDate()
  for (const receivedOn of [today.add({ days: 2 }), today.subtract({ days: 400 })])
    assert.equal((await ask(here, id, { receivedOn: receivedOn.toString() })).body.error.code, 'VALIDATION_FAILED')
  const received = today.subtract({ days: 10 })
  const { body } = await ask(here, id, { receivedOn: received.toString() })
  assert.deepEqual(
    [body.data.receivedOn, body.data.dueAt],
    [received.toString(), `${received.add({ months: 1 }).toString()}T00:00:00.000Z`],
  )
})
