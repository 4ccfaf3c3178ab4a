import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { createUnsubscribeToken } from '#/slices/reminders/opt-outs/unsubscribe-token.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G9 opt-out wins', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  const bothDays = [step('P2D', 'sms', 'none', 'confirm_prompt'), step('P1D', 'sms', 'email')]

  /** Somebody who got one text message from a holder, with a second planned. */
  async function told(steps = bothDays) {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps, quietHours: null })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 49 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT2H')
    return { holder, visit, appointmentId, now }
  }
  const lastText = async (phone: string) => (await world.smsTo(phone)).at(-1)?.text ?? ''
  /** Replies from a phone and waits for our answer. */
  const answered = async (phone: string, text: string) => {
    const before = (await world.smsTo(phone)).length
    await world.reply(phone, text)
    await eventually(async () => (await world.smsTo(phone)).length > before)
    return lastText(phone)
  }
  const factsOf = (holder: TestHolder) =>
    world.sql<{ channel: string; isActive: boolean; source: string }>(
      `select channel, is_active, source from suppression where platform_holder_id = $1`,
      [holder.id],
    )
  const auditOf = async (holder: TestHolder, action: string) =>
    (await world.sql(`select 1 from audit_event where platform_holder_id = $1 and action = $2`, [holder.id, action]))
      .length

  test('G9 STOP is acknowledged once, moves what can go by e-mail, and leaves the appointment alone', async () => {
    const { holder, visit, appointmentId } = await told()
    assert.match(await answered(visit.phone, 'Stop'), /geen sms meer/)
    assert.deepEqual(await world.plan(holder, appointmentId), ['P2D sms delivered', 'P1D email planned'])
    await world.run('P1D')
    assert.equal((await world.smsTo(visit.phone)).length, 2)
    assert.equal((await world.mailTo(visit.email)).length, 1)
    const { body } = await holder.call('GET', `/appointments/${appointmentId}`)
    assert.equal(body.data.status, 'registered')
    assert.deepEqual(await factsOf(holder), [{ channel: 'sms', isActive: true, source: 'sms_reply' }])
    assert.equal(await auditOf(holder, 'inboundSms'), 1)
  })

  test('G9 a reminder that cannot go by another channel says that the recipient opted out', async () => {
    const { holder, visit, appointmentId } = await told(
      [bothDays[0], step('P1D', 'sms')].filter((s) => s !== undefined),
    )
    await answered(visit.phone, 'STOP')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D sms delivered',
      'P1D sms suppressed recipient_opted_out',
    ])
    await world.run('P1D')
    assert.equal((await world.smsTo(visit.phone)).length, 2)
  })

  test('G9 STOP counts for a row that a worker already holds', async () => {
    const { holder, visit, appointmentId } = await told([step('P2D', 'sms'), step('P1D', 'sms')])
    await world.sql(
      `update reminder set state = 'claimed', claim_no = claim_no + 1, lease_until = tijdig_now() + interval '60 seconds'
       where appointment_id = $1 and offset_key = 'P1D'`,
      [appointmentId],
    )
    await answered(visit.phone, 'STOP')
    await world.run('P1D')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D sms delivered',
      'P1D sms suppressed recipient_opted_out',
    ])
    assert.equal((await world.smsTo(visit.phone)).length, 2)
  })

  test('G9 STOP outlives re-import, a new appointment and another holder of the number', async () => {
    const { holder, visit, now } = await told()
    await answered(visit.phone, 'STOP')
    const startsAt = now.add({ hours: 24 * 3 })
    const again = await world.intake(holder, { ...visit, startsAt })
    const created = await world.intake(holder, { id: 'b', startsAt, phone: visit.phone })
    const moved = await world.intake(holder, { id: 'c', startsAt, phone: person().phone })
    const reused = await world.intake(holder, { id: 'c', startsAt, phone: visit.phone, name: 'Iemand Anders' })
    for (const answer of [again, created, reused]) {
      assert.ok(answer.warnings.some((warning: { code: string }) => warning.code === 'RECIPIENT_OPTED_OUT'))
    }
    assert.equal(moved.warnings.length, 0)
    const sent = (await world.smsTo(visit.phone)).length
    await world.run('P3D')
    assert.equal((await world.smsTo(visit.phone)).length, sent)
  })

  test('G9 STOP covers the holder that wrote last, STOP ALL every holder', async () => {
    const { holder, visit, now } = await told()
    const other = await world.createHolder()
    await world.editPolicy(other, { steps: [step('PT2H', 'sms')], quietHours: null })
    const tomorrow = await world.intake(other, { startsAt: now.add({ hours: 30 }), phone: visit.phone })
    await answered(visit.phone, 'STOP')
    await world.run('P1DT3H')
    await world.settled(other, tomorrow.appointmentId, ['PT2H sms delivered'])

    const later = await world.intake(other, { startsAt: now.add({ hours: 60 }), phone: visit.phone })
    assert.match(await answered(visit.phone, 'STOP ALLES'), /op dit nummer geen sms/)
    const third = await world.createHolder()
    await world.editPolicy(third, { steps: [step('P1D', 'sms')], quietHours: null })
    const elsewhere = await world.intake(third, { startsAt: now.add({ hours: 60 }), phone: visit.phone })
    const sent = (await world.smsTo(visit.phone)).length
    await world.run('P2D')
    assert.deepEqual(await world.plan(other, later.appointmentId), ['PT2H sms suppressed recipient_opted_out'])
    assert.deepEqual(await world.plan(third, elsewhere.appointmentId), ['P1D sms suppressed recipient_opted_out'])
    assert.equal((await world.smsTo(visit.phone)).length, sent)
    assert.deepEqual((await factsOf(holder)).length, 1)
  })

  test('G9 START is acknowledged once and plans again what is still ahead, not what is past', async () => {
    const { holder, visit, appointmentId, now } = await told([
      step('P2D', 'sms'),
      step('PT46H', 'sms'),
      step('P1D', 'sms'),
    ])
    await answered(visit.phone, 'STOP')
    await world.run('PT2H')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D sms delivered',
      'PT46H sms suppressed recipient_opted_out',
      'P1D sms suppressed recipient_opted_out',
    ])
    assert.match(await answered(visit.phone, 'Start'), /weer sms .* Eerdere berichten sturen we niet opnieuw/)
    assert.deepEqual((await world.plan(holder, appointmentId)).slice(1), [
      'PT46H sms suppressed recipient_opted_out',
      'P1D sms planned',
    ])
    const later = await world.intake(holder, { id: 'b', startsAt: now.add({ hours: 53 }), phone: visit.phone })
    const sent = (await world.smsTo(visit.phone)).length
    await world.run('P2D')
    assert.deepEqual((await world.plan(holder, appointmentId)).slice(1), [
      'PT46H sms suppressed recipient_opted_out',
      'P1D sms delivered',
    ])
    assert.deepEqual(await world.plan(holder, later.appointmentId), [
      'P2D sms delivered',
      'PT46H sms delivered',
      'P1D sms delivered',
    ])
    assert.equal((await world.smsTo(visit.phone)).length, sent + 4)
    assert.deepEqual(await factsOf(holder), [{ channel: 'sms', isActive: false, source: 'sms_reply' }])
  })

  test('G9 START after STOP ALL opens the number to every holder and says so', async () => {
    const { holder, appointmentId, visit, now } = await told()
    const other = await world.createHolder()
    await world.editPolicy(other, { steps: [step('P1D')], quietHours: null })
    const before = await world.intake(other, { ...visit, startsAt: now.add({ hours: 60 }) })
    await answered(visit.phone, 'STOP ALLES')
    // The other holder's plans follow too: steps that can fall back to mail do.
    assert.deepEqual(await world.plan(other, before.appointmentId), ['P1D email planned'])
    const meanwhile = await world.intake(other, { startsAt: now.add({ hours: 61 }), phone: visit.phone })
    assert.deepEqual(await world.plan(other, meanwhile.appointmentId), ['P1D sms suppressed recipient_opted_out'])
    assert.match(await answered(visit.phone, 'START'), /op dit nummer weer sms/)
    const later = await world.intake(other, { startsAt: now.add({ hours: 62 }), phone: visit.phone })
    assert.deepEqual(later.warnings, [])
    await world.run('P2D')
    assert.deepEqual((await world.plan(holder, appointmentId))[1], 'P1D sms delivered')
    for (const { appointmentId: id } of [before, meanwhile, later])
      await world.settled(other, id, ['P1D sms delivered'])
  })

  test('G9 START lifts nothing that staff set, promises nothing and is shown to staff', async () => {
    const { holder, visit, now } = await told()
    const key = contactKey(world.services.keys, 'sms', visit.phone)
    await world.sql(
      `insert into suppression (platform_holder_id, channel, contact_key, is_active, source) values ($1, 'sms', $2, true, 'staff')`,
      [holder.id, key],
    )
    const sent = (await world.smsTo(visit.phone)).length
    await world.reply(visit.phone, 'STOP')
    await eventually(async () => (await world.smsTo(visit.phone)).length === sent + 1)
    await world.reply(visit.phone, 'START')
    await eventually(async () => (await world.mailTo(holder.staffEmail)).some((mail) => mail.text.includes('START')))
    assert.deepEqual(await factsOf(holder), [{ channel: 'sms', isActive: true, source: 'staff' }])
    await world.intake(holder, { id: 'b', startsAt: now.add({ hours: 51 }), phone: visit.phone })
    await world.run('P2D')
    assert.equal((await world.smsTo(visit.phone)).length, sent + 1)
  })

  test('G9 a STOP that the vendor posts ten times at once is acknowledged once', async () => {
    const { visit } = await told()
    const message = { id: 'SM-once', from: visit.phone, text: 'STOP' }
    const statuses = await Promise.all(Array.from({ length: 10 }, () => world.inbound(message)))
    assert.deepEqual(new Set(statuses), new Set([200]))
    await eventually(async () => (await world.smsTo(visit.phone)).length === 2)
    assert.equal(await world.inbound(message), 200)
    await world.run('PT1M')
    assert.equal((await world.smsTo(visit.phone)).length, 2)
  })

  test('G9 opening an unsubscribe link changes nothing; posting it ends e-mail, and text messages still go', async () => {
    const holder = await world.createHolder()
    const steps = [step('P2D', 'email'), step('P1D', 'email'), step('PT20H', 'sms')]
    await world.editPolicy(holder, { steps, quietHours: null })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 49 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT2H')
    const [mail] = await world.mailTo(visit.email)
    const link = /<(http[^>]+\/u\/[^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    assert.equal(mail?.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
    assert.ok(!decodeURIComponent(link).includes(visit.email))

    const contents = async () => [
      await world.sql('select to_jsonb(s)::text from suppression s order by 1'),
      await world.sql('select id from audit_event order by 1'),
      await world.sql('select to_jsonb(r)::text from reminder r order by 1'),
    ]
    const before = await contents()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await fetch(link, { method })
      await response.arrayBuffer()
      assert.equal(response.status, 200)
    }
    assert.deepEqual(await contents(), before)

    const oneClick = () =>
      fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    assert.equal((await oneClick()).status, 200)
    assert.equal((await oneClick()).status, 200)
    await world.repliesSeenTo()
    assert.deepEqual(await factsOf(holder), [{ channel: 'email', isActive: true, source: 'list_unsubscribe' }])
    await world.run('P1DT6H')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D email sent',
      'P1D email suppressed recipient_opted_out',
      'PT20H sms delivered',
    ])
    assert.equal((await world.mailTo(visit.email)).length, 1)
  })

  test('G9 an unsubscribe link that is not ours is unknown and changes nothing', async () => {
    const before = await world.sql('select count(*) from suppression')
    for (const token of ['x', 'A'.repeat(86), '..%2F']) {
      const response = await fetch(`${world.baseUrl}/u/${token}`, { method: 'POST', body: new URLSearchParams() })
      await response.arrayBuffer()
      assert.equal(response.status, 404)
    }
    assert.deepEqual(await world.sql('select count(*) from suppression'), before)
  })

  test('G9 an opt-out that only the provider knew of is remembered with its source and never tried again', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P2D', 'sms', 'email'), step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    // The twin refuses this number with 21610.
    const visit = { id: 'a', phone: '+31612340003', email: person().email, startsAt: now.add({ hours: 49 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('P1DT2H')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D email sent',
      'P1D sms suppressed recipient_opted_out',
    ])
    assert.equal((await world.mailTo(visit.email)).length, 1)
    const [, last] = await world.rows(holder, appointmentId)
    assert.deepEqual(last?.attempts, [])
    assert.deepEqual(await factsOf(holder), [{ channel: 'sms', isActive: true, source: 'provider' }])
    assert.equal(await auditOf(holder, 'smsOptOut'), 1)
  })
})

