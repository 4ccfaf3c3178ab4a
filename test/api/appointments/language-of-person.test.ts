import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { locales } from '#/locales/locales.ts'
import { eventually, shareTestProduct, type Answer, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment, newIntake } from '../../operation-cases.ts'

// Who reads what is proved in test/guarantees/people/g10-g12-content.test.ts; here is what a holder's side says and remembers.

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
})
after(() => product?.stop())

type Person = { displayName: string; phoneNumberE164: string; email?: string; locale?: string | null }
type Intake = { externalAppointmentId: string; startsAt: string; endsAt: string; recipient: Person }

let people = 0
function newPerson(): Person {
  people += 1
  return { displayName: 'Zoë de Boer', phoneNumberE164: `+3161298${String(people).padStart(4, '0')}` }
}

const newVisit = async (recipient: Person): Promise<Intake> => newIntake(product, { recipient })
const submit = (intake: Intake, of = holder) => of.call('POST', '/appointments/intake', intake)
const speaking = (intake: Intake, locale?: string): Intake => {
  const { locale: _, ...recipient } = intake.recipient
  return { ...intake, recipient: { ...recipient, ...(locale === undefined ? {} : { locale }) } }
}
const read = async (id: string, of = holder) => (await of.call('GET', `/appointments/${id}`)).body.data
/** The outcome, version and schedule revision of an answer, and the language that is then remembered. */
async function outcome({ status, body }: Answer, of = holder) {
  assert.ok(status < 300, JSON.stringify(body))
  const { appointmentId: id, outcome: made, version, scheduleRevision } = body.data
  return [made, version, scheduleRevision, (await read(id, of)).recipient.locale]
}

async function patch(id: string, recipient: object, more: object = {}): Promise<Answer> {
  const { version: expectedVersion } = await read(id)
  return holder.call('PATCH', `/appointments/${id}`, { expectedVersion, recipient, ...more })
}
const result = ({ status, body }: Answer) => [status, body.error?.code ?? body.data.recipient.locale]

test('a language is remembered for the person at that holder, and for nobody else', async () => {
  const who = newPerson()
  assert.deepEqual(await outcome(await submit(await newVisit({ ...who, locale: 'tr' }))), ['created', 1, 1, 'tr'])
  assert.deepEqual(await outcome(await submit(await newVisit(who))), ['created', 1, 1, 'tr'])
  const spelledOtherwise = { ...who, displayName: 'ZOE  DE  BOER', email: 'zoe@example.com' }
  assert.deepEqual(await outcome(await submit(await newVisit(spelledOtherwise))), ['created', 1, 1, 'tr'])
  const child = { ...who, displayName: 'Deniz de Boer' }
  assert.deepEqual(await outcome(await submit(await newVisit(child))), ['created', 1, 1, null])
  const elsewhere = await product.createHolder()
  assert.deepEqual(await outcome(await submit(await newVisit(who), elsewhere), elsewhere), ['created', 1, 1, null])
})

test('every language of ours can be said, and the tag of a region is read as the nearest', async () => {
  const who = newPerson()
  const visit = await newVisit(who)
  for (const locale of locales) {
    await submit(speaking(visit, locale))
    assert.equal((await outcome(await submit(speaking(visit, locale)))).at(-1), locale)
  }
  for (const [tag, locale] of [
    ['nl-BE', 'nl'],
    ['NL', 'nl'],
    ['zh-TW', 'zh-Hant'],
    ['pa-IN', 'pa-Guru'],
  ] as const)
    assert.equal((await outcome(await submit(speaking(visit, tag)))).at(-1), locale, tag)
})

