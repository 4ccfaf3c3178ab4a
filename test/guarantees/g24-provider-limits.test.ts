import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../harness.ts'
import { person, startWorld, step, type World } from './world.ts'

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
    const engine = world.startEngine({ callTimeoutMs: 800 })
    try {
      const { holder } = await planned(world, 150, 'email')
      await world.clock.advance('PT2H')
      assert.deepEqual(await attemptsOf(world, holder.id), [{ state: 'sent', count: 150 }])
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
      // A quarter of a second's worth may go at once.
      const tookMs = Math.max(...times) - Math.min(...times)
      assert.ok(tookMs >= 1_300, `35 messages went in ${tookMs} ms`)
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
