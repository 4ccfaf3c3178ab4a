import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../harness.ts'
import { person, startWorld, type World } from '../world.ts'
import { filterOf, openDesk, textsTo, type Desk, type Visit } from './batch-world.ts'

describe('One telephone in a batch', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** Appointments of the people of these names, who have one number. */
  async function family(desk: Desk, from: Temporal.Instant, names: readonly string[], minutes = 10): Promise<Visit[]> {
    const { phone } = person()
    const visits: Visit[] = []
    for (const [index, name] of names.entries()) {
      const visit = { id: `visit-${randomUUID()}`, phone, startsAt: from.add({ minutes: minutes * index }) }
      const { appointmentId } = await world.intake(desk.holder, { ...visit, name })
      visits.push({ ...visit, appointmentId })
    }
    return visits
  }
  const children = ['Kind Een', 'Kind Twee', 'Kind Drie']
  const oneOf = ([visit]: readonly Visit[]) => visit ?? assert.fail()

  const actions = [
    {
      action: { action: 'cancel' },
      says: /^Gaan niet door: uw afspraken bij Praktijk Eik op .* 12:00, 12:10 en 12:20/,
    },
    {
      action: { action: 'postpone' },
      says: /^Praktijk Eik: uw afspraken op .* 12:00, 12:10 en 12:20 kunnen dan niet doorgaan\. U krijgt nieuwe tijden\./,
    },
    {
      action: { action: 'delay', delayMinutes: 40 },
      says: /^Praktijk Eik: uw afspraken op .* 12:00, 12:10 en 12:20 beginnen ongeveer 40 min\. later\./,
    },
  ]
  for (const { action, says } of actions)
    test(`B3 H3 ${action.action}: three children of one mother are one message with their times and no names, as the preview shows and counts it`, async () => {
      const desk = await openDesk(world, { groupSameTelephone: true })
      const now = await world.nextDay()
      const visits = await family(desk, now.add({ hours: 2 }), children)
      const preview = await desk.preview(action, filterOf(visits))
      const [language] = preview.languages
      assert.deepEqual(
        [preview.appointments, preview.telephones, preview.channels.sms, preview.segments, language.people],
        [3, 1, 3, language.segments, 3],
      )
      const id = (await desk.confirm(preview.previewToken)).body.data.id
      await world.clock.advance('PT121S')
      const { progress, messages } = await desk.becomes(id, 'done')
      assert.deepEqual([progress.told, progress.applied, messages], [3, 3, 3])
      const [text = '', ...others] = await textsTo(world, oneOf(visits))
      assert.deepEqual(others, [])
      assert.match(text, says)
      assert.doesNotMatch(text, /Kind/)
      const bare = (one: string) => one.replace(/\/m\/\w+/, '')
      assert.equal(bare(language.text), bare(text))
    })

  test('B3 where telephones are not joined each child is told apart, and one person with two appointments of a day once', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const visits = await family(desk, now.add({ hours: 2 }), ['Kind Een', 'Kind Twee', 'Kind Een'])
    const preview = await desk.preview({ action: 'postpone' }, filterOf(visits))
    assert.deepEqual([preview.telephones, preview.channels.sms, preview.segments], [1, 3, 2])
    const id = (await desk.confirm(preview.previewToken)).body.data.id
    await world.clock.advance('PT121S')
    assert.equal((await desk.becomes(id, 'done')).progress.told, 3)
    const texts = (await textsTo(world, oneOf(visits))).toSorted()
    assert.equal(texts.length, 2)
    assert.match(texts.join('\n'), /uw afspraak op .* 12:10 kan dan niet/)
    assert.match(texts.join('\n'), /uw afspraken op .* 12:00 en 12:20 kunnen dan niet/)
  })

  test('B3 H3 seven of one telephone are told in two messages, another language apart, and each is told once', async () => {
    const desk = await openDesk(world, { groupSameTelephone: true })
    const now = await world.nextDay()
    const names = Array.from({ length: 8 }, (_, index) => `Kind ${index}`)
    const visits = await family(desk, now.add({ hours: 2 }), names)
    await world.sql(
      `update holder_recipient set locale = 'de' where platform_holder_id = $1 and id = (
         select holder_recipient_id from appointment where platform_holder_id = $1 and id = $2)`,
      [desk.holder.id, visits[3]?.appointmentId],
    )
    const id = await desk.begin({ action: 'cancel' }, visits)
    await world.clock.advance('PT121S')
    assert.equal((await desk.becomes(id, 'done')).progress.told, 8)
    const texts = await textsTo(world, oneOf(visits))
    const told = texts.flatMap((text) => text.match(/\b1[23]:\d\d/g) ?? [])
    assert.deepEqual(told.toSorted(), ['12:00', '12:10', '12:20', '12:30', '12:40', '12:50', '13:00', '13:10'])
    assert.deepEqual(texts.map((text) => text.match(/\b1[23]:\d\d/g)?.length).toSorted(), [1, 1, 6])
  })

  test('B3 B4 a message that is refused leaves each of the household to be called, and spends as much as there are people', async () => {
    const desk = await openDesk(world, { groupSameTelephone: true })
    const now = await world.nextDay()
    const visits = await family(desk, now.add({ hours: 26 }), children)
    await world.fault({ provider: 'twilio', mode: 'refuse', to: oneOf(visits).phone })
    const id = await desk.begin({ action: 'cancel' }, visits)
    await world.clock.advance('PT121S')
    await eventually(async () => (await desk.read(id)).progress.mustCall === 3)
    await world.fault({ provider: 'twilio', mode: 'none' })
    const reasons = new Set((await desk.items(id)).map(({ reasonCode }) => reasonCode))
    assert.deepEqual(reasons, new Set(['provider_refused']))
    const spent = await world.sql<{ allowed: number; sent: number }>(
      'select allowed, handed_over as sent from reminder_allowance where batch_id = $1',
      [id],
    )
    assert.deepEqual(spent, [{ allowed: 3, sent: 3 }])
  })

  test('B3 H3 a household waits until its last appointment is applied, and not longer than two minutes for one that a dead worker holds', async () => {
    const desk = await openDesk(world, { groupSameTelephone: true })
    for (const { seconds, texts } of [
      { seconds: 60, texts: [3] },
      { seconds: 130, texts: [1, 2] },
    ]) {
      const now = await world.nextDay()
      const visits = await family(desk, now.add({ hours: 30 }), children)
      const id = await desk.begin({ action: 'cancel' }, visits)
      const last = await world.operator.connect()
      try {
        await last.query('begin')
        const held = 'select from batch_item where batch_id = $1 and appointment_id = $2 for update'
        await last.query(held, [id, visits[2]?.appointmentId])
        await world.clock.advance('PT121S')
        await eventually(async () => (await desk.read(id)).progress.applied === 2)
        const looks = async () =>
          (
            await world.sql<{ n: number }>(`select min(claim_no)::int as n from reminder where offset_key = $1`, [
              `batch:${id}`,
            ])
          )[0]?.n ?? 0
        const before = await looks()
        await world.clock.set((await world.clock.now()).add({ seconds: 10 }).toString())
        await eventually(async () => (await looks()) > before)
        assert.deepEqual(await textsTo(world, oneOf(visits)), [])
        await world.clock.set((await world.clock.now()).add({ seconds: seconds - 10 }).toString())
        if (seconds > 120) await eventually(async () => (await desk.read(id)).progress.told === 2)
        await last.query('commit')
      } finally {
        last.release()
      }
      await world.clock.advance('PT5S')
      assert.equal((await desk.becomes(id, 'done')).progress.told, 3)
      const told = (await textsTo(world, oneOf(visits))).map((text) => text.match(/\b1\d:\d\d/g)?.length)
      assert.deepEqual(told.toSorted(), texts)
    }
  })

  test('B3 H3 two workers apply a batch of 50 with a household of three: one message to it, and one to everybody else', async () => {
    const desk = await openDesk(world, { groupSameTelephone: true })
    const now = await world.nextDay()
    const strangers = await desk.register(47, now.add({ hours: 30 }))
    // Among the first, in the middle and last, so that they are applied far apart.
    const household = await family(desk, now.add({ hours: 30, minutes: 1 }), children, 24)
    const second = await world.startAnotherWorker()
    try {
      const id = await desk.begin({ action: 'cancel' }, [...strangers, ...household])
      await world.clock.advance('PT121S')
      const { progress } = await desk.becomes(id, 'done')
      assert.deepEqual([progress.told, progress.applied], [50, 50])
    } finally {
      await second.stop()
    }
    for (const visit of [...strangers, oneOf(household)]) assert.equal((await textsTo(world, visit)).length, 1)
  })
})
