import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { Registry } from 'prom-client'
import { createReport } from '#/app/operator/holders/report.ts'
import { readSurroundings, registerSurroundings } from '#/app/server/health/surroundings.ts'
import { createLog } from '#/kernel/log.ts'
import { Standby } from '#/kernel/postgres/connecting/standby.ts'
import { callApi, eventually } from '../harness.ts'
import { freePorts } from '../postgres.ts'
import { atEnd } from '../crash/at-end.ts'
import { startServe } from '../crash/processes.ts'
import { assertOnceEach, intakeOf, startWorld, withoutReceipts, type World } from '../crash/world.ts'
import { followSynchronously, startPrimary, startStandby, urlOf, type Server } from './servers.ts'

/** From the moment the standby takes writes. */
const healMs = 10_000
const due = 120

describe('the primary is lost under load and its standby promoted', () => {
  test('what was acknowledged is there, what was sent is not sent again, and nobody restarts anything', async (t) => {
    const primary = await startPrimary(t)
    const standby = await startStandby(t, primary, 'standby')
    await followSynchronously(primary, 'standby')
    const url = urlOf(primary, standby)
    const world = await startWorld(t, { url, drop: async () => undefined })
    const surroundings = registerSurroundings(new Registry())
    await readSurroundings(surroundings, world.product.operator, [])
    for (const gauge of [surroundings.standbys, surroundings.commitsWait])
      assert.deepEqual((await gauge.get()).values, [{ labels: {}, value: 1 }])
    const numbers = await world.handIn(due)
    const load = await startLoad(t, world, standby)
    assert.equal((await load.report()).status, 200)
    assert.deepEqual(await readersOf(standby), ['tijdig_api'], 'The report was not read on the standby')
    const log = createLog('silent')
    const behind = new Standby({ databaseUrl: standby.url, role: 'tijdig_operator', size: 1, log })
    await createReport(world.product.operator, { platformHolderId: world.holder.id, from: null, to: null }, behind)
    assert.deepEqual((await readersOf(standby)).sort(), ['tijdig_api', 'tijdig_operator'])
    await behind.end()
    // Slow enough to be interrupted, and without receipts, so that messages in doubt are looked up.
    await world.startWorker({ ...withoutReceipts, TIJDIG_SMS_PER_SECOND: '30' })
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length > 30, 30_000)

    await primary.kill()
    const lostAt = load.answers().length
    const refused = await eventually(async () =>
      load.answers().find(({ status }, at) => at >= lostAt && status === 503),
    )
    assert.match(refused.retryAfter ?? '', /^[1-9]\d*$/)
    await standby.administer('select pg_promote()')
    const promotedAt = performance.now()
    const served = load.acknowledged().length
    await eventually(async () => load.acknowledged().length > served + 20, healMs)
    t.diagnostic(`served again ${Math.round(performance.now() - promotedAt)} ms after the promotion`)
    assert.equal((await load.report()).status, 200)
    const acknowledged = await load.stop()

    const unexpected = load.answers().filter(({ status }) => status !== 201 && status !== 503)
    assert.deepEqual(unexpected, [])
    const stored = await standby.administer<{ id: string }>('select external_appointment_id as id from appointment')
    const known = new Set(stored.map(({ id }) => id))
    assert.deepEqual(
      acknowledged.filter((id) => !known.has(id)),
      [],
      'an acknowledged appointment was lost',
    )

    // Claimed messages are sent once their lease is over; those being handed over are looked up.
    // The first try of this process may still go to the lost server.
    await eventually(() => world.product.clock.now().catch(() => undefined))
    await world.jump({ minutes: 2 })
    await world.product.clock.advance('PT20M')
    assert.deepEqual(await statesOf(standby), { sent: due })
    assertOnceEach(await world.taken(), numbers)
  })
})

/** Reminders of the appointments that are due, by state. */
async function statesOf(server: Server): Promise<Readonly<Record<string, number>>> {
  const rows = await server.administer<{ state: string; count: number }>(
    `select r.state, count(*)::int as count from reminder r join appointment a
       on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id
     where r.state <> 'skipped' and substr(a.external_appointment_id, 3)::int < ${due} group by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

type Given = { readonly id: string; readonly status: number; readonly retryAfter: string | null }

/** Roles of the product that are connected to a server other than as its primary. */
async function readersOf(server: Server): Promise<string[]> {
  const rows = await server.administer<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where pg_is_in_recovery() and application_name like 'tijdig%'`,
  )
  return rows.map(({ name }) => name)
}

/** Hands in appointments to an API process of its own, in four lanes without a pause. */
async function startLoad(t: TestContext, world: World, standby: Server) {
  const [port] = await freePorts(1)
  const env = world.processEnv({ TIJDIG_PORT: String(port), TIJDIG_DATABASE_STANDBY_URL: standby.url })
  await startServe(t, { args: ['--roles', 'api'], env })
  const holder = `http://127.0.0.1:${port}/api/v1/platform-holders/${world.holder.id}`
  const path = `${holder}/appointments/intake`
  const authorization = { authorization: `Bearer ${world.holder.apiKey}` }
  const answers: Given[] = []
  const life = { isStopping: false }
  let next = 1_000
  const lane = async () => {
    while (!life.isStopping) {
      const index = next++
      // Weeks ahead, so as not to count among those that are due.
      const body = { ...intakeOf(index), startsAt: '2027-03-01T11:00:00+01:00', endsAt: '2027-03-01T11:20:00+01:00' }
      const { status, headers } = await callApi(path, 'POST', body, authorization)
      answers.push({ id: `A-${index}`, status, retryAfter: headers.get('retry-after') })
    }
  }
  const lanes = Promise.all(Array.from({ length: 4 }, lane))
  const acknowledged = () => answers.filter(({ status }) => status === 201).map(({ id }) => id)
  const stop = async () => {
    life.isStopping = true
    await lanes
    return acknowledged()
  }
  atEnd(t, stop)
  return {
    answers: (): readonly Given[] => answers,
    acknowledged,
    report: () => callApi(`${holder}/reports/reminders?from=2027-01-01&to=2027-01-31`, 'GET', undefined, authorization),
    stop,
  }
}
