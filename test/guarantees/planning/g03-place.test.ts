import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

const locations = [
  { id: 'linde', name: 'Lindelaan 1', personCount: 1, roomCount: 1 },
  { id: 'haven', name: 'Havenstraat 9', personCount: 1, roomCount: 1 },
]

describe('G3 another place', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** A local appointment at Lindelaan 1, in 50 hours, whose first reminder has arrived by text message or mail. */
  async function told(changes: { channel?: 'sms' | 'email'; place?: object; policy?: object } = {}) {
    const { channel = 'sms', place = { locationLabel: 'Lindelaan 1' }, policy = {} } = changes
    const holder = await world.createHolder()
    await holder.call('PATCH', '', { schedulingSetup: { locations } })
    await world.editPolicy(holder, { steps: [step('P2D', channel), step('P1D', channel)], ...policy })
    const now = await world.nextDay()
    const { name: displayName, phone: phoneNumberE164, email } = person()
    const startsAt = now.add({ hours: 50 })
    const { status, body } = await holder.call('POST', '/appointments', {
      clientRequestId: crypto.randomUUID(),
      startsAt: startsAt.toString(),
      endsAt: startsAt.add({ minutes: 15 }).toString(),
      recipient: { displayName, phoneNumberE164, email, locale: 'nl' },
      ...place,
    })
    assert.equal(status, 201, JSON.stringify(body))
    await world.run('PT3H')
    const fate = channel === 'sms' ? 'sms delivered' : 'email sent'
    await world.settled(holder, body.data.id, [`P2D ${fate}`, `P1D ${channel} planned`])
    return { holder, id: String(body.data.id), phone: phoneNumberE164, email, startsAt }
  }

  async function change(holder: TestHolder, id: string, changes: object) {
    const { body } = await holder.call('GET', `/appointments/${id}`)
    const answer = await holder.call('PATCH', `/appointments/${id}`, {
      expectedVersion: body.data.version,
      ...changes,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return { before: body.data, after: answer.body.data }
  }
  const texts = async (phone: string) => (await world.smsTo(phone)).map((message) => message.text)
  const notices = async (holder: TestHolder, id: string) =>
    (await world.plan(holder, id)).filter((words) => words.startsWith('change '))

  test('who was told one place is told the other once, at once, and asked to confirm anew', async () => {
    const { holder, id, phone } = await told()
    await world.reply(phone, 'Ja')
    const { before, after } = await change(holder, id, { locationLabel: 'Havenstraat 9' })
    assert.deepEqual([before.confirmation.status, after.confirmation.status], ['confirmed', 'unconfirmed'])
    assert.equal(after.scheduleRevision, before.scheduleRevision + 1)
    await world.run('PT1M')
    assert.deepEqual(await notices(holder, id), ['change sms delivered'])
    const [first, notice, ...others] = await texts(phone)
    assert.match(first ?? '', /Lindelaan 1/)
    assert.match(notice ?? '', /^Andere plaats voor uw afspraak .*12:00: Havenstraat 9\./)
    assert.doesNotMatch(notice ?? '', /Lindelaan/)
    assert.deepEqual(others, [])
    await world.run('P1D')
    const [, , reminder, ...more] = await texts(phone)
    assert.match(reminder ?? '', /^Herinnering: .*Havenstraat 9/)
    assert.deepEqual(more, [])
  })

  test('a mail says the other place in its subject, and its calendar file is a later one of the same event', async () => {
    const { holder, id, email } = await told({ channel: 'email' })
    await change(holder, id, { locationLabel: 'Havenstraat 9' })
    await world.run('PT1M')
    const [first, notice, ...others] = await world.mailTo(email)
    assert.deepEqual(others, [])
    assert.match(notice?.subject ?? '', /^Andere plaats: /)
    assert.match(notice?.text ?? '', /op een andere plaats\. De datum en de tijd blijven hetzelfde/)
    const valueOf = (mail: typeof first, name: string) =>
      new RegExp(`^${name}:(.*)$`, 'm').exec(mail?.attachments[0]?.content ?? '')?.[1]?.trim()
    assert.equal(valueOf(first, 'UID'), valueOf(notice, 'UID'))
    assert.equal(Number(valueOf(notice, 'SEQUENCE')), Number(valueOf(first, 'SEQUENCE')) + 1)
    assert.equal(valueOf(notice, 'LOCATION'), 'Havenstraat 9')
  })

  test('what was not told yet simply says the new place', async () => {
    const holder = await world.createHolder()
    await holder.call('PATCH', '', { schedulingSetup: { locations } })
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 26 }), locationId: 'linde' }
    const { appointmentId } = await world.intake(holder, visit)
    await world.intake(holder, { ...visit, locationId: 'haven' })
    await world.run('PT4H')
    assert.deepEqual(await notices(holder, appointmentId), [])
    const [reminder, ...others] = await texts(visit.phone)
    assert.match(reminder ?? '', /^Herinnering: .*Havenstraat 9/)
    assert.deepEqual(others, [])
  })

  test('a source that hands in another location moves its person there, and one that leaves it out tells nothing', async () => {
    const holder = await world.createHolder()
    await holder.call('PATCH', '', { schedulingSetup: { locations } })
    await world.editPolicy(holder, { steps: [step('P2D', 'sms')] })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 50 }) }
    const { appointmentId } = await world.intake(holder, { ...visit, locationId: 'linde' })
    await world.run('PT3H')
    const left = await world.intake(holder, visit)
    assert.equal(left.scheduleRevision, 1)
    // A location that nobody described has no words to tell.
    await world.intake(holder, { ...visit, locationId: 'unknown' })
    await world.intake(holder, { ...visit, locationId: 'linde' })
    await world.run('PT1M')
    assert.deepEqual(await notices(holder, appointmentId), [])
    await world.intake(holder, { ...visit, locationId: 'haven' })
    await world.run('PT1M')
    assert.deepEqual(await notices(holder, appointmentId), ['change sms delivered'])
    assert.match((await texts(visit.phone)).at(-1) ?? '', /^Andere plaats .*Havenstraat 9/)
  })

  test('a corrected spelling at the same location is told to nobody, another room is', async () => {
    const { holder, id, phone } = await told({ place: { locationId: 'linde', locationLabel: 'Lindlaan 1, kamer 2' } })
    const { before, after } = await change(holder, id, { locationLabel: 'Lindelaan 1, kamer 2' })
    assert.equal(after.scheduleRevision, before.scheduleRevision)
    await world.run('PT1M')
    assert.deepEqual(await notices(holder, id), [])
    await change(holder, id, { locationLabel: 'Lindelaan 1, kamer 7' })
    await world.run('PT1M')
    assert.deepEqual(await notices(holder, id), ['change sms delivered'])
    assert.match((await texts(phone)).at(-1) ?? '', /kamer 7/)
  })

  test('moved there and back before the notice left, nothing is sent; afterwards the first place is told again', async () => {
    const { holder, id, phone } = await told()
    await world.run('PT10H')
    // 23:00: quiet, and the start is more than 12 hours away.
    await change(holder, id, { locationLabel: 'Havenstraat 9' })
    await change(holder, id, { locationLabel: 'Lindelaan 1' })
    assert.deepEqual(await notices(holder, id), ['change sms cancelled rescheduled'])
    await world.run('PT10H')
    assert.equal((await texts(phone)).length, 1)
    await change(holder, id, { locationLabel: 'Havenstraat 9' })
    await world.run('PT1M')
    await change(holder, id, { locationLabel: 'Lindelaan 1' })
    await world.run('PT1M')
    const [, there, back, ...others] = await texts(phone)
    assert.match(there ?? '', /^Andere plaats .*Havenstraat 9/)
    assert.match(back ?? '', /^Andere plaats .*Lindelaan 1/)
    assert.deepEqual(others, [])
  })

  test('another time and another place at once are one change', async () => {
    const { holder, id, phone, startsAt } = await told()
    const later = startsAt.add({ hours: 2 })
    await change(holder, id, {
      startsAt: later.toString(),
      endsAt: later.add({ minutes: 15 }).toString(),
      locationLabel: 'Havenstraat 9',
    })
    await world.run('PT1M')
    assert.deepEqual(await notices(holder, id), ['change sms delivered'])
    assert.match((await texts(phone)).at(-1) ?? '', /^Gewijzigd: .*14:00, Havenstraat 9/)
  })

  test('a request of the person to move it outlasts another place, and without the switch nothing is told', async () => {
    const { holder, id } = await told({ policy: { sendChangeNotice: false } })
    await world.sql(
      `update appointment set open_request_id = gen_random_uuid(), open_request_type = 'reschedule', open_request_at = tijdig_now() where id = $1`,
      [id],
    )
    await change(holder, id, { locationLabel: 'Havenstraat 9' })
    const [row] = await world.sql<{ isOpen: boolean }>(
      'select open_request_id is not null as is_open from appointment where id = $1',
      [id],
    )
    assert.equal(row?.isOpen, true)
    assert.deepEqual(await notices(holder, id), [])
  })

  test('of many changes at once, while the reminder that tells the first place is at its provider, one notice tells the last', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P2D', 'sms')] })
    const now = await world.nextDay()
    const { name: displayName, phone: phoneNumberE164 } = person()
    const startsAt = now.add({ hours: 50 })
    const { body } = await holder.call('POST', '/appointments', {
      clientRequestId: crypto.randomUUID(),
      startsAt: startsAt.toString(),
      endsAt: startsAt.add({ minutes: 15 }).toString(),
      locationLabel: 'Lindelaan 1',
      recipient: { displayName, phoneNumberE164, locale: 'nl' },
    })
    const id = String(body.data.id)
    const reminding = world.run('PT3H')
    const places = Array.from({ length: 12 }, (_, index) => `Havenstraat ${index + 1}`)
    let changed = 0
    await Promise.all(
      places.map(async (locationLabel) => {
        for (let status = 409; status === 409;) {
          const found = await holder.call('GET', `/appointments/${id}`)
          const expectedVersion = found.body.data.version
          ;({ status } = await holder.call('PATCH', `/appointments/${id}`, { expectedVersion, locationLabel }))
          if (status === 200) changed += 1
        }
      }),
    )
    assert.equal(changed, places.length)
    await reminding
    await world.run('PT1M')
    const { locationLabel } = (await holder.call('GET', `/appointments/${id}`)).body.data
    const sent = await texts(phoneNumberE164)
    const toldPlaces = sent.map((text) => /(Lindelaan|Havenstraat) \d+/.exec(text)?.[0])
    assert.equal(toldPlaces.at(-1), locationLabel, JSON.stringify(sent))
    assert.ok(
      sent.slice(1).every((text) => text.startsWith('Andere plaats')),
      JSON.stringify(sent),
    )
    // No place is told twice in a row.
    assert.ok(
      toldPlaces.every((place, index) => place !== toldPlaces[index - 1]),
      JSON.stringify(sent),
    )
  })
})
