import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { createMaintenance } from '#/app/background/maintenance.ts'
import { createMetrics } from '#/app/server/health/metrics.ts'
import { ConfigurationError, readSettings } from '#/app/settings/read-settings.ts'
import { createProviders } from '#/app/wiring.ts'
import { createLog } from '#/kernel/log.ts'
import { eventually } from '../../harness.ts'
import { person, startWorld, step, submit, type World } from '../world.ts'

describe('G23 test isolation', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  const message = (to: string) => ({
    reference: 'a'.repeat(32),
    to,
    from: 'Tijdig',
    text: 'Proef',
    validitySeconds: null,
  })
  const mail = (to: string) => ({
    reference: 'a'.repeat(32),
    to,
    fromName: 'Tijdig',
    subject: 'Proef',
    text: 'Proef',
    html: '<p>Proef</p>',
    locale: 'nl',
    unsubscribeUrl: null,
    calendar: null,
  })

  for (const environment of ['development', 'test', 'beta']) {
    test(`G23 in ${environment} an adapter with a real address refuses, and calls nobody, whatever its destination`, async () => {
      let calls = 0
      const outside = createServer((_, response) => {
        calls += 1
        response.end('{}')
      })
      await new Promise<void>((resolve) => outside.listen(0, '0.0.0.0', resolve))
      const { port } = outside.address() as AddressInfo
      // An address of this machine other than the loopback takes the place of a provider on the internet.
      const address =
        Object.values(networkInterfaces())
          .flatMap((addresses) => addresses ?? [])
          .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '198.51.100.1'
      const providers = (vendor: 'twilio' | 'cm', allowed = '') =>
        createProviders(
          readSettings({
            TIJDIG_ENVIRONMENT: environment,
            TIJDIG_SMS_PROVIDER: vendor,
            TIJDIG_TWILIO_URL: `http://${address}:${port}`,
            TIJDIG_CM_URL: `http://${address}:${port}`,
            TIJDIG_SMTP_URL: `smtp://${address}:${port}`,
            TIJDIG_ALLOWED_DESTINATIONS: allowed,
          }),
          world.services,
        )
      try {
        for (const vendor of ['twilio', 'cm'] as const) {
          const { sms, email } = providers(vendor)
          const outcomes = [
            await sms.send(message('+31612345678'), AbortSignal.timeout(60_000)),
            await email.send(mail('iemand@example.nl'), AbortSignal.timeout(60_000)),
          ]
          await email.close()
          for (const outcome of outcomes) {
            assert.equal(outcome.outcome, 'refused')
            assert.equal(outcome.outcome === 'refused' && outcome.permanent, true)
            assert.equal(outcome.outcome === 'refused' && outcome.reason, 'test_mode')
          }
        }
        assert.equal(calls, 0)
        const beta = providers('twilio', '+31612345678')
        await beta.sms.send(message('+31612345679'), AbortSignal.timeout(60_000))
        assert.equal(calls, 0)
        const allowed = await beta.sms.send(message('+31612345678'), AbortSignal.timeout(60_000))
        assert.notEqual(allowed.outcome === 'refused' && allowed.reason, 'test_mode')
        await beta.email.close()
      } finally {
        outside.closeAllConnections()
        outside.close()
      }
    })
  }

  test('G23 a row that test isolation stops ends as failed with reason test_mode', async () => {
    const isolated = await startWorld({ env: { TIJDIG_TWILIO_URL: 'http://sms.example.com' } })
    try {
      const holder = await isolated.createHolder()
      await isolated.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await isolated.nextDay()
      const { appointmentId } = await isolated.intake(holder, { ...person(), startsAt: now.add({ hours: 25 }) })
      await isolated.clock.advance('PT2H')
      await isolated.settled(holder, appointmentId, ['P1D sms failed test_mode'])
    } finally {
      await isolated.stop()
    }
  })

  test('G23 a preview sends nothing and stores nothing', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const sent = (await world.allSms()).length
    const count = () => world.sql('select count(*) from reminder')
    const before = await count()
    for (const channel of ['sms', 'email']) {
      const answer = await holder.call('POST', '/reminder-policy/preview', {
        startsAt: now.add({ hours: 48 }).toString(),
        timezone: 'Europe/Amsterdam',
        locale: 'nl',
        channel,
      })
      assert.equal(answer.status, 200)
    }
    await world.run('P2D')
    assert.equal((await world.allSms()).length, sent)
    assert.deepEqual(await count(), before)
  })

  test('G23 production does not start on twins: it wants its own providers, and no default secrets', () => {
    assert.throws(() => readSettings({ TIJDIG_ENVIRONMENT: 'production' }), ConfigurationError)
  })
})

