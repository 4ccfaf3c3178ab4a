import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestHolder } from '../../harness.ts'
import { newType, storeType } from '../../operation-cases.ts'
import { person, startWorld, step, submit, type World } from '../world.ts'

describe('G19 and G20 appointment types plan, and their edits plan anew', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** A local appointment of a type. @returns its id */
  async function book(holder: TestHolder, typeId: string | null, startsAt: Temporal.Instant, contact: object) {
    const { status, body } = await holder.call('POST', '/appointments', {
      clientRequestId: crypto.randomUUID(),
      appointmentTypeId: typeId,
      startsAt: startsAt.toString(),
      endsAt: startsAt.add({ minutes: 20 }).toString(),
      recipient: { displayName: 'Sanne de Vries', ...contact },
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id as string
  }

  async function edit(holder: TestHolder, type: { id: string; version: number }, changes: object) {
    const answer = await holder.call('PATCH', `/appointment-types/${type.id}`, {
      expectedVersion: type.version,
      ...changes,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }

  const plan = (...steps: unknown[]) => ({ reminderPlan: { steps } })

  test('the plan of a type goes before the policy, and without one the policy holds', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 24 * 20 })
    const own = await storeType(holder, plan(step('P3D', 'sms')))
    const silent = await storeType(holder, plan())
    const policy = await storeType(holder, { reminderPlan: null })
    const planOf = async (typeId: string) => world.plan(holder, await book(holder, typeId, startsAt, phoneOf()))
    assert.deepEqual(await planOf(own.id), ['P3D sms planned'])
    assert.deepEqual(await planOf(silent.id), [])
    assert.deepEqual(await planOf(policy.id), ['P3D sms planned', 'P1D sms planned'])
  })

  test('an edit plans all appointments ahead of that type anew in one step, and says how many', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 24 * 20 })
    const type = await storeType(holder, plan(step('P3D', 'sms'), step('P1D', 'sms')))
    const other = await storeType(holder, plan(step('P3D', 'sms')))
    const ids = await Promise.all(Array.from({ length: 6 }, () => book(holder, type.id, startsAt, phoneOf())))
    const untouched = await book(holder, other.id, startsAt, phoneOf())
    const edited = await edit(holder, type, plan(step('P2D', 'sms'), step('P1D', 'sms')))
    assert.equal(edited.version, 2)
    assert.deepEqual(edited.replanned, { appointments: 6, reminders: 12 })
    for (const id of ids)
      assert.deepEqual((await world.plan(holder, id)).toSorted(), [
        'P1D sms planned',
        'P2D sms planned',
        'P3D sms cancelled superseded',
      ])
    assert.deepEqual(await world.plan(holder, untouched), ['P3D sms planned'])
    const renamed = await edit(holder, edited, { color: '#000000' })
    assert.deepEqual(renamed.replanned, { appointments: 0, reminders: 0 })
  })

  test('a dry run of a type tells what an edit then does, and writes nothing', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const type = await storeType(holder, plan(step('P3D', 'sms'), step('P1D', 'sms')))
    const ids = await Promise.all(
      [20, 21, 22].map((days) => book(holder, type.id, now.add({ hours: 24 * days }), phoneOf())),
    )
    await book(holder, null, now.add({ hours: 24 * 20 }), phoneOf())
    const plansBefore = await Promise.all(ids.map((id) => world.rows(holder, id)))
    const changes = plan(step('P2D', 'sms'), step('P1D', 'sms'))
    const promised = await edit(holder, type, { ...changes, dryRun: true })
    assert.deepEqual([promised.version, promised.reminderPlan], [1, changes.reminderPlan])
    assert.deepEqual(promised.replanned, { appointments: 3, reminders: 6 })
    const recoloured = await edit(holder, type, { color: '#000000', dryRun: true })
    assert.deepEqual([recoloured.color, recoloured.replanned], ['#000000', { appointments: 0, reminders: 0 }])
    assert.deepEqual((await holder.call('GET', `/appointment-types/${type.id}`)).body.data, type)
    assert.deepEqual(await Promise.all(ids.map((id) => world.rows(holder, id))), plansBefore)
    assert.deepEqual((await edit(holder, type, changes)).replanned, promised.replanned)
    const empty = await holder.call('PATCH', `/appointment-types/${type.id}`, { expectedVersion: 2, dryRun: true })
    assert.equal(empty.body.error.code, 'VALIDATION_FAILED')
  })

  test('an offset that was handed over is not repeated under any kind, and the new steps go', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { quietHours: null })
    const now = await world.nextDay()
    const type = await storeType(holder, plan(step('P2D', 'sms')))
    const { phone } = person()
    const id = await book(holder, type.id, now.add({ hours: 49 }), { phoneNumberE164: phone })
    await world.run('PT2H')
    await edit(holder, type, plan(step('P2D', 'sms', 'none', 'confirm_prompt'), step('P1D', 'sms')))
    await world.run('P2D')
    assert.deepEqual(await world.plan(holder, id), ['P2D sms delivered', 'P1D sms delivered'])
    assert.equal((await world.smsTo(phone)).length, 2)
  })

  test('whatever is handed in or moved during edits ends with the last plan', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    let type = await storeType(holder, plan(step('P3D', 'sms')))
    await world.editPolicy(holder, { intakeDefaultTypeId: type.id })
    const progress = { isOver: false }
    const handIn = async (lane: number) => {
      const ids = new Set<string>()
      for (let index = 0; !progress.isOver; index += 1) {
        const visit = { id: `visit-${lane}-${index % 7}`, phone: `+3161200${lane}00${index % 7}` }
        const startsAt = now.add({ hours: 24 * (20 + (index % 5)) })
        const answer = await submit(holder, { ...visit, startsAt })
        assert.ok(answer.status < 300, JSON.stringify(answer.body))
        ids.add(answer.body.data.appointmentId)
      }
      return [...ids]
    }
    const lanes = [1, 2, 3].map(handIn)
    for (let edits = 0; edits < 8; edits += 1)
      type = await edit(holder, type, plan(step(edits % 2 === 0 ? 'P2D' : 'P5D', 'sms')))
    type = await edit(holder, type, plan(step('P4D', 'sms')))
    progress.isOver = true
    for (const id of (await Promise.all(lanes)).flat()) {
      const rows = await world.rows(holder, id)
      const live = rows.filter((row) => row.state !== 'cancelled').map((row) => `${row.offset} ${row.state}`)
      assert.deepEqual(live, ['P4D planned'])
    }
  })

  test('another type plans the present revision anew, and back to none the policy holds', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const type = await storeType(holder, plan(step('P3D', 'sms')))
    const id = await book(holder, null, now.add({ hours: 24 * 20 }), phoneOf())
    const change = (expectedVersion: number, appointmentTypeId: string | null) =>
      holder.call('PATCH', `/appointments/${id}`, { expectedVersion, appointmentTypeId })
    const typed = await change(1, type.id)
    assert.equal(typed.body.data.scheduleRevision, 1)
    assert.equal(typed.body.data.title, type.name.nl)
    assert.deepEqual((await live(holder, id)).toSorted(), ['P3D sms planned'])
    assert.equal((await change(2, null)).status, 200)
    assert.deepEqual((await live(holder, id)).toSorted(), ['P1D sms planned', 'P3D sms planned'])
  })

  test('G20 with skipIfConfirmed a confirmation stops the plain reminder too', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { quietHours: null })
    const now = await world.nextDay()
    const steps = [step('P2D', 'sms', 'none', 'confirm_prompt'), step('PT2H', 'sms')]
    const type = await storeType(holder, { ...plan(...steps), skipIfConfirmed: true })
    const { phone } = person()
    const id = await book(holder, type.id, now.add({ hours: 49 }), { phoneNumberE164: phone })
    await world.run('PT2H')
    await world.reply(phone, 'Ja')
    await world.run('P2D')
    assert.deepEqual(await world.plan(holder, id), ['P2D sms delivered', 'PT2H sms skipped confirmed'])
  })

  test('G11 the name of a type is told only while it is marked smsSafe', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { quietHours: null })
    const now = await world.nextDay()
    const type = await storeType(holder, { ...plan(step('P2D', 'sms'), step('P1D', 'sms')), name: { nl: 'Echo 1' } })
    const { phone } = person()
    await book(holder, type.id, now.add({ hours: 49 }), { phoneNumberE164: phone })
    await world.run('PT2H')
    await edit(holder, type, { smsSafe: true })
    await world.run('P1D')
    const [unnamed, named] = await world.smsTo(phone)
    assert.doesNotMatch(unnamed?.text ?? '', /Echo/)
    assert.match(named?.text ?? '', /\(Echo 1\)/)
  })

  test('the event of an appointment is one: in its mails, in the file its recipient fetches and in the view of its holder', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { quietHours: null })
    const now = await world.nextDay()
    const name = { nl: 'Echo', en: 'Scan' }
    const type = await storeType(holder, { ...plan(step('P2D', 'email')), name, smsSafe: true })
    const { email } = person()
    const contact = { displayName: 'Sanne de Vries', email, locale: 'en' }
    const id = await book(holder, type.id, now.add({ hours: 49 }), contact)
    const [entry] = await world.sql<{ holderRecipientId: string }>(
      'select holder_recipient_id from appointment where id = $1',
      [id],
    )
    const links = [{ platformHolderId: holder.id, holderRecipientId: entry?.holderRecipientId ?? '' }]
    const recipient = await world.createRecipient({ links })
    const assertOneEvent = async (changes: Record<string, string>) => {
      await world.run('PT2H')
      const mail = (await world.mailTo(email)).at(-1)?.attachments[0]?.content ?? ''
      const headers = { authorization: `Bearer ${recipient.apiKey}` }
      const file = await fetch(`${world.baseUrl}/api/v1/recipient/appointments/${id}/calendar-file`, { headers })
      const { calendar, startsAt, endsAt } = (await holder.call('GET', `/appointments/${id}`)).body.data
      const compact = (text: string) => text.replaceAll(/[-:]|\.\d+/g, '')
      const wanted = {
        METHOD: 'PUBLISH',
        UID: calendar.uid,
        SEQUENCE: String(calendar.sequence),
        SUMMARY: 'Scan',
        DTSTART: compact(startsAt),
        DTEND: compact(endsAt),
        ...changes,
      }
      const inFile = (content: string) =>
        Object.fromEntries(
          Object.keys(wanted).map((line) => [line, new RegExp(`^${line}:(.*?)\r?$`, 'm').exec(content)?.[1]]),
        )
      assert.deepEqual(inFile(mail), wanted)
      assert.deepEqual(inFile(await file.text()), wanted)
    }
    await assertOneEvent({ SEQUENCE: '1' })
    const cancellation = { clientRequestId: crypto.randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
    assert.equal((await holder.call('POST', `/appointments/${id}/cancellation`, cancellation)).status, 200)
    await assertOneEvent({ METHOD: 'CANCEL', SEQUENCE: '2' })
  })

  test('a reminder planned by a version of the type that no longer holds does not go by it', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { quietHours: null })
    const now = await world.nextDay()
    const type = await storeType(holder, plan(step('P2D', 'sms')))
    const { phone } = person()
    const id = await book(holder, type.id, now.add({ hours: 49 }), { phoneNumberE164: phone })
    // As if somebody had locked the appointment while the type was edited, and had then rolled back.
    await world.sql(
      `update appointment_type set plan_version = plan_version + 1, reminder_plan = '{"steps": [{"offset": "P1D", "channel": "sms", "fallback": "none", "kind": "reminder"}]}' where id = $1`,
      [type.id],
    )
    await world.run('P2D')
    assert.deepEqual(await world.plan(holder, id), ['P2D sms cancelled superseded', 'P1D sms delivered'])
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('of 50 parallel edits by one version one wins and 49 hear of the conflict', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const type = await storeType(holder, plan(step('P3D', 'sms')))
    const id = await book(holder, type.id, now.add({ hours: 24 * 20 }), phoneOf())
    const offsets = Array.from({ length: 50 }, (_, index) => `PT${100 + index}H`)
    const answers = await Promise.all(
      offsets.map((offset) =>
        holder.call('PATCH', `/appointment-types/${type.id}`, { expectedVersion: 1, ...plan(step(offset, 'sms')) }),
      ),
    )
    const winners = answers.filter((answer) => answer.status === 200)
    assert.equal(winners.length, 1)
    assert.equal(answers.filter((answer) => answer.body.error?.code === 'VERSION_CONFLICT').length, 49)
    const [won] = winners[0]!.body.data.reminderPlan.steps
    assert.deepEqual(await live(holder, id), [`${won.offset} sms planned`])
  })

  test('of 50 parallel changes and archivals by one version exactly one takes effect', async () => {
    const holder = await world.createHolder()
    const type = await storeType(holder)
    const archive = () => holder.call('POST', `/appointment-types/${type.id}/archive`, { expectedVersion: 1 })
    const patch = () => holder.call('PATCH', `/appointment-types/${type.id}`, { expectedVersion: 1, color: '#123456' })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? archive() : patch())))
    for (const answer of answers) assert.ok([200, 409].includes(answer.status), JSON.stringify(answer.body))
    const { body } = await holder.call('GET', `/appointment-types/${type.id}`)
    assert.equal(body.data.version, 2)
    const patched = answers.filter((answer, index) => index % 2 === 1 && answer.status === 200).length
    const archived = answers.filter((answer, index) => index % 2 === 0 && answer.status === 200).length
    // A repeated archival returns the first answer; a change is made once or not at all.
    if (body.data.status === 'archived') assert.deepEqual([patched, archived], [0, 25])
    else assert.deepEqual([patched, archived], [1, 0])
  })

  test('of 50 types with one name added at once one is there', async () => {
    const holder = await world.createHolder()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        holder.call('POST', '/appointment-types', newType({ name: { nl: index % 2 === 0 ? 'Intake' : ' INTAKE ' } })),
      ),
    )
    assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
    assert.equal(answers.filter((answer) => answer.body.error?.code === 'NAME_TAKEN').length, 49)
  })

  function phoneOf() {
    return { phoneNumberE164: person().phone }
  }

  async function live(holder: TestHolder, id: string): Promise<string[]> {
    return (await world.plan(holder, id)).filter((row) => !row.includes('cancelled'))
  }
})
