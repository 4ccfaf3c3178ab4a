import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getHolderReminderReport } from './get-holder-reminder-report.ts'
import { openPolicyWorld, refusal, type PolicyWorld } from '../../../test/policy-world.ts'

describe('getHolderReminderReport', () => {
  let world: PolicyWorld
  before(async () => {
    world = await openPolicyWorld()
  })
  after(() => world.close())

  test('the ends in a report add up to what was planned', async () => {
    const holder = await world.createHolder()
    const states = [
      'planned',
      'held',
      'sent',
      'delivered',
      'undelivered',
      'failed',
      'unknown',
      'suppressed',
      'skipped',
      'expired',
    ]
    for (const [index, state] of states.entries()) {
      const id = await world.register(holder, { days: 10 + (index % 2) })
      const isHandedOver = ['sent', 'delivered', 'undelivered', 'failed', 'unknown'].includes(state)
      await world.owner.query(
        `update reminder set state = $2, reason_code = case when $2 in ('planned', 'sent', 'delivered') then null else 'too_late' end,
         handed_over_at = case when $3 then now() end where appointment_id = $1 and offset_key = 'P1D'`,
        [id, state, isHandedOver],
      )
    }
    await world.owner.query(
      `update appointment set status = 'no_show', confirmed_at = now(), confirmed_via = 'app', confirmed_revision = 1
     where id = (select id from appointment where platform_holder_id = $1 limit 1)`,
      [holder],
    )
    const { totals, groups } = await report(holder, { from: '2026-11-30', to: '2026-12-01', groupBy: 'day' })
    const { appointments, planned, sent, confirmed, cancelRequests, rescheduleRequests, completed, noShow, ...others } =
      totals
    const { started, outcomeRecorded, reached, answered, cancelledEarly, ...ends } = others
    assert.deepEqual([started, outcomeRecorded, reached, answered, cancelledEarly], [1, 1, 1, 1, 0])
    assert.deepEqual([appointments, planned, sent, confirmed, completed, noShow], [10, 20, 4, 1, 0, 1])
    assert.deepEqual([cancelRequests, rescheduleRequests], [0, 0])
    assert.deepEqual(ends, {
      pending: 12,
      awaitingReceipt: 1,
      delivered: 1,
      failed: 2,
      unknown: 1,
      suppressed: 1,
      skipped: 1,
      cancelled: 0,
      expired: 1,
    })
    assert.deepEqual(
      groups.map((group) => [group.key, group.appointments, group.planned]),
      [
        ['2026-11-30', 5, 10],
        ['2026-12-01', 5, 10],
      ],
    )
  })

  test('requests of recipients are counted by type, also decided ones', async () => {
    const holder = await world.createHolder()
    const [person] = (
      await world.owner.query(
        `insert into recipient (id, display_name) values (gen_random_uuid(), 'Bram') returning id`,
      )
    ).rows
    const ids = [await world.register(holder, { days: 10 }), await world.register(holder, { days: 10 })]
    for (const [index, [type, status]] of [
      ['cancel', 'withdrawn'],
      ['cancel', 'pending_review'],
      ['reschedule', 'expired'],
    ].entries()) {
      await world.owner.query(
        `insert into recipient_request (platform_holder_id, id, recipient_id, client_request_id, appointment_id, type, status, appointment_version,
           schedule_revision, expires_at)
         values ($1, gen_random_uuid(), $2, gen_random_uuid(), $3, $4, $5, 1, 1, now())`,
        [holder, person.id, ids[index % 2], type, status],
      )
    }
    await world.owner.query('update appointment set has_requests = true where platform_holder_id = $1', [holder])
    const { totals } = await report(holder, { from: '2026-11-30', to: '2026-11-30', groupBy: 'channel' })
    assert.deepEqual([totals.appointments, totals.cancelRequests, totals.rescheduleRequests], [2, 2, 1])
  })

  test('both days of a report belong to it, by the local clock of the holder', async () => {
    const holder = await world.createHolder()
    // 23:30 and 00:30 in Amsterdam around the two ends of 30 November.
    for (const startsAt of [
      '2026-11-29T22:30:00Z',
      '2026-11-29T23:30:00Z',
      '2026-11-30T22:30:00Z',
      '2026-11-30T23:30:00Z',
    ])
      await world.register(holder, { startsAt })
    assert.equal((await report(holder, { from: '2026-11-30', to: '2026-11-30' })).totals.appointments, 2)
  })

  test('groups of fewer than five recipients are merged, with the next smallest when they are still too few', async () => {
    const holder = await world.createHolder()
    const registerDay = async (days: number, recipients: number) => {
      for (let index = 0; index < recipients; index += 1)
        await world.register(holder, { days, name: `Recipient ${days} ${index}` })
    }
    await registerDay(10, 7)
    await registerDay(11, 6)
    await registerDay(12, 2)
    const { groups, totals } = await report(holder, { from: '2026-11-30', to: '2026-12-31' })
    assert.deepEqual(
      groups.map((group) => [group.key, group.appointments]),
      [
        ['2026-11-30', 7],
        ['other', 8],
      ],
    )
    assert.equal(totals.appointments, 15)
  })

  test('many appointments of one recipient are still one recipient', async () => {
    const holder = await world.createHolder()
    for (let index = 0; index < 6; index += 1) await world.register(holder, { days: 10, phone: '+31612345600' })
    const { groups } = await report(holder, { from: '2026-11-30', to: '2026-11-30' })
    assert.deepEqual(
      groups.map((group) => [group.key, group.appointments]),
      [['other', 6]],
    )
  })

  test('a report by channel, locale, type or lead time has the same totals', async () => {
    const holder = await world.createHolder()
    for (let days = 8; days < 20; days += 1) await world.register(holder, { days })
    await world.owner.query(
      `update reminder set channel = 'email' where platform_holder_id = $1 and offset_key = 'P3D'`,
      [holder],
    )
    const range = { from: '2026-11-20', to: '2027-11-20' }
    const byDay = await report(holder, range)
    for (const groupBy of ['channel', 'locale', 'appointmentType', 'leadTime'] as const) {
      assert.deepEqual((await report(holder, { ...range, groupBy })).totals, byDay.totals, groupBy)
    }
    const channels = (await report(holder, { ...range, groupBy: 'channel' })).groups
    assert.deepEqual(
      channels.map((group) => [group.key, group.appointments, group.planned]),
      [
        ['email', 12, 12],
        ['sms', 12, 12],
      ],
    )
    const leads = (await report(holder, { ...range, groupBy: 'leadTime' })).groups
    assert.deepEqual(
      leads.map((group) => [group.key, group.appointments]),
      [
        ['8-14d', 7],
        ['15-30d', 5],
      ],
    )
  })

  test('no-shows are told by lead time, with how many outcomes are known, and a group of another mix is not compared', async () => {
    const holder = await world.createHolder()
    // Whoever books long ahead misses one in three and is reminded; whoever books for tomorrow one in ten and is not.
    const book = async (index: number, days: number) => {
      const id = await world.register(holder, { days, name: `Persoon ${index}`, phone: `+31610000${100 + index}` })
      const isFar = days > 7
      await world.owner.query(
        `update reminder set channel = case when $2 then 'sms' end, state = case when $2 then 'delivered' else 'skipped' end,
           reason_code = case when $2 then null else 'due_in_past' end, handed_over_at = case when $2 then due_at end where appointment_id = $1`,
        [id, isFar],
      )
      const isMissed = isFar ? index % 3 === 0 : index % 10 === 0
      await world.owner.query(
        `update appointment set status = case when $2 = 0 then 'registered' when $3 then 'no_show' else 'completed' end where id = $1`,
        [id, index % 8, isMissed],
      )
    }
    for (let index = 0; index < 40; index += 1) await book(index, 10)
    for (let index = 40; index < 80; index += 1) await book(index, 1)
    const cancelled = await world.register(holder, { days: 10, name: 'Annie' })
    await world.owner.query(`update reminder set channel = 'sms' where appointment_id = $1`, [cancelled])
    await world.owner.query(
      `update appointment set status = 'cancelled', cancelled_at = starts_at - interval '25 hours', cancelled_by = 'holder' where id = $1`,
      [cancelled],
    )
    await world.owner.query('update test_clock set offset_ms = $1', [30 * 86_400_000])
    try {
      const period = { from: '2026-11-01', to: '2027-01-01' }
      const { groups, leadTimes, totals } = await report(holder, { ...period, groupBy: 'channel' })
      assert.deepEqual(
        leadTimes.map((row) => [row.key, row.appointments, row.started, row.outcomeRecorded, row.outcomeRecordedShare]),
        [
          ['1-2d', 40, 40, 35, 0.875],
          ['8-14d', 41, 40, 35, 0.875],
        ],
      )
      assert.deepEqual(
        leadTimes.map((row) => [row.noShow, row.noShowShare, row.reached, row.cancelledEarly]),
        [
          [3, 0.0857, 0, 0],
          [12, 0.3429, 40, 1],
        ],
      )
      const of = (key: string) => groups.find((group) => group.key === key)
      assert.deepEqual([of('sms')?.noShow, of('none')?.noShow], [12, 3], 'which looks as if messages did harm')
      assert.deepEqual([of('sms')?.comparison, of('none')?.comparison], ['not_comparable', 'not_comparable'])
      assert.deepEqual([totals.reached, totals.outcomeRecorded, totals.cancelledEarly], [40, 70, 1])
      for (const groupBy of ['day', 'locale', 'appointmentType', 'leadTime'])
        assert.deepEqual((await report(holder, { ...period, groupBy })).leadTimes, leadTimes, groupBy)
    } finally {
      await world.owner.query('update test_clock set offset_ms = 0')
    }
  })

  test('an empty report is all zeros', async () => {
    const holder = await world.createHolder()
    const { groups, totals } = await report(holder, { from: '2026-11-30', to: '2026-11-30' })
    assert.deepEqual(groups, [])
    assert.deepEqual(new Set(Object.values(totals)), new Set([0]))
  })

  test('a report spans at most 366 days', async () => {
    const holder = await world.createHolder()
    await report(holder, { from: '2026-01-01', to: '2027-01-01' })
    for (const to of ['2027-01-02', '2025-12-31']) {
      assert.equal((await refusal(report(holder, { from: '2026-01-01', to }))).details[0]?.path, 'query.to')
    }
  })

  type Counts = Record<
    | 'appointments'
    | 'planned'
    | 'sent'
    | 'confirmed'
    | 'cancelRequests'
    | 'rescheduleRequests'
    | 'completed'
    | 'noShow'
    | 'started'
    | 'outcomeRecorded'
    | 'reached'
    | 'answered'
    | 'cancelledEarly',
    number
  >
  type Report = {
    readonly groups: (Counts & { key: string; comparison: string })[]
    readonly leadTimes: (Counts & { key: string; outcomeRecordedShare: number; noShowShare: number })[]
    readonly totals: Counts
  }

  function report(holder: string, query: object): Promise<Report> {
    return world.call(holder, getHolderReminderReport, { query })
  }
})