describe('Answers to a text message', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  async function asked() {
    const holder = await world.createHolder({ displayName: 'Huisarts Lindelaan' })
    await world.editPolicy(holder, { steps: [step('P2D', 'sms', 'none', 'confirm_prompt'), step('P1D', 'sms')] })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 49 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.run('PT2H')
    const view = async () => (await holder.call('GET', `/appointments/${appointmentId}`)).body.data
    return { holder, visit, appointmentId, view, now }
  }

  for (const text of ['ja', 'JA!', 'Yes', 'ok', ' Oke, bedankt ', '👍']) {
    test(`G20 "${text}" confirms the appointment of the last message, without an answer`, async () => {
      const { holder, visit, view } = await asked()
      await world.reply(visit.phone, text)
      const { confirmation, version } = await view()
      assert.equal(confirmation.status, 'confirmed')
      assert.equal(confirmation.via, 'sms_reply')
      assert.equal(version, 2)
      await world.reply(visit.phone, text)
      assert.equal((await view()).version, 2)
      await world.run('PT1M')
      assert.equal((await world.smsTo(visit.phone)).length, 1)
      assert.deepEqual(await world.mailTo(holder.staffEmail), [])
    })
  }

  test('G20 any other words go to staff once and change nothing', async () => {
    const { holder, visit, view } = await asked()
    const text = 'Kan het ook een uurtje later? Vriendelijke groet'
    const message = { id: 'SM-words', from: visit.phone, text }
    await Promise.all(Array.from({ length: 5 }, () => world.inbound(message)))
    const [mail] = await eventually(async () => {
      const mails = await world.mailTo(holder.staffEmail)
      return mails.length > 0 && mails
    })
    assert.ok(mail?.text.includes(text))
    assert.ok(!mail?.subject.includes('uurtje'))
    await world.inbound(message)
    await world.run('PT1M')
    assert.equal((await world.mailTo(holder.staffEmail)).length, 1)
    assert.equal((await world.smsTo(visit.phone)).length, 1)
    const { confirmation, version } = await view()
    assert.equal(confirmation.status, 'unconfirmed')
    assert.equal(version, 1)
  })

  test('G20 a yes to the old time does not confirm the new one, and staff see it', async () => {
    const { holder, visit, view } = await asked()
    await world.editPolicy(holder, { sendChangeNotice: false })
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 5 }) })
    await world.reply(visit.phone, 'ja')
    assert.equal((await view()).confirmation.status, 'unconfirmed')
    await eventually(async () => (await world.mailTo(holder.staffEmail)).length === 1)
  })

  test('G20 a yes after the start, or for a cancelled appointment, confirms nothing', async () => {
    const started = await asked()
    await world.clock.set(started.visit.startsAt.add({ minutes: 1 }).toString())
    await world.reply(started.visit.phone, 'ja')
    assert.equal((await started.view()).confirmation.status, 'unconfirmed')
    const cancelled = await asked()
    await world.cancelBySource(cancelled.holder, 'a')
    await world.reply(cancelled.visit.phone, 'ja')
    assert.equal((await cancelled.view()).confirmation.status, 'unconfirmed')
  })

  test('G20 of what a number writes that we never wrote to only the words of an opt-out count, and are answered', async () => {
    const stranger = person().phone
    for (const text of ['ja', 'START', 'hallo']) assert.equal(await world.inbound({ from: stranger, text }), 200)
    await world.run('PT1M')
    assert.deepEqual(await world.smsTo(stranger), [])
    assert.equal(await world.inbound({ from: stranger, text: 'STOP ALLES' }), 200)
    await eventually(async () => (await world.smsTo(stranger)).length === 1)
    assert.match((await world.smsTo(stranger))[0]?.text ?? '', /op dit nummer geen sms/)
    const kept = await world.sql(`select source from suppression_everywhere where is_active`)
    assert.deepEqual(kept, [{ source: 'sms_reply' }])
  })

  test('G9 while an edit holds appointments, STOP, "ja" and an unsubscribe are taken at once, and carried out after it', async () => {
    const leaving = await asked()
    const confirming = await asked()
    const stopping = await asked()
    const held = [stopping, confirming, leaving].map(({ appointmentId }) => appointmentId)
    const [{ key } = { key: Buffer.alloc(0) }] = await world.sql<{ key: Buffer }>(
      'select recipient_email_key as key from appointment where id = $1',
      [leaving.appointmentId],
    )
    const target = { platformHolderId: leaving.holder.id, contactKey: key }
    const token = createUnsubscribeToken(world.services.keys.unsubscribe, target)
    const editor = new Client({ connectionString: world.databaseUrl })
    await editor.connect()
    try {
      await editor.query('begin')
      await editor.query('select 1 from appointment where id = any($1) for update', [held])
      // Waiting for the edit would never end, or end in a timeout.
      const [stopped, confirmed, left] = await Promise.all([
        world.inbound({ from: stopping.visit.phone, text: 'STOP' }, { waits: false }),
        world.inbound({ from: confirming.visit.phone, text: 'ja' }, { waits: false }),
        fetch(`${world.baseUrl}/u/${token}`, { method: 'POST', body: new URLSearchParams() }),
      ])
      assert.deepEqual([stopped, confirmed, left.status], [200, 200, 200])
      const [facts] = await world.sql(
        `select array_agg(channel order by channel) as channels from suppression where is_active and platform_holder_id = any($1)`,
        [[stopping.holder.id, leaving.holder.id]],
      )
      assert.deepEqual(facts?.channels, ['email', 'sms'])
      assert.equal((await confirming.view()).confirmation.status, 'unconfirmed')
    } finally {
      await editor.query('commit')
      await editor.end()
    }
    await world.repliesSeenTo()
    assert.equal((await confirming.view()).confirmation.status, 'confirmed')
    assert.deepEqual(await world.plan(stopping.holder, stopping.appointmentId), [
      'P2D sms delivered',
      'P1D sms suppressed recipient_opted_out',
    ])
  })

  test('G20 words that reach no staff are kept as unread, and the log says so', async () => {
    const { holder, visit } = await asked()
    await world.sql(`update staff_member set status = 'inactive' where platform_holder_id = $1`, [holder.id])
    await world.reply(visit.phone, 'Kan het later?')
    const kept = await world.sql('select outcome from inbound_sms where platform_holder_id = $1', [holder.id])
    assert.deepEqual(kept, [{ outcome: 'unread' }])
    const line = world.logLines.find((text) => text.includes('is unread') && text.includes(holder.id))
    assert.ok(line && !line.includes('later') && !line.includes(visit.phone))
  })

  test('G20 a forged inbound message is refused and changes nothing', async () => {
    const { visit, view } = await asked()
    assert.equal(await world.inbound({ from: visit.phone, text: 'ja', token: 'not-the-token' }), 401)
    assert.equal((await view()).confirmation.status, 'unconfirmed')
  })
})
