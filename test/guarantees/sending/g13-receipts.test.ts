import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { sandboxCredentials } from '#/app/wiring.ts'
import { fromReference } from '#/kernel/ids.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type Sms, type World } from '../world.ts'

type Step = { readonly status: string; readonly errorCode?: number }

describe('G13 delivery truth, told by hand', () => {
  let world: World
  let engine: { stop(): Promise<void> }
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
    engine = world.startEngine({ hearsReceipts: false })
  })
  after(async () => {
    await engine.stop()
    await world.stop()
  })

  /** Text messages that were handed over and have no receipt yet. */
  async function handedOver(count: number, fallback = 'none') {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms', fallback)], quietHours: null })
    const now = await world.nextDay()
    const visits = Array.from({ length: count }, () => person())
    const ids: string[] = []
    for (const visit of visits)
      ids.push((await world.intake(holder, { ...visit, startsAt: now.add({ hours: 25 }) })).appointmentId)
    await world.clock.advance('PT1H')
    const made = []
    for (const [index, visit] of visits.entries()) {
      const [sms] = await world.smsTo(visit.phone)
      assert.ok(sms)
      made.push({ id: ids[index] ?? '', sms, visit })
    }
    return { holder, messages: made }
  }
  const tell = async (sms: Sms, steps: readonly Step[]) => {
    for (const { status, errorCode } of steps)
      assert.equal(await world.receipt(sms, status, errorCode ? { errorCode } : {}), 200)
  }
  const endOf = async (holder: TestHolder, id: string) => (await world.plan(holder, id)).join()
  const stored = async (sms: Sms) =>
    (await world.sql('select 1 from delivery_receipt where message_reference = $1', [fromReference(sms.reference)]))
      .length

  const ends = [
    { last: { status: 'delivered' }, words: 'P1D sms delivered' },
    { last: { status: 'undelivered', errorCode: 30003 }, words: 'P1D sms undelivered number_unreachable' },
    { last: { status: 'failed', errorCode: 30007 }, words: 'P1D sms failed carrier_rejected' },
  ]
  for (const { last, words } of ends) {
    test(`G13 receipts in every order, each of them twice, end alike: ${words}`, async () => {
      const orders = permutations<Step>([{ status: 'queued' }, { status: 'sent' }, last])
      const { holder, messages } = await handedOver(orders.length)
      for (const [index, { sms, id }] of messages.entries()) {
        const order = orders[index] ?? []
        await tell(sms, [...order, ...order])
        assert.equal(await endOf(holder, id), words, JSON.stringify(order))
        assert.equal(await stored(sms), 2)
      }
    })
  }

  test('G13 the first final word stands: none of the 24 orders of contradicting receipts takes it back', async () => {
    const orders = permutations<Step>([
      { status: 'sent' },
      { status: 'delivered' },
      { status: 'undelivered', errorCode: 30003 },
      { status: 'failed', errorCode: 30007 },
    ])
    const { holder, messages } = await handedOver(orders.length)
    for (const [index, { sms, id }] of messages.entries()) {
      const order = orders[index] ?? []
      await tell(sms, order)
      const first = order.find(({ status }) => status !== 'sent')?.status
      assert.equal((await endOf(holder, id)).split(' ')[2], first, JSON.stringify(order))
      const [row] = await world.rows(holder, id)
      assert.equal(row?.attempts[0]?.state, first, JSON.stringify(order))
      assert.equal(await stored(sms), 4, 'every receipt is kept all the same')
    }
  })

  test('G13 one receipt that comes ten times at once is stored and applied once', async () => {
    const { holder, messages } = await handedOver(1)
    const [{ sms, id }] = messages as [(typeof messages)[0]]
    const statuses = await Promise.all(Array.from({ length: 10 }, () => world.receipt(sms, 'delivered')))
    assert.deepEqual(new Set(statuses), new Set([200]))
    assert.equal(await stored(sms), 1)
    assert.equal(await endOf(holder, id), 'P1D sms delivered')
  })

  test('G13 a forged receipt is refused and changes nothing', async () => {
    const { holder, messages } = await handedOver(1)
    const [{ sms, id }] = messages as [(typeof messages)[0]]
    assert.equal(await world.receipt(sms, 'failed', { token: 'not-the-token' }), 401)
    const unsigned = await fetch(`${world.baseUrl}/webhooks/sms/twilio/status?ref=${sms.reference}`, {
      method: 'POST',
      body: new URLSearchParams({ MessageSid: sms.id, MessageStatus: 'failed' }),
    })
    await unsigned.arrayBuffer()
    assert.equal(unsigned.status, 401)
    const otherVendor = await fetch(
      `${world.baseUrl}/webhooks/sms/cm/status?token=${smsVendors.cm.twinAccount.webhookToken}`,
      {
        method: 'POST',
        body: '{}',
      },
    )
    await otherVendor.arrayBuffer()
    assert.equal(otherVendor.status, 404)
    assert.equal(await endOf(holder, id), 'P1D sms sent')
    assert.equal(await stored(sms), 0)
  })

  test('G13 a receipt for a message of one holder leaves the rows of another alone', async () => {
    const [one, other] = [await handedOver(1), await handedOver(1)]
    const [{ sms, id }] = one.messages as [(typeof one.messages)[0]]
    const [stranger] = other.messages as [(typeof other.messages)[0]]
    // The vendor's id is that of another holder's message; our signed reference decides.
    await world.receipt({ reference: sms.reference, id: stranger.sms.id }, 'undelivered', { errorCode: 30003 })
    assert.equal(await endOf(one.holder, id), 'P1D sms undelivered number_unreachable')
    assert.equal(await endOf(other.holder, stranger.id), 'P1D sms sent')
  })

  test('G13 a receipt that fits nothing is kept, and applied when what it fits is there', async () => {
    const { holder, messages } = await handedOver(1)
    const [{ id }] = messages as [(typeof messages)[0]]
    const reference = crypto.randomUUID()
    assert.equal(await world.receipt({ reference: reference.replaceAll('-', ''), id: 'SM-early' }, 'delivered'), 200)
    assert.equal(await world.receipt({ reference: 'nonsense', id: 'SM-never' }, 'delivered'), 200)
    const unmatched = () => world.sql('select 1 from delivery_receipt where applied_at is null')
    assert.equal((await unmatched()).length, 2)
    assert.equal(await endOf(holder, id), 'P1D sms sent')
    await world.sql(
      `update reminder_attempt a set message_reference = $2 from reminder r where r.id = a.reminder_id and r.appointment_id = $1`,
      [id, reference],
    )
    await world.settled(holder, id, ['P1D sms delivered'])
    assert.equal((await unmatched()).length, 1)
  })

  test('G13 receipts that fit nothing, however many, keep no later one waiting', async () => {
    const { holder, messages } = await handedOver(1)
    const [{ id }] = messages as [(typeof messages)[0]]
    await world.sql(
      `insert into delivery_receipt (id, provider, message_reference, state, retry_at)
       select gen_random_uuid(), 'twilio', gen_random_uuid(), 'sent', tijdig_now() from generate_series(1, 250)`,
    )
    const reference = crypto.randomUUID()
    assert.equal(await world.receipt({ reference: reference.replaceAll('-', ''), id: 'SM-later' }, 'delivered'), 200)
    await world.sql(
      `update reminder_attempt a set message_reference = $2 from reminder r where r.id = a.reminder_id and r.appointment_id = $1`,
      [id, reference],
    )
    await world.settled(holder, id, ['P1D sms delivered'])
    await world.sql('delete from delivery_receipt where applied_at is null and provider_message_id = $1', [''])
  })

  test('G13 without a receipt in 72 hours an SMS is unknown and an e-mail stays sent; a late receipt still counts', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms'), step('PT23H', 'email')], quietHours: null })
    const now = await world.nextDay()
    const { phone, email } = person()
    const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone, email })
    await world.clock.advance('PT72H')
    await world.settled(holder, appointmentId, ['P1D sms sent', 'PT23H email sent'])
    await world.clock.advance('PT2H')
    await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown', 'PT23H email sent'])
    const [sms] = await world.smsTo(phone)
    assert.ok(sms)
    await world.receipt(sms, 'delivered')
    await world.settled(holder, appointmentId, ['P1D sms delivered', 'PT23H email sent'])
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G15 a receipt of a definite failure lets the fallback go, once, under the same row', async () => {
    const { holder, messages } = await handedOver(1, 'email')
    const [{ sms, id, visit }] = messages as [(typeof messages)[0]]
    await tell(sms, [{ status: 'sent' }, { status: 'undelivered', errorCode: 30003 }])
    await world.settled(holder, id, ['P1D email sent'])
    await tell(sms, [
      { status: 'undelivered', errorCode: 30003 },
      { status: 'failed', errorCode: 30007 },
    ])
    await world.clock.advance('PT2H')
    assert.equal((await world.smsTo(visit.phone)).length, 1)
    assert.equal((await world.mailTo(visit.email)).length, 1)
    const [row] = await world.rows(holder, id)
    assert.deepEqual(
      row?.attempts.map((attempt) => `${attempt.attemptNo} ${attempt.channel} ${attempt.state}`),
      ['1 sms undelivered', '2 email sent'],
    )
  })
})