test('a language that is none of ours says nothing, and the appointment is registered all the same', async () => {
  const warned = ({ body }: Answer) =>
    body.data.warnings.flatMap(({ code, path }: { code: string; path: string }) =>
      path === 'recipient.locale' ? [code] : [],
    )
  for (const tag of ['uk', 'so', 'ti', 'he', 'no', 'nb', 'und', 'sr-Latn']) {
    const who = newPerson()
    const visit = await newVisit(who)
    const answer = await submit(speaking(visit, tag))
    assert.deepEqual([await outcome(answer), warned(answer)], [['created', 1, 1, null], ['LANGUAGE_UNKNOWN']])
    assert.deepEqual(await outcome(await submit(speaking(visit, 'pl'))), ['updated', 2, 1, 'pl'])
    assert.deepEqual(await outcome(await submit(speaking(visit, tag))), ['unchanged', 2, 1, 'pl'], tag)
    const { appointmentId: id } = answer.body.data
    assert.deepEqual(result(await patch(id, { ...who, locale: tag })), [200, 'pl'])
    assert.equal((await read(id)).version, 2)
    const made = await holder.call(
      'POST',
      '/appointments',
      await newAppointment(product, { recipient: { ...who, locale: tag } }),
    )
    assert.deepEqual([made.status, made.body.data.recipient.locale], [201, 'pl'])
  }
  assert.deepEqual(warned(await submit(await newVisit({ ...newPerson(), locale: 'pl' }))), [])
})

test('sending again changes nothing, and what is left out is as before', async () => {
  const visit = await newVisit({ ...newPerson(), locale: 'pl' })
  assert.deepEqual(await outcome(await submit(visit)), ['created', 1, 1, 'pl'])
  assert.deepEqual(await outcome(await submit(visit)), ['unchanged', 1, 1, 'pl'])
  assert.deepEqual(await outcome(await submit(speaking(visit, 'pl-PL'))), ['unchanged', 1, 1, 'pl'])
  assert.deepEqual(await outcome(await submit(speaking(visit))), ['unchanged', 1, 1, 'pl'])
  // Another language makes a new version and moves nothing.
  assert.deepEqual(await outcome(await submit(speaking(visit, 'ru'))), ['updated', 2, 1, 'ru'])
})

test('what staff correct stays while the source repeats itself, until it says another', async () => {
  const who = newPerson()
  const visit = await newVisit({ ...who, locale: 'de' })
  const { appointmentId: id } = (await submit(visit)).body.data
  assert.deepEqual(result(await patch(id, { ...who, locale: 'fr' })), [200, 'fr'])
  assert.deepEqual(await outcome(await submit(visit)), ['unchanged', 2, 1, 'fr'])
  assert.deepEqual(await outcome(await submit(speaking(visit))), ['unchanged', 2, 1, 'fr'])
  const moved = { ...visit, endsAt: Temporal.Instant.from(visit.startsAt).add({ minutes: 45 }).toString() }
  assert.deepEqual((await outcome(await submit(moved))).slice(0, 2), ['updated', 3])
  assert.equal((await read(id)).recipient.locale, 'fr')
  assert.deepEqual((await outcome(await submit(speaking(moved, 'it')))).at(-1), 'it')
})

test('what staff correct stays when the source adds appointments of that person, until it says another', async () => {
  const who = newPerson()
  const { appointmentId: id } = (await submit(await newVisit({ ...who, locale: 'de' }))).body.data
  await patch(id, { ...who, locale: 'fr' })
  assert.deepEqual(await outcome(await submit(await newVisit({ ...who, locale: 'de' }))), ['created', 1, 1, 'fr'])
  const silent = await newVisit(who)
  assert.deepEqual(await outcome(await submit(silent)), ['created', 1, 1, 'fr'])
  assert.deepEqual(await outcome(await submit(speaking(silent, 'de'))), ['updated', 2, 1, 'fr'])
  const anothers = await newVisit({ ...newPerson(), displayName: 'Bram Visser', locale: 'nl' })
  await submit(anothers)
  assert.deepEqual((await outcome(await submit({ ...anothers, recipient: { ...who, locale: 'de' } }))).at(-1), 'fr')
  const otherSource = { ...(await newVisit({ ...who, locale: 'de' })), sourceSystem: 'other-system' }
  assert.deepEqual(await outcome(await submit(otherSource)), ['created', 1, 1, 'de'], 'it never said so before')
  assert.deepEqual(await outcome(await submit(await newVisit({ ...who, locale: 'it' }))), ['created', 1, 1, 'it'])
})

