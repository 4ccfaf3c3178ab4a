import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { signIn, eventually, type TestHolder } from '../../harness.ts'
import { fromBrowser } from '../../operation-cases.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('Replies that a person has to read', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  const asks = [step('P2D', 'sms', 'none', 'confirm_prompt')]
  let numbers = 0
  const newNumber = () => `+31970102${String(70_000 + (numbers += 1))}`

  async function holderAt(sender: string, displayName: string): Promise<TestHolder> {
    const holder = await world.createHolder({ displayName })
    const smsSender = { mode: 'numeric', value: sender, canReceive: true }
    await world.sql('update reminder_policy set sms_sender = $2 where platform_holder_id = $1', [
      holder.id,
      JSON.stringify(smsSender),
    ])
    await world.editPolicy(holder, { steps: asks, quietHours: null })
    return holder
  }
  const listed = async (holder: TestHolder, query = '') => {
    const { status, body } = await holder.call('GET', `/replies?pageSize=100${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.items
  }
  const member = async (holder: TestHolder) => {
    const cookie = await signIn(world, holder.staffEmail)
    return (id: string, body: object) =>
      fromBrowser({ product: world, holder, cookie }, 'PATCH', `/replies/${id}`, body)
  }
  const optOutsOf = async (holder: TestHolder) =>
    (await world.sql('select source from suppression where platform_holder_id = $1 and is_active', [holder.id])).map(
      ({ source }) => source,
    )

  // What is said, and what is listed of it at the holder that asked, and at another one that asked from the same number.
  const table: readonly [said: string, own: string | null, other: string | null][] = [
    ['ja', null, 'ambiguous'],
    ['nee', 'declined', 'ambiguous'],
    ['Mag mijn moeder mee?', 'not_understood', null],
    ['ja maar kan het later', 'not_understood', null],
    ['STOP', null, null],
    ['START', null, null],
    ['HELP', null, null],
    ['annuleren aub, ik ben ziek geworden', 'not_understood', null],
  ]

  test('R1 each reply that was not understood is listed once for each holder concerned', async () => {
    const times = 200 / table.length / 2
    const [ownNumber, shared] = [newNumber(), newNumber()]
    const oak = await holderAt(ownNumber, 'Praktijk Eik')
    const [elm, ash] = [await holderAt(shared, 'Praktijk Iep'), await holderAt(shared, 'Praktijk Es')]
    const now = await world.nextDay()
    const cases = Array.from({ length: Math.ceil(times) }, () => table).flat()
    const visits = []
    for (const [index, [said, own, other]] of cases.entries()) {
      const [alone, both] = [person().phone, person().phone]
      const startsAt = now.add({ hours: 49, minutes: index })
      await Promise.all([
        world.intake(oak, { startsAt, phone: alone }),
        world.intake(elm, { startsAt, phone: both }),
        world.intake(ash, { startsAt, phone: both }),
      ])
      visits.push({ said, own, other, alone, both })
    }
    await world.run('PT8H')
    for (const { said, alone, both } of visits) {
      await world.inbound({ from: alone, to: ownNumber, text: said }, { waits: false })
      await world.inbound({ id: `SM-${both}`, from: both, to: shared, text: said }, { waits: false })
    }
    // A carrier that delivers one twice.
    await world.inbound(
      { id: `SM-${visits[1]?.both}`, from: visits[1]?.both ?? '', to: shared, text: 'nee' },
      { waits: false },
    )
    await world.repliesSeenTo()
    const wanted = (reasons: readonly (string | null)[]) => reasons.filter((reason) => reason !== null).toSorted()
    const reasonsAt = async (holder: TestHolder) => {
      const rows = await world.sql('select reason from reply where platform_holder_id = $1', [holder.id])
      return rows.map(({ reason }) => reason as string).toSorted()
    }
    assert.deepEqual(await reasonsAt(oak), wanted(visits.map(({ own }) => own)))
    const told = async () => [...(await reasonsAt(elm)), ...(await reasonsAt(ash))].toSorted()
    // Of both a bare yes or no is ambiguous; any other words belong to the one whose message they answer.
    const ofBoth = visits.flatMap(({ own, other }) => (other === null ? [own] : [other, other]))
    await eventually(async () => (await told()).length >= wanted(ofBoth).length)
    assert.deepEqual(await told(), wanted(ofBoth))
  })

  test('R1 an answer to what is over is listed as such, and so is a START that another opt-out still stops', async () => {
    const sender = newNumber()
    const oak = await holderAt(sender, 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone } = person()
    const { appointmentId } = await world.intake(oak, { id: 'past', startsAt: now.add({ hours: 49 }), phone })
    await world.run('PT3H')
    await world.cancelBySource(oak, 'past')
    await world.inbound({ from: phone, to: sender, text: 'ja' })
    const [reply] = await listed(oak)
    assert.equal(reply.reason, 'about_past')
    assert.deepEqual(
      reply.people.map((one: { appointmentId: string }) => one.appointmentId),
      [appointmentId],
    )
    const change = await member(oak)
    assert.equal((await change(reply.id, { expectedVersion: 1, wrongNumber: true })).status, 200)
    await world.inbound({ from: phone, to: sender, text: 'START' })
    assert.deepEqual(
      (await listed(oak)).map((one: { reason: string }) => one.reason),
      ['start_incomplete', 'about_past'],
    )
  })

  test('R2 of two members of staff who take a reply at once, one is told that the other did', async () => {
    const sender = newNumber()
    const oak = await holderAt(sender, 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone, name } = person()
    await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone, name })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: sender, text: 'Mag mijn moeder mee?' })
    const [reply] = await listed(oak, '&state=open&assignment=nobody')
    assert.deepEqual(
      [reply.text, reply.people[0].displayName, reply.people[0].wasAsked, reply.senderMasked.slice(0, 3)],
      ['Mag mijn moeder mee?', name, true, '+31'],
    )
    const change = await member(oak)
    const taken = await Promise.all(
      Array.from({ length: 4 }, () => change(reply.id, { expectedVersion: 1, assignment: 'mine' })),
    )
    assert.deepEqual(taken.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
    const mine = taken.find(({ status }) => status === 200)?.body.data
    assert.deepEqual([mine.version, mine.assignedTo], [2, { displayName: oak.staffEmail, isYou: true }])
    assert.equal((await change(reply.id, { expectedVersion: 2 })).status, 400, 'nothing to change')
    assert.equal((await change(reply.id, { expectedVersion: 2, state: 'handled', assignment: 'mine' })).status, 400)
    assert.equal((await change(reply.id, { expectedVersion: 2, state: 'handled' })).body.data.state, 'handled')
    assert.deepEqual([await listed(oak, '&state=open'), (await listed(oak, '&state=handled')).length], [[], 1])
  })

  test('R4 no holder sees people or texts of another that the same number is of', async () => {
    const shared = newNumber()
    const [elm, ash] = [await holderAt(shared, 'Praktijk Iep'), await holderAt(shared, 'Praktijk Es')]
    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(elm, { startsAt: now.add({ hours: 49 }), phone, name: 'Iris Iep' })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: shared, text: 'Alleen voor Iep bedoeld' })
    await world.intake(ash, { startsAt: now.add({ hours: 53 }), phone, name: 'Esther Es' })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: shared, text: 'Ja.' })
    const [atElm, atAsh] = await eventually(async () => {
      const both = [await listed(elm), await listed(ash)]
      return both[0].length === 2 && both[1].length === 1 && both
    })
    const [answered] = atAsh
    assert.deepEqual(
      [answered.reason, atElm[0].reason, answered.text, atElm[0].text],
      ['ambiguous', 'ambiguous', 'Ja.', null],
    )
    assert.doesNotMatch(JSON.stringify(atElm[0]), /Esther|"Ja\."/)
    assert.doesNotMatch(JSON.stringify(answered), /Iris|Iep bedoeld/)
    assert.deepEqual([answered.earlier, atElm[0].earlier.length], [[], 1])
    const foreign = await ash.call('GET', `/replies/${atElm[0].id}`)
    const unknown = await ash.call('GET', `/replies/${randomUUID()}`)
    assert.deepEqual([foreign.status, unknown.status], [404, 404])
  })

  test('R6 a wrong number gets no text messages of the holder until that is taken back, and a STOP stands', async () => {
    for (const order of ['STOP first', 'STOP between', 'no STOP'] as const) {
      const sender = newNumber()
      const oak = await holderAt(sender, 'Praktijk Eik')
      const now = await world.nextDay()
      const { phone } = person()
      await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
      await world.run('PT3H')
      await world.inbound({ from: phone, to: sender, text: 'Wie is dit? Ik ken geen Sanne' })
      const [reply] = await listed(oak)
      const change = await member(oak)
      if (order === 'STOP first') await world.inbound({ from: phone, to: sender, text: 'STOP' })
      const wrong = await change(reply.id, { expectedVersion: 1, wrongNumber: true })
      assert.deepEqual([wrong.status, wrong.body.data.isWrongNumber], [200, true])
      assert.deepEqual(await optOutsOf(oak), [order === 'STOP first' ? 'sms_reply' : 'staff'])
      if (order === 'STOP between') await world.inbound({ from: phone, to: sender, text: 'STOP' })
      const right = await change(reply.id, { expectedVersion: 2, wrongNumber: false })
      assert.deepEqual([right.status, right.body.data.isWrongNumber], [200, false])
      assert.deepEqual(await optOutsOf(oak), order === 'no STOP' ? [] : ['sms_reply'], order)
    }
  })

  test('R6 a STOP stands that answers no message, and a START ends what the number asked for, not what staff noted', async () => {
    const sender = newNumber()
    const oak = await holderAt(sender, 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone } = person()
    const { appointmentId } = await world.intake(oak, { startsAt: now.add({ hours: 300 }), phone })
    const cookie = await signIn(world, oak.staffEmail)
    const calls = `/appointments/${appointmentId}/calls`
    const atDesk = (method: string, path: string, body?: object) =>
      fromBrowser({ product: world, holder: oak, cookie }, method, path, body)
    const call = async () => {
      const { status, body } = await atDesk('POST', calls, { clientRequestId: randomUUID(), result: 'wrong_number' })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data.callId
    }
    const first = await call()
    assert.deepEqual(await optOutsOf(oak), ['staff'])
    await world.inbound({ from: phone, to: sender, text: 'STOP' })
    assert.equal((await atDesk('POST', `${calls}/${first}/withdrawal`, { clientRequestId: randomUUID() })).status, 200)
    assert.deepEqual(await optOutsOf(oak), ['sms_reply'])

    const second = await call()
    await world.inbound({ from: phone, to: sender, text: 'START' })
    assert.deepEqual(await optOutsOf(oak), ['staff'])
    assert.equal((await atDesk('POST', `${calls}/${second}/withdrawal`, { clientRequestId: randomUUID() })).status, 200)
    assert.deepEqual(await optOutsOf(oak), [])
  })
})
