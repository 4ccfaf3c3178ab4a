import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unlinkOfEntry } from '#/app/operator/recipients/recipient.ts'
import { eventually, type TestHolder, type TestRecipient } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G9 and G10 preferences of recipients', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** A linked recipient with an appointment in 49 hours, ten o'clock in the morning, at a holder with these steps. */
  async function planned(steps: ReturnType<typeof step>[], options: { quietHours?: object | null } = {}) {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps, quietHours: options.quietHours ?? null })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), startsAt: now.add({ hours: 49 }) }
    const { appointmentId } = await world.intake(holder, visit)
    const recipient = await world.createRecipient({ links: await linksOf([appointmentId]) })
    return { holder, recipient, visit, appointmentId, now }
  }

  const linksOf = (appointmentIds: readonly string[]) =>
    world.sql<{ platformHolderId: string; holderRecipientId: string }>(
      `select platform_holder_id as platform_holder_id, holder_recipient_id as holder_recipient_id from appointment where id = any($1)`,
      [appointmentIds],
    )
  const prefer = async (recipient: TestRecipient, changes: object) => {
    const { body } = await recipient.call('GET', '/preferences')
    const answer = await recipient.call('PATCH', '/preferences', { expectedVersion: body.data.version, ...changes })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const prove = (recipient: TestRecipient, phone: string) =>
    world.sql('update recipient set phone_number_e164 = $2 where id = $1', [recipient.id, phone])
  /** Undoes the replanning, so that only the check just before the hand-over is left. */
  const forgetReplan = (appointmentId: string) =>
    world.sql(
      `update reminder set state = 'planned', reason_code = null, run_at = due_at, channel = coalesce(channel, 'sms')
       where appointment_id = $1 and state = 'suppressed'`,
      [appointmentId],
    )
  const sent = async ({ phone, email }: { phone: string; email: string }) => [
    (await world.smsTo(phone)).length,
    (await world.mailTo(email)).length,
  ]

  test('G9 a channel switched off in the app moves planned rows to the other one, and nothing goes by it any more', async () => {
    const { holder, recipient, visit, appointmentId } = await planned([step('P2D', 'sms', 'email'), step('P1D', 'sms')])
    await prefer(recipient, { channels: { sms: { enabled: false } } })
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D email planned',
      'P1D sms suppressed recipient_opted_out',
    ])
    await world.run('P2D')
    assert.deepEqual(await sent(visit), [0, 1])
  })

  test('G10 what one person switched off no longer keeps another from being reminded, who was given the appointment or taken for them', async () => {
    const given = await planned([step('P1D', 'sms')])
    await prefer(given.recipient, { messageKinds: { reminder: false } })
    assert.deepEqual(await world.plan(given.holder, given.appointmentId), ['P1D sms suppressed recipient_opted_out'])
    await world.intake(given.holder, { ...given.visit, name: 'Iemand Anders' })
    assert.deepEqual(await world.plan(given.holder, given.appointmentId), ['P1D sms planned'])

    const taken = await planned([step('P1D', 'sms')])
    await prefer(taken.recipient, { messageKinds: { reminder: false } })
    assert.deepEqual(await world.plan(taken.holder, taken.appointmentId), ['P1D sms suppressed recipient_opted_out'])
    const [entry] = await linksOf([taken.appointmentId])
    await unlinkOfEntry({ operator: world.operator, login: world.operator }, entry!)
    await world.repliesSeenTo()
    assert.deepEqual(await world.plan(taken.holder, taken.appointmentId), ['P1D sms planned'])
  })

  test('G9 an opt-out in the app outlives re-import, another spelling of the name and every holder', async () => {
    const { holder, recipient, visit, now } = await planned([step('P1D', 'sms')])
    await prefer(recipient, { channels: { sms: { enabled: false } } })
    const other = await world.createHolder()
    await world.editPolicy(other, { steps: [step('P1D', 'sms')], quietHours: null })
    const startsAt = now.add({ hours: 30 })
    for (const [who, changes] of [
      [holder, { id: 'a' }],
      [holder, { id: 'b', name: 'Anders Gespeld' }],
      [other, { id: 'c' }],
    ] as const) {
      const answer = await world.intake(who, { ...visit, startsAt, ...changes })
      assert.ok(answer.warnings.some((warning: { code: string }) => warning.code === 'RECIPIENT_OPTED_OUT'))
    }
    await world.run('P2D')
    assert.equal((await sent(visit))[0], 0)
  })

  test('G9 switching on again takes back what the person set, by app or by text message, and plans what is still ahead', async () => {
    const { holder, recipient, visit, appointmentId } = await planned([step('P2D', 'sms'), step('P1D', 'sms')])
    await prove(recipient, visit.phone)
    await world.run('PT2H')
    await world.reply(visit.phone, 'STOP')
    await eventually(
      async () => (await world.plan(holder, appointmentId))[1] === 'P1D sms suppressed recipient_opted_out',
    )
    const { channels, perHolder } = (await recipient.call('GET', '/preferences')).body.data
    assert.deepEqual([channels.sms.optedOutVia, channels.sms.enabled], ['sms_reply', true])
    assert.deepEqual(perHolder, [{ platformHolderId: holder.id, smsEnabled: false, emailEnabled: true }])
    await prefer(recipient, {
      perHolder: [{ platformHolderId: holder.id, smsEnabled: true, emailEnabled: true }],
    })
    assert.deepEqual(await world.plan(holder, appointmentId), ['P2D sms delivered', 'P1D sms planned'])
    const before = (await sent(visit))[0] ?? 0
    await world.run('P1D')
    assert.equal((await sent(visit))[0], before + 1)
  })

  test('G9 a STOP from a telephone the person never proved is not taken back in the app, also when the app had opted it out before', async () => {
    for (const isOffBefore of [false, true]) {
      const { holder, recipient, visit, appointmentId } = await planned([step('P2D', 'sms'), step('P1D', 'sms')])
      await prove(recipient, person().phone)
      await world.run('PT2H')
      const here = (smsEnabled: boolean) => ({
        perHolder: [{ platformHolderId: holder.id, smsEnabled, emailEnabled: true }],
      })
      if (isOffBefore) await prefer(recipient, here(false))
      await world.reply(visit.phone, 'STOP')
      await eventually(async () => (await optOutsOf(holder)).includes('sms sms_reply'))
      const { perHolder } = await prefer(recipient, here(true))
      assert.equal(perHolder[0].smsEnabled, false)
      await world.run('P1D')
      assert.deepEqual(await world.plan(holder, appointmentId), [
        'P2D sms delivered',
        'P1D sms suppressed recipient_opted_out',
      ])
      assert.deepEqual(await optOutsOf(holder), ['sms sms_reply'])
    }
  })

  for (const [what, off, acknowledged] of [
    [
      'for one holder',
      (id: string) => ({ perHolder: [{ platformHolderId: id, smsEnabled: false, emailEnabled: true }] }),
      /bij/,
    ],
    ['for all holders', () => ({ channels: { sms: { enabled: false } } }), /op dit nummer weer sms/],
  ] as const) {
    test(`G9 START from a proved number takes back what the app switched off ${what}, and what it promises comes`, async () => {
      const { holder, recipient, visit, now } = await planned([step('P2D', 'sms'), step('P1D', 'sms')])
      await prove(recipient, visit.phone)
      await world.run('PT2H')
      await prefer(recipient, off(holder.id))
      await world.reply(visit.phone, 'START')
      const text = await eventually(async () =>
        (await world.smsTo(visit.phone)).find((sms) => /weer sms/.test(sms.text)),
      )
      assert.match(text.text, acknowledged)
      const { channels, perHolder } = (await recipient.call('GET', '/preferences')).body.data
      assert.deepEqual([channels.sms.enabled, perHolder[0].smsEnabled], [true, true])
      const later = await world.intake(holder, { ...visit, id: 'later', startsAt: now.add({ hours: 30 }) })
      assert.deepEqual(later.warnings, [])
      await world.run('P1D')
      assert.ok((await world.plan(holder, later.appointmentId)).includes('P1D sms delivered'))
    })
  }

  test('G9 START promises nothing that an app switch of somebody who never proved the number keeps away; staff read it', async () => {
    const { holder, recipient, visit, now } = await planned([step('P2D', 'sms'), step('P1D', 'sms')])
    await world.run('PT2H')
    await prefer(recipient, { channels: { sms: { enabled: false } } })
    await world.reply(visit.phone, 'START')
    const [mail] = await eventually(async () => {
      const mails = await world.mailTo(holder.staffEmail)
      return mails.length > 0 && mails
    })
    assert.match(mail?.text ?? '', /START/)
    const later = await world.intake(holder, { ...visit, id: 'later', startsAt: now.add({ hours: 30 }) })
    await world.run('P1D')
    assert.ok((await world.plan(holder, later.appointmentId)).includes('P1D sms suppressed channel_disabled'))
    assert.ok((await world.smsTo(visit.phone)).every((sms) => !/weer sms/.test(sms.text)))
  })

  test('G10 a switch for one holder leaves the others alone', async () => {
    const { holder, recipient, visit, appointmentId, now } = await planned([step('P1D', 'sms')])
    const other = await world.createHolder()
    await world.editPolicy(other, { steps: [step('P1D', 'sms')], quietHours: null })
    const elsewhere = await world.intake(other, { ...visit, startsAt: now.add({ hours: 49 }) })
    const [link] = await linksOf([elsewhere.appointmentId])
    await world.sql('select apply_recipient_link($1, $2, $3)', [
      link!.platformHolderId,
      link!.holderRecipientId,
      recipient.id,
    ])
    await prefer(recipient, {
      perHolder: [{ platformHolderId: holder.id, smsEnabled: false, emailEnabled: true }],
    })
    await world.run('P1DT2H')
    assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms suppressed recipient_opted_out'])
    assert.deepEqual(await world.plan(other, elsewhere.appointmentId), ['P1D sms delivered'])
    const audited = await world.sql(
      `select 1 from audit_event where platform_holder_id = $1 and action = 'appOptOut' and actor_id = $2`,
      [holder.id, recipient.id],
    )
    assert.equal(audited.length, 1)
  })

  test('G19 somebody with more appointments than a request can plan anew has them all planned anew', async () => {
    const { holder, recipient, visit, now } = await planned([step('P1D', 'sms')])
    for (let start = 0; start < 520; start += 40)
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const hours = 50 + start + index
          return world.intake(holder, { ...visit, id: `many-${hours}`, startsAt: now.add({ hours }) })
        }),
      )
    const states = () =>
      world.sql<{ state: string; count: number }>(
        `select r.state, count(*) as count from reminder r join appointment a on a.id = r.appointment_id
         where a.platform_holder_id = $1 and a.schedule_revision = r.schedule_revision group by 1`,
        [holder.id],
      )
    assert.deepEqual(await states(), [{ state: 'planned', count: 521 }])
    await prefer(recipient, { messageKinds: { reminder: false } })
    await eventually(async () => (await states()).every(({ state }) => state === 'suppressed'))
  })

  test('G2 a preference counts for rows that were planned before it, without a new plan', async () => {
    const { holder, recipient, visit, appointmentId } = await planned([step('P1D', 'sms')])
    await prefer(recipient, { messageKinds: { reminder: false } })
    await forgetReplan(appointmentId)
    assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms planned'])
    await world.run('P1DT2H')
    assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms suppressed recipient_opted_out'])
    assert.deepEqual(await sent(visit), [0, 0])
  })

  test('G2 a channel switched off under another contact than the one on the list is not used either', async () => {
    const { holder, recipient, visit, appointmentId, now } = await planned([step('P1D', 'sms')])
    await prefer(recipient, { channels: { sms: { enabled: false } } })
    const moved = person().phone
    await world.intake(holder, { ...visit, startsAt: now.add({ hours: 49 }), phone: moved })
    // Entries are by number and name, so the operator links the new one too.
    const [link] = await linksOf([appointmentId])
    await world.sql('select apply_recipient_link($1, $2, $3)', [
      link!.platformHolderId,
      link!.holderRecipientId,
      recipient.id,
    ])
    await world.run('P1DT2H')
    assert.ok((await world.plan(holder, appointmentId)).includes('P1D sms suppressed channel_disabled'))
    assert.equal((await world.smsTo(moved)).length, 0)
    await world.intake(holder, { ...visit, id: 'later', startsAt: now.add({ hours: 90 }), phone: moved })
    const { rows } = await world.operator.query<{ reasonCode: string }>(
      `select r.reason_code from reminder r join appointment a on a.id = r.appointment_id
       where a.platform_holder_id = $1 and a.external_appointment_id = 'later'`,
      [holder.id],
    )
    assert.deepEqual(rows, [{ reasonCode: 'channel_disabled' }])
  })

  test('a kind that is switched off ends alone; the others still go', async () => {
    const steps = [step('P2D', 'sms', 'none', 'confirm_prompt'), step('P1D', 'sms')]
    const { holder, recipient, visit, appointmentId } = await planned(steps)
    await prefer(recipient, { messageKinds: { confirm_prompt: false } })
    await world.run('P2D')
    assert.deepEqual(await world.plan(holder, appointmentId), [
      'P2D sms suppressed recipient_opted_out',
      'P1D sms delivered',
    ])
    assert.deepEqual(await sent(visit), [1, 0])
  })

  test('a change notice stays out for whoever switched change notices off, and a cancellation notice still goes', async () => {
    const { holder, recipient, visit, now } = await planned([step('P2D', 'sms')])
    await world.run('PT2H')
    await prefer(recipient, { messageKinds: { change: false } })
    await world.intake(holder, { ...visit, startsAt: now.add({ hours: 60 }) })
    await world.run('PT1H')
    assert.equal((await sent(visit))[0], 1)
    await world.cancelBySource(holder, 'a')
    await world.run('PT1H')
    assert.equal((await sent(visit))[0], 2)
  })

  test('G8 a recipient’s own quiet hours move a row earlier, in their own zone, also when it was planned before', async () => {
    const { holder, recipient, visit, appointmentId, now } = await planned([step('PT24H', 'sms')])
    const quietHours = { from: '10:30', to: '12:00', timezone: 'Europe/Amsterdam' }
    await prefer(recipient, { quietHours })
    const [row] = await world.rows(holder, appointmentId)
    assert.equal(
      row?.dueAt,
      now.add({ hours: 24, minutes: 89 }).subtract({ hours: 1 }).toString({ smallestUnit: 'millisecond' }),
    )
    assert.equal((await sent(visit))[0], 0)
    await world.run('P1DT2H')
    assert.equal((await sent(visit))[0], 1)
  })

  test('G8 at the moment of sending quiet hours hold a row back until they end', async () => {
    const { recipient, visit, appointmentId, now } = await planned([step('PT24H', 'sms')])
    // Undoes the replanning: due at eleven, though it is quiet until noon.
    await prefer(recipient, { quietHours: { from: '10:30', to: '12:00', timezone: 'Europe/Amsterdam' } })
    const dueAt = now.add({ hours: 25 }).toString()
    await world.sql(`update reminder set due_at = $2, run_at = $2 where appointment_id = $1`, [appointmentId, dueAt])
    await world.run('P1DT1H30M')
    assert.equal((await sent(visit))[0], 0)
    await world.run('PT1H')
    const [sms] = await world.smsTo(visit.phone)
    assert.equal(sms?.clockAt.slice(11, 16), '11:00')
  })

  test('a preferred channel is used where the policy leaves it open, and the language of the person is spoken', async () => {
    const { holder, recipient, visit, appointmentId } = await planned([step('P2D'), step('P1D', 'sms')])
    await recipient.call('PATCH', '/profile', { expectedVersion: 1, locale: 'en' })
    await prefer(recipient, { preferredChannel: 'email' })
    assert.deepEqual(await world.plan(holder, appointmentId), ['P2D email planned', 'P1D sms planned'])
    await world.run('P2D')
    assert.deepEqual(await sent(visit), [1, 1])
    const rows = await world.rows(holder, appointmentId)
    assert.deepEqual(
      rows.map((row) => row.locale),
      ['en', 'en'],
    )
  })

  test('one-click unsubscribe, STOP and the app end in one list that the app shows', async () => {
    const { holder, recipient, visit } = await planned([
      step('P2D', 'email'),
      step('PT47H', 'sms'),
      step('P1D', 'email'),
    ])
    await world.run('PT3H')
    const [mail] = await world.mailTo(visit.email)
    const link = /<([^>]+\/u\/[^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1]
    assert.ok(link, JSON.stringify(mail?.headers))
    const response = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(response.status, 200)
    await world.reply(visit.phone, 'STOP')
    const list = () => optOutsOf(holder)
    await eventually(async () => (await list()).length === 2)
    const { channels, perHolder } = (await recipient.call('GET', '/preferences')).body.data
    assert.deepEqual([channels.sms.optedOutVia, channels.email.optedOutVia], ['sms_reply', 'list_unsubscribe'])
    assert.deepEqual(perHolder, [{ platformHolderId: holder.id, smsEnabled: false, emailEnabled: false }])
    assert.deepEqual(await list(), ['email list_unsubscribe', 'sms sms_reply'])
  })

  const optOutsOf = async (holder: TestHolder) =>
    (
      await world.sql<{ line: string }>(
        `select channel || ' ' || source as line from suppression where platform_holder_id = $1 and is_active order by 1`,
        [holder.id],
      )
    ).map((row) => row.line)
})
