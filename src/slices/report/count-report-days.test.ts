import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type pg from 'pg'
import { openPool } from '#/kernel/postgres/db.ts'
import { countReportDays } from './count-report-days.ts'
import { getHolderReminderReport } from './get-holder-reminder-report.ts'
import { reportGroupings } from './report-store.ts'
import { openPolicyWorld, type PolicyWorld } from '../../../test/policy-world.ts'

describe('days that are counted for the reports', () => {
  let world: PolicyWorld
  let operator: pg.Pool

  before(async () => {
    world = await openPolicyWorld()
    operator = openPool({
      databaseUrl: world.url,
      role: 'tijdig_operator',
      size: 4,
      onIdleError: (error) => assert.fail(error),
    })
  })
  after(async () => {
    await operator.end()
    await world.close()
  })

  test('a report from counted days says the same as one from the appointments themselves', async () => {
    const holder = await pastMonth()
    const live = await allReports(holder)
    assert.ok((await countAll()) >= 4)
    assert.equal(await countedDays(holder), await localDays(holder))
    assert.deepEqual(await allReports(holder), live)
  })

  test('a late change of an appointment or a reminder shows at once, and after the day is counted again', async () => {
    const holder = await pastMonth()
    await countAll()
    const changes = [
      `update appointment set status = 'no_show', version = version + 1, updated_at = tijdig_now()
       where id = (select id from appointment where platform_holder_id = $1 and status = 'registered' order by id limit 1)`,
      `update reminder set state = 'delivered', reason_code = null, updated_at = tijdig_now()
       where id = (select id from reminder where platform_holder_id = $1 and state <> 'delivered' order by id limit 1)`,
      `update appointment set starts_at = starts_at - interval '3 days', updated_at = tijdig_now()
       where id = (select id from appointment where platform_holder_id = $1 order by id limit 1)`,
      `insert into appointment (platform_holder_id, id, holder_recipient_id, origin, source_system, external_appointment_id, starts_at, ends_at,
         timezone, recipient_name, plan_stamp, updated_at)
       select platform_holder_id, gen_random_uuid(), holder_recipient_id, origin, source_system, 'late', starts_at, ends_at, timezone,
         recipient_name, plan_stamp, tijdig_now()
       from appointment where platform_holder_id = $1 order by id limit 1`,
      `update platform_holder set default_timezone = 'Pacific/Auckland' where platform_holder_id = $1`,
    ]
    for (const change of changes) {
      const before = await allReports(holder)
      await world.owner.query(change, [holder])
      const changed = await allReports(holder)
      assert.notDeepEqual(changed, before, change)
      await countAll()
      assert.deepEqual(await allReports(holder), changed, change)
      await world.owner.query('delete from report_day where platform_holder_id = $1', [holder])
      assert.deepEqual(await allReports(holder), changed, change)
      await world.owner.query(
        `update report_progress set counted_until = '-infinity', look_at = tijdig_now() where platform_holder_id = $1`,
        [holder],
      )
      await countAll()
    }
  })

  test('days counted before a report told as much are counted from their appointments until they are counted anew', async () => {
    const holder = await pastMonth()
    const live = await allReports(holder)
    await countAll()
    await world.owner.query(
      'update report_cell set started = null, reached = null, outcomes_lead_3 = null where platform_holder_id = $1',
      [holder],
    )
    assert.deepEqual(await allReports(holder), live)
    assert.equal(await countAll(), await localDays(holder))
    const { rows } = await world.owner.query(
      'select count(*)::int as count from report_cell where platform_holder_id = $1 and reached is null',
      [holder],
    )
    assert.deepEqual(rows, [{ count: 0 }])
    assert.deepEqual(await allReports(holder), live)
  })

  test('a change made while its day is counted is not lost', async () => {
    const holder = await pastMonth()
    const changer = await operator.connect()
    try {
      await changer.query('begin')
      await changer.query(
        `update appointment set status = 'completed', updated_at = tijdig_now() where platform_holder_id = $1 and status = 'registered'`,
        [holder],
      )
      const counting = countAll()
      await new Promise((resolve) => setTimeout(resolve, 200))
      await changer.query('commit')
      await counting
    } finally {
      changer.release()
    }
    const [report] = await allReports(holder)
    assert.equal(report?.totals['completed'], 30)
  })

  test('days that always fail keep no other day from being counted, and are tried again after an hour', async () => {
    const broken = await pastMonth()
    const well = await pastMonth()
    await world.owner.query(`
      create function break_counting() returns trigger language plpgsql as $$ begin raise 'this day cannot be counted'; end $$;
      create trigger break_counting before insert on report_cell for each row
        when (new.platform_holder_id = '${broken}') execute function break_counting()`)
    const countAllThatWork = async () => {
      for (let round = 0; round < 20; round += 1) await countReportDays(operator, 2).catch(expected)
    }
    const expected = (error: Error) => assert.match(error.message, /cannot be counted/)
    try {
      await countAllThatWork()
      assert.equal(await countedDays(well), await localDays(well))
      assert.equal(await countedDays(broken), 0)
      assert.equal(await countReportDays(operator, 4), 0)
    } finally {
      await world.owner.query('drop trigger break_counting on report_cell; drop function break_counting')
    }
    await world.owner.query(`update test_clock set offset_ms = offset_ms + 3700000`)
    await countAll()
    assert.equal(await countedDays(broken), await localDays(broken))
  })

  test('a holder whose days are counted rests until its next one can be', async () => {
    const holder = await pastMonth()
    await countAll()
    const isDue = async () => {
      const { rowCount } = await world.owner.query(
        'select from report_progress where platform_holder_id = $1 and look_at <= tijdig_now()',
        [holder],
      )
      return rowCount === 1
    }
    assert.equal(await isDue(), false)
    const before = await countedDays(holder)
    await world.register(holder, { days: 43, name: 'Recipient 1', phone: '+31610000010' })
    await world.owner.query('update test_clock set offset_ms = offset_ms + $1', [10 * 86_400_000])
    assert.equal(await isDue(), true)
    await countAll()
    assert.equal(await countedDays(holder), before + 1)
    assert.equal(await isDue(), false)
  })

  /** A holder with thirty appointments of fifteen people on four days that are over. */
  async function pastMonth(): Promise<string> {
    await world.owner.query('update test_clock set offset_ms = 0')
    const holder = await world.createHolder()
    for (let index = 0; index < 30; index += 1) {
      await world.register(holder, {
        days: 9 + (index % 4),
        name: `Recipient ${index % 15}`,
        phone: `+316100000${10 + (index % 15)}`,
      })
    }
    await world.owner.query(
      `update reminder set state = 'delivered', handed_over_at = due_at where platform_holder_id = $1 and channel = 'sms' and right(id::text, 1) < 'a'`,
      [holder],
    )
    await world.owner.query('update test_clock set offset_ms = $1', [40 * 86_400_000])
    return holder
  }

  async function countAll(): Promise<number> {
    let days = 0
    for (;;) {
      const counted = await countReportDays(operator, 4)
      if (counted === 0) return days
      days += counted
    }
  }

  async function countedDays(holder: string): Promise<number> {
    const { rows } = await world.owner.query<{ count: number }>(
      'select count(*)::int as count from report_day where platform_holder_id = $1 and not is_stale',
      [holder],
    )
    return rows[0]?.count ?? 0
  }

  async function localDays(holder: string): Promise<number> {
    const { rows } = await world.owner.query<{ count: number }>(
      `select count(distinct (starts_at at time zone 'Europe/Amsterdam')::date)::int as count from appointment where platform_holder_id = $1`,
      [holder],
    )
    return rows[0]?.count ?? 0
  }

  async function allReports(holder: string) {
    const reports = []
    for (const groupBy of reportGroupings) {
      const query = { from: '2026-11-01', to: '2027-02-01', groupBy }
      reports.push(
        await world.call<{ groups: unknown[]; totals: Record<string, number> }>(holder, getHolderReminderReport, {
          query,
        }),
      )
    }
    return reports
  }
})
