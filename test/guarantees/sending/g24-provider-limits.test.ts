import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAnyWorkerAlive } from '#/slices/reminders/worker/heartbeat-store.ts'
import { createHolders } from '../../../bench/seeding/holder.ts'
import { promptStep, reminderStep, seedAppointments, type SeedStep } from '../../../bench/seeding/seed.ts'
import { eventually } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

/** Appointments whose only reminder is due in an hour, all at once. */
async function planned(world: World, count: number, channel: 'sms' | 'email') {
  const holder = await world.createHolder()
  await world.editPolicy(holder, { steps: [step('P1D', channel)], quietHours: null })
  const now = await world.nextDay()
  const people = Array.from({ length: count }, person)
  for (const { phone, email } of people) await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone, email })
  return { holder, people }
}
const attemptsOf = (world: World, platformHolderId: string) =>
  world.sql<{ state: string; count: number }>(
    `select state, count(*) as count from reminder_attempt where platform_holder_id = $1 group by 1`,
    [platformHolderId],
  )

describe('G24 each provider gets what it takes', () => {
  test('G24 mails that wait for a connection lose no time of their call: each goes at the first try', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'], env: { TIJDIG_MAIL_CONNECTIONS: '1' } })
    // One mail takes less on a slow machine, and all of them take longer on a quick one.
    const [callTimeoutMs, count] = [1_800, 500]
    const engine = world.startEngine({ callTimeoutMs })
    try {
      const [{ id: holderId } = assert.fail()] = await createHolders(world.databaseUrl, 1)
      const firstStartsAt = (await world.nextDay()).add({ hours: 24 * 7 + 1 })
      await seedAppointments(world.databaseUrl, {
        holderId,
        series: 1,
        count,
        firstStartsAt,
        spanSeconds: 1,
        steps: [reminderStep],
      })
      await world.clock.advance('PT2H')
      assert.deepEqual(await attemptsOf(world, holderId), [{ state: 'sent', count }])
    } finally {
      await engine.stop()
      await world.stop()
    }
  })

  test('G24 a backlog of mail at its limit goes at that pace, delays no text message, and is given back when told to stop', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'], env: { TIJDIG_MAIL_PER_SECOND: '10' } })
    const holders = await createHolders(world.databaseUrl, 41)
    const now = await world.nextDay()
    const seed = (
      holderId: string,
      steps: SeedStep[],
      count: number,
      firstStartsAt: Temporal.Instant,
      series: number,
    ) => ({
      holderId,
      series,
      count,
      firstStartsAt,
      spanSeconds: 1,
      steps,
    })
    const mails = holders
      .slice(1)
      .map(({ id }, index) => seed(id, [reminderStep], 150, now.add({ hours: 24 * 7 + 1 }), index + 2))
    const textsStartAt = now.add({ hours: 25, minutes: 1 })
    await seedAppointments(world.databaseUrl, ...mails, seed(holders[0]!.id, [promptStep], 10, textsStartAt, 1))
    const states = async () => {
      const rows = await world.sql<{ state: string; count: number }>(
        `select state, count(*) from reminder where offset_key = 'P7D' group by 1`,
      )
      return Object.fromEntries(rows.map((row) => [row.state, row.count]))
    }
    const mailed = async () => (await states())['sent'] ?? 0
    const engine = world.startEngine({})
    try {
      await world.clock.set(now.add({ hours: 1, seconds: 2 }).toString())
      await eventually(async () => (await mailed()) > 5)
      const [before, beganMs] = [await mailed(), performance.now()]
      await eventually(async () => (await mailed()) >= before + 50)
      const perSecond = 50 / ((performance.now() - beganMs) / 1_000)
      // A busy machine may be slower than the limit.
      assert.ok(perSecond > 2 && perSecond < 14, `${perSecond} mails a second`)

      await world.clock.set(textsStartAt.subtract({ hours: 24 }).add({ seconds: 2 }).toString())
      const textsDueMs = performance.now()
      await eventually(async () => {
        const texted = await world.sql(
          `select distinct reminder_id from reminder_attempt where channel = 'sms' and state <> 'handed_over'`,
        )
        return texted.length === 10
      })
      const tookMs = performance.now() - textsDueMs
      // The mails queued before them take ten minutes.
      assert.ok(tookMs < 20_000, `text messages took ${tookMs} ms`)

      const stoppingMs = performance.now()
      await engine.stop()
      assert.ok(performance.now() - stoppingMs < 20_000)
      assert.deepEqual(Object.keys(await states()).sort(), ['planned', 'sent'])
      const failed = await world.sql(`select 1 from reminder_attempt where provider = 'smtp' and state <> 'sent'`)
      assert.deepEqual(failed, [])
    } finally {
      await engine.stop()
      await world.stop()
    }
  })

  test('G26 a worker that only waits for providers still counts as alive', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'], env: { TIJDIG_MAIL_CONNECTIONS: '1' } })
    for (const provider of ['twilio', 'smtp'] as const) await world.fault({ provider, mode: 'blackhole' })
    // Calls last far longer than the pause between two heartbeats.
    const engine = world.startEngine({ smsAtOnce: 1, callTimeoutMs: 12_000 })
    const states = () =>
      world.sql<{ channel: string; state: string; count: number }>(
        `select channel, state, count(*)::int as count from reminder group by 1, 2 order by 1, 2`,
      )
    try {
      const now = await world.nextDay()
      for (const channel of ['sms', 'email']) {
        const holder = await world.createHolder()
        await world.editPolicy(holder, { steps: [step('P1D', channel)], quietHours: null })
        for (let index = 0; index < 5; index += 1)
          await world.intake(holder, { startsAt: now.add({ hours: 25 }), ...person() })
      }
      await world.clock.set(now.add({ hours: 1 }).toString())
      // One message is at each provider, the other claimed ones wait behind it, and no more are claimed.
      const stuck = ['email', 'sms'].flatMap((channel) => [
        { channel, state: 'claimed', count: 3 },
        { channel, state: 'handed_over', count: 1 },
        { channel, state: 'planned', count: 1 },
      ])
      await eventually(async () => JSON.stringify(await states()) === JSON.stringify(stuck))
      await world.sql(`update worker_heartbeat set seen_at = now() - interval '1 hour'`)
      await eventually(() => isAnyWorkerAlive(world.operator))
      assert.deepEqual(await states(), stuck)
    } finally {
      for (const provider of ['twilio', 'smtp'] as const) await world.fault({ provider, mode: 'none' })
      await engine.stop()
      await world.stop()
    }
  })

  test('G26 a worker whose connections are all at work still counts as alive', async () => {
    const world = await startWorld({ roles: ['api', 'sandbox'] })
    const engine = world.startEngine({})
    try {
      const { pool } = engine
      const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
      try {
        await world.sql(`update worker_heartbeat set seen_at = now() - interval '1 hour'`)
        await eventually(() => isAnyWorkerAlive(world.operator))
      } finally {
        for (const connection of taken) connection.release()
      }
    } finally {
      await engine.stop()
      await world.stop()
    }
  })

  test('G24 no more text messages leave in a second than is set', async () => {
    const world = await startWorld({ env: { TIJDIG_SMS_PER_SECOND: '20' } })
    try {
      const { people } = await planned(world, 35, 'sms')
      await world.clock.advance('PT2H')
      const texts = await Promise.all(people.map(({ phone }) => world.smsTo(phone)))
      assert.ok(texts.every((own) => own.length === 1))
      const times = texts.flat().map(({ clockAt }) => Temporal.Instant.from(clockAt).epochMilliseconds)
      // A second and a half without a burst of a quarter; the first may arrive late where the machine is busy.
      const tookMs = Math.max(...times) - Math.min(...times)
      assert.ok(tookMs >= 1_000, `35 messages went in ${tookMs} ms`)
    } finally {
      await world.stop()
    }
  })

  test('G24 a provider that refuses our account is told of once in a minute, with its code, and counted each time', async () => {
    const world = await startWorld({ env: { TIJDIG_TWILIO_AUTH_TOKENS: 'no-longer-good' } })
    try {
      const { holder } = await planned(world, 5, 'sms')
      await world.clock.advance('PT1H')
      await eventually(async () => (await attemptsOf(world, holder.id))[0]?.count === 5)
      const lines = world.logLines
        .filter((line) => line.includes('refuses our account'))
        .map((line) => JSON.parse(line))
      assert.deepEqual(
        lines.map(({ provider, code, level }) => [provider, code, level]),
        [['twilio', '20003', lines[0].level]],
      )
      const metrics = await fetch(`http://127.0.0.1:${world.settings.ports.admin}/metrics`)
      assert.match(await metrics.text(), /tijdig_provider_account_refusals_total\{[^}]*code="20003"[^}]*\} 5/)
    } finally {
      await world.stop()
    }
  })
})
