import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { signIn, eventually, type Answer, type TestHolder } from '../../harness.ts'
import { fromBrowser } from '../../operation-cases.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('What staff answer to a text message', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  let numbers = 0
  const quiet = { from: '21:00', to: '08:00', days: null }

  type Told = { phone: string; sender: string; holder: TestHolder; appointmentId: string; replyId: string }

  /** Somebody who was reminded and has written back, at this hour (UTC) of a new day when one is named. */
  async function told({
    quietHours = null as object | null,
    text = 'Mag mijn moeder mee?',
    at = '',
  } = {}): Promise<Told> {
    const sender = `+31970102${String(80_000 + (numbers += 1))}`
    const holder = await world.createHolder({ displayName: 'Praktijk Eik' })
    const smsSender = JSON.stringify({ mode: 'numeric', value: sender, canReceive: true })
    await world.sql('update reminder_policy set sms_sender = $2 where platform_holder_id = $1', [holder.id, smsSender])
    await world.editPolicy(holder, { steps: [step('P4D', 'sms')], quietHours })
    const now = await world.nextDay()
    const { phone } = person()
    const { appointmentId } = await world.intake(holder, { id: 'visit', startsAt: now.add({ hours: 98 }), phone })
    await world.run('PT3H')
    if (at !== '') await world.clock.set(`${now.toString().slice(0, 10)}T${at}Z`)
    await world.inbound({ from: phone, to: sender, text })
    const { body } = await holder.call('GET', '/replies')
    assert.equal(body.data.items.length, 1, JSON.stringify(body))
    return { phone, sender, holder, appointmentId, replyId: body.data.items[0].id }
  }

  async function answering({ holder, replyId, appointmentId }: Told) {
    const cookie = await signIn(world, holder.staffEmail)
    return (body: object): Promise<Answer> =>
      fromBrowser({ product: world, holder, cookie }, 'POST', `/replies/${replyId}/answers`, {
        clientRequestId: randomUUID(),
        appointmentId,
        ...body,
      })
  }
  const textsTo = async (phone: string) => (await world.smsTo(phone)).map((sms) => sms.text)
  const answersOf = async ({ holder, replyId }: Told) =>
    (await holder.call('GET', `/replies/${replyId}`)).body.data.answers
  const becomes = (one: Told, wanted: string, at = 0) =>
    eventually(async () => {
      const answer = (await answersOf(one))[at]
      return `${answer?.state} ${answer?.reasonCode ?? ''}`.trim() === wanted && answer
    })

  test('R3 an answer goes to the number that wrote, in words as they were typed or in the language of the person', async () => {
    const one = await told()
    const answer = await answering(one)
    const looked = await answer({ text: 'Uw moeder mag mee, graag zelfs!', dryRun: true })
    assert.deepEqual(
      [looked.status, looked.body.data.segments, looked.body.data.encoding, looked.body.data.reply],
      [200, 1, 'gsm7', null],
    )
    assert.deepEqual((await answer({ text: 'Tot morgen, Łukasz', dryRun: true })).body.data.offendingCharacters, ['Ł'])
    assert.deepEqual(await answersOf(one), [])
    assert.equal((await answer({ text: 'Uw moeder mag mee, graag zelfs!' })).status, 201)
    await becomes(one, 'delivered')
    assert.equal((await answer({ template: 'appointment_stands' })).status, 201)
    await becomes(one, 'delivered', 1)
    const [, own, template] = await textsTo(one.phone)
    assert.equal(own, 'Uw moeder mag mee, graag zelfs!')
    assert.match(template ?? '', /^Praktijk Eik: /)
    const fault = await answer({ text: 'Kijk op http://evil.example' })
    assert.deepEqual([fault.status, fault.body.error.details[0].code], [400, 'not_allowed'])
    const foreign = await answer({ template: 'thanks', appointmentId: randomUUID() })
    assert.equal(foreign.status, 400)
  })

  test('R3 a yes to an answer confirms nothing: it is for a person to read', async () => {
    const one = await told()
    const answer = await answering(one)
    assert.equal((await answer({ text: 'Kan het ook om drie uur?' })).status, 201)
    await becomes(one, 'delivered')
    await world.inbound({ from: one.phone, to: one.sender, text: 'ja' })
    const appointment = (await one.holder.call('GET', `/appointments/${one.appointmentId}`)).body.data
    assert.equal(appointment.confirmation.status, 'unconfirmed')
    const { items } = (await one.holder.call('GET', '/replies')).body.data
    assert.deepEqual(
      items.map((item: { text: string; earlier: unknown[] }) => [item.text, item.earlier.length]),
      [
        ['ja', 1],
        ['Mag mijn moeder mee?', 0],
      ],
    )
  })

  test('R2 one answer goes once however often it is sent, and a reply is answered three times at most', async () => {
    const one = await told()
    const answer = await answering(one)
    const same = { clientRequestId: randomUUID(), template: 'thanks' }
    const sent = await Promise.all(Array.from({ length: 4 }, () => answer(same)))
    assert.ok(
      sent.every(({ status }) => status === 201 || status === 409),
      sent.map(({ status }) => status).join(),
    )
    await becomes(one, 'delivered')
    assert.equal((await answersOf(one)).length, 1)
    const more = await Promise.all(Array.from({ length: 4 }, () => answer({ template: 'received' })))
    assert.deepEqual(more.map(({ status }) => status).toSorted(), [201, 201, 409, 409])
    await becomes(one, 'delivered', 2)
    assert.equal((await textsTo(one.phone)).length, 4)
  })

  test('R3 after STOP, after seven days, to another number or about a cancelled appointment nothing is answered', async () => {
    const stopped = await told()
    const afterStop = await answering(stopped)
    assert.equal((await afterStop({ template: 'thanks', dryRun: true })).status, 200)
    await world.inbound({ from: stopped.phone, to: stopped.sender, text: 'STOP' })
    assert.equal((await afterStop({ template: 'thanks' })).status, 409)

    const moved = await told()
    await world.intake(moved.holder, {
      id: 'visit',
      startsAt: (await world.clock.now()).add({ hours: 95 }),
      phone: person().phone,
    })
    assert.equal((await (await answering(moved))({ template: 'thanks' })).status, 409)

    const cancelled = await told()
    await world.cancelBySource(cancelled.holder, 'visit')
    assert.equal((await (await answering(cancelled))({ template: 'thanks' })).status, 409)

    const late = await told()
    await world.clock.set((await world.clock.now()).add({ hours: 7 * 24 }).toString())
    assert.equal((await (await answering(late))({ template: 'thanks' })).status, 409)
  })

  test('R3 R7 quiet hours hold but for half an hour after the reply, and a STOP while an answer waits suppresses it', async () => {
    const one = await told({ quietHours: quiet, at: '22:10:00' })
    const answer = await answering(one)
    await world.clock.set((await world.clock.now()).add({ minutes: 10 }).toString())
    assert.equal((await answer({ template: 'received' })).status, 201)
    await becomes(one, 'delivered')
    assert.equal((await textsTo(one.phone)).length, 2, 'at 23:20 in Amsterdam')
    await world.clock.set((await world.clock.now()).add({ minutes: 30 }).toString())
    assert.equal((await answer({ template: 'we_will_call' })).status, 201)
    assert.equal((await answer({ template: 'thanks' })).status, 201)
    await world.run('PT1H')
    await becomes(one, 'planned', 1)
    assert.equal((await textsTo(one.phone)).length, 2, 'at 0:50 in Amsterdam')
    await world.run('PT7H30M')
    await becomes(one, 'delivered', 2)
    assert.equal((await textsTo(one.phone)).length, 4, 'at 8:20 in Amsterdam')

    const other = await told({ quietHours: quiet, at: '22:10:00' })
    await world.clock.set((await world.clock.now()).add({ minutes: 40 }).toString())
    assert.equal((await (await answering(other))({ text: 'Tot morgen!' })).status, 201)
    await world.inbound({ from: other.phone, to: other.sender, text: 'STOP' })
    await world.run('PT10H')
    await becomes(other, 'suppressed recipient_opted_out')
    assert.ok(!(await textsTo(other.phone)).includes('Tot morgen!'))
  })

  test('R5 after 30 days neither the reply nor the words of its answers are kept', async () => {
    const one = await told()
    assert.equal((await (await answering(one))({ text: 'Uw moeder mag mee.' })).status, 201)
    await becomes(one, 'delivered')
    await world.clock.advance('P31D')
    const kept = await eventually(async () => {
      const { data } = (await one.holder.call('GET', `/replies/${one.replyId}`)).body
      return data.text === null && data.answers[0].text === null && data
    })
    assert.deepEqual([kept.earlier, kept.answers[0].template], [[], null])
  })
})
