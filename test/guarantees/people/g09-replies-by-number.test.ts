import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('An answer belongs to the number it was sent to', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  let numbers = 0
  const newNumber = () => `+31970102${String(60_000 + (numbers += 1))}`
  const asks = [step('P2D', 'sms', 'none', 'confirm_prompt')]

  const numeric = (value: string) => ({ mode: 'numeric', value, canReceive: true })

  /** A holder that asks for a confirmation two days ahead, from this number, which others may have by SQL. */
  async function holderAt(sender: string, displayName: string, steps = asks): Promise<TestHolder> {
    const holder = await world.createHolder({ displayName })
    await world.sql('update reminder_policy set sms_sender = $2 where platform_holder_id = $1', [
      holder.id,
      JSON.stringify(numeric(sender)),
    ])
    await world.editPolicy(holder, { steps, quietHours: null })
    return holder
  }
  const statusOf = async (holder: TestHolder, { appointmentId }: { appointmentId: string }) =>
    (await holder.call('GET', `/appointments/${appointmentId}`)).body.data.confirmation.status
  const textsTo = async (phone: string) => (await world.smsTo(phone)).map((sms) => sms.text)
  const told = (holder: TestHolder) =>
    eventually(async () => {
      const mails = await world.mailTo(holder.staffEmail)
      return mails.length > 0 && mails
    })
  const optOutsAt = async (holder: TestHolder) =>
    (await world.sql('select 1 from suppression where platform_holder_id = $1 and is_active', [holder.id])).length

  test('G20 yes to the number of one holder confirms there, whoever wrote last from another', async () => {
    const [first, second] = [newNumber(), newNumber()]
    const oak = await holderAt(first, 'Praktijk Eik')
    const elm = await holderAt(second, 'Praktijk Iep')
    const now = await world.nextDay()
    const { phone } = person()
    const atOak = await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    const atElm = await world.intake(elm, { startsAt: now.add({ hours: 50 }), phone })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: first, text: 'ja' })
    assert.deepEqual([await statusOf(oak, atOak), await statusOf(elm, atElm)], ['confirmed', 'unconfirmed'])
    await world.inbound({ from: phone, to: first, text: 'STOP' })
    assert.deepEqual([await optOutsAt(oak), await optOutsAt(elm)], [1, 0])
  })

  test('G10 nobody takes the number of another holder, and so reads what people answer to it; all may send from the common one', async () => {
    const own = newNumber()
    await holderAt(own, 'Praktijk Eik')
    const holders = await Promise.all(['Iep', 'Els'].map((name) => world.createHolder({ displayName: name })))
    const choose = async (holder: TestHolder, value: string, changes: object = {}) => {
      const { version } = (await holder.call('GET', '/reminder-policy')).body.data
      const body = { expectedVersion: version, smsSender: numeric(value), ...changes }
      const answer = await holder.call('PATCH', '/reminder-policy', body)
      return [answer.status, ...(answer.body.error?.details ?? []).map(({ path }: { path: string }) => path)]
    }
    const refused = [400, 'smsSender.value']
    for (const holder of holders) {
      assert.deepEqual(await choose(holder, own), refused)
      assert.deepEqual(await choose(holder, own, { dryRun: true }), refused)
    }
    const free = newNumber()
    const both = await Promise.all(holders.map((holder) => choose(holder, free)))
    assert.deepEqual(both.toSorted(), [[200], refused].toSorted())
    const common = '+3197010250000'
    for (const holder of holders) assert.deepEqual(await choose(holder, common), [200])
  })

  test('a word that means yes in another language than that of the message confirms nothing, and HELP is answered once', async () => {
    const sender = newNumber()
    const oak = await holderAt(sender, 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone } = person()
    const appointment = await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    await world.run('PT3H')
    const help = { id: `SM-help-${sender}`, from: phone, to: sender, text: 'Help!' }
    await world.inbound(help)
    await world.inbound(help)
    assert.equal((await textsTo(phone)).filter((text) => /Praktijk Eik\. Vragen\?.*STOP/.test(text)).length, 1)
    await world.inbound({ from: phone, to: sender, text: 'tak' })
    assert.equal(await statusOf(oak, appointment), 'unconfirmed')
    await world.inbound({ from: phone, to: sender, text: 'Ja, graag!' })
    assert.equal(await statusOf(oak, appointment), 'confirmed')
  })

  test('HELP is answered also when the provider refuses for now', async () => {
    const sender = newNumber()
    const oak = await holderAt(sender, 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    await world.run('PT3H')
    await world.fault({ provider: 'twilio', mode: 'error', to: phone, count: 1 })
    await world.inbound({ from: phone, to: sender, text: 'HELP' })
    assert.equal((await textsTo(phone)).filter((text) => /Praktijk Eik\. Vragen\?.*STOP/.test(text)).length, 1)
  })

  test('G20 on a number of two holders that both asked, yes confirms nothing; staff of both are told, and so is the person', async () => {
    const shared = newNumber()
    const oak = await holderAt(shared, 'Praktijk Eik')
    const elm = await holderAt(shared, 'Praktijk Iep')
    const now = await world.nextDay()
    const { phone } = person()
    const atOak = await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    const atElm = await world.intake(elm, { startsAt: now.add({ hours: 50 }), phone })
    await world.run('PT3H')
    const message = { id: 'SM-ambiguous', from: phone, to: shared, text: 'ja' }
    await Promise.all(Array.from({ length: 5 }, () => world.inbound(message)))
    const [ofOak, ofElm] = await Promise.all([told(oak), told(elm)])
    assert.deepEqual([await statusOf(oak, atOak), await statusOf(elm, atElm)], ['unconfirmed', 'unconfirmed'])
    assert.match(ofOak[0]?.text ?? '', /niet zeker .* bij Praktijk Eik/)
    assert.match(ofElm[0]?.text ?? '', /niet zeker .* bij Praktijk Iep/)
    assert.doesNotMatch(ofOak[0]?.text ?? '', /Iep/)
    await eventually(async () => (await textsTo(phone)).length === 3)
    assert.match((await textsTo(phone))[2] ?? '', /^Er is niets gewijzigd/)
    await world.run('PT1M')
    assert.deepEqual([(await told(oak)).length, (await told(elm)).length, (await textsTo(phone)).length], [1, 1, 3])
  })

  test('G20 on a shared number yes counts for the one that asked: not for one whose message did not arrive', async () => {
    const shared = newNumber()
    const oak = await holderAt(shared, 'Praktijk Eik')
    const elm = await holderAt(shared, 'Praktijk Iep')
    const now = await world.nextDay()
    const { phone } = person()
    const atOak = await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    const atElm = await world.intake(elm, { startsAt: now.add({ hours: 50 }), phone })
    await world.run('PT3H')
    await world.sql(
      `update reminder_attempt set state = 'undelivered', reason_code = 'number_unreachable'
       where reminder_id in (select id from reminder where appointment_id = $1)`,
      [atElm.appointmentId],
    )
    await world.inbound({ from: phone, to: shared, text: 'ja' })
    assert.deepEqual([await statusOf(oak, atOak), await statusOf(elm, atElm)], ['confirmed', 'unconfirmed'])
    await world.inbound({ from: phone, to: shared, text: 'STOP' })
    assert.deepEqual([await optOutsAt(oak), await optOutsAt(elm)], [1, 0])
  })

  test('G20 a question that was answered is open no more: the next yes is for the next one', async () => {
    const shared = newNumber()
    const oak = await holderAt(shared, 'Praktijk Eik')
    const elm = await holderAt(shared, 'Praktijk Iep')
    const now = await world.nextDay()
    const { phone } = person()
    const atOak = await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    const atElm = await world.intake(elm, { startsAt: now.add({ hours: 51 }), phone })
    await world.run('PT2H')
    await world.inbound({ from: phone, to: shared, text: 'ja' })
    assert.deepEqual([await statusOf(oak, atOak), await statusOf(elm, atElm)], ['confirmed', 'unconfirmed'])
    await world.run('PT2H')
    await world.inbound({ from: phone, to: shared, text: 'ja' })
    assert.equal(await statusOf(elm, atElm), 'confirmed')
    assert.deepEqual(await world.mailTo(oak.staffEmail), [])
  })

  test('G20 a yes after another holder’s plain reminder does not confirm what the first had asked about', async () => {
    const shared = newNumber()
    const oak = await holderAt(shared, 'Praktijk Eik')
    const elm = await holderAt(shared, 'Praktijk Iep', [step('P2D', 'sms')])
    const now = await world.nextDay()
    const { phone } = person()
    const atOak = await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    const atElm = await world.intake(elm, { startsAt: now.add({ hours: 50 }), phone })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: shared, text: 'ja' })
    assert.deepEqual([await statusOf(oak, atOak), await statusOf(elm, atElm)], ['unconfirmed', 'unconfirmed'])
    await Promise.all([told(oak), told(elm)])
  })

  test('G20 two people on one telephone: yes confirms neither, and staff are told', async () => {
    const holder = await holderAt(newNumber(), 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone } = person()
    const ofMother = await world.intake(holder, { startsAt: now.add({ hours: 49 }), phone, name: 'Moeder' })
    const ofChild = await world.intake(holder, { startsAt: now.add({ hours: 50 }), phone, name: 'Kind' })
    await world.run('PT3H')
    await world.reply(phone, 'ja')
    assert.equal((await told(holder)).length, 1)
    assert.equal(await statusOf(holder, ofMother), 'unconfirmed')
    assert.equal(await statusOf(holder, ofChild), 'unconfirmed')
    await eventually(async () => (await textsTo(phone)).some((text) => text.startsWith('Er is niets gewijzigd')))
  })

  test('G20 a no changes nothing: staff are told in a line and see it in the timeline, the person that the appointment stands', async () => {
    const sender = newNumber()
    const holder = await holderAt(sender, 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone } = person()
    const visit = await world.intake(holder, { startsAt: now.add({ hours: 49 }), phone })
    await world.run('PT3H')
    const path = `/appointments/${visit.appointmentId}`
    const before = (await holder.call('GET', path)).body.data
    const message = { id: 'SM-declined', from: phone, to: sender, text: 'Helaas, ik kan niet komen. Groetjes' }
    await Promise.all(Array.from({ length: 5 }, () => world.inbound(message)))
    const [mail, ...others] = await told(holder)
    assert.match(mail?.subject ?? '', /^Kan niet komen: .*Praktijk Eik$/)
    assert.match(mail?.text ?? '', /niet te kunnen komen .*Praktijk Eik/)
    assert.doesNotMatch(mail?.text ?? '', /Groetjes/)
    assert.deepEqual(others, [])
    await eventually(async () => (await textsTo(phone)).length === 2)
    const link = /^Praktijk Eik weet .* blijft de afspraak staan\. Andere tijd: http.*\/a\/(?<id>[0-9A-Za-z]+)$/
    assert.match((await textsTo(phone))[1] ?? '', link)
    assert.deepEqual((await holder.call('GET', path)).body.data, before)
    const { body } = await holder.call('GET', `${path}/reminders`)
    assert.deepEqual(
      body.data.items.map(({ reply }: { reply: { meaning: string } | null }) => reply?.meaning),
      ['declined'],
    )
    await world.run('PT1M')
    assert.deepEqual([(await told(holder)).length, (await textsTo(phone)).length], [1, 2])
  })

  test('G20 a no on a number of two holders that both asked is told to staff of both as not certain', async () => {
    const shared = newNumber()
    const oak = await holderAt(shared, 'Praktijk Eik')
    const elm = await holderAt(shared, 'Praktijk Iep')
    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(oak, { startsAt: now.add({ hours: 49 }), phone })
    await world.intake(elm, { startsAt: now.add({ hours: 50 }), phone })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: shared, text: 'nee' })
    for (const holder of [oak, elm]) assert.match((await told(holder))[0]?.text ?? '', /niet zeker/)
    await eventually(async () => (await textsTo(phone)).some((text) => text.startsWith('Er is niets gewijzigd')))
  })

  test('G9 a word on which carriers stop that may mean the appointment stops, and staff are told of it', async () => {
    const sender = newNumber()
    const holder = await holderAt(sender, 'Praktijk Eik')
    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(holder, { startsAt: now.add({ hours: 49 }), phone })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: sender, text: 'Cancel' })
    assert.equal(await optOutsAt(holder), 1)
    assert.match((await told(holder))[0]?.text ?? '', /Cancel/)
    await eventually(async () => (await textsTo(phone)).length === 2)
    assert.match((await textsTo(phone))[1] ?? '', /START/)
    await world.run('PT1M')
    assert.deepEqual([(await told(holder)).length, (await textsTo(phone)).length], [1, 2])
  })

  test('G20 a yes more than a week after the question confirms nothing', async () => {
    const holder = await holderAt(newNumber(), 'Praktijk Eik', [step('P10D', 'sms', 'none', 'confirm_prompt')])
    const now = await world.nextDay()
    const { phone } = person()
    const visit = await world.intake(holder, { startsAt: now.add({ hours: 24 * 10 + 1 }), phone })
    await world.run('P8D')
    await world.reply(phone, 'ja')
    assert.equal(await statusOf(holder, visit), 'unconfirmed')
    assert.equal((await told(holder)).length, 1)
  })

  test('G9 STOP from a telephone nobody wrote to is kept for the holders of the number it reached, and answered once', async () => {
    const [shared, own] = [newNumber(), newNumber()]
    const oak = await holderAt(shared, 'Praktijk Eik')
    const elm = await holderAt(shared, 'Praktijk Iep')
    const other = await holderAt(own, 'Praktijk Es')
    const now = await world.nextDay()
    const { phone } = person()
    const startsAt = now.add({ hours: 60 })
    const visits: { readonly holder: TestHolder; readonly appointmentId: string }[] = []
    for (const holder of [oak, elm, other]) {
      const { appointmentId } = await world.intake(holder, { startsAt, phone })
      visits.push({ holder, appointmentId })
    }
    const plans = async () => {
      const all = []
      for (const { holder, appointmentId } of visits) all.push(...(await world.plan(holder, appointmentId)))
      return all
    }
    const message = { id: 'SM-stranger', from: phone, to: shared, text: 'STOP' }
    await Promise.all(Array.from({ length: 5 }, () => world.inbound(message)))
    await eventually(async () => (await textsTo(phone)).length === 1)
    assert.match((await textsTo(phone))[0] ?? '', /van dit nummer geen sms/)
    assert.deepEqual([await optOutsAt(oak), await optOutsAt(elm), await optOutsAt(other)], [1, 1, 0])
    const off = 'P2D sms suppressed recipient_opted_out'
    assert.deepEqual(await plans(), [off, off, 'P2D sms planned'])

    await world.inbound({ from: phone, to: shared, text: 'START' })
    await eventually(async () => (await textsTo(phone)).length === 2)
    assert.match((await textsTo(phone))[1] ?? '', /van dit nummer weer sms/)
    assert.deepEqual(await plans(), ['P2D sms planned', 'P2D sms planned', 'P2D sms planned'])
    // There is nothing left to start.
    await world.inbound({ from: phone, to: shared, text: 'START' })
    await world.run('P1D')
    assert.deepEqual(await plans(), ['P2D sms delivered', 'P2D sms delivered', 'P2D sms delivered'])
    assert.equal((await textsTo(phone)).length, 5)
    const audited = await world.sql(
      `select detail->>'meaning' as meaning from audit_event where platform_holder_id = $1 and action = 'inboundSms' order by at`,
      [oak.id],
    )
    assert.deepEqual(audited, [{ meaning: 'stop' }, { meaning: 'start' }])
  })

  test('G9 STOP to the number of one holder names it, and STOP to a number that nobody sends from counts for who wrote last', async () => {
    const number = newNumber()
    const holder = await holderAt(number, 'Praktijk Eik')
    const stranger = person().phone
    await world.inbound({ from: stranger, to: number, text: 'stop' })
    await eventually(async () => (await textsTo(stranger)).length === 1)
    assert.match((await textsTo(stranger))[0] ?? '', /geen sms meer van Praktijk Eik/)

    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(holder, { startsAt: now.add({ hours: 49 }), phone })
    await world.run('PT2H')
    for (const text of ['ja', 'hallo', 'STOP']) await world.inbound({ from: phone, to: '+31970102599999', text })
    assert.equal(await optOutsAt(holder), 2)
    await eventually(async () => (await textsTo(phone)).length === 2)
    assert.deepEqual(await world.mailTo(holder.staffEmail), [])
  })

  test('G20 an answer finds its message over the turn of a month, and whose number saw it last after any time', async () => {
    const number = newNumber()
    const holder = await holderAt(number, 'Praktijk Eik')
    const { phone } = person()
    await world.clock.set('2027-02-28T22:30:00Z')
    const visit = await world.intake(holder, { startsAt: Temporal.Instant.from('2027-03-02T23:00:00Z'), phone })
    await world.run('PT1H')
    await world.clock.set('2027-03-01T00:30:00Z')
    await world.inbound({ from: phone, to: number, text: 'ja' })
    assert.equal(await statusOf(holder, visit), 'confirmed')
    await world.clock.set('2027-05-10T09:00:00Z')
    const found = await world.sql<{ platformHolderId: string }>(
      'select platform_holder_id from find_answered_message($1, $2, false)',
      [contactKey(world.services.keys, 'sms', phone), number],
    )
    assert.deepEqual(found, [{ platformHolderId: holder.id }])
  })
})
