import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { reasonCodes } from '#/slices/reminders/reminders.ts'
import type { TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G19, G20 and G22 edits, confirmations and the sum of it all', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  async function policyVersion(holder: TestHolder): Promise<number> {
    return (await holder.call('GET', '/reminder-policy')).body.data.version
  }

  test('G19 an edit first tells how many rows would change, then changes exactly these in one step', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1)
      ids.push((await world.intake(holder, { ...person(), startsAt: now.add({ hours: 24 * 20 }) })).appointmentId)
    const plans = () => Promise.all(ids.map((id) => world.plan(holder, id)))
    const before = await plans()
    const changes = { expectedVersion: await policyVersion(holder), steps: [step('P3D', 'email'), step('P1D')] }
    const dry = await holder.call('PATCH', '/reminder-policy', { ...changes, dryRun: true })
    assert.equal(dry.status, 200)
    assert.deepEqual(await plans(), before)
    const real = await holder.call('PATCH', '/reminder-policy', changes)
    assert.deepEqual(real.body.data.replanned, dry.body.data.replanned)
    for (const plan of await plans())
      assert.deepEqual(plan.toSorted(), ['P1D sms planned', 'P3D email planned', 'P3D sms cancelled superseded'])
    assert.equal((await holder.call('PATCH', '/reminder-policy', changes)).status, 409)
  })

  test('G19 an offset that was handed over is not repeated under any kind, and the new steps go', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P2D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const { phone } = person()
    const { appointmentId } = await world.intake(holder, { phone, startsAt: now.add({ hours: 49 }) })
    await world.run('PT2H')
    await world.editPolicy(holder, { steps: [step('P2D', 'sms', 'none', 'confirm_prompt'), step('P1D', 'sms')] })
    await world.run('P2D')
    assert.deepEqual(await world.plan(holder, appointmentId), ['P2D sms delivered', 'P1D sms delivered'])
    assert.equal((await world.smsTo(phone)).length, 2)
  })

  test('G19 what is due when an edit changes its kind, channel or fallback goes at once in the new form', async () => {
    const edits = [
      step('P1D', 'sms', 'none', 'confirm_prompt'),
      step('P1D', 'email', 'sms'),
      step('P1D', 'sms', 'email'),
      step('P1D', 'email', 'none', 'confirm_prompt'),
    ]
    for (const edited of edits) {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      const { phone, email } = person()
      const visits = [2, 60].map((minutes) => ({ phone, email, startsAt: now.add({ hours: 24, minutes }) }))
      const ids: string[] = []
      for (const visit of visits) ids.push((await world.intake(holder, visit)).appointmentId)
      // The first is due at the edit and not sent yet, as if the worker were down; the second is in the future.
      await world.sql(`update reminder set run_at = run_at + interval '10 minutes' where appointment_id = $1`, [ids[0]])
      await world.clock.set(now.add({ minutes: 3 }).toString())
      const { replanned } = await world.editPolicy(holder, { steps: [edited] })
      assert.equal(replanned.appointments, 2)
      await world.run('PT1S')
      assert.equal(
        (await world.smsTo(phone)).length + (await world.mailTo(email)).length,
        1,
        'the one that is due goes at once',
      )
      await world.run('PT58M')
      for (const id of ids) {
        const rows = (await world.rows(holder, id)).filter((row) => row.state !== 'cancelled')
        assert.deepEqual(
          rows.map((row) => [row.offset, row.kind, row.channel, row.state]),
          [['P1D', edited.kind, edited.channel, edited.channel === 'sms' ? 'delivered' : 'sent']],
        )
      }
      const [own, others] =
        edited.channel === 'sms' ? [world.smsTo(phone), world.mailTo(email)] : [world.mailTo(email), world.smsTo(phone)]
      assert.equal((await own).length, 2, JSON.stringify(edited))
      assert.deepEqual(await others, [])
    }
  })

  test('G19 of two steps at one instant the later one in the policy goes, and when it is refused the other channel tells', async () => {
    const holder = await world.createHolder()
    const steps = [step('P1D', 'sms'), step('PT24H', 'email')]
    await world.editPolicy(holder, { steps, quietHours: null })
    const now = await world.nextDay()
    const { phone } = person()
    const [fine, bounced] = [person(), { phone, email: 'reject+1day@example.nl' }]
    const one = await world.intake(holder, { ...fine, startsAt: now.add({ hours: 25 }) })
    const two = await world.intake(holder, { ...bounced, startsAt: now.add({ hours: 25 }) })
    await world.run('PT2H')
    assert.deepEqual((await world.plan(holder, one.appointmentId)).toSorted(), [
      'P1D sms skipped superseded',
      'PT24H email sent',
    ])
    assert.deepEqual(await world.smsTo(fine.phone), [])
    assert.deepEqual((await world.plan(holder, two.appointmentId)).toSorted(), [
      'P1D sms skipped superseded',
      'PT24H sms delivered',
    ])
    assert.equal((await world.smsTo(phone)).length, 1)
    await world.editPolicy(holder, { steps: steps.toReversed() })
    const three = await world.intake(holder, { ...person(), startsAt: now.add({ hours: 48 }) })
    assert.deepEqual((await world.plan(holder, three.appointmentId)).toSorted(), [
      'P1D sms planned',
      'PT24H email skipped superseded',
    ])
  })

  test('G19 an edit whose steps would have been due already sends no burst of them', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('PT2H', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(holder, { phone, startsAt: now.add({ hours: 4 }) })
    await world.editPolicy(holder, { steps: ['P7D', 'P2D', 'P1D', 'PT2H'].map((offset) => step(offset, 'sms')) })
    await world.run('PT1H')
    assert.deepEqual(await world.smsTo(phone), [])
    await world.run('PT2H')
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G20 a confirmation stops confirm prompts, and the plain reminder still goes', async () => {
    const holder = await world.createHolder()
    const steps = [
      step('P2D', 'sms', 'none', 'confirm_prompt'),
      step('P1D', 'sms', 'none', 'confirm_prompt'),
      step('PT2H', 'sms'),
    ]
    await world.editPolicy(holder, { steps, quietHours: null })
    const now = await world.nextDay()
    const { phone } = person()
    const { appointmentId } = await world.intake(holder, { phone, startsAt: now.add({ hours: 49 }) })
    await world.run('PT2H')
    await world.reply(phone, 'Ja')
    await world.run('P2D')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D sms delivered',
      'P1D sms skipped confirmed',
      'PT2H sms delivered',
    ])
  })

  test('G20 after a move the confirmation no longer counts and the prompt goes again', async () => {
    const holder = await world.createHolder()
    const steps = [step('P2D', 'sms', 'none', 'confirm_prompt'), step('P1D', 'sms', 'none', 'confirm_prompt')]
    await world.editPolicy(holder, { steps, quietHours: null, sendChangeNotice: false })
    const now = await world.nextDay()
    const visit = { id: 'a', phone: person().phone, startsAt: now.add({ hours: 49 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT2H')
    await world.reply(visit.phone, 'Ja')
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 3 }) })
    await world.run('P2D')
    const rows = (await world.rows(holder, appointmentId)).filter((row) => row.scheduleRevision === 2)
    assert.deepEqual(
      rows.map((row) => `${row.offset} ${row.state}`),
      ['P2D delivered', 'P1D delivered'],
    )
  })

  test('G22 from planning on a row says by which channel, in which language and to whom it would go', async () => {
    const holder = await world.createHolder()
    const steps = [
      step('P7D', 'email'),
      step('P2D', 'sms', 'email'),
      step('P1D', 'preferred', 'email', 'confirm_prompt'),
    ]
    await world.editPolicy(holder, { steps })
    const now = await world.nextDay()
    const wayOf = async (appointmentId: string) =>
      (await world.rows(holder, appointmentId)).map((row) =>
        [
          row.scheduleRevision,
          row.offset ?? row.kind,
          row.state,
          row.reasonCode,
          row.channel,
          row.locale,
          // Drops the hash of the texts, so that the test does not depend on their wording.
          row.templateVersion?.replace(/-[0-9a-f]{8}$/, '-#'),
          row.destinationMasked,
        ].join(' '),
      )
    const visit = { id: 'way', phone: '+31612345671', startsAt: now.add({ hours: 24 * 5 }) }
    const { appointmentId } = await world.intake(holder, visit)
    assert.deepEqual(await wayOf(appointmentId), [
      '1 P7D skipped due_in_past    ',
      '1 P2D planned  sms nl nl-# +31*******71',
      '1 P1D planned  sms nl nl-# +31*******71',
    ])
    await world.intake(holder, { ...visit, phone: '+31612345672', email: 'anna@example.nl' })
    assert.deepEqual(await wayOf(appointmentId), [
      '2 P7D skipped due_in_past email nl nl-# a***@example.nl',
      '2 P2D planned  sms nl nl-# +31*******72',
      '2 P1D planned  sms nl nl-# +31*******72',
      '1 P7D skipped due_in_past    ',
      '1 P2D cancelled rescheduled sms nl nl-# +31*******71',
      '1 P1D cancelled rescheduled sms nl nl-# +31*******71',
    ])
    // After a STOP, mail is used where a step allows it; a mail step without an address is `no_contact`.
    const stopped = await world.intake(holder, {
      id: 'stop',
      phone: '+31612345673',
      startsAt: now.add({ hours: 24 * 9 }),
    })
    await world.sql(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source)
       select platform_holder_id, 'sms', recipient_phone_key, true, 'sms_reply' from appointment where id = $1`,
      [stopped.appointmentId],
    )
    await world.editPolicy(holder, { minLeadMinutes: 45 })
    assert.deepEqual(await wayOf(stopped.appointmentId), [
      '1 P7D skipped no_contact    ',
      '1 P2D suppressed recipient_opted_out sms nl nl-# +31*******73',
      '1 P1D suppressed recipient_opted_out sms nl nl-# +31*******73',
    ])
    const fixed = await world.intake(holder, {
      id: 'fixed',
      phone: '+31201234567',
      startsAt: now.add({ hours: 24 * 9 }),
    })
    assert.equal((await wayOf(fixed.appointmentId))[1], '1 P2D skipped landline sms nl nl-# +31*******67')
    // A row planned before destinations were stored with it.
    await world.sql('update reminder set destination_masked = null where appointment_id = $1', [appointmentId])
    assert.equal((await wayOf(appointmentId))[1], '2 P2D planned  sms nl nl-# +31*******72')
    assert.equal((await wayOf(appointmentId))[4], '1 P2D cancelled rescheduled sms nl nl-# ')
  })

  test('G22 every row of every fate is read beside its appointment, with a reason wherever it did not go well', async () => {
    const holder = await world.createHolder()
    const steps = [step('P7D', 'email'), step('P2D', 'sms', 'email'), step('P1D', 'sms', 'none', 'confirm_prompt')]
    await world.editPolicy(holder, { steps })
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 24 * 8 })
    const contacts = [
      person(),
      { phone: person().phone },
      { email: 'bounce+22@example.nl' },
      { phone: '+31612340001' },
      { phone: '+31612340003', email: person().email },
      { phone: '+31612340006' },
      { phone: '+31201234567' },
    ]
    const ids: string[] = []
    for (const [index, contact] of contacts.entries())
      ids.push((await world.intake(holder, { id: `all-${index}`, ...contact, startsAt })).appointmentId)
    ids.push((await world.intake(holder, { id: 'moved', ...person(), startsAt })).appointmentId)
    await world.intake(holder, { id: 'moved', ...person(), startsAt: startsAt.add({ hours: 30 }) })
    ids.push((await world.intake(holder, { id: 'gone', ...person(), startsAt })).appointmentId)
    await world.cancelBySource(holder, 'gone')
    ids.push((await world.intake(holder, { id: 'late', ...person(), startsAt: now.add({ hours: 2 }) })).appointmentId)
    await world.run('P12D')

    const rows = (await Promise.all(ids.map((id) => world.rows(holder, id)))).flat()
    const [counted] = await world.sql<{ count: number }>(
      'select count(*) from reminder where platform_holder_id = $1',
      [holder.id],
    )
    assert.equal(rows.length, counted?.count)
    const open = new Set(['planned', 'claimed', 'handed_over', 'held'])
    const good = new Set(['sent', 'delivered'])
    for (const row of rows) {
      assert.ok(!open.has(row.state), `${row.offset} is still ${row.state}`)
      if (good.has(row.state)) assert.equal(row.reasonCode, null)
      else assert.ok(row.reasonCode && (reasonCodes as readonly string[]).includes(row.reasonCode), row.state)
    }
    const report = await holder.call('GET', `/reports/reminders?from=2027-01-01&to=2027-12-01&groupBy=day`)
    if (report.status === 200) {
      const { totals } = report.body.data
      const ends = [
        'pending',
        'awaitingReceipt',
        'delivered',
        'failed',
        'unknown',
        'suppressed',
        'skipped',
        'cancelled',
        'expired',
      ]
      assert.equal(totals.planned, rows.length)
      assert.equal(
        ends.reduce((sum, end) => sum + totals[end], 0),
        rows.length,
      )
    } else assert.fail(`the report answered ${report.status}`)
  })
})