describe('G13 delivery truth, told by the twins', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  for (const mode of ['receipt_duplicate', 'receipt_reordered', 'receipt_late']) {
    test(`G13 under the fault ${mode} the end is the same`, async () => {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      const good = await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone: person().phone })
      const bad = await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone: '+31612340004' })
      await world.fault({ provider: 'twilio', mode })
      await world.clock.advance('PT2H')
      await world.settled(holder, good.appointmentId, ['P1D sms delivered'])
      await world.settled(holder, bad.appointmentId, ['P1D sms undelivered number_unreachable'])
      await world.fault({ provider: 'twilio', mode: 'none' })
    })
  }

  test('G13 receipts of messages that are no reminders are kept and wait for nothing', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const { phone } = person()
    await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone })
    await world.run('PT2H')
    await world.reply(phone, 'STOP')
    const [, acknowledgement] = await world.smsTo(phone)
    const kept = () =>
      world.sql<{ state: string; isWaiting: boolean }>(
        `select state, applied_at is null or retry_at is not null as is_waiting from delivery_receipt where message_reference = $1 order by state`,
        [fromReference(acknowledgement?.reference ?? '')],
      )
    await eventually(async () => (await kept()).length === 2)
    assert.deepEqual(await kept(), [
      { state: 'delivered', isWaiting: false },
      { state: 'sent', isWaiting: false },
    ])
  })

  test('G13 a bounced e-mail is undelivered with a reason, a delayed one stays sent', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'email')], quietHours: null })
    const now = await world.nextDay()
    const startsAt = now.add({ hours: 25 })
    const bounced = await world.intake(holder, { startsAt, email: 'bounce+1@example.nl' })
    const delayed = await world.intake(holder, { startsAt, email: 'delayed+1@example.nl' })
    await world.clock.advance('PT2H')
    await eventually(async () => (await world.plan(holder, bounced.appointmentId))[0]?.includes('undelivered'))
    const [row] = await world.rows(holder, bounced.appointmentId)
    assert.notEqual(row?.reasonCode, null)
    assert.deepEqual(await world.plan(holder, delayed.appointmentId), ['P1D email sent'])
  })

  test('G13 a bounce with a false token or a forged address is refused', async () => {
    const post = async (token: string, to: string) => {
      const response = await fetch(`${world.baseUrl}/webhooks/email/bounce?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822' },
        body: `To: ${to}\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822;a@example.nl\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n`,
      })
      await response.arrayBuffer()
      return response.status
    }
    const guessed = `bounce+${'0'.repeat(32)}.${'0'.repeat(20)}@${world.settings.email.bounceDomain}`
    assert.equal(await post('not-the-token', guessed), 401)
    assert.equal(await post(sandboxCredentials.bounceToken, guessed), 401)
  })
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
