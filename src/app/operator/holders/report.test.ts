import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type pg from 'pg'
import { openPool } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { testDatabase } from '../../../../test/postgres.ts'
import { addHolder } from './holder.ts'
import { rowsOf } from '../../../../test/operator-world.ts'
import { createReport, ends, type HolderReport } from './report.ts'

describe('tijdig report', () => {
  let pool: pg.Pool
  before(async () => {
    const { url } = await testDatabase()
    pool = openPool({ databaseUrl: url, role: 'tijdig_operator', size: 2, onIdleError: () => undefined })
  })
  after(() => pool.end())

  async function holder(timezone = 'Europe/Amsterdam'): Promise<string> {
    const created = await addHolder(pool, {
      displayName: 'Praktijk',
      locale: 'nl',
      timezone,
      smsSender: '+3197010250000',
    })
    await rowsOf(pool, `insert into holder_recipient values ($1, $1, '\\x00', 'persoon')`, [created.id])
    return created.id
  }

  type Row = { state: string; reason?: string; channel?: string; startsAt?: string; lateMs?: number[] }

  /** A reminder row with an attempt for each entry of `lateMs`. */
  async function remind(holderId: string, row: Row): Promise<void> {
    const [id, appointment] = [newId(), newId()]
    const { startsAt = '2026-12-02T09:00:00Z' } = row
    const dueAt = Temporal.Instant.from(startsAt).subtract({ hours: 24 })
    const handedOver = (row.lateMs ?? []).map((late) => dueAt.add({ milliseconds: late }))
    await rowsOf(
      pool,
      `insert into appointment (platform_holder_id, id, holder_recipient_id, origin, source_system, starts_at, ends_at, timezone, recipient_name, plan_stamp)
       values ($1, $2, $1, 'local', 'test', $3::timestamptz, $3::timestamptz + interval '1 hour', 'Europe/Amsterdam', 'Persoon', '1')`,
      [holderId, appointment, startsAt],
    )
    await rowsOf(
      pool,
      `insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel, due_at, latest_at, state, reason_code, attempts, handed_over_at, tzdb_version)
       values ($1, $2, $3, 1, 'reminder', 'P1D', $4, $5, $5, $6, $7, $8, $9, '2026c')`,
      [
        holderId,
        id,
        appointment,
        row.channel ?? 'sms',
        dueAt,
        row.state,
        row.reason ?? null,
        handedOver.length,
        handedOver.at(-1) ?? null,
      ],
    )
    for (const [index, at] of handedOver.entries())
      await rowsOf(
        pool,
        `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, provider_message_id, destination_key, sender, handed_over_at, updated_at)
         values ($1, $2, $3, $4, 'sms', 'sent', 'twilio', $5, '\\x00', '+31', $6, $6)`,
        [holderId, id, index + 1, newId(), row.state === 'failed' ? null : 'SM1', at],
      )
  }

  async function reportOf(
    id: string,
    from: string | null = '2026-11-01',
    to: string | null = null,
  ): Promise<HolderReport> {
    const { holders } = await createReport(pool, { platformHolderId: id, from, to })
    assert.equal(holders.length, 1)
    return holders[0]!
  }

  test('states, ends and channels each add up to what was planned', async () => {
    const id = await holder()
    await remind(id, { state: 'planned' })
    await remind(id, { state: 'held', reason: 'volume_review' })
    await remind(id, { state: 'delivered', lateMs: [10] })
    await remind(id, { state: 'delivered', lateMs: [20], channel: 'email' })
    await remind(id, { state: 'failed', reason: 'provider_refused', lateMs: [30] })
    await remind(id, { state: 'skipped', reason: 'no_contact' })
    await remind(id, { state: 'skipped', reason: 'due_in_past' })
    await remind(id, { state: 'skipped', reason: 'due_in_past' })
    const report = await reportOf(id)
    assert.deepEqual([report.planned, report.sent, report.ends.delivered, report.ends.pending], [8, 2, 2, 2])
    assert.equal(
      report.states.reduce((sum, row) => sum + row.reminders, 0),
      8,
    )
    assert.equal(
      ends.reduce((sum, end) => sum + report.ends[end], 0),
      8,
    )
    assert.equal(
      report.channels.reduce((sum, row) => sum + row.planned, 0),
      8,
    )
    assert.deepEqual(report.skippedByReason, { due_in_past: 2, no_contact: 1 })
    assert.deepEqual(report.states.at(-2), { state: 'skipped', reason: 'due_in_past', reminders: 2 })
    assert.deepEqual(
      report.channels.map((row) => [row.channel, row.planned, row.sent]),
      [
        ['email', 1, 1],
        ['sms', 7, 1],
      ],
    )
  })

  test('lateness counts from due to hand-over, first attempts apart from retries', async () => {
    const id = await holder()
    for (let late = 1; late <= 100; late += 1) await remind(id, { state: 'sent', lateMs: [late] })
    await remind(id, { state: 'sent', lateMs: [50, 60_000] })
    await remind(id, { state: 'planned' })
    const { lateness, attempts } = await reportOf(id)
    assert.deepEqual(lateness, { handOvers: 101, p50Ms: 51, p99Ms: 100, maxMs: 60_000 })
    assert.deepEqual(attempts.first, { handOvers: 101, p50Ms: 50, p99Ms: 99, maxMs: 100 })
    assert.deepEqual(attempts.retries, { handOvers: 1, p50Ms: 60_000, p99Ms: 60_000, maxMs: 60_000 })
  })

  test('both days of a report belong to it, by the local clock of each holder', async () => {
    const [amsterdam, curacao] = [await holder(), await holder('America/Curacao')]
    for (const startsAt of [
      '2026-11-30T22:59:59Z',
      '2026-11-30T23:00:00Z',
      '2026-12-02T22:59:59Z',
      '2026-12-02T23:00:00Z',
    ]) {
      await remind(amsterdam, { state: 'planned', startsAt })
      await remind(curacao, { state: 'planned', startsAt })
    }
    assert.equal((await reportOf(amsterdam, '2026-12-01', '2026-12-02')).planned, 2)
    assert.equal((await reportOf(amsterdam, '2026-12-01')).planned, 3)
    assert.equal((await reportOf(amsterdam, null, '2026-11-30')).planned, 1)
    const { holders } = await createReport(pool, { platformHolderId: null, from: '2026-12-01', to: '2026-12-02' })
    const plannedOf = new Map(holders.map((row) => [row.platformHolderId, row.planned]))
    assert.deepEqual([plannedOf.get(amsterdam), plannedOf.get(curacao)], [2, 2])
    assert.equal((await reportOf(curacao, '2026-11-30', '2026-11-30')).planned, 2)
  })

  test('without a first day it looks back three months, whatever lies before, and sees all that is ahead', async () => {
    const id = await holder()
    const now = Temporal.Now.instant()
    for (const days of [-1_000, -93, -90, 0, 1_000])
      await remind(id, { state: 'planned', startsAt: now.add({ hours: days * 24 }).toString() })
    const { holders } = await createReport(pool, { platformHolderId: id, from: null, to: null })
    assert.equal(holders[0]?.planned, 3)
    assert.equal((await reportOf(id, '2000-01-01')).planned, 5)
  })

  test('no-shows are told by lead time, with the share of outcomes that are known', async () => {
    const id = await holder()
    for (const [index, state] of ['delivered', 'delivered', 'delivered', 'failed'].entries()) {
      await remind(id, { state, ...(state === 'failed' ? { reason: 'provider_refused' } : {}), lateMs: [10] })
      await rowsOf(
        pool,
        `update appointment set created_at = starts_at - interval '10 days', status = $2, confirmed_at = case when $3 then starts_at end,
           confirmed_via = case when $3 then 'app' end, confirmed_revision = case when $3 then schedule_revision end
         where id = (select id from appointment where platform_holder_id = $1 and status = 'registered' limit 1)`,
        [id, ['no_show', 'completed', 'completed', 'completed'][index], index === 1],
      )
    }
    await remind(id, { state: 'cancelled', reason: 'appointment_cancelled' })
    await rowsOf(
      pool,
      `update appointment set created_at = starts_at - interval '2 hours', status = 'cancelled', cancelled_by = 'holder',
         cancelled_at = starts_at - interval '25 hours' where platform_holder_id = $1 and status = 'registered'`,
      [id],
    )
    const { leadTimes } = await reportOf(id)
    const counts = { appointments: 4, outcomeRecorded: 4, noShow: 1, reached: 3, answered: 1, cancelledEarly: 0 }
    assert.deepEqual(leadTimes, [
      {
        leadTime: '<1d',
        outcomeRecordedShare: null,
        noShowShare: null,
        appointments: 1,
        outcomeRecorded: 0,
        noShow: 0,
        reached: 0,
        answered: 0,
        cancelledEarly: 1,
      },
      { leadTime: '8-14d', outcomeRecordedShare: 1, noShowShare: 0.25, ...counts },
    ])
    assert.deepEqual((await reportOf(id, '2026-12-03')).leadTimes, [], 'of the appointments that start in these days')
  })

  test('a holder without reminders is in the list, with nothing', async () => {
    const id = await holder()
    const { holders } = await createReport(pool, { platformHolderId: null, from: null, to: null })
    const row = holders.find((candidate) => candidate.platformHolderId === id)
    assert.deepEqual([row?.planned, row?.sent, row?.lateness.p99Ms], [0, 0, null])
  })

  test('days that are none, and a holder that is none, are refused', async () => {
    const id = await holder()
    await assert.rejects(reportOf(id, '2026-13-01'), /days such as/)
    await assert.rejects(reportOf(id, '2026-12-02', '2026-12-01'), /--to must not be before --from/)
    await assert.rejects(reportOf('00000000-0000-4000-8000-000000000000'), /no such platform holder/)
  })
})
