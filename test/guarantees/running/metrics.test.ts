import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type pg from 'pg'
import { countRows, createMetrics, endMetrics, serveMetrics, type Metrics } from '#/app/server/health/metrics.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('G26 what is measured is what is so', () => {
  let world: World
  before(async () => {
    // Without a worker, so that nothing waiting is sent.
    world = await startWorld({ roles: ['api', 'sandbox'] })
  })
  after(() => world.stop())

  /** Our series, with and without labels, from one scrape. */
  async function scrape(metrics: Metrics, pool: pg.Pool): Promise<Record<string, number>> {
    const server = await serveMetrics(metrics, pool, [], { host: '127.0.0.1', port: 0 }, createLog('silent'))
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`)
      assert.equal(response.status, 200)
      const lines = (await response.text()).split('\n').filter((line) => line.startsWith('tijdig_'))
      return Object.fromEntries(
        lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
      )
    } finally {
      await endMetrics(server)
    }
  }

  test('half a request keeps its server from ending no longer than a whole one', { timeout: 30_000 }, async () => {
    const listen = { host: '127.0.0.1', port: 0 }
    const server = await serveMetrics(createMetrics(), world.operator, [], listen, createLog('silent'))
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    // It is cut.
    client.on('error', () => undefined)
    await Promise.all([once(client, 'connect'), once(server, 'connection')])
    client.write('GET /metrics HTTP/1.1\r\nHost:')
    await endMetrics(server)
  })

  test('a counter with labels is there at 0 before its first event, also of calendars', async () => {
    const found = await scrape(createMetrics(), world.operator)
    const calendars = Object.entries(found).filter(([name]) => name.startsWith('tijdig_calendar_'))
    assert.equal(calendars.length, 3 + 3 * 10)
    assert.ok(calendars.every(([, value]) => value === 0))
    assert.equal(found['tijdig_calendar_events_total{provider="caldav"}'], 0)
    assert.equal(found['tijdig_calendar_syncs_total{provider="google_calendar",outcome="unavailable"}'], 0)
  })

  test('waiting, held and unmatched rows show at the next scrape, the rows by state once they are counted', async () => {
    const metrics = createMetrics()
    const before = await scrape(metrics, world.operator)
    const overview = ['oldest_due_seconds', 'receipt_lag_seconds', 'breaker_holders', 'unmatched_receipts']
    assert.deepEqual(
      ['database_up', ...overview].map((name) => before[`tijdig_${name}`]),
      [1, 0, undefined, 0, 0],
    )
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P2D', 'sms'), step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const { appointmentId } = await world.intake(holder, { ...person(), startsAt: now.add({ hours: 72 }) })
    const change = (assignment: string, offset: string) =>
      world.sql(`update reminder set ${assignment} where appointment_id = $1 and offset_key = $2`, [
        appointmentId,
        offset,
      ])
    await change(`run_at = tijdig_now() - interval '90 seconds'`, 'P2D')
    await change(`state = 'held', reason_code = 'volume_review', run_at = null`, 'P1D')
    await world.sql(
      `insert into delivery_receipt (id, provider, provider_message_id, state, received_at)
       values (gen_random_uuid(), 'twilio', 'SM-unknown', 'delivered', tijdig_now())`,
    )
    await countRows(metrics, world.operator, null)
    const found = await scrape(metrics, world.operator)
    const waited = found['tijdig_oldest_due_seconds'] ?? 0
    assert.ok(waited >= 90 && waited < 110, `${waited} s`)
    assert.equal(found['tijdig_breaker_holders'], 1)
    assert.equal(found['tijdig_unmatched_receipts'], 1)
    assert.equal(found['tijdig_reminder_rows{state="planned",reason="none"}'], 1)
    assert.equal(found['tijdig_reminder_rows{state="held",reason="volume_review"}'], 1)
  })

  test('a row whose claim ran out waits as well', async () => {
    await world.sql(
      `update reminder set state = 'claimed', lease_until = tijdig_now() - interval '1 second'
       where stage = 1 and run_at <= tijdig_now()`,
    )
    const found = await scrape(createMetrics(), world.operator)
    assert.ok((found['tijdig_oldest_due_seconds'] ?? 0) >= 90)
  })

  test('without a database a scrape says so, and gives nothing that was so before', async () => {
    const metrics = createMetrics()
    assert.equal((await scrape(metrics, world.operator))['tijdig_database_up'], 1)
    const away = openPool({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/nowhere',
      role: 'tijdig_operator',
      size: 1,
      onIdleError: () => undefined,
    })
    const found = await scrape(metrics, away)
    await away.end()
    assert.equal(found['tijdig_database_up'], 0)
    for (const name of ['oldest_due_seconds', 'receipt_lag_seconds', 'breaker_holders', 'unmatched_receipts'])
      assert.equal(found[`tijdig_${name}`], undefined, name)
  })
})
