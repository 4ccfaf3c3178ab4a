import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ownFacts, type Fact } from '#/slices/appointment-facts/appointment-facts.ts'
import { callApi, type TestHolder } from '../harness.ts'
import { recipientOf } from './people/recipient.ts'
import { person, startWorld, step, type World } from './world.ts'

describe('The link of a message', () => {
  let world: World
  before(async () => {
    world = await startWorld({ env: { TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: '200', TIJDIG_TRUSTED_PROXIES: '127.0.0.1' } })
  })
  after(() => world.stop())

  const asks = { steps: [step('P1D', 'sms', 'none', 'confirm_prompt')], quietHours: null }
  async function holderThatAsks(changes: object = {}): Promise<TestHolder> {
    const holder = await world.createHolder({ displayName: 'Praktijk De Linde' })
    const smsSender = { mode: 'alphanumeric', value: 'DeLinde', canReceive: false }
    await world.editPolicy(holder, { ...asks, smsSender, ...changes })
    return holder
  }
  const linkTo = async (phone: string) => {
    const [last] = (await world.smsTo(phone)).toReversed()
    return /https?:\/\/\S+\/m\/[0-9A-Za-z]{13}/.exec(last?.text ?? '')?.[0] ?? assert.fail(`No link in: ${last?.text}`)
  }
  const read = (link: string) => callApi(`${link}/message`, 'GET')
  const confirm = (link: string) => callApi(`${link}/confirmation`, 'POST')
  const statesOf = (answer: { body: { data: { appointments: { state: string }[] } } }) =>
    answer.body.data.appointments.map(({ state }) => state)
  const confirmationOf = async (holder: TestHolder, id: string) =>
    (await holder.call('GET', `/appointments/${id}`)).body.data.confirmation
  const eventsOf = (holder: TestHolder) =>
    world.sql<{ subjects: string[]; actorKind: string }>(
      `select subjects, actor_kind from audit_event where platform_holder_id = $1 and action = 'messageConfirmed'`,
      [holder.id],
    )

  /** Somebody who was sent a prompt to confirm, a day ahead, with its link. */
  async function asked(holder: TestHolder, who: { phone: string; name?: string } = person()) {
    const now = await world.nextDay()
    const visit = { id: `visit-${who.phone}-${who.name}`, ...who, email: null, startsAt: now.add({ hours: 25 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT2H')
    return { id: appointmentId as string, link: await linkTo(who.phone), visit, startsAt: visit.startsAt }
  }

  test('G20 the link repeats what the message said, and a press confirms once, however many press', async () => {
    const holder = await holderThatAsks()
    const { id, link, startsAt } = await asked(holder)
    const { status, headers, body } = await read(link)
    assert.deepEqual(
      [status, headers.get('x-robots-tag'), headers.get('referrer-policy')],
      [200, 'noindex', 'no-referrer'],
    )
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.deepEqual(body.data, {
      kind: 'confirm_prompt',
      locale: 'nl',
      holder: { displayName: 'Praktijk De Linde', phoneNumber: body.data.holder.phoneNumber, websiteUrl: '' },
      isTest: false,
      isLinked: false,
      isHousehold: false,
      appointments: [
        {
          id,
          startsAt: startsAt.toString({ fractionalSecondDigits: 3 }),
          timezone: 'Europe/Amsterdam',
          place: null,
          title: null,
          state: 'open',
        },
      ],
    })
    assert.equal((await confirmationOf(holder, id)).status, 'unconfirmed')
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(link)))
    for (const answer of answers) assert.deepEqual([answer.status, statesOf(answer)], [200, ['confirmed']])
    const confirmation = await confirmationOf(holder, id)
    assert.deepEqual([confirmation.status, confirmation.via], ['confirmed', 'message_link'])
    assert.deepEqual(await eventsOf(holder), [{ subjects: [id], actorKind: 'recipient' }])
    assert.deepEqual(statesOf(await read(link)), ['confirmed'])
  })

  test('what the message said of the place, the page behind its link says too', async () => {
    const holder = await holderThatAsks()
    const locations = [{ id: 'haven', name: 'Havenstraat 9', personCount: 1, roomCount: 1 }]
    await holder.call('PATCH', '', { schedulingSetup: { locations } })
    const places = Object.entries<Fact>(ownFacts).flatMap(([name, { inMessage }]) =>
      inMessage === 'place' ? [{ [name]: name === 'locationId' ? 'haven' : 'Kamer 12' }] : [],
    )
    for (const place of places) {
      const { name: displayName, phone: phoneNumberE164 } = person()
      const startsAt = (await world.nextDay()).add({ hours: 25 })
      const { status, body } = await holder.call('POST', '/appointments', {
        clientRequestId: crypto.randomUUID(),
        startsAt: startsAt.toString(),
        endsAt: startsAt.add({ minutes: 15 }).toString(),
        recipient: { displayName, phoneNumberE164 },
        ...place,
      })
      assert.equal(status, 201, JSON.stringify(body))
      await world.run('PT2H')
      const words = 'locationId' in place ? 'Havenstraat 9' : 'Kamer 12'
      const [message] = await world.smsTo(phoneNumberE164)
      assert.match(message?.text ?? '', new RegExp(words))
      const page = await read(await linkTo(phoneNumberE164))
      assert.match(JSON.stringify(page.body.data.appointments), new RegExp(words))
    }
  })

  test('what was moved or cancelled since is said so, and no old time is confirmed', async () => {
    const holder = await holderThatAsks()
    const moved = await asked(holder)
    await world.intake(holder, { ...moved.visit, startsAt: moved.startsAt.add({ hours: 30 }) })
    const cancelled = await asked(holder)
    await world.cancelBySource(holder, cancelled.visit.id)
    for (const [{ id, link, startsAt }, state] of [
      [moved, 'changed'],
      [cancelled, 'cancelled'],
    ] as const) {
      const answer = await confirm(link)
      assert.deepEqual([answer.status, statesOf(answer)], [200, [state]])
      // The time that was told, not the new one, which is in a message of its own.
      assert.equal(Temporal.Instant.from(answer.body.data.appointments[0].startsAt).equals(startsAt), true)
      assert.equal((await confirmationOf(holder, id)).status, 'unconfirmed')
    }
    assert.deepEqual(await eventsOf(holder), [])
  })

  test('G27 a message of several appointments confirms those that still stand', async () => {
    const holder = await holderThatAsks({ groupSameDay: true })
    const now = await world.nextDay()
    const who = { ...person(), email: null }
    const one = await world.intake(holder, { id: 'one', ...who, startsAt: now.add({ hours: 25 }) })
    const other = await world.intake(holder, { id: 'other', ...who, startsAt: now.add({ hours: 25, minutes: 20 }) })
    await world.run('PT2H')
    const link = await linkTo(who.phone)
    assert.deepEqual(statesOf(await read(link)), ['open', 'open'])
    await world.cancelBySource(holder, 'one')
    assert.deepEqual(statesOf(await confirm(link)), ['cancelled', 'confirmed'])
    assert.equal((await confirmationOf(holder, one.appointmentId)).status, 'unconfirmed')
    assert.equal((await confirmationOf(holder, other.appointmentId)).status, 'confirmed')
  })

  test('of two people with one telephone the link confirms for the one it was sent about', async () => {
    const holder = await holderThatAsks()
    const { phone } = person()
    const parent = await asked(holder, { phone, name: 'Ouder Een' })
    const child = await asked(holder, { phone, name: 'Kind Twee' })
    await confirm(child.link)
    assert.equal((await confirmationOf(holder, child.id)).status, 'confirmed')
    assert.equal((await confirmationOf(holder, parent.id)).status, 'unconfirmed')
  })

  test('it says whether signing in shows more, and never who is asked or why they come', async () => {
    const holder = await holderThatAsks()
    const { id, link } = await asked(holder, { ...person(), name: 'Verborgen Iemand' })
    await recipientOf(world, holder, id)
    const { body } = await read(link)
    assert.equal(body.data.isLinked, true)
    assert.doesNotMatch(JSON.stringify(body), /Verborgen|Iemand|\+316/)
  })

  test('it is good until a day after the start, then it answers like one that never was', async () => {
    const holder = await holderThatAsks()
    const { link, startsAt } = await asked(holder)
    await world.clock.set(startsAt.add({ minutes: 1 }).toString())
    assert.deepEqual(statesOf(await confirm(link)), ['past'])
    await world.clock.set(startsAt.add({ hours: 24 }).subtract({ seconds: 5 }).toString())
    assert.equal((await read(link)).status, 200)
    await world.clock.set(startsAt.add({ hours: 24, seconds: 5 }).toString())
    const unknown = link.replace(/[^/]+$/, 'Aa0Bb1Cc2Dd3E')
    const answers = await Promise.all([read(link), read(unknown), confirm(link), confirm(unknown)])
    const facts = answers.map(({ status, headers, body }) => {
      const names = [...headers.keys()].filter((name) => !['ratelimit', 'x-request-id'].includes(name))
      return JSON.stringify({ status, names, error: { ...body.error, requestId: '' }, requestId: '' })
    })
    assert.equal(answers[0]?.status, 404)
    assert.equal(new Set(facts).size, 1, facts.join('\n'))
  })

  test('guesses count against the network they come from, those who have a link do not', async () => {
    const holder = await holderThatAsks()
    const { link } = await asked(holder)
    const guess = () =>
      callApi(`${world.baseUrl}/m/${crypto.randomUUID().replaceAll('-', '').slice(0, 13)}/message`, 'GET')
    const statuses = new Set<number>()
    for (let round = 0; round < 60 && !statuses.has(429); round += 1)
      for (const { status } of await Promise.all(Array.from({ length: 10 }, guess))) statuses.add(status)
    assert.deepEqual([...statuses].toSorted(), [404, 429])
    assert.equal((await read(link)).status, 200)
    // One link may be read no more often than a person would.
    const many = await Promise.all(Array.from({ length: 40 }, () => read(link)))
    assert.ok(many.some(({ status }) => status === 429))
    // Nor does whoever finds it use it up for whom it was written to.
    const elsewhere = await callApi(`${link}/message`, 'GET', undefined, { 'x-forwarded-for': '198.51.100.7' })
    assert.equal(elsewhere.status, 200)
  })

  test('a page of another origin confirms nothing', async () => {
    const holder = await holderThatAsks()
    const { link, id } = await asked(holder)
    for (const origin of ['https://evil.example', 'null', world.baseUrl.replace('127.0.0.1', 'localhost')]) {
      const { status, body } = await callApi(`${link}/confirmation`, 'POST', undefined, {
        origin,
        'x-forwarded-for': '203.0.113.9',
      })
      assert.deepEqual([status, body.error.code], [403, 'CSRF_REQUIRED'], origin)
    }
    assert.equal((await confirmationOf(holder, id)).status, 'unconfirmed')
    assert.equal((await callApi(`${link}/confirmation`, 'POST', undefined, { origin: world.baseUrl })).status, 200)
  })

  test('the link is in no column but the text that was sent, and no reference makes one', async () => {
    const holder = await holderThatAsks()
    const { link, id } = await asked(holder)
    const token = link.slice(-13)
    const [attempt] = await world.sql<{ messageReference: string; others: string }>(
      `select t.message_reference::text, row_to_json(t)::jsonb - 'body' as others from reminder_attempt t
       join reminder r on r.id = t.reminder_id where r.appointment_id = $1`,
      [id],
    )
    assert.doesNotMatch(JSON.stringify(attempt), new RegExp(token))
    for (const made of [
      attempt?.messageReference ?? '',
      (attempt?.messageReference ?? '').replaceAll('-', '').slice(0, 13),
    ])
      assert.equal((await callApi(`${world.baseUrl}/m/${made}/message`, 'GET')).status === 200, false)
  })
})
