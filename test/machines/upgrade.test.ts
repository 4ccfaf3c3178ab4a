import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { callApi, eventually, testSecret } from '../harness.ts'
import { emptyDatabase, freePorts } from '../postgres.ts'
import { atEnd } from '../crash/at-end.ts'
import { endOf, launchCommand, startServe } from '../crash/processes.ts'
import { startRoundRobin } from '../crash/killed/round-robin.ts'
import { assertOnceEach, intakeOf, registeredAt, takenFrom } from '../crash/world.ts'
import { isLacking, unpackLastRelease } from './last-release.ts'
import { plannedNumbers, replace, startLoad } from './traffic.ts'

/** Appointments far ahead, whose plans nothing but an upgrade could change. */
const ahead = 15
/** Reminders sent before the next step. */
const part = 15
const staff = 'anna@upgrade.example'

test(
  'the last release with data and traffic becomes this version: no request fails, nothing acknowledged is lost, no reminder leaves twice, and plans stay as they were',
  { skip: isLacking },
  async (t) => {
    const release = await unpackLastRelease(t)
    const database = await emptyDatabase()
    const owner = new Client({ connectionString: database.url })
    await owner.connect()
    atEnd(t, async () => {
      await owner.end()
      await database.drop()
    })
    const [one = 0, other = 0, sandbox = 0, smtp = 0] = await freePorts(4)
    const balancer = await startRoundRobin(t, [one, other])
    const sandboxUrl = `http://127.0.0.1:${sandbox}`
    const env = {
      TIJDIG_ENVIRONMENT: 'test',
      TIJDIG_SECRET: testSecret,
      TIJDIG_OPERATOR: 'j.smit',
      DATABASE_URL: database.url,
      TIJDIG_SANDBOX_PORT: String(sandbox),
      TIJDIG_SANDBOX_SMTP_PORT: String(smtp),
      TIJDIG_ADMIN_PORT: '0',
      TIJDIG_BASE_URL: balancer.url,
      TIJDIG_RATE_LIMIT_PER_MINUTE: '0',
      TIJDIG_INTAKE_LIMIT_PER_MINUTE: '0',
      TIJDIG_VOLUME_BREAKER_FLOOR: '0',
    }
    const run = async (code: string | null, ...args: string[]) => {
      const ended = await endOf(launchCommand(t, { env, args: [...args, '--json'], ...(code && { code }) }), 300_000)
      assert.equal(ended.code, 0, ended.stderr)
      return JSON.parse(ended.stdout) as { id: string; applied: string[] }
    }
    const starts = [one, other].map((port) => (code: string | null) => {
      const args = ['--roles', 'api']
      return startServe(t, { args, env: { ...env, TIJDIG_PORT: String(port) }, ...(code && { code }) })
    })
    starts.push((code) => startServe(t, { args: ['--roles', 'worker'], env, ...(code && { code }) }))

    await startServe(t, { args: ['--roles', 'sandbox'], env, code: release })
    await callApi(`${sandboxUrl}/clock`, 'POST', { set: registeredAt })
    const running = await Promise.all(starts.map((start) => start(release)))
    const holder = await run(release, 'holder', 'create', '--name', 'Praktijk De Beuk')
    await run(release, 'staff', 'invite', staff, '--holder', holder.id)
    await run(release, 'holder', 'activate', holder.id)
    const apiKey = await keyOf(balancer.url, sandboxUrl)

    const url = `${balancer.url}/api/v1/platform-holders/${holder.id}/appointments/intake`
    const now = async () => Temporal.Instant.from((await callApi(`${sandboxUrl}/clock`, 'GET')).body.now)
    for (let index = 0; index < ahead; index += 1) {
      const startsAt = (await now()).add({ hours: 24 * 10 + index })
      const times = { startsAt: startsAt.toString(), endsAt: startsAt.add({ minutes: 20 }).toString() }
      const body = { ...intakeOf(100_000 + index), ...times, externalAppointmentId: `F-${index}` }
      const { status } = await callApi(url, 'POST', body, { authorization: `Bearer ${apiKey}` })
      assert.equal(status, 201)
    }
    const before = await plansOf(owner)
    assert.ok(before.length >= ahead)
    const taken = takenFrom(sandboxUrl)
    const load = startLoad(t, { url, apiKey, now, taken })
    await load.untilTaken(part)

    const { applied } = await run(null, 'migrate')
    assert.ok(applied.length > 0, 'The last release lacks a migration: else there is nothing to upgrade')
    await load.untilTaken((await taken()).length + part)
    for (const [place, start] of starts.entries()) {
      const old = running[place]
      assert.ok(old)
      await replace(old, () => start(null))
      await load.untilTaken((await taken()).length + part)
    }
    const statuses = await load.stop()

    assert.deepEqual(Object.keys(statuses), ['201'], JSON.stringify(statuses))
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from appointment where external_appointment_id like 'A-%'`,
    )
    assert.equal(rows[0]?.count, load.given())
    const numbers = await plannedNumbers(owner)
    await eventually(async () => (await taken()).length >= numbers.length, 60_000)
    assertOnceEach(await taken(), numbers)
    // What a newer version adds to a row is not of the plan.
    const after = await plansOf(owner)
    assert.deepEqual(
      after.map((row, index) => Object.fromEntries(Object.keys(before[index] ?? {}).map((name) => [name, row[name]]))),
      before,
    )
  },
)

/** The reminders of the appointments far ahead, whole. */
async function plansOf(owner: Client): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query<{ plan: Record<string, unknown> }>(
    `select to_jsonb(r) as plan from reminder r join appointment a on a.id = r.appointment_id
     where a.external_appointment_id like 'F-%' order by r.id`,
  )
  return rows.map(({ plan }) => plan)
}

/** Signs in with the code of the mail and makes a key, as whoever uses it would. */
async function keyOf(baseUrl: string, sandboxUrl: string): Promise<string> {
  const origin = { origin: baseUrl }
  await callApi(`${baseUrl}/auth/staff/code`, 'POST', { email: staff }, origin)
  const code = await eventually(async () => {
    const { body } = await callApi(`${sandboxUrl}/inbox/email?to=${staff}`, 'GET')
    return /\b\d{6}\b/.exec(body.items[0]?.text ?? '')?.[0]
  })
  const signedIn = await callApi(`${baseUrl}/auth/staff/session`, 'POST', { email: staff, code }, origin)
  assert.equal(signedIn.status, 201)
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const body = {
    name: 'Practice system',
    kind: 'restricted',
    scopes: ['appointments:intake'],
    expiresAt: Temporal.Instant.from(registeredAt)
      .add({ hours: 24 * 100 })
      .toString(),
  }
  const made = await callApi(`${baseUrl}/api/v1/api-keys`, 'POST', body, { ...origin, cookie, 'x-service-csrf': '1' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.data.secret
}
