import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestHolder } from '../../harness.ts'
import { ask, recipientOf, review } from './recipient.ts'
import { openDesk, textsTo } from '../batches/batch-world.ts'
import { person, startWorld, step, type Visit, type World } from '../world.ts'

describe('G21 open requests', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** An appointment 50 hours ahead with reminders two days and one day before, and its recipient. */
  async function booked(steps = [step('P2D', 'sms'), step('P1D', 'sms')], origin: 'intake' | 'local' = 'intake') {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 50 }) }
    const appointmentId: string =
      origin === 'intake' ? (await world.intake(holder, visit)).appointmentId : await book(holder, visit)
    return { holder, visit, appointmentId, recipient: await recipientOf(world, holder, appointmentId) }
  }
  /** The same visit, entered by staff. @returns its id */
  async function book(holder: TestHolder, visit: Visit): Promise<string> {
    const { status, body } = await holder.call('POST', '/appointments', {
      clientRequestId: crypto.randomUUID(),
      startsAt: visit.startsAt.toString(),
      endsAt: visit.startsAt.add({ minutes: 15 }).toString(),
      recipient: { displayName: 'Sanne de Vries', phoneNumberE164: visit.phone },
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id
  }
  const texts = async (phone: string) => (await world.smsTo(phone)).map((message) => message.text)
  const looked = /Wij bekijken uw verzoek|Uw verzoek loopt nog/
  const planOf = (holder: TestHolder, id: string) => world.plan(holder, id)

  for (const type of ['cancellation', 'reschedule'] as const) {
    test(`G21 while a ${type} request waits for review, reminders go on and say so, without asking to confirm`, async () => {
      const { holder, visit, appointmentId, recipient } = await booked([
        step('P2D', 'sms', 'none', 'confirm_prompt'),
        step('P1D', 'email'),
      ])
      await ask(world, recipient, holder, appointmentId, type)
      await world.run('PT27H')
      await world.settled(holder, appointmentId, ['P2D sms delivered', 'P1D email sent'])
      const [text = ''] = await texts(visit.phone)
      assert.match(text, looked)
      assert.doesNotMatch(text, /\bJA\b|[Bb]evestig/)
      const [mail] = await world.mailTo(visit.email)
      assert.match(mail?.text ?? '', looked)
    })
  }

  test('G21 after a withdrawn or declined request the reminders read as before', async () => {
    const one = await booked()
    const request = await ask(world, one.recipient, one.holder, one.appointmentId, 'cancellation')
    assert.equal(
      (await one.recipient.call('POST', `/requests/${request.id}/withdrawal`, { expectedVersion: 1 })).status,
      200,
    )
    await world.run('PT3H')
    const other = await booked()
    await review(
      other.holder,
      await ask(world, other.recipient, other.holder, other.appointmentId, 'reschedule'),
      'declined',
    )
    await world.run('PT3H')
    for (const { visit } of [one, other]) {
      const [text = ''] = await texts(visit.phone)
      assert.notEqual(text, '')
      assert.doesNotMatch(text, looked)
    }
  })

  test('G21 an approved cancellation cancels the appointment and its reminders, and tells who had been told', async () => {
    const { holder, visit, appointmentId, recipient } = await booked()
    await world.run('PT3H')
    const reviewed = await review(
      holder,
      await ask(world, recipient, holder, appointmentId, 'cancellation'),
      'approved',
    )
    assert.deepEqual(
      [reviewed.status, reviewed.appointmentChanged, reviewed.followUp],
      ['approved', true, 'UPDATE_SOURCE_SYSTEM'],
    )
    const { body } = await holder.call('GET', `/appointments/${appointmentId}`)
    assert.equal(body.data.status, 'cancelled')
    assert.equal(body.data.cancellation.by, 'approved_request')
    await world.run('PT1M')
    await world.settled(holder, appointmentId, [
      'P2D sms delivered',
      'P1D sms cancelled appointment_cancelled',
      'cancellation sms delivered',
    ])
    const [, notice = ''] = await texts(visit.phone)
    assert.doesNotMatch(notice, looked)
  })

  test('G21 an approved reschedule changes no time and holds the reminders until the source moves the appointment', async () => {
    const { holder, visit, appointmentId, recipient } = await booked()
    const reviewed = await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
    assert.deepEqual([reviewed.status, reviewed.appointmentChanged, reviewed.followUp], ['approved', false, null])
    const held = ['P2D sms held awaiting_new_time', 'P1D sms held awaiting_new_time']
    assert.deepEqual(await planOf(holder, appointmentId), held)
    await world.run('PT3H')
    // The source repeats it unchanged: still the time that both sides want to change.
    assert.equal((await world.intake(holder, visit)).outcome, 'unchanged')
    assert.deepEqual(await planOf(holder, appointmentId), held)
    assert.deepEqual(await texts(visit.phone), [])

    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 24 }) })
    await world.settled(holder, appointmentId, [
      'P2D sms planned',
      'P1D sms planned',
      'P2D sms cancelled rescheduled',
      'P1D sms cancelled rescheduled',
      'change sms delivered',
    ])
    await world.run('PT24H')
    const [notice = '', text = '', ...others] = await texts(visit.phone)
    assert.match(notice, /^Gewijzigd/)
    assert.doesNotMatch(text, looked)
    assert.deepEqual(others, [])
  })

  test('G21 what is planned anew while the new time is awaited is held too', async () => {
    const { holder, visit, appointmentId, recipient } = await booked()
    await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
    await world.editPolicy(holder, { steps: [step('P1D', 'sms'), step('PT12H', 'sms')] })
    await world.settled(holder, appointmentId, [
      'P2D sms cancelled superseded',
      'P1D sms held awaiting_new_time',
      'PT12H sms held awaiting_new_time',
    ])
    await world.intake(holder, { ...visit, email: 'nieuw@example.nl' })
    const unsent = (await planOf(holder, appointmentId)).filter((words) => /planned|held/.test(words))
    assert.deepEqual(unsent, ['P1D sms held awaiting_new_time', 'PT12H sms held awaiting_new_time'])
  })

  test('G21 whoever is given the appointment of somebody who wanted another time is reminded of it', async () => {
    const { holder, visit, appointmentId, recipient } = await booked()
    await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
    const corrected = person().phone
    await world.intake(holder, { ...visit, phone: corrected })
    const unsent = async () => (await planOf(holder, appointmentId)).filter((words) => /planned|held/.test(words))
    assert.deepEqual(await unsent(), ['P2D sms held awaiting_new_time', 'P1D sms held awaiting_new_time'])
    await world.intake(holder, { ...visit, phone: corrected, name: 'Anders Gespeld' })
    assert.deepEqual(await unsent(), ['P2D sms held awaiting_new_time', 'P1D sms held awaiting_new_time'])
    const other = person()
    await world.intake(holder, { ...visit, ...other })
    assert.deepEqual(await unsent(), ['P2D sms planned', 'P1D sms planned'])
    await world.run('PT27H')
    assert.equal((await texts(other.phone)).length, 2)
  })

  test('G21 the look just before the hand-over holds a row that was planned behind its back', async () => {
    const { holder, visit, appointmentId, recipient } = await booked()
    await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
    await world.sql(
      `update reminder set state = 'planned', reason_code = null, run_at = due_at where appointment_id = $1`,
      [appointmentId],
    )
    await world.run('PT3H')
    await world.settled(holder, appointmentId, ['P2D sms held awaiting_new_time', 'P1D sms planned'])
    assert.deepEqual(await texts(visit.phone), [])
  })

  test('G21 when a later request to move it is declined, the appointment stands and its reminders go on', async () => {
    const { holder, visit, appointmentId, recipient } = await booked()
    await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
    await world.run('PT3H')
    await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'declined')
    await world.run('PT24H')
    await world.settled(holder, appointmentId, ['P2D sms delivered', 'P1D sms delivered', 'answer sms delivered'])
    assert.equal((await texts(visit.phone)).length, 3)
  })

  for (const order of ['before', 'after'] as const)
    for (const type of ['reschedule', 'cancellation'] as const)
      test(`G21 a ${type} request from ${order} a batch postponed it brings back no time that was called off when it is declined`, async () => {
        const desk = await openDesk(world, { steps: [step('P1D', 'sms')] })
        const [visit] = await desk.register(1, (await world.nextDay()).add({ hours: 50 }))
        assert.ok(visit)
        const recipient = await recipientOf(world, desk.holder, visit.appointmentId)
        const asked = () => ask(world, recipient, desk.holder, visit.appointmentId, type)
        const early = order === 'before' ? await asked() : null
        const batch = await desk.begin({ action: 'postpone' }, [visit])
        await world.clock.advance('PT121S')
        await desk.becomes(batch, 'done')
        const held = ['P1D sms held awaiting_new_time', 'postponed sms delivered']
        const plan = async () => (await planOf(desk.holder, visit.appointmentId)).toSorted()

        await review(desk.holder, early ?? (await asked()), 'declined')
        assert.deepEqual(await plan(), held)
        await world.run('PT27H')
        assert.deepEqual(await plan(), held)
        const own = (await recipient.call('GET', `/appointments/${visit.appointmentId}`)).body.data
        assert.equal(own.awaitsNewTime, true)
        // Only what the batch told. The move that follows tells the rest.
        assert.equal((await textsTo(world, visit)).length, 1)
        await world.intake(desk.holder, { ...visit, startsAt: visit.startsAt.add({ hours: 72 }) })
        await world.run('PT1M')
        const [, moved = '', ...others] = await textsTo(world, visit)
        assert.match(moved, /^Gewijzigd/)
        assert.deepEqual(others, [])
      })

  test('G21 who is offered another time for one that was called off is told so', async () => {
    const desk = await openDesk(world, { steps: [step('P1D', 'sms')] })
    const [visit] = await desk.register(1, (await world.nextDay()).add({ hours: 50 }))
    assert.ok(visit)
    const recipient = await recipientOf(world, desk.holder, visit.appointmentId)
    const batch = await desk.begin({ action: 'postpone' }, [visit])
    await world.clock.advance('PT121S')
    await desk.becomes(batch, 'done')
    const request = await ask(world, recipient, desk.holder, visit.appointmentId, 'reschedule')
    const suggestedStartsAt = visit.startsAt.add({ hours: 90 })
    await review(desk.holder, request, 'declined', {
      suggestedStartsAt: suggestedStartsAt.toString(),
      suggestedEndsAt: suggestedStartsAt.add({ minutes: 15 }).toString(),
    })
    await world.run('PT1M')
    const [, proposal = '', ...others] = await textsTo(world, visit)
    assert.match(proposal, /een andere tijd/)
    assert.deepEqual(others, [])
    assert.ok((await planOf(desk.holder, visit.appointmentId)).includes('P1D sms held awaiting_new_time'))
  })

  for (const origin of ['intake', 'local'] as const) {
    test(`G21 when both sides keep the old time of an appointment (${origin}), staff say so and its reminders go on`, async () => {
      const { holder, visit, appointmentId, recipient } = await booked([step('P2D', 'sms'), step('P1D', 'sms')], origin)
      await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
      const patch = async (changes: object) => {
        const { version } = (await holder.call('GET', `/appointments/${appointmentId}`)).body.data
        return holder.call('PATCH', `/appointments/${appointmentId}`, { expectedVersion: version, ...changes })
      }
      const held = ['P2D sms held awaiting_new_time', 'P1D sms held awaiting_new_time']
      const startsAt = visit.startsAt.toString()
      if (origin === 'local') assert.equal((await patch({ title: 'Controle' })).status, 200)
      else
        for (const changes of [{ title: 'Controle' }, { startsAt, title: 'Controle' }, { startsAt: earlier(visit) }])
          assert.equal((await patch(changes)).body.error.code, 'APPOINTMENT_SOURCE_MANAGED')
      assert.deepEqual(await planOf(holder, appointmentId), held)

      const kept = await patch({ startsAt })
      assert.equal(kept.status, 200, JSON.stringify(kept.body))
      assert.deepEqual(await planOf(holder, appointmentId), [
        'answer sms planned',
        'P2D sms planned',
        'P1D sms planned',
      ])
      const again = await patch({ startsAt })
      if (origin === 'local') assert.equal(again.body.data.version, kept.body.data.version)
      else assert.equal(again.body.error.code, 'APPOINTMENT_SOURCE_MANAGED')
      await world.run('PT27H')
      await world.settled(holder, appointmentId, ['answer sms delivered', 'P2D sms delivered', 'P1D sms delivered'])
      assert.equal((await texts(visit.phone)).length, 3)
    })
  }
  const earlier = ({ startsAt }: Visit) => startsAt.subtract({ minutes: 5 }).toString()

  test('G21 held reminders whose time passed without a new one end with that reason', async () => {
    const { holder, appointmentId, recipient } = await booked()
    await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
    await world.run('PT60H')
    await world.settled(holder, appointmentId, [
      'P2D sms expired awaiting_new_time',
      'P1D sms expired awaiting_new_time',
    ])
  })

  test('G4, G21 cancelling while the new time is awaited ends the held reminders', async () => {
    const { holder, visit, appointmentId, recipient } = await booked()
    await review(holder, await ask(world, recipient, holder, appointmentId, 'reschedule'), 'approved')
    await world.cancelBySource(holder, visit.id)
    assert.deepEqual(await planOf(holder, appointmentId), [
      'P2D sms cancelled appointment_cancelled',
      'P1D sms cancelled appointment_cancelled',
    ])
  })

  test('G21, G27 appointments with and without a request are not told in one message', async () => {
    const { holder, visit, appointmentId, recipient } = await booked([step('P2D', 'sms')])
    await world.editPolicy(holder, { groupSameDay: true })
    await world.intake(holder, { ...visit, id: 'b', startsAt: visit.startsAt.add({ minutes: 20 }) })
    await ask(world, recipient, holder, appointmentId, 'cancellation')
    await world.run('PT3H')
    const sent = await texts(visit.phone)
    assert.equal(sent.length, 2)
    assert.equal(sent.filter((text) => looked.test(text)).length, 1)
  })
})
