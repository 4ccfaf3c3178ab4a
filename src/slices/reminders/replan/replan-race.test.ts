import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Pool } from 'pg'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { attempting } from '../../../../test/guarantees/sending/engine-records.ts'
import { now, openPolicyWorld, type PolicyWorld } from '../../../../test/policy-world.ts'
import { recordAttempts } from '#/slices/reminders/send/prepare/attempt-store.ts'
import { claimDue, giveBackClaims } from '#/slices/reminders/send/claim/claim-store.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import { replanOutdated } from './replan-all.ts'
import { planStamp } from '#/slices/reminders/rows/planning.ts'
import { withdrawAttempts } from '#/slices/reminders/send/take-back-store.ts'
import { updateHolderReminderPolicy } from './update-holder-reminder-policy.ts'

const step = (offset: string) => ({ offset, channel: 'preferred', fallback: 'email', kind: 'reminder' })

describe('An edit beside workers', () => {
  let world: PolicyWorld
  let workers: Pool
  before(async () => {
    world = await openPolicyWorld()
    const onIdleError = (error: Error) => assert.fail(error)
    workers = openPool({ databaseUrl: world.url, role: 'tijdig_worker', size: 4, isKeyedOnly: true, onIdleError })
  })
  after(async () => {
    await workers.end()
    await world.close()
  })

  test('no appointment is marked as planned anew while a row that workers take and give back follows its old plan', async () => {
    const holder = await world.createHolder()
    await edit(holder, { steps: [step('P1D')] }, 1)
    await registerMany(holder, 600)
    const progress = { isEdited: false }
    let takenAndGivenBack = 0
    const worker = async () => {
      while (!progress.isEdited) {
        const claims = await claimDue(workers, 'sms', 100, false)
        await giveBack(holder, claims)
        takenAndGivenBack += claims.length
      }
    }
    const all = [0, 1, 2].map(worker)
    const offsets = ['P2D', 'P3D', 'P1D']
    for (const [index, offset] of offsets.entries()) {
      await makeDue(holder)
      await edit(holder, { steps: [step(offset)] }, index + 2).finally(() => {
        progress.isEdited = index === offsets.length - 1
      })
      assert.deepEqual(await leftBehind(holder, index + 3, offset), [])
    }
    await Promise.all(all)
    assert.ok(takenAndGivenBack > 0, 'no row was taken while the policy was edited')
    await heal(holder)
    const open = await openRows(holder)
    assert.deepEqual(open, [{ offsetKey: 'P1D', state: 'planned', count: 601 }])
  })

  test('an appointment keeps the mark of its old plan while a message of it is under way, and is planned anew once that came back', async () => {
    const holder = await world.createHolder()
    const id = await world.register(holder)
    await edit(holder, { steps: [step('P1D')] }, 1)
    const setState = (state: string, handedOverAt: string | null) =>
      world.owner.query(
        `update reminder set state = $2, handed_over_at = $3 where appointment_id = $1 and state <> 'cancelled'`,
        [id, state, handedOverAt],
      )
    await setState('handed_over', now.toString())
    await edit(holder, { steps: [step('P3D')] }, 2)
    await heal(holder)
    assert.deepEqual(await stampsOf(holder), [planStamp(2)])
    await setState('planned', null)
    await heal(holder)
    assert.deepEqual(await stampsOf(holder), [planStamp(3)])
    assert.deepEqual(await openRows(holder), [{ offsetKey: 'P3D', state: 'planned', count: 1 }])
  })

  test('a message that is taken back although it counted as gone when the policy was edited leaves no trace and is planned by the new policy', async () => {
    const holder = await world.createHolder()
    await world.register(holder)
    await edit(holder, { steps: [step('P1D')] }, 1)
    await makeDue(holder)
    const claims = await claimDue(workers, 'sms', 1_000, false)
    const claim = claims.find((one) => one.platformHolderId === holder)
    assert.ok(claim)
    const attempt = attempting(claim, 0)
    await inTransaction(workers, { holder }, (tx) => recordAttempts(tx, now, [attempt], {}))
    // As the follow-up does when a worker is silent for longer than its lease.
    await world.owner.query(`update reminder set state = 'unknown', reason_code = 'outcome_unknown' where id = $1`, [
      claim.id,
    ])
    await edit(holder, { steps: [step('P3D')] }, 2)
    assert.deepEqual(await stampsOf(holder), [planStamp(3)])

    const withdrawn = {
      messageReference: attempt.messageReference,
      rows: [{ platformHolderId: holder, id: claim.id, attempts: 0 }],
    }
    await inTransaction(workers, { holder }, async (tx) => withdrawAttempts(tx, [withdrawn]))
    const traces = await world.owner.query(
      `select r.handed_over_at, r.told_starts_at, r.attempts, count(a)::int as kept
       from reminder r left join reminder_attempt a on a.reminder_id = r.id where r.id = $1 group by r.platform_holder_id, r.id`,
      [claim.id],
    )
    assert.deepEqual(traces.rows, [{ handedOverAt: null, toldStartsAt: null, attempts: 0, kept: 0 }])
    await heal(holder)
    assert.deepEqual(await stampsOf(holder), [planStamp(3)])
    assert.deepEqual(await openRows(holder), [{ offsetKey: 'P3D', state: 'planned', count: 1 }])
  })

  /** Retries after a deadlock of two workers, as sending does. */
  async function giveBack(holder: string, claims: readonly Claim[]): Promise<void> {
    try {
      await inTransaction(workers, { holder }, async (tx) => giveBackClaims(tx, claims))
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01') throw error
      await giveBack(holder, claims)
    }
  }

  function edit(holder: string, changes: object, expectedVersion: number): Promise<unknown> {
    return world.call(holder, updateHolderReminderPolicy, { body: { expectedVersion, ...changes } })
  }

  async function heal(holder: string): Promise<void> {
    await inTransaction(world.pool, { holder }, (tx) => replanOutdated(tx, holder, { limit: 5_000, after: null }, now))
  }

  /** Registers one by intake and copies it for the rest. */
  async function registerMany(holder: string, count: number): Promise<void> {
    const id = await world.register(holder)
    const likeIt = async (table: string, where: string, changes: string) => {
      const { rows } = await world.owner.query(
        `select string_agg(column_name, ', ') as columns from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const { columns } = rows[0] as { columns: string }
      await world.owner.query(
        `insert into ${table} (${columns}) select ${columns} from (
           select (jsonb_populate_record(t, jsonb_build_object('id', md5(t.id::text || n)::uuid, ${changes}))).*
           from ${table} t, generate_series(1, $2::int) n where ${where} = $1) copied`,
        [id, count],
      )
    }
    await likeIt('appointment', 't.id', `'external_appointment_id', 'copy ' || n`)
    await likeIt('reminder', 't.appointment_id', `'appointment_id', md5(t.appointment_id::text || n)::uuid`)
  }

  /** Lets workers take rows that are not yet due by the plan. */
  async function makeDue(holder: string): Promise<void> {
    await world.owner.query(
      `update reminder r set run_at = tijdig_now() - interval '1 hour'
       from (select id from reminder where platform_holder_id = $1 and state = 'planned' order by id for update skip locked) free where r.id = free.id`,
      [holder],
    )
  }

  async function leftBehind(holder: string, version: number, offset: string): Promise<unknown[]> {
    const { rows } = await world.owner.query(
      `select r.offset_key, r.state from reminder r join appointment a on a.id = r.appointment_id
       where r.platform_holder_id = $1 and a.plan_stamp = $2 and r.offset_key <> $3 and r.state in ('planned', 'claimed')`,
      [holder, planStamp(version), offset],
    )
    return rows
  }

  async function openRows(holder: string): Promise<unknown[]> {
    const { rows } = await world.owner.query(
      `select offset_key, state, count(*)::int from reminder where platform_holder_id = $1 and state in ('planned', 'claimed') group by 1, 2`,
      [holder],
    )
    return rows
  }

  async function stampsOf(holder: string): Promise<string[]> {
    const { rows } = await world.owner.query('select plan_stamp from appointment where platform_holder_id = $1', [
      holder,
    ])
    return rows.map((row: { planStamp: string }) => row.planStamp)
  }
})
