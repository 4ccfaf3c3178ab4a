import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { renderHelpAnswer } from '#/messages/sms/render-service-text.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type Visit, type World } from '../world.ts'
import { recipientOf } from './recipient.ts'

describe('G10 to G12 what a message says, and whose it is', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** A local appointment, for what an intake cannot set: title, place and language. */
  async function createLocal(holder: TestHolder, visit: Visit & { locale?: string; title?: string; place?: string }) {
    const answer = await holder.call('POST', '/appointments', {
      clientRequestId: crypto.randomUUID(),
      startsAt: visit.startsAt.toString(),
      endsAt: visit.startsAt.add({ minutes: 15 }).toString(),
      ...(visit.title ? { title: visit.title } : {}),
      ...(visit.place ? { locationLabel: visit.place } : {}),
      recipient: {
        displayName: visit.name ?? 'Sanne de Vries',
        ...(visit.phone ? { phoneNumberE164: visit.phone } : {}),
        ...(visit.email ? { email: visit.email } : {}),
        ...(visit.locale ? { locale: visit.locale } : {}),
      },
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const both = { steps: [step('P1D', 'sms'), step('PT23H', 'email')], quietHours: null }

  test('G10 two holders with one number: each message has its own holder, sender and place, and no reply crosses', async () => {
    const [oak, elm] = [
      await world.createHolder({ displayName: 'Praktijk Eik' }),
      await world.createHolder({ displayName: 'Praktijk Iep' }),
    ]
    const senders = { oak: '+3197010250001', elm: '+3197010250002' }
    const numeric = (value: string) => ({ mode: 'numeric', value, canReceive: true })
    await world.editPolicy(oak, { ...both, smsSender: numeric(senders.oak) })
    await world.editPolicy(elm, { ...both, smsSender: numeric(senders.elm) })
    const now = await world.nextDay()
    const { phone } = person()
    const ofOak = await createLocal(oak, { startsAt: now.add({ hours: 25 }), phone, place: 'Eikenlaan 1' })
    const ofElm = await createLocal(elm, { startsAt: now.add({ hours: 26 }), phone, place: 'Iepenlaan 2' })
    await world.run('PT3H')
    const [first, second, ...others] = await world.smsTo(phone)
    assert.deepEqual(others, [])
    assert.equal(first?.from, senders.oak)
    assert.match(first?.text ?? '', /Praktijk Eik.*Eikenlaan 1/)
    assert.doesNotMatch(first?.text ?? '', /Iep/)
    assert.equal(second?.from, senders.elm)
    assert.match(second?.text ?? '', /Praktijk Iep.*Iepenlaan 2/)
    assert.doesNotMatch(second?.text ?? '', /Eik/)

    await world.reply(phone, 'ja')
    const statusOf = async (holder: TestHolder, { id }: { id: string }) =>
      (await holder.call('GET', `/appointments/${id}`)).body.data.confirmation.status
    assert.equal(await statusOf(elm, ofElm), 'confirmed')
    assert.equal(await statusOf(oak, ofOak), 'unconfirmed')
    assert.equal((await oak.call('GET', `/appointments/${ofElm.id}/reminders`)).status, 404)
  })

  test('G11 neither title nor name stands in an SMS or in a subject, whatever they say', async () => {
    const holder = await world.createHolder({ displayName: 'De Linde' })
    await world.editPolicy(holder, both)
    const now = await world.nextDay()
    const who = { ...person(), name: 'Kanariepiet Achternaam' }
    const title = 'Oncologie vervolgconsult'
    await createLocal(holder, { ...who, title, startsAt: now.add({ hours: 25 }), place: 'Route 12' })
    await world.run('PT3H')
    const [sms] = await world.smsTo(who.phone)
    const [mail] = await world.mailTo(who.email)
    for (const text of [sms?.text, mail?.subject, ...(mail?.attachments ?? []).map((file) => file.content)]) {
      assert.doesNotMatch(text ?? '', /Oncologie|vervolg|Kanariepiet|Achternaam/)
      assert.match(text ?? '', /De Linde/)
    }
    assert.match(sms?.text ?? '', /Route 12/)
    assert.doesNotMatch(mail?.text ?? '', /Oncologie|vervolg/)
    assert.doesNotMatch(mail?.html ?? '', /Oncologie|vervolg/)
  })

  test('G11 what was typed as a name or place makes no link in any message', async () => {
    const holder = await world.createHolder({ displayName: 'help@bank.example via https://evil.example/a' })
    await world.editPolicy(holder, both)
    const now = await world.nextDay()
    const who = { ...person(), name: 'Win nu op hxxps://evil.example of www。evil。example' }
    const { id } = await createLocal(holder, { ...who, startsAt: now.add({ hours: 25 }), place: 'evil.example' })
    // As it may have been stored before places were checked.
    await world.sql(`update appointment set location_label = 'https://evil.example/pay' where id = $1`, [id])
    await world.run('PT3H')
    const [sms] = await world.smsTo(who.phone)
    const [mail] = await world.mailTo(who.email)
    const written = [
      sms?.text,
      mail?.subject,
      mail?.text,
      mail?.html,
      mail?.headers['from'],
      mail?.attachments[0]?.content,
    ]
    for (const text of written) {
      assert.match(text ?? '', /evil/)
      // Calendar files fold their lines within words.
      const unfolded = text?.replaceAll('\r\n ', '') ?? ''
      assert.doesNotMatch(unfolded, /evil[.。](?=\S)|@bank|bank\.(?=\S)|\/\/evil|www[.。](?=\S)/)
      const links = unfolded.match(/https?:[^\s"<]*/g) ?? []
      assert.deepEqual(
        links.filter((link) => !link.startsWith(world.baseUrl) && link !== 'https:'),
        [],
      )
    }
  })

  test('G11 the link in a message holds no personal data, shows nothing, and opening it writes nothing', async () => {
    const holder = await world.createHolder({ displayName: 'Zonder Spoor' })
    await world.editPolicy(holder, both)
    const now = await world.nextDay()
    const who = { ...person(), name: 'Verborgen Iemand' }
    const { id } = await createLocal(holder, { ...who, startsAt: now.add({ hours: 25 }), place: 'Geheime Laan 3' })
    await world.run('PT3H')
    const [sms] = await world.smsTo(who.phone)
    const link = /https?:\/\/\S+/.exec(sms?.text ?? '')?.[0] ?? ''
    assert.match(new URL(link).pathname, /^\/m\/[0-9A-Za-z]{13}$/)
    assert.equal(new URL(link).search, '')

    const contents = () =>
      world.sql(`select (select count(*) from audit_event) as events,
        (select max(xmin::text::bigint) from appointment) as appointments, (select max(xmin::text::bigint) from reminder) as reminders`)
    const before = await contents()
    const pages = await Promise.all(
      [link, `${world.baseUrl}/m/nothing`, `${world.baseUrl}/a/${id}`, `${world.baseUrl}/a/nobody`].map(async (url) =>
        (await fetch(url)).text(),
      ),
    )
    assert.deepEqual(await contents(), before)
    assert.equal(new Set(pages.slice(0, 2)).size, 1, 'the page is the same whatever the link')
    assert.equal(new Set(pages.slice(2)).size, 1, 'the page is the same whatever the id')
    assert.doesNotMatch(pages.join(), /Zonder Spoor|Verborgen|Geheime/)
  })

  test('G12 the language is that of the recipient, else of the holder, else Dutch, and the row keeps which', async () => {
    const languages = async (recipientLocale: string | null, defaultLocale: string) => {
      const holder = await world.createHolder({ displayName: 'De Linde', defaultLocale })
      await world.editPolicy(holder, both)
      const who = person()
      const startsAt = now.add({ hours: 25 })
      const { id } = await createLocal(holder, { ...who, startsAt })
      await world.sql(
        `update holder_recipient set locale = $2 where id = (select holder_recipient_id from appointment where id = $1)`,
        [id, recipientLocale],
      )
      return { holder, who, id }
    }
    const now = await world.nextDay()
    const cases = [
      { wishes: ['en', 'nl'], locale: 'en' },
      { wishes: ['nl', 'en'], locale: 'nl' },
      { wishes: [null, 'en'], locale: 'en' },
      // A language without texts: the next preference counts, and finally Dutch.
      { wishes: ['tlh', 'en'], locale: 'en' },
      { wishes: ['tlh', 'tlh'], locale: 'nl' },
    ] as const
    const made = []
    for (const { wishes, locale } of cases) made.push({ ...(await languages(wishes[0], wishes[1])), locale })
    await world.run('PT3H')
    for (const { holder, who, id, locale } of made) {
      const [sms] = await world.smsTo(who.phone)
      const [mail] = await world.mailTo(who.email)
      const date = now.add({ hours: 25 }).toZonedDateTimeISO('Europe/Amsterdam')
      const weekday = date.toLocaleString(locale === 'nl' ? 'nl' : 'en-GB', { weekday: 'long' })
      assert.match(sms?.text ?? '', locale === 'nl' ? /^Herinnering: afspraak/ : /^Reminder: appointment/)
      assert.ok(mail?.text.toLowerCase().includes(weekday.toLowerCase()))
      assert.equal(mail?.headers['content-language'], locale)
      assert.deepEqual(
        (await world.rows(holder, id)).map((row) => row.locale),
        [locale, locale],
      )
    }
  })

  test('G12 a language that is said of a person is that of all their unsent reminders at that holder, not of others', async () => {
    const holder = await world.createHolder({ displayName: 'De Linde', defaultLocale: 'nl' })
    const stranger = await world.createHolder({ displayName: 'De Eik', defaultLocale: 'nl' })
    for (const one of [holder, stranger]) await world.editPolicy(one, both)
    const now = await world.nextDay()
    const who = person()
    const visit = (hours: number, more: object = {}) => ({ ...who, ...more, startsAt: now.add({ hours }) })
    const told = await book(holder, visit(25))
    await world.run('PT90M')
    assert.match((await world.smsTo(who.phone))[0]?.text ?? '', /^Herinnering/)

    // Said with a later appointment: the unsent mail of the first is in it too, and what was told stays as it was.
    const { id } = await book(holder, visit(40), 'de')
    await book(stranger, visit(41))
    await book(holder, { ...visit(42), name: 'Iemand Anders' })
    assert.deepEqual(await shown(holder, told.id), ['nl', 'de'])
    assert.deepEqual(await shown(holder, id), ['de', 'de'])
    await world.run('P1D')
    const mails = await world.mailTo(who.email)
    assert.deepEqual(mails.map((mail) => mail.headers['content-language']).toSorted(), ['de', 'de', 'nl', 'nl'])
    assert.deepEqual(await shown(holder, told.id), ['nl', 'de'])
  })

  test('G12 the own choice of somebody wins over what source and staff say, and theirs counts again without it', async () => {
    const holder = await world.createHolder({ displayName: 'De Linde', defaultLocale: 'nl' })
    await world.editPolicy(holder, both)
    const startsAt = (await world.nextDay()).add({ hours: 48 })
    const who = person()
    const { id } = await book(holder, { ...who, startsAt }, 'de')
    const recipient = await recipientOf(world, holder, id)
    const choose = async (locale: string | null) => {
      const { body } = await recipient.call('GET', '/profile')
      const answer = await recipient.call('PATCH', '/profile', { expectedVersion: body.data.version, locale })
      assert.equal(answer.status, 200)
    }
    await choose('pl')
    assert.deepEqual(await shown(holder, id), ['pl', 'pl'])
    await staffSay(holder, id, 'fr')
    assert.deepEqual(await shown(holder, id), ['pl', 'pl'])
    await choose(null)
    assert.deepEqual(await shown(holder, id), ['fr', 'fr'])
    await world.run('P2D')
    const rows = await world.rows(holder, id)
    assert.deepEqual(
      rows.map((row) => row.locale),
      ['fr', 'fr'],
    )
    // Answers to replies go by the same choice.
    for (const [own, locale] of [
      ['pl', 'pl'],
      [null, 'fr'],
    ] as const) {
      await choose(own)
      await world.reply(who.phone, 'HELP')
      const { text } = renderHelpAnswer([locale], 'De Linde')
      await eventually(async () => (await world.smsTo(who.phone)).at(-1)?.text === text)
    }
  })

  /** Of each reminder of an appointment, the language it was or would be sent in. */
  async function shown(holder: TestHolder, id: string): Promise<string[]> {
    const { body } = await holder.call('GET', `/appointments/${id}/reminders`)
    const inOrder = body.data.items.toSorted((one: { dueAt: string }, other: { dueAt: string }) =>
      one.dueAt < other.dueAt ? -1 : 1,
    )
    return inOrder.map((row: { locale: string }) => row.locale)
  }

  /** An appointment of a source system. */
  async function book(holder: TestHolder, visit: Visit, locale?: string): Promise<{ id: string }> {
    const answer = await holder.call('POST', '/appointments/intake', {
      sourceSystem: 'practice-system',
      externalAppointmentId: crypto.randomUUID(),
      startsAt: visit.startsAt.toString(),
      endsAt: visit.startsAt.add({ minutes: 15 }).toString(),
      timezone: 'Europe/Amsterdam',
      recipient: {
        displayName: visit.name,
        phoneNumberE164: visit.phone,
        email: visit.email,
        ...(locale === undefined ? {} : { locale }),
      },
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return { id: answer.body.data.appointmentId }
  }

  async function staffSay(holder: TestHolder, id: string, locale: string | null): Promise<void> {
    const { version, recipient } = (await holder.call('GET', `/appointments/${id}`)).body.data
    const { displayName, email, phoneNumberE164 } = recipient
    const body = { expectedVersion: version, recipient: { displayName, email, phoneNumberE164, locale } }
    const answer = await holder.call('PATCH', `/appointments/${id}`, body)
    assert.deepEqual([answer.status, answer.body.data?.recipient.locale], [200, locale], JSON.stringify(answer.body))
  }
})
