import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G27 same-day grouping', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  const holderThatGroups = async (groupSameDay = true) => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, {
      steps: [step('P1D', 'sms', 'none', 'confirm_prompt')],
      quietHours: null,
      groupSameDay,
    })
    return holder
  }
  const statusOf = async (holder: TestHolder, id: string) =>
    (await holder.call('GET', `/appointments/${id}`)).body.data.confirmation.status

  /** Two appointments of one person, 25 minutes apart; the first reminder is due in an hour. */
  async function pair(holder: TestHolder, changes: Partial<{ name: string; phone: string; minutes: number }> = {}) {
    const now = await world.nextDay()
    const who = person()
    const first = { id: 'first', name: who.name, phone: who.phone, startsAt: now.add({ hours: 25 }) }
    const second = {
      ...first,
      id: 'second',
      startsAt: first.startsAt.add({ minutes: changes.minutes ?? 25 }),
      ...(changes.name ? { name: changes.name } : {}),
      ...(changes.phone ? { phone: changes.phone } : {}),
    }
    const one = await world.intake(holder, first)
    const other = await world.intake(holder, second)
    return { phone: who.phone, ids: [one.appointmentId, other.appointmentId] as const }
  }

  test('G27 reminders of one person for one day, due within half an hour, go as one message and keep their own states', async () => {
    const holder = await holderThatGroups()
    const { phone, ids } = await pair(holder)
    await world.run('PT3H')
    const [message, ...others] = await world.smsTo(phone)
    assert.deepEqual(others, [])
    assert.match(message?.text ?? '', /11:00.*11:25/)
    for (const id of ids) assert.deepEqual(await world.plan(holder, id), ['P1D sms delivered'])
  })

  test('G27 one cancelled before the hand-over is left out of the text', async () => {
    const holder = await holderThatGroups()
    const { phone, ids } = await pair(holder)
    await world.cancelBySource(holder, 'first')
    await world.run('PT3H')
    const [message, ...others] = await world.smsTo(phone)
    assert.deepEqual(others, [])
    assert.doesNotMatch(message?.text ?? '', /11:00/)
    assert.match(message?.text ?? '', /11:25/)
    assert.deepEqual(await world.plan(holder, ids[0]), ['P1D sms cancelled appointment_cancelled'])
    assert.deepEqual(await world.plan(holder, ids[1]), ['P1D sms delivered'])
  })

  test('G27 a yes confirms all that the message told', async () => {
    const holder = await holderThatGroups()
    const { phone, ids } = await pair(holder)
    await world.run('PT2H')
    await world.reply(phone, 'Ja')
    for (const id of ids) assert.equal(await statusOf(holder, id), 'confirmed')
  })

  test('G27 a provider that refuses fails every row of the message', async () => {
    const holder = await holderThatGroups()
    const { phone, ids } = await pair(holder)
    await world.fault({ provider: 'twilio', mode: 'refuse', to: phone })
    await world.run('PT2H')
    for (const id of ids) await world.settled(holder, id, ['P1D sms failed provider_refused'])
    await world.fault({ provider: 'twilio', mode: 'none' })
  })

  test('G27 due further apart, of another person on the same number, or without the switch, each goes by itself', async () => {
    const apart = await pair(await holderThatGroups(), { minutes: 40 })
    await world.run('PT3H')
    assert.equal((await world.smsTo(apart.phone)).length, 2)
    const family = await pair(await holderThatGroups(), { name: 'Een Ander' })
    await world.run('PT3H')
    assert.equal((await world.smsTo(family.phone)).length, 2)
    const off = await pair(await holderThatGroups(false))
    await world.run('PT3H')
    assert.equal((await world.smsTo(off.phone)).length, 2)
  })

  test('G27 two reminders of one appointment are never joined, and none goes before it is due', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, {
      steps: [step('PT25H', 'sms'), step('PT24H30M', 'sms')],
      quietHours: null,
      groupSameDay: true,
    })
    const now = await world.nextDay()
    const who = person()
    const startsAt = now.add({ hours: 26 })
    await world.intake(holder, { id: 'first', ...who, email: null, startsAt })
    await world.intake(holder, { id: 'second', ...who, email: null, startsAt: startsAt.add({ minutes: 10 }) })
    await world.run('PT1H1M')
    const texts = async () => (await world.smsTo(who.phone)).map((message) => message.text)
    assert.equal((await texts()).length, 1)
    assert.match((await texts())[0] ?? '', /12:00.*12:10/)
    await world.run('PT1H')
    assert.equal((await texts()).length, 2)
    for (const text of await texts()) assert.equal(text.match(/12:00/g)?.length, 1)
  })

  test('G27 messages of two holders to one person are never joined', async () => {
    const [one, other] = [await holderThatGroups(), await holderThatGroups()]
    const now = await world.nextDay()
    const who = person()
    for (const holder of [one, other]) await world.intake(holder, { ...who, startsAt: now.add({ hours: 25 }) })
    await world.run('PT3H')
    const messages = await world.smsTo(who.phone)
    assert.equal(messages.length, 2)
    for (const { text } of messages) assert.doesNotMatch(text, /11:00.*11:00/)
  })
})
