import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { callApi, eventually, type TestHolder } from '../../harness.ts'
import { ask, recipientOf, review } from './recipient.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G21 whoever asked learns the answer', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** An appointment in ten days of which nothing was told yet, and its recipient, who knows it from the app. */
  async function booked(policy: object = {}, contact: object = {}) {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], ...policy })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), ...contact, startsAt: now.add({ hours: 242 }) }
    const { appointmentId } = await world.intake(holder, visit)
    return { holder, visit, appointmentId, now, recipient: await recipientOf(world, holder, appointmentId) }
  }
  type Booked = Awaited<ReturnType<typeof booked>>
  const asked = ({ recipient, holder, appointmentId }: Booked, type: 'cancellation' | 'reschedule') =>
    ask(world, recipient, holder, appointmentId, type)
  const texts = async (phone: string) => (await world.smsTo(phone)).map((message) => message.text)
  const answersOf = async (holder: TestHolder, id: string) =>
    (await world.plan(holder, id)).filter((words) => !words.startsWith('P1D'))

  for (const type of ['cancellation', 'reschedule'] as const)
    test(`G21 whose ${type} is declined gets one message that the appointment stands, without what staff wrote`, async () => {
      const one = await booked()
      await review(one.holder, await asked(one, type), 'declined', { message: 'Belt u ons even' })
      await world.run('PT1M')
      assert.deepEqual(await answersOf(one.holder, one.appointmentId), ['answer sms delivered'])
      const [text = '', ...others] = await texts(one.visit.phone)
      assert.match(text, /heeft geantwoord op uw verzoek\. Uw afspraak blijft staan: .*12:00\. .*\/m\//)
      assert.doesNotMatch(text, /Belt/)
      assert.deepEqual(others, [])
    })

  test('G21 each request has its own answer, also in a language of the person and by mail', async () => {
    const one = await booked({}, { phone: null })
    const { status } = await one.recipient.call('PATCH', '/profile', { expectedVersion: 1, locale: 'fr' })
    assert.equal(status, 200)
    await review(one.holder, await asked(one, 'cancellation'), 'declined')
    await review(one.holder, await asked(one, 'reschedule'), 'declined')
    await world.run('PT1M')
    assert.deepEqual(await answersOf(one.holder, one.appointmentId), ['answer email sent', 'answer email sent'])
    const mails = await world.mailTo(one.visit.email)
    assert.deepEqual(
      mails.map(({ subject }) => /le rendez-vous est maintenu/.test(subject)),
      [true, true],
    )
  })

  test('G21 whoever is offered another time is told so at once, though the reminders wait', async () => {
    for (const decision of ['approved', 'declined'] as const) {
      const one = await booked()
      const suggestedStartsAt = one.now.add({ hours: 300 })
      await review(one.holder, await asked(one, 'reschedule'), decision, {
        suggestedStartsAt: suggestedStartsAt.toString(),
        suggestedEndsAt: suggestedStartsAt.add({ minutes: 15 }).toString(),
      })
      await world.run('PT1M')
      assert.deepEqual(await answersOf(one.holder, one.appointmentId), ['answer sms delivered'])
      assert.match((await texts(one.visit.phone)).join(), /stelt een andere tijd voor uw afspraak op .*12:00 voor\./)
    }
  })

  test('G21 a yes or no to a proposal is about neither time: nothing is confirmed, and staff read it; its link confirms nothing', async () => {
    for (const text of ['ja', 'nee']) {
      const one = await booked()
      const suggestedStartsAt = one.now.add({ hours: 300 })
      await review(one.holder, await asked(one, 'reschedule'), 'declined', {
        suggestedStartsAt: suggestedStartsAt.toString(),
        suggestedEndsAt: suggestedStartsAt.add({ minutes: 15 }).toString(),
      })
      await world.run('PT1M')
      const token = /\/m\/(?<token>[0-9A-Za-z]+)/.exec((await texts(one.visit.phone)).join())?.groups?.['token'] ?? ''
      const link = `${world.baseUrl}/m/${token}`
      const opened = await callApi(`${link}/message`, 'GET')
      assert.equal(opened.body.data.kind, 'proposal')
      await callApi(`${link}/confirmation`, 'POST')
      await world.inbound({ from: one.visit.phone, text })
      const mails = await eventually(async () => {
        const all = (await world.mailTo(one.holder.staffEmail)).filter((mail) => /antwoord/i.test(mail.subject))
        return all.length > 0 && all
      })
      assert.ok(mails[0]?.text.includes(text), 'Staff read what was replied')
      assert.equal((await texts(one.visit.phone)).length, 1)
      const { body } = await one.holder.call('GET', `/appointments/${one.appointmentId}`)
      assert.equal(body.data.confirmation.status, 'unconfirmed')
    }
  })

  test('G21 a no to a cancellation notice, or once the appointment began, is not answered that it stands', async () => {
    const one = await booked()
    await review(one.holder, await asked(one, 'cancellation'), 'approved')
    await world.run('PT1M')
    await world.inbound({ from: one.visit.phone, text: 'nee' })
    await world.run('PT1M')
    assert.equal((await texts(one.visit.phone)).length, 1)
  })

  test('G21 an approved cancellation is told to whoever asked, though nothing was told before and the policy wants no notices', async () => {
    const one = await booked({ sendCancellationNotice: false })
    await review(one.holder, await asked(one, 'cancellation'), 'approved')
    await world.run('PT1M')
    assert.deepEqual(await answersOf(one.holder, one.appointmentId), ['cancellation sms delivered'])
    assert.match((await texts(one.visit.phone)).join(), /niet door.*12:00/)
  })

  test('G21 a move that was asked for is told once, though nothing was told before; that the time stays after all too', async () => {
    const moved = await booked({ sendChangeNotice: false })
    await review(moved.holder, await asked(moved, 'reschedule'), 'approved')
    await world.run('PT1M')
    assert.deepEqual(await texts(moved.visit.phone), [])
    const later = { ...moved.visit, startsAt: moved.visit.startsAt.add({ hours: 2 }) }
    await world.intake(moved.holder, later)
    await world.intake(moved.holder, { ...later, minutes: 30 })
    await world.run('PT1M')
    const [text = '', ...others] = await texts(moved.visit.phone)
    assert.match(text, /^Gewijzigd: .*14:00/)
    assert.deepEqual(others, [])

    const kept = await booked()
    await review(kept.holder, await asked(kept, 'reschedule'), 'approved')
    const { body } = await kept.holder.call('GET', `/appointments/${kept.appointmentId}`)
    const { status } = await kept.holder.call('PATCH', `/appointments/${kept.appointmentId}`, {
      expectedVersion: body.data.version,
      startsAt: kept.visit.startsAt.toString(),
    })
    assert.equal(status, 200)
    await world.run('PT1M')
    assert.match((await texts(kept.visit.phone)).join(), /blijft staan/)
  })

  test('G8 G9 an answer waits for the opening, goes to a contact corrected meanwhile, and not against an opt-out', async () => {
    const late = await booked()
    await world.clock.set(late.now.add({ hours: 13 }).toString())
    await review(late.holder, await asked(late, 'cancellation'), 'declined')
    await world.run('PT1H')
    assert.deepEqual(await answersOf(late.holder, late.appointmentId), ['answer sms planned'])
    const right = person()
    await world.intake(late.holder, { ...late.visit, phone: right.phone })
    await world.run('PT9H')
    assert.deepEqual(await texts(late.visit.phone), [])
    assert.match((await texts(right.phone)).join(), /blijft staan/)

    const out = await booked()
    await world.intake(out.holder, { ...out.visit, email: null })
    await world.inbound({ from: out.visit.phone, text: 'STOP' })
    const { length } = await texts(out.visit.phone)
    await review(out.holder, await asked(out, 'cancellation'), 'declined')
    await world.run('PT1M')
    assert.deepEqual(await answersOf(out.holder, out.appointmentId), ['answer sms suppressed recipient_opted_out'])
    assert.equal((await texts(out.visit.phone)).length, length)
  })

  test('G1 of many decisions at once one counts and is told, while workers race for it', async () => {
    const other = await world.startAnotherWorker()
    try {
      const one = await booked()
      const request = await asked(one, 'cancellation')
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          one.holder.call('POST', `/recipient-requests/${request.id}/review`, {
            clientRequestId: crypto.randomUUID(),
            expectedVersion: 1,
            decision: 'declined',
          }),
        ),
      )
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, ...Array.from({ length: 11 }, () => 409)],
      )
      await world.run('PT1M')
      assert.deepEqual(await answersOf(one.holder, one.appointmentId), ['answer sms delivered'])
      assert.equal((await texts(one.visit.phone)).length, 1)
    } finally {
      await other.stop()
    }
  })
})