test('staff have the last word while another is being said', async () => {
  const who = newPerson()
  const { appointmentId: id } = (await submit(await newVisit({ ...who, locale: 'de' }))).body.data
  const other = await product.operator.connect()
  try {
    await other.query('begin')
    await other.query(
      `update holder_recipient r set locale = 'ru' from appointment a
       where a.id = $1 and r.platform_holder_id = a.platform_holder_id and r.id = a.holder_recipient_id`,
      [id],
    )
    const said = patch(id, { ...who, locale: 'de' })
    const { rows } = await other.query('select pg_backend_pid() as pid')
    await eventually(async () => {
      const waiting = await product.operator.query(
        `select 1 from pg_locks waiting join pg_locks held using (transactionid)
         where held.pid = $1 and held.granted and not waiting.granted`,
        [rows[0].pid],
      )
      return waiting.rows.length > 0
    })
    await other.query('commit')
    assert.deepEqual(result(await said), [200, 'de'])
  } finally {
    other.release()
  }
})

test('staff set the language of an appointment from a source system, and nothing else of it', async () => {
  const who = { ...newPerson(), email: 'zoe@example.com' }
  const { appointmentId: id } = (await submit(await newVisit(who))).body.data
  assert.deepEqual(result(await patch(id, { ...who, locale: 'ar-EG' })), [200, 'ar'])
  assert.equal((await read(id)).version, 2)
  assert.deepEqual(result(await patch(id, { ...who, locale: 'ar' })), [200, 'ar'])
  assert.deepEqual(result(await patch(id, who)), [200, 'ar'])
  assert.equal((await read(id)).version, 2, 'a change that changes nothing')
  for (const [recipient, more] of [
    [{ ...who, displayName: 'Zoë Kaya', locale: 'de' }, {}],
    [{ ...who, phoneNumberE164: '+31612989999', locale: 'de' }, {}],
    [{ displayName: who.displayName, phoneNumberE164: who.phoneNumberE164, locale: 'de' }, {}],
    [{ ...who, locale: 'de' }, { title: 'Controle' }],
  ] as const)
    assert.deepEqual(result(await patch(id, recipient, more)), [409, 'APPOINTMENT_SOURCE_MANAGED'])
  const stale = await holder.call('PATCH', `/appointments/${id}`, {
    expectedVersion: 1,
    recipient: { ...who, locale: 'de' },
  })
  assert.deepEqual(result(stale), [409, 'VERSION_CONFLICT'])
  assert.deepEqual(result(await patch(id, { ...who, locale: 'de_DE' })), [400, 'VALIDATION_FAILED'])
  const stranger = await product.createHolder()
  const theirs = { expectedVersion: 2, recipient: { ...who, locale: 'de' } }
  assert.equal((await stranger.call('PATCH', `/appointments/${id}`, theirs)).status, 404)
  assert.equal((await read(id)).recipient.locale, 'ar')
})

test('with a local appointment a language is as before when omitted, and that of the organization again with null', async () => {
  const who = newPerson()
  const make = async (recipient: object) =>
    (await holder.call('POST', '/appointments', await newAppointment(product, { recipient }))).body.data
  assert.equal((await make({ ...who, locale: 'hu-HU' })).recipient.locale, 'hu')
  const { id, recipient } = await make(who)
  assert.equal(recipient.locale, 'hu')
  const named = { ...who, email: 'zoe@example.com' }
  assert.deepEqual(result(await patch(id, named)), [200, 'hu'])
  assert.deepEqual(result(await patch(id, { ...named, locale: null })), [200, null])
  assert.equal((await make(who)).recipient.locale, null)
  assert.deepEqual(await outcome(await submit(await newVisit(who))), ['created', 1, 1, null])
})