describe('G25 and G26 what is kept and what is measured', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  /** Some of everything: sent, failed, replied to, opted out. */
  async function live() {
    const holder = await world.createHolder({ displayName: 'Kanariepraktijk' })
    await world.editPolicy(holder, { steps: [step('P1D', 'sms', 'email'), step('PT23H', 'email')], quietHours: null })
    const now = await world.nextDay()
    const visit = { id: 'a', ...person(), name: 'Kanarie van Achternaam', startsAt: now.add({ hours: 25 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await world.intake(holder, { phone: '+31612340003', name: 'Kanarie Geweigerd', startsAt: visit.startsAt })
    await world.run('PT3H')
    const [sms] = await world.smsTo(visit.phone)
    const words = 'Kanariewoorden: mag mijn moeder mee?'
    await world.reply(visit.phone, words)
    await eventually(async () => (await world.mailTo(holder.staffEmail)).length === 1)
    return { holder, visit, appointmentId, words, text: sms?.text ?? '' }
  }

  test('G25 after 30 days texts and destinations are gone, and rows, states and keyed hashes stay', async () => {
    const { holder, visit, appointmentId } = await live()
    const kept = () =>
      world.sql<{ body: string | null; destination: string | null; sender: string | null }>(
        `select body, destination, null as sender from reminder_attempt a join reminder r on r.id = a.reminder_id where r.appointment_id = $1
         union all select body, null, sender from inbound_sms where platform_holder_id = $2`,
        [appointmentId, holder.id],
      )
    const words = await world.plan(holder, appointmentId)
    const maintain = createMaintenance({
      login: world.login,
      pool: world.operator,
      databaseUrl: world.databaseUrl,
      erasureJournal: '/nowhere/erasures.jsonl',
      services: world.services,
      metrics: createMetrics(),
      log: createLog('silent'),
    })
    await world.clock.set((await world.clock.now()).add({ hours: 24 * 29 }).toString())
    await maintain()
    assert.ok((await kept()).every((row) => row.body !== null))
    await world.clock.set((await world.clock.now()).add({ hours: 48 }).toString())
    await maintain()
    assert.ok((await kept()).length >= 3)
    for (const row of await kept()) assert.deepEqual(row, { body: null, destination: null, sender: null })
    assert.deepEqual(await world.plan(holder, appointmentId), words)
    const hashes = await world.sql(
      `select 1 from reminder_attempt a join reminder r on r.id = a.reminder_id
       where r.appointment_id = $1 and length(a.destination_key) = 32`,
      [appointmentId],
    )
    assert.ok(hashes.length >= 2)
    const whole = await world.sql<{ text: string }>(
      `select to_jsonb(a)::text as text from reminder_attempt a union all select to_jsonb(i)::text from inbound_sms i
       union all select to_jsonb(d)::text from delivery_receipt d union all select to_jsonb(e)::text from audit_event e
       union all select to_jsonb(r)::text from reminder r`,
    )
    for (const canary of [visit.phone, visit.email, 'Kanarie'])
      assert.ok(!whole.some(({ text }) => text.includes(canary)), canary)
    await maintain()
  })

  test('G25 the log holds no name, number, address, text or code, whatever went wrong', async () => {
    const { holder, visit, words, text } = await live()
    await holder.call('POST', '/appointments/intake', { recipient: { displayName: visit.name }, wrong: visit.phone })
    await holder.call('GET', `/appointments?query=${encodeURIComponent('Kanarie')}`)
    await world.inbound({ from: visit.phone, text: words, token: 'forged' })
    await world.fault({ provider: 'twilio', mode: 'error', count: 1 })
    await world.fault({ provider: 'smtp', mode: 'error', count: 1 })
    await world.intake(holder, { ...visit, id: 'b', startsAt: (await world.clock.now()).add({ hours: 25 }) })
    await world.run('PT4H')
    assert.ok(world.logLines.length > 10)
    const canaries = [
      visit.phone,
      visit.phone.slice(3),
      visit.email,
      'Kanarie',
      '+31612340003',
      words,
      text.slice(0, 20),
    ]
    const leaks = world.logLines.filter((line) => canaries.some((canary) => line.includes(canary)))
    assert.deepEqual(leaks, [])
  })

  test('G26 the admin port gives every named measure and no personal data; the public port gives none', async () => {
    const { visit } = await live()
    const response = await fetch(`http://127.0.0.1:${world.settings.ports.admin}/metrics`)
    assert.equal(response.status, 200)
    const text = await response.text()
    for (const name of [
      'tijdig_hand_over_lag_seconds_bucket',
      'tijdig_oldest_due_seconds',
      'tijdig_database_up',
      'tijdig_messages_without_receipt',
      'tijdig_breaker_holders',
      'tijdig_unmatched_receipts',
      'tijdig_tzdb_info',
      'tijdig_http_request_seconds_bucket',
      'tijdig_reminders_claimed_total',
    ])
      assert.match(text, new RegExp(`^${name}(\\{| )`, 'm'), name)
    assert.match(text, new RegExp(`tijdig_tzdb_info\\{version="${process.versions.tz}"\\} 1`))
    for (const canary of [visit.phone, visit.email, 'Kanarie', '@', '+31']) assert.ok(!text.includes(canary), canary)
    const outside = await fetch(`${world.baseUrl}/metrics`)
    await outside.arrayBuffer()
    assert.equal(outside.status, 404)
  })

  test('G26 lateness under the test clock stays within the reaction time of the worker', async () => {
    const { holder } = await live()
    const rows = await world.sql<{ seconds: number }>(
      `select extract(epoch from handed_over_at - due_at)::float8 as seconds from reminder
       where platform_holder_id = $1 and handed_over_at is not null`,
      [holder.id],
    )
    assert.ok(rows.length >= 2)
    // A second or two, unless the machine is busy.
    for (const { seconds } of rows) assert.ok(seconds >= 0 && seconds < 60, `${seconds} s`)
  })
})

describe('G26 what is measured while messages wait for their turn', () => {
  test('G26 the lag that is measured is how late each message really is, however long it waited after it was claimed', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'] })
    const lags: { saidMs: number; passedMs: number }[] = []
    let dueMs = 0
    const engine = world.startEngine({
      smsAtOnce: 1,
      smsPerSecond: 3,
      hearsReceipts: false,
      onHandedOver: ({ lagMs }) => void lags.push({ saidMs: lagMs, passedMs: performance.now() - dueMs }),
    })
    try {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      const startsAt = now.add({ hours: 25 })
      for (let index = 0; index < 9; index += 1) await world.intake(holder, { phone: person().phone, startsAt })
      dueMs = performance.now()
      await world.clock.set(now.add({ hours: 1 }).toString())
      await eventually(async () => lags.length === 9)
    } finally {
      await engine.stop()
      await world.stop()
    }
    // By two clocks, so give or take half a second.
    for (const { saidMs, passedMs } of lags)
      assert.ok(saidMs <= passedMs + 500, `${saidMs} ms said, ${passedMs} ms passed`)
    const [last] = lags.slice(-1)
    assert.ok(last && last.saidMs > 2_000, `the last one waited for eight others, and ${last?.saidMs} ms were said`)
  })
})

describe('G28 registration never waits', () => {
  test('G28 with every provider silent intake answers at once, its plan is stored, and no provider is called', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'] })
    const engine = world.startEngine({ callTimeoutMs: 2_000 })
    try {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], sendRegistrationNotice: true, quietHours: null })
      const now = await world.nextDay()
      await world.fault({ provider: 'twilio', mode: 'blackhole' })
      await world.fault({ provider: 'smtp', mode: 'blackhole' })
      const visit = () => ({ ...person(), startsAt: now.add({ hours: 72 }) })
      await submit(holder, visit())
      const waitsMs: number[] = []
      for (let index = 0; index < 20; index += 1) {
        const began = performance.now()
        const answer = await submit(holder, visit())
        waitsMs.push(performance.now() - began)
        assert.equal(answer.status, 201)
        const stored = await world.plan(holder, answer.body.data.appointmentId)
        assert.equal(stored.length, 2)
        assert.equal(answer.body.data.reminders.length, 2)
      }
      const median = waitsMs.toSorted((one, other) => one - other)[10] ?? 0
      // Less than the timeout of a call to a provider.
      assert.ok(median < 1_500, `half of the answers took more than ${Math.round(median)} ms`)
      assert.deepEqual(await world.allSms(), [])
      await world.fault({ provider: 'twilio', mode: 'none' })
    } finally {
      await engine.stop()
      await world.stop()
    }
  })

  test('G28 with nobody sending at all intake still answers, and what it planned goes when somebody does', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'] })
    try {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const now = await world.nextDay()
      const { phone } = person()
      const { appointmentId } = await world.intake(holder, { phone, startsAt: now.add({ hours: 25 }) })
      await world.clock.set(now.add({ hours: 2 }).toString())
      assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms planned'])
      const worker = await world.startAnotherWorker()
      await world.settled(holder, appointmentId, ['P1D sms delivered'])
      await worker.stop()
      assert.equal((await world.smsTo(phone)).length, 1)
    } finally {
      await world.stop()
    }
  })
})
