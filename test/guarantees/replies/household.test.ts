import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { callApi, eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('Several people with one telephone', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  const asks = [step('P1D', 'sms', 'none', 'confirm_prompt')]
  let numbers = 0

  /** A holder that joins the messages of one telephone, with a number of its own. */
  async function practice(changes: object = {}): Promise<TestHolder & { readonly sender: string }> {
    const sender = `+31970102${String(60_000 + (numbers += 1))}`
    const holder = await world.createHolder({ displayName: 'Praktijk Eik' })
    const smsSender = JSON.stringify({ mode: 'numeric', value: sender, canReceive: true })
    await world.sql('update reminder_policy set sms_sender = $2 where platform_holder_id = $1', [holder.id, smsSender])
    await world.editPolicy(holder, { steps: asks, quietHours: null, groupSameTelephone: true, ...changes })
    return { ...holder, sender }
  }

  type Visit = { readonly id: string; readonly appointmentId: string; readonly startsAt: Temporal.Instant }
  type Family = { readonly phone: string; readonly visits: readonly Visit[] }

  /** As many people with one number and appointments within half an hour, at most ten minutes apart, from 11:00 tomorrow (Amsterdam). */
  async function family(holder: TestHolder, size: number, { email = null as string | null } = {}): Promise<Family> {
    const now = await world.nextDay()
    const { phone } = person()
    const visits: Visit[] = []
    const apart = Math.min(10, Math.floor(30 / (size - 1)))
    for (let index = 0; index < size; index += 1) {
      const id = `${phone}-${index}`
      const startsAt = now.add({ hours: 25, minutes: apart * index })
      const { appointmentId } = await world.intake(holder, { id, phone, email, name: `Gezinslid ${index}`, startsAt })
      visits.push({ id, appointmentId, startsAt })
    }
    return { phone, visits }
  }
  const textsTo = async (phone: string) => (await world.smsTo(phone)).map(({ text }) => text)
  const confirmationsOf = (holder: TestHolder, visits: readonly Visit[]) =>
    Promise.all(
      visits.map(
        async ({ appointmentId }) =>
          (await holder.call('GET', `/appointments/${appointmentId}`)).body.data.confirmation.status as string,
      ),
    )
  const time = (startsAt: Temporal.Instant) =>
    startsAt.toZonedDateTimeISO('Europe/Amsterdam').toPlainTime().toString({ smallestUnit: 'minute' })

  test('H3 rows of one number, holder and day, due within half an hour, are one message with their number and times, and no names', async () => {
    const holder = await practice()
    const { phone, visits } = await family(holder, 3)
    await world.run('PT3H')
    const [text, ...others] = await textsTo(phone)
    assert.deepEqual(others, [])
    assert.match(text ?? '', /^Praktijk Eik: 3 afspraken voor dit nummer, .* 11:00, 11:10 en 11:20\. Antwoord JA/)
    assert.doesNotMatch(text ?? '', /Gezinslid/)
    for (const { appointmentId } of visits)
      assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms delivered'])
    await world.inbound({ from: phone, to: holder.sender, text: 'Ja' })
    assert.deepEqual(await confirmationsOf(holder, visits), ['confirmed', 'confirmed', 'confirmed'])
  })

  test('H3 without the switch, of another holder, another day or half an hour later, each goes by itself', async () => {
    const off = await practice({ groupSameTelephone: false })
    const apart = await family(off, 2)
    await world.run('PT3H')
    assert.equal((await textsTo(apart.phone)).length, 2)

    const [one, other] = [await practice(), await practice()]
    const now = await world.nextDay()
    const { phone } = person()
    const late = now.add({ hours: 37 })
    await world.intake(one, { id: 'first', phone, name: 'Een', startsAt: now.add({ hours: 25 }) })
    await world.intake(one, { id: 'later', phone, name: 'Twee', startsAt: now.add({ hours: 25, minutes: 40 }) })
    await world.intake(other, { id: 'elsewhere', phone, name: 'Drie', startsAt: now.add({ hours: 25 }) })
    await world.intake(one, { id: 'evening', phone, name: 'Vier', startsAt: late.add({ minutes: 55 }) })
    await world.intake(one, { id: 'tomorrow', phone, name: 'Vijf', startsAt: late.add({ minutes: 65 }) })
    await world.run('PT15H')
    const texts = await textsTo(phone)
    assert.equal(texts.length, 5)
    for (const text of texts) assert.doesNotMatch(text, /voor dit nummer/)
  })

  test('H3 a household of which a row is held for longer than a statement may take goes later, and not apart', async () => {
    const holder = await practice()
    const { phone, visits } = await family(holder, 2)
    const owner = new Client(world.databaseUrl)
    await owner.connect()
    try {
      await owner.query('begin')
      const hold = 'select 1 from reminder where platform_holder_id = $1 and appointment_id = $2 for update'
      await owner.query(hold, [holder.id, visits[1]?.appointmentId])
      const run = world.run('PT3H')
      await eventually(async () => (await postponed(holder)) === 1, 30_000)
      await owner.query('rollback')
      await run
    } finally {
      await owner.end()
    }
    const texts = await textsTo(phone)
    assert.equal(texts.length, 1, texts.join('\n'))
    assert.match(texts[0] ?? '', /2 afspraken voor dit nummer.*11:00 en 11:10/)
  })

  /** Rows that could not be prepared, and are tried again later. */
  const postponed = async (holder: TestHolder) => {
    const later = `select 1 from reminder where platform_holder_id = $1 and state = 'planned' and run_at > due_at`
    return (await world.sql(later, [holder.id])).length
  }

  test('H3 nobody is written to in the language of another who has the number, and what is due is not lost', async () => {
    const holder = await practice()
    const { phone, visits } = await family(holder, 3)
    await world.sql(
      `update holder_recipient set locale = 'de' where platform_holder_id = $1 and id = (
         select holder_recipient_id from appointment where platform_holder_id = $1 and id = $2)`,
      [holder.id, visits[1]?.appointmentId],
    )
    await world.run('PT3H')
    const texts = (await textsTo(phone)).toSorted()
    assert.equal(texts.length, 2)
    assert.match(texts.join('\n'), /2 afspraken voor dit nummer.*11:00 en 11:20/)
    assert.match(texts.join('\n'), /Termin bei Praktijk Eik.*11:10/)
  })

  test('H3 more than six are told in two messages, each once', async () => {
    const holder = await practice({ steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    const { phone } = person()
    const starts = Array.from({ length: 8 }, (_, index) => now.add({ hours: 25, minutes: 3 * index }))
    for (const [index, startsAt] of starts.entries())
      await world.intake(holder, { id: `child-${index}`, phone, name: `Kind ${index}`, startsAt })
    await world.run('PT3H')
    const texts = await textsTo(phone)
    const told = texts.flatMap((text) => text.match(/\b11:\d\d/g) ?? [])
    assert.deepEqual(told.toSorted(), starts.map(time))
    assert.deepEqual(texts.map((text) => text.match(/\b11:\d\d/g)?.length).toSorted(), [2, 6])
  })

  test('H3 R8 what would take three parts is divided, each told once and in two parts at most, and a yes to two questions confirms neither', async () => {
    // Around noon each time in Swahili has a word of its own, and letters of another script take twice the room.
    const holder = await practice()
    const name = 'مركز النور الطبي لطب الأسنان'
    await world.sql(
      `update platform_holder set display_name = $2, default_locale = 'sw' where platform_holder_id = $1`,
      [holder.id, name],
    )
    const now = await world.nextDay()
    const { phone } = person()
    const starts = Array.from({ length: 6 }, (_, index) => now.add({ hours: 25, minutes: 50 + 4 * index }))
    const visits: Visit[] = []
    for (const [index, startsAt] of starts.entries()) {
      const id = `${phone}-${index}`
      const { appointmentId } = await world.intake(holder, { id, phone, name: `Lid ${index}`, startsAt })
      visits.push({ id, appointmentId, startsAt })
    }
    await world.run('PT3H')
    const texts = await textsTo(phone)
    const told = texts.map((text) => text.match(/\b1[12]:\d\d/g) ?? [])
    assert.deepEqual(told.flat().toSorted(), starts.map(time))
    assert.deepEqual(
      told.map((times) => times.length),
      [3, 3],
    )
    for (const { appointmentId } of visits) {
      const [row] = await world.rows(holder, appointmentId)
      assert.deepEqual([row?.state, row?.segments], ['delivered', 2])
    }
    await world.inbound({ from: phone, to: holder.sender, text: 'Ndiyo' })
    assert.deepEqual(new Set(await confirmationsOf(holder, visits)), new Set(['unconfirmed']))
  })

  test('H3 one that was cancelled before the hand-over is not listed, and the others settle each by itself', async () => {
    const holder = await practice()
    const { phone, visits } = await family(holder, 3)
    await world.cancelBySource(holder, visits[1]?.id ?? '')
    await world.run('PT3H')
    const [text, ...others] = await textsTo(phone)
    assert.deepEqual(others, [])
    assert.match(text ?? '', /2 afspraken voor dit nummer, .* 11:00 en 11:20/)
    assert.deepEqual(await world.plan(holder, visits[1]?.appointmentId ?? ''), [
      'P1D sms cancelled appointment_cancelled',
    ])
  })

  test('H3 a message that is refused goes again as one, and is at most one to the mail address of all', async () => {
    const holder = await practice({ steps: [step('P1D', 'sms', 'email')] })
    const { email } = person()
    const { phone, visits } = await family(holder, 3, { email })
    await world.fault({ provider: 'twilio', mode: 'error', to: phone, count: 1 })
    await world.run('PT2H')
    assert.equal((await textsTo(phone)).length, 1, 'The second try goes as one')
    for (const { appointmentId } of visits)
      assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms delivered'])

    const refused = await family(holder, 3, { email })
    await world.fault({ provider: 'twilio', mode: 'refuse', to: refused.phone })
    await world.run('PT2H')
    await world.fault({ provider: 'twilio', mode: 'none' })
    for (const { appointmentId } of refused.visits) await world.settled(holder, appointmentId, ['P1D email sent'])
    const mails = await world.mailTo(email)
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.text ?? '', /herinnering aan 3 afspraken bij Praktijk Eik/)
    assert.doesNotMatch(`${mails[0]?.subject} ${mails[0]?.text}`, /Gezinslid/)
  })

  test('H3 behind the link each appointment is confirmed by itself, and no other', async () => {
    const holder = await practice({ steps: [step('P1D', 'sms')] })
    const [strangers, { phone, visits }] = [await family(holder, 2), await family(holder, 3)]
    await world.run('PT3H')
    const [text = ''] = await textsTo(phone)
    const link = /https?:\/\/\S+\/m\/[0-9A-Za-z]{13}/.exec(text)?.[0] ?? assert.fail(text)
    const { data } = (await callApi(`${link}/message`, 'GET')).body
    assert.deepEqual([data.isHousehold, data.appointments.length], [true, 3])
    assert.doesNotMatch(JSON.stringify(data), /Gezinslid/)
    assert.deepEqual(new Set(data.appointments.map(({ title }: { title: string | null }) => title)), new Set([null]))
    const confirm = (id = '') => callApi(`${link}/confirmation/${id}`, 'POST')
    assert.deepEqual(
      (await confirm(visits[1]?.appointmentId)).body.data.appointments.map(({ state }: { state: string }) => state),
      ['open', 'confirmed', 'open'],
    )
    assert.equal((await confirm(strangers.visits[0]?.appointmentId)).status, 404)
    assert.deepEqual(await confirmationsOf(holder, visits), ['unconfirmed', 'confirmed', 'unconfirmed'])
  })

  test('H1 H4 STOP ends it for everybody on the number and says so, and each appointment says why it is to be called', async () => {
    const holder = await practice({ steps: [...asks, step('PT3H', 'sms')] })
    const { phone, visits } = await family(holder, 3)
    await world.run('PT3H')
    await world.inbound({ from: phone, to: holder.sender, text: 'STOP' })
    const answer = (await textsTo(phone)).at(-1)
    assert.match(answer ?? '', /^Niemand op dit nummer krijgt nog sms van Praktijk Eik/)
    for (const { appointmentId } of visits)
      await world.settled(holder, appointmentId, ['P1D sms delivered', 'PT3H sms suppressed recipient_opted_out'])

    const alone = await family(holder, 1)
    await world.run('PT3H')
    await world.inbound({ from: alone.phone, to: holder.sender, text: 'STOP' })
    assert.match((await textsTo(alone.phone)).at(-1) ?? '', /^U krijgt geen sms meer van Praktijk Eik/)
  })

  test('H5 a reply shows the people of this holder only', async () => {
    const [one, other] = [await practice(), await practice()]
    const { phone, visits } = await family(one, 2)
    const elsewhere = visits[0]?.startsAt.add({ minutes: 5 })
    await world.intake(other, { id: 'elsewhere', phone, name: 'Buurvrouw', startsAt: elsewhere ?? assert.fail() })
    await world.run('PT3H')
    await world.inbound({ from: phone, to: one.sender, text: 'Mag het ook later?' })
    const [reply] = (await one.call('GET', '/replies')).body.data.items
    assert.deepEqual(
      reply.people.map(({ displayName }: { displayName: string }) => displayName),
      ['Gezinslid 0', 'Gezinslid 1'],
    )
  })

  /** Cancels, moves and books some at random. @returns the visits of which nothing may be confirmed, and those booked */
  async function changeSome(holder: TestHolder, { phone, visits }: Family, pick: (count: number) => number) {
    const ended = new Set<string>()
    const booked: Visit[] = []
    for (let change = pick(5); change > 0; change -= 1) {
      const what = pick(5)
      const visit = visits[pick(visits.length)] ?? assert.fail()
      if (what === 0 && !ended.has(visit.id)) {
        await world.cancelBySource(holder, visit.id)
        ended.add(visit.id)
      } else if (what === 1 && !ended.has(visit.id)) {
        await world.intake(holder, { id: visit.id, phone, startsAt: visit.startsAt.add({ hours: 48 }) })
        ended.add(visit.id)
      } else {
        const id = `${phone}-later-${change}`
        // Also on the same day and at the same time as what was listed.
        const startsAt = what === 2 ? visit.startsAt : visit.startsAt.add({ hours: 24 * pick(4), minutes: pick(600) })
        const { appointmentId } = await world.intake(holder, { id, phone, name: `Later ${change}`, startsAt })
        booked.push({ id, appointmentId, startsAt })
      }
    }
    return { ended, booked }
  }

  function picker(): (count: number) => number {
    const random = seeded(Number(process.env['TIJDIG_SEED'] ?? 20_270_111))
    return (count) => Math.floor(random() * count)
  }

  test('R8 a yes confirms exactly what was listed and still holds, whatever was booked, moved or cancelled since', async () => {
    // A notice would be what the yes answers.
    const holder = await practice({ sendChangeNotice: false, sendCancellationNotice: false })
    const pick = picker()
    for (let round = 0; round < 16; round += 1) {
      const { phone, visits } = await family(holder, 2 + pick(5))
      await world.run('PT2H')
      const [listed, ...others] = await textsTo(phone)
      assert.deepEqual(others, [], `round ${round}`)
      const times = listed?.match(/\b1\d:\d\d/g) ?? []
      assert.deepEqual(
        times,
        visits.map(({ startsAt }) => time(startsAt)),
        `round ${round}`,
      )
      const { ended, booked } = await changeSome(holder, { phone, visits }, pick)
      await world.inbound({ from: phone, to: holder.sender, text: 'ja' })
      const wanted = visits.map(({ id }) => (ended.has(id) ? 'unconfirmed' : 'confirmed'))
      assert.deepEqual(await confirmationsOf(holder, visits), wanted, `round ${round}`)
      assert.deepEqual(
        await confirmationsOf(holder, booked),
        booked.map(() => 'unconfirmed'),
        `round ${round}`,
      )
    }
  })

  test('R8 each button behind the link confirms its own appointment and no other, whatever was booked, moved or cancelled since', async () => {
    const holder = await practice({
      steps: [step('P1D', 'sms')],
      sendChangeNotice: false,
      sendCancellationNotice: false,
    })
    const pick = picker()
    for (let round = 0; round < 8; round += 1) {
      const { phone, visits } = await family(holder, 2 + pick(5))
      await world.run('PT2H')
      const [text = ''] = await textsTo(phone)
      const link = /https?:\/\/\S+\/m\/[0-9A-Za-z]{13}/.exec(text)?.[0] ?? assert.fail(text)
      const { ended, booked } = await changeSome(holder, { phone, visits }, pick)
      const pressed = new Set<string>()
      for (let press = 1 + pick(visits.length); press > 0; press -= 1) {
        const { id, appointmentId } = visits[pick(visits.length)] ?? assert.fail()
        assert.equal((await callApi(`${link}/confirmation/${appointmentId}`, 'POST')).status, 200, `round ${round}`)
        pressed.add(id)
      }
      for (const { appointmentId } of booked)
        assert.equal((await callApi(`${link}/confirmation/${appointmentId}`, 'POST')).status, 404, `round ${round}`)
      const wanted = visits.map(({ id }) => (pressed.has(id) && !ended.has(id) ? 'confirmed' : 'unconfirmed'))
      assert.deepEqual(await confirmationsOf(holder, visits), wanted, `round ${round}`)
      assert.deepEqual(
        await confirmationsOf(holder, booked),
        booked.map(() => 'unconfirmed'),
        `round ${round}`,
      )
    }
  })

  test('R8 a yes to the text message confirms all it listed, also when a mail has followed to each', async () => {
    const holder = await practice({ steps: [step('P1D', 'sms', 'none', 'confirm_prompt'), step('PT20H', 'email')] })
    const { phone, visits } = await family(holder, 2)
    await world.run('PT2H')
    // As a fallback writes it: a second attempt of one of the rows, by mail.
    await world.sql(
      `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination,
         destination_key, sender, body, handed_over_at, updated_at)
       select a.platform_holder_id, a.reminder_id, 2, gen_random_uuid(), 'email', 'sent', 'smtp', 'x@example.nl', '\\x00', 'x', 'x',
         a.handed_over_at, a.updated_at
       from reminder_attempt a join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
       where r.platform_holder_id = $1`,
      [holder.id],
    )
    await world.inbound({ from: phone, to: holder.sender, text: 'ja' })
    assert.deepEqual(await confirmationsOf(holder, visits), ['confirmed', 'confirmed'])
  })
})

describe('Several people with one telephone, and several workers', () => {
  let world: World
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
  })
  after(() => world.stop())

  test('H3 G1 G4 of forty households that three workers send at once while some cancel, nobody is told twice, nor of what was cancelled, and every row says why', async () => {
    const holder = await world.createHolder({ displayName: 'Praktijk Eik' })
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null, groupSameTelephone: true })
    const startsAt = (await world.nextDay()).add({ hours: 48 })
    const phones = Array.from({ length: 40 }, () => person().phone)
    const visits: { id: string; phone: string; appointmentId: string; index: number }[] = []
    for (const index of [0, 1, 2]) {
      const register = async (phone: string) => {
        const id = `${phone}-${index}`
        const at = startsAt.add({ minutes: 10 * index })
        const { appointmentId } = await world.intake(holder, { id, phone, name: `Lid ${id}`, startsAt: at })
        return { id, phone, appointmentId, index }
      }
      visits.push(...(await Promise.all(phones.map(register))))
    }
    // As maintenance does once there are more: plans made for empty tables look through all rows of the holder.
    await world.sql('analyze appointment, reminder')
    await world.clock.set(startsAt.subtract({ hours: 23, minutes: 40 }).toString())
    const engines = [1, 2, 3].map(() => world.startEngine({ pollMs: 20 }))
    try {
      // While they are being claimed, composed and handed over.
      const cancelled = visits.filter(({ index }, at) => index === 1 && at % 2 === 0)
      await Promise.all(cancelled.map(({ id }) => world.cancelBySource(holder, id)))
      await eventually(async () => {
        const [left] = await world.sql<{ count: number }>(
          `select count(*) from reminder where state in ('planned', 'claimed', 'handed_over', 'sent')`,
        )
        return left?.count === 0
      }, 60_000)
    } finally {
      await Promise.all(engines.map((engine) => engine.stop()))
    }
    const clock = ['10:00', '10:10', '10:20']
    for (const { phone, appointmentId, index } of visits) {
      const texts = (await world.smsTo(phone)).map(({ text }) => text)
      const listing = texts.filter((text) => text.includes(clock[index] ?? '?') && !/gaat niet door/i.test(text))
      const row = (await world.rows(holder, appointmentId)).find(({ kind }) => kind === 'reminder')
      assert.ok(row)
      if (row.state === 'cancelled') assert.deepEqual([row.reasonCode, listing.length], ['appointment_cancelled', 0])
      else assert.deepEqual([row.state, row.attempts.length, listing.length], ['delivered', 1, 1], texts.join('\n'))
    }
    const split = await world.sql(
      `select 1 from reminder_attempt a join reminder r on r.platform_holder_id = a.platform_holder_id and r.id = a.reminder_id
       where r.kind = 'reminder' group by a.destination_key having count(distinct a.message_reference) > 1`,
    )
    assert.equal(split.length, 0, 'A household gets one reminder')
  })
})

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