test('whoever gets another name or contact keeps the language; another person does not', async () => {
  const who = newPerson()
  const visit = await newVisit({ ...who, locale: 'sv' })
  const { appointmentId: id } = (await submit(visit)).body.data
  await patch(id, { ...who, locale: 'fi' })
  const renamed = { ...visit, recipient: { ...visit.recipient, displayName: 'Zoë Kaya' } }
  assert.deepEqual((await outcome(await submit(renamed))).at(-1), 'fi', 'what staff corrected goes with the person')
  const moved = speaking({
    ...renamed,
    recipient: { ...renamed.recipient, phoneNumberE164: newPerson().phoneNumberE164 },
  })
  assert.deepEqual((await outcome(await submit(moved))).at(-1), 'fi')
  const anothers = { ...visit, recipient: { ...newPerson(), displayName: 'Bram Visser' } }
  assert.deepEqual((await outcome(await submit(anothers))).at(-1), null)
  const known = { ...newPerson(), displayName: 'Lotte Bos' }
  await submit(await newVisit({ ...known, locale: 'el' }))
  assert.deepEqual((await outcome(await submit({ ...visit, recipient: { ...known, locale: 'sv' } }))).at(-1), 'sv')
})

test('a language alone brings nothing back that staff cancelled, and can be said of what is over', async () => {
  const visit = await newVisit(newPerson())
  const { appointmentId: id } = (await submit(visit)).body.data
  const cancellation = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
  await holder.call('POST', `/appointments/${id}/cancellation`, cancellation)
  assert.deepEqual(await outcome(await submit(speaking(visit, 'cs'))), ['updated', 3, 1, 'cs'])
  assert.equal((await read(id)).status, 'cancelled')
  assert.deepEqual(await outcome(await submit(speaking(visit, 'cs'))), ['unchanged', 3, 1, 'cs'])

  const withdrawn = await newVisit(newPerson())
  const { sourceSystem, externalAppointmentId } = { sourceSystem: 'practice-system', ...withdrawn }
  await submit(withdrawn)
  await holder.call('POST', '/appointments/intake/cancellation', { sourceSystem, externalAppointmentId })
  assert.deepEqual((await outcome(await submit(speaking(withdrawn, 'cs')))).slice(0, 1), ['reopened'])

  const over = await newVisit(newPerson())
  const past = { ...over, startsAt: '2026-01-05T09:00:00Z', endsAt: '2026-01-05T09:15:00Z' }
  const { appointmentId: ended } = (await submit(past)).body.data
  await holder.call('POST', `/appointments/${ended}/outcome`, { expectedVersion: 1, outcome: 'completed' })
  const said = await submit(speaking(past, 'cs'))
  assert.deepEqual([said.status, said.body.data?.outcome ?? said.body.error.code], [200, 'updated'])
  assert.deepEqual(await outcome(await submit(await newVisit(past.recipient))), ['created', 1, 1, 'cs'])
  const renamed = { ...past, recipient: { ...past.recipient, displayName: 'Zoë Kaya' } }
  assert.equal((await submit(renamed)).body.error.code, 'STATE_CONFLICT')
})

test('of many first intakes of a person at once, each with a language, one is remembered and all are stored', async () => {
  for (let round = 0; round < 5; round += 1) {
    const who = newPerson()
    const said = ['de', 'fr', 'pl', 'tr', 'ar', 'ru', undefined, undefined]
    const visits = await Promise.all(said.map(async (locale) => speaking(await newVisit(who), locale)))
    const answers = await Promise.all(visits.map((visit) => submit(visit)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    const shown = await Promise.all(
      answers.map(async ({ body }) => (await read(body.data.appointmentId)).recipient.locale),
    )
    assert.equal(new Set(shown).size, 1, 'they are one person')
    assert.ok(said.includes(shown[0]), `${shown[0]} was said`)
    // All of it again, at once: nothing is said anew.
    const again = await Promise.all(visits.map((visit) => submit(visit)))
    assert.deepEqual([...new Set(again.map(({ body }) => body.data.outcome))], ['unchanged'])
    assert.equal((await read(answers[0]!.body.data.appointmentId)).recipient.locale, shown[0])
    const { rows } = await product.operator.query(
      'select 1 as one from holder_recipient r join appointment a on a.holder_recipient_id = r.id where a.id = $1 and r.platform_holder_id = $2',
      [answers[0]!.body.data.appointmentId, holder.id],
    )
    assert.equal(rows.length, 1)
  }
})
