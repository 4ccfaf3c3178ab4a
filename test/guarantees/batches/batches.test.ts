import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { newId } from '#/kernel/ids.ts'
import { callApi, eventually } from '../../harness.ts'
import { recipientOf } from '../people/recipient.ts'
import { person, startWorld, step, type World } from '../world.ts'
import { filterOf, openDesk, textsTo } from './batch-world.ts'

describe('Batches', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  test('B1 nothing changes or leaves in 120 seconds, and what is undone leaves only its trail', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const visits = await desk.register(3, now.add({ hours: 30 }))
    const id = await desk.begin({ action: 'cancel' }, visits)
    await world.clock.advance('PT119S')
    assert.deepEqual(await Promise.all(visits.map(desk.statusOf)), ['registered', 'registered', 'registered'])
    const undone = await desk.undo(id)
    assert.deepEqual([undone.status, undone.body.data.state], [200, 'undone'])
    await world.run('PT10M')
    assert.deepEqual(await Promise.all(visits.map(desk.statusOf)), ['registered', 'registered', 'registered'])
    for (const visit of visits) assert.deepEqual(await textsTo(world, visit), [])
    assert.deepEqual(
      (await desk.items(id)).map((item) => `${item.outcome} ${item.reasonCode}`),
      Array.from(visits, () => 'skipped undone'),
    )
    const trail = await world.sql<{ action: string }>(
      `select action from audit_event where platform_holder_id = $1 and $2 = any(subjects) and action like '%Batch' order by at`,
      [desk.holder.id, id],
    )
    assert.deepEqual(
      trail.map(({ action }) => action).filter((action) => action !== 'getHolderBatch'),
      ['createHolderBatch', 'undoHolderBatch'],
    )
  })

  test('B1 after 121 seconds it cannot be undone, and everybody is told, also whom no message had told of it', async () => {
    const desk = await openDesk(world, { sendCancellationNotice: false })
    const now = await world.nextDay()
    const visits = await desk.register(3, now.add({ hours: 30 }))
    const preview = await desk.preview({ action: 'cancel' }, filterOf(visits))
    assert.deepEqual(
      [preview.appointments, preview.telephones, preview.channels, preview.segments, preview.mustCall],
      [3, 3, { sms: 3, email: 0, none: 0 }, 3, []],
    )
    const id = (await desk.confirm(preview.previewToken)).body.data.id
    await world.clock.advance('PT121S')
    assert.equal((await desk.undo(id)).status, 409)
    const { progress } = await desk.becomes(id, 'done')
    assert.deepEqual(progress, {
      waiting: 0,
      onTheWay: 0,
      told: 3,
      mustCall: 0,
      skipped: 0,
      afterQuietHours: 0,
      applied: 3,
    })
    for (const visit of visits) {
      assert.equal(await desk.statusOf(visit), 'cancelled')
      const texts = await textsTo(world, visit)
      assert.equal(texts.length, 1)
      assert.match(texts[0] ?? '', /^Gaat niet door: uw afspraak bij Praktijk Eik/)
    }
    assert.equal(
      preview.languages[0].text.replace(/\/m\/\w+/, ''),
      (await textsTo(world, visits[0]!))[0]?.replace(/\/m\/\w+/, ''),
    )
    assert.deepEqual(new Set((await desk.items(id)).map((item) => item.followUp)), new Set(['UPDATE_SOURCE_SYSTEM']))
  })

  test('B2 what changed after it was confirmed is skipped and shown, and what changed before is refused with the difference', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const visits = await desk.register(8, now.add({ hours: 30 }))
    const moved = visits.slice(0, 3)
    const { previewToken } = await desk.preview({ action: 'cancel' }, filterOf(visits))
    await world.intake(desk.holder, { ...visits[7]!, startsAt: visits[7]!.startsAt.add({ hours: 48 }) })
    const refused = await desk.confirm(previewToken)
    assert.deepEqual(
      [
        refused.status,
        refused.body.error.code,
        refused.body.error.details.map((one: { message: string }) => one.message),
      ],
      [409, 'VERSION_CONFLICT', ['gone: 1']],
    )
    const id = await desk.begin({ action: 'cancel' }, visits.slice(0, 7))
    for (const visit of moved)
      await world.intake(desk.holder, { ...visit, startsAt: visit.startsAt.add({ hours: 24 }) })
    await world.clock.advance('PT121S')
    const { progress } = await desk.becomes(id, 'done')
    assert.deepEqual([progress.told, progress.skipped, progress.applied], [4, 3, 4])
    const skipped = await desk.items(id, 'skipped')
    assert.deepEqual(
      skipped.map((item) => [item.appointmentId, item.reasonCode]),
      moved.map(({ appointmentId }) => [appointmentId, 'changed']),
    )
    for (const visit of moved) assert.equal(await desk.statusOf(visit), 'registered')
  })

  test('a token is of one person, for ten minutes, and two batches are at work at most', async () => {
    const desk = await openDesk(world)
    const other = await openDesk(world)
    const now = await world.nextDay()
    const visits = await desk.register(3, now.add({ hours: 30 }))
    const { previewToken } = await desk.preview({ action: 'cancel' }, filterOf(visits))
    assert.equal((await other.confirm(previewToken)).status, 400)
    assert.equal((await desk.confirm(`${previewToken.slice(0, -1)}_`)).status, 400)
    const asked = await Promise.all(
      visits.map(async (visit) => (await desk.preview({ action: 'cancel' }, filterOf([visit]))).previewToken),
    )
    const answers = await Promise.all(asked.map((token) => desk.confirm(token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409])
    await world.clock.advance('PT11M')
    const late = await desk.confirm(previewToken)
    assert.deepEqual([late.status, late.body.error.code], [409, 'STATE_CONFLICT'])
  })

  test('postponed: reminders wait for the new time, its person is told, and the move that follows tells it', async () => {
    const desk = await openDesk(world, {
      steps: [{ offset: 'P1D', channel: 'sms', fallback: 'none', kind: 'reminder' }],
    })
    const now = await world.nextDay()
    const [visit] = await desk.register(1, now.add({ hours: 72 }))
    assert.ok(visit)
    const id = await desk.begin({ action: 'postpone' }, [visit])
    await world.clock.advance('PT121S')
    await desk.becomes(id, 'done')
    assert.deepEqual((await world.plan(desk.holder, visit.appointmentId)).toSorted(), [
      'P1D sms held awaiting_new_time',
      'postponed sms delivered',
    ])
    assert.match((await textsTo(world, visit))[0] ?? '', /kan dan niet doorgaan/)
    await world.intake(desk.holder, { ...visit, startsAt: visit.startsAt.add({ hours: 48 }) })
    await world.run('PT1M')
    const texts = await textsTo(world, visit)
    assert.equal(texts.length, 2)
    assert.match(texts[1] ?? '', /^Gewijzigd/)
    assert.ok((await world.plan(desk.holder, visit.appointmentId)).includes('P1D sms planned'))
  })

  test('postponed: nobody confirms the time that does not hold, by a link, a text message or the app', async () => {
    const sender = '+3197010289901'
    const smsSender = { mode: 'numeric', value: sender, canReceive: true }
    const desk = await openDesk(world, { smsSender, steps: [step('P4D', 'sms', 'none', 'confirm_prompt')] })
    const now = await world.nextDay()
    const [visit] = await desk.register(1, now.add({ hours: 98 }))
    assert.ok(visit)
    await world.run('PT3H')
    const [asked] = await textsTo(world, visit)
    const link = /https?:\/\/\S+\/m\/\w+/.exec(asked ?? '')?.[0] ?? assert.fail(asked)
    const stateOf = async (path: string, method: string) =>
      (await callApi(`${link}${path}`, method)).body.data.appointments[0].state
    assert.equal(await stateOf('/message', 'GET'), 'open')
    const id = await desk.begin({ action: 'postpone' }, [visit])
    await world.clock.advance('PT121S')
    await desk.becomes(id, 'done')

    assert.equal(await stateOf('/message', 'GET'), 'changed')
    assert.equal(await stateOf('/confirmation', 'POST'), 'changed')
    await world.inbound({ from: visit.phone, to: sender, text: 'ja' })
    assert.equal((await desk.holder.call('GET', '/replies')).body.data.items.length, 1)
    const recipient = await recipientOf(world, desk.holder, visit.appointmentId)
    const own = (await recipient.call('GET', `/appointments/${visit.appointmentId}`)).body.data
    assert.deepEqual([own.awaitsNewTime, own.allowedActions.includes('confirm')], [true, false])
    const again = { clientRequestId: randomUUID(), expectedVersion: own.version }
    assert.equal((await recipient.call('POST', `/appointments/${visit.appointmentId}/confirmation`, again)).status, 409)
    const { body } = await desk.holder.call('GET', `/appointments/${visit.appointmentId}`)
    assert.equal(body.data.confirmation.status, 'unconfirmed')
  })

  test('two weeks may be chosen, also those in which the clock goes back, and no more', async () => {
    const desk = await openDesk(world)
    const days = (from: string, to: string) => {
      const filter = { from: `${from}T00:00:00+02:00`, to: `${to}T00:00:00+01:00` }
      return desk.call('POST', '/batches/preview', { reason: 'ill', action: 'cancel', filter })
    }
    assert.equal((await days('2026-10-18', '2026-11-01')).status, 200)
    const { status, body } = await days('2026-10-18', '2026-11-02')
    assert.deepEqual([status, body.error.details[0].path], [400, 'filter.to'])
  })

  test('late: only appointments of the same day are told, once, and nothing of them changes', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const [today, tomorrow] = [
      ...(await desk.register(1, now.add({ hours: 2 }))),
      ...(await desk.register(1, now.add({ hours: 26 }))),
    ]
    assert.ok(today && tomorrow)
    const versionOf = async () =>
      (await desk.holder.call('GET', `/appointments/${today.appointmentId}`)).body.data.version
    const before = await versionOf()
    const preview = await desk.preview({ action: 'delay', delayMinutes: 40 }, filterOf([today, tomorrow]))
    assert.equal(preview.appointments, 1)
    const id = (await desk.confirm(preview.previewToken)).body.data.id
    await world.clock.advance('PT121S')
    await desk.becomes(id, 'done')
    assert.match((await textsTo(world, today)).join(), /begint ongeveer 40 min\. later/)
    assert.deepEqual(await textsTo(world, tomorrow), [])
    assert.equal(await versionOf(), before)
  })

  test('B5 an opt-out, a landline and nobody to write to are to be called, and a mail is told when it was accepted', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const [stopped, reached] = await desk.register(2, now.add({ hours: 30 }))
    assert.ok(stopped && reached)
    const startsAt = now.add({ hours: 30, minutes: 10 })
    const { email } = person()
    const mail = await world.intake(desk.holder, { startsAt, email })
    const landline = await world.intake(desk.holder, { startsAt, phone: '+31301234567' })
    await world.sql(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source)
       select platform_holder_id, 'sms', recipient_phone_key, true, 'sms_reply' from appointment where id = $1`,
      [stopped.appointmentId],
    )
    const filter = { from: now.toString(), to: startsAt.add({ hours: 1 }).toString() }
    const preview = await desk.preview({ action: 'cancel' }, filter)
    assert.deepEqual(preview.channels, { sms: 1, email: 1, none: 2 })
    assert.deepEqual(
      new Map(preview.mustCall.map((one: { reasonCode: string; count: number }) => [one.reasonCode, one.count])),
      new Map([
        ['recipient_opted_out', 1],
        ['landline', 1],
      ]),
    )
    const id = (await desk.confirm(preview.previewToken)).body.data.id
    await world.clock.advance('PT121S')
    const { progress } = await desk.becomes(id, 'done')
    assert.deepEqual([progress.told, progress.mustCall, progress.applied], [2, 2, 4])
    const byId = new Map(
      (await desk.items(id)).map((item) => [item.appointmentId, `${item.outcome} ${item.reasonCode}`]),
    )
    assert.equal(byId.get(stopped.appointmentId), 'must_call recipient_opted_out')
    assert.equal(byId.get(landline.appointmentId), 'must_call landline')
    assert.equal(byId.get(mail.appointmentId), 'told null')
    assert.equal(byId.get(reached.appointmentId), 'told null')
    assert.equal((await world.mailTo(email)).length, 1)
  })

  test('B5 quiet hours hold as for notices: a start tomorrow noon waits for the morning, one within 12 hours does not', async () => {
    const desk = await openDesk(world, { quietHours: { from: '21:00', to: '08:00', days: null } })
    const now = await world.nextDay()
    const evening = now.add({ hours: 12 })
    await world.clock.set(evening.toString())
    const [near] = await desk.register(1, evening.add({ hours: 11 }))
    const [far] = await desk.register(1, evening.add({ hours: 14 }))
    assert.ok(near && far)
    const preview = await desk.preview({ action: 'cancel' }, filterOf([near, far]))
    assert.notEqual(preview.firstDueAt, preview.lastDueAt)
    assert.equal(preview.afterQuietHours, 1)
    const id = (await desk.confirm(preview.previewToken)).body.data.id
    await world.clock.advance('PT121S')
    await eventually(async () => (await desk.read(id)).progress.told === 1)
    const { progress, lastDueAt } = await desk.read(id)
    assert.deepEqual([progress.onTheWay, progress.afterQuietHours, lastDueAt], [1, 1, preview.lastDueAt])
    assert.equal((await textsTo(world, near)).length, 1)
    assert.equal((await textsTo(world, far)).length, 0)
    await world.run('PT10H')
    const told = await desk.becomes(id, 'done')
    assert.deepEqual([told.progress.afterQuietHours, told.lastDueAt], [0, null])
    assert.equal((await textsTo(world, far)).length, 1)
  })

  test('however many batches wait for the morning, another one is applied, and each of them is done in the end', async () => {
    const desk = await openDesk(world, { quietHours: { from: '21:00', to: '08:00', days: null } })
    const now = await world.nextDay()
    const evening = now.add({ hours: 12 })
    await world.clock.set(evening.toString())
    const [far] = await desk.register(1, evening.add({ hours: 14 }))
    assert.ok(far)
    const waiting = await desk.begin({ action: 'cancel' }, [far])
    await world.clock.advance('PT121S')
    await eventually(async () => (await desk.read(waiting)).progress.applied === 1)
    const ids = Array.from({ length: 220 }, () => newId())
    const cloneOf = async (table: string, ofOld: string, changed: string) => {
      const columns = await world.sql<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const names = columns.map(({ name }) => name)
      await world.sql(
        `insert into ${table} (${names.join(', ')})
         select ${names.map((name) => `(jsonb_populate_record(one, ${changed})).${name}`).join(', ')}
         from ${table} one cross join unnest($2::uuid[]) clone where one.platform_holder_id = $1 and ${ofOld}`,
        [desk.holder.id, ids, waiting],
      )
    }
    await cloneOf('batch', 'one.id = $3::uuid', `jsonb_build_object('id', clone)`)
    await cloneOf('batch_item', 'one.batch_id = $3::uuid', `jsonb_build_object('batch_id', clone)`)
    const ofRow = `jsonb_build_object('id', clone, 'offset_key', 'batch:' || clone)`
    await cloneOf('reminder', `one.offset_key = 'batch:' || $3::text`, ofRow)

    const other = await openDesk(world)
    const [visit] = await other.register(1, evening.add({ hours: 9 }))
    assert.ok(visit)
    const id = await other.begin({ action: 'cancel' }, [visit])
    await world.clock.advance('PT121S')
    await other.becomes(id, 'done')
    await world.sql(`update reminder set state = 'delivered' where platform_holder_id = $1`, [desk.holder.id])
    await eventually(async () => {
      const states = await world.sql<{ state: string }>(
        'select distinct state from batch where platform_holder_id = $1',
        [desk.holder.id],
      )
      return states.length === 1 && states[0]?.state === 'done'
    })
  })

  test('B7 stopped at half: what waits is left alone, what has not left is withdrawn and to be called', async () => {
    const desk = await openDesk(world, { quietHours: { from: '21:00', to: '08:00', days: null } })
    const now = await world.nextDay()
    await world.clock.set(now.add({ hours: 12 }).toString())
    const visits = await desk.register(4, now.add({ hours: 26 }))
    const id = await desk.begin({ action: 'cancel' }, visits)
    // Half of them stay with another worker, who holds their appointments.
    await world.sql(
      `update batch_item set state = 'skipped', reason_code = 'changed' where batch_id = $1 and appointment_id = any($2)`,
      [id, visits.slice(2).map(({ appointmentId }) => appointmentId)],
    )
    await world.clock.advance('PT121S')
    await eventually(async () => (await desk.read(id)).progress.onTheWay === 2)
    await world.sql(
      `update batch_item set state = 'waiting', reason_code = null where batch_id = $1 and state = 'skipped'`,
      [id],
    )
    await world.sql(`update batch set runs_at = tijdig_now() + interval '1 hour' where id = $1`, [id])
    const stopped = await desk.stop(id)
    assert.equal(stopped.status, 200, JSON.stringify(stopped.body))
    const { state, progress } = stopped.body.data
    assert.equal(state, 'stopped')
    assert.equal(progress.onTheWay + progress.waiting, 0)
    assert.equal(progress.mustCall + progress.skipped, 4)
    assert.ok(progress.applied >= 2, 'it says what was cancelled already')
    await world.run('PT12H')
    for (const visit of visits) assert.deepEqual(await textsTo(world, visit), [])
    assert.equal((await desk.stop(id)).status, 409)
  })

  test('B8 a source that sends every night what it sent before revives nothing, and what it changed comes back', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const visits = await desk.register(3, now.add({ hours: 30 }))
    const id = await desk.begin({ action: 'cancel' }, visits)
    await world.clock.advance('PT121S')
    await desk.becomes(id, 'done')
    for (const visit of visits) await world.intake(desk.holder, visit)
    assert.deepEqual(await Promise.all(visits.map(desk.statusOf)), ['cancelled', 'cancelled', 'cancelled'])
    await world.intake(desk.holder, { ...visits[0]!, startsAt: visits[0]!.startsAt.add({ hours: 24 }) })
    assert.equal(await desk.statusOf(visits[0]!), 'registered')
  })
})
