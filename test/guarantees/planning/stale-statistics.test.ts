import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueryResult } from 'pg'
import { Client } from '#/kernel/postgres/db.ts'
import { recordAttempted, recordedColumns } from '#/slices/reminders/send/prepare/attempt-store.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import { selectSendRows } from '#/slices/reminders/send/prepare/look-again-store.ts'
import { settledColumns, settleRows } from '#/slices/reminders/send/outcome-store.ts'
import { createHolders } from '../../../bench/seeding/holder.ts'
import { promptStep, seedAppointments, seededId } from '../../../bench/seeding/seed.ts'
import { testDatabase } from '../../postgres.ts'
import { attempting, taken } from '../sending/engine-records.ts'

/** A plan of `explain (analyze, format json)`. */
type Explained = QueryResult<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>
type PlanNode = {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Rows that the nodes of a plan touched, all loops together. */
function touched(node: PlanNode): number {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return each * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, child) => sum + touched(child), 0)
}

/** Gives every reminder of a holder an attempt of last week. */
async function handOver(client: Client, platformHolderId: string): Promise<void> {
  await client.query(
    `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination_key, sender,
       handed_over_at, updated_at)
     select platform_holder_id, id, 0, id, 'sms', 'failed', 'twilio', decode(md5(id::text), 'hex'), 'Praktijk', now() - interval '7 days', now()
     from reminder where platform_holder_id = $1`,
    [platformHolderId],
  )
}

test('G18 of a holder who is new since the last statistics, due rows are looked at and written by their keys', async (t) => {
  const database = await testDatabase()
  const [known, fresh] = await createHolders(database.url, 2)
  assert.ok(known && fresh)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  t.after(() => client.end())
  const firstStartsAt = Temporal.Now.instant().add({ hours: 48 })
  const seed = { firstStartsAt, spanSeconds: 3_600, steps: [promptStep] }
  await seedAppointments(database.url, { ...seed, holderId: known.id, series: 1, count: 10_000 })
  await handOver(client, known.id)
  await client.query('analyze')
  await seedAppointments(database.url, { ...seed, holderId: fresh.id, series: 2, count: 2_000 })
  await handOver(client, fresh.id)
  const claimed = await client.query<Claim>(
    `update reminder set state = 'claimed' where platform_holder_id = $1 and appointment_id <= $2 returning platform_holder_id, id, claim_no`,
    [fresh.id, seededId(2, 100)],
  )
  assert.equal(claimed.rows.length, 100)
  const ids = claimed.rows.map((row) => row.id)
  const clock = Temporal.Now.instant().toString()
  const steps = {
    look: [selectSendRows.text, [ids.map(() => fresh.id), ids]],
    record: [recordAttempted.text, [clock, '{}', ...recordedColumns.values(claimed.rows.map(attempting))]],
    settle: [settleRows.text, settledColumns.values(claimed.rows.map(taken))],
  } as const

  await client.query('begin')
  await client.query('set local role tijdig_worker; set local enable_seqscan = off; set local enable_bitmapscan = off')
  await client.query(`select set_config('app.holder', $1, true)`, [fresh.id])
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`savepoint before_it; set local plan_cache_mode = ${mode}`)
    for (const [step, [text, values]] of Object.entries(steps)) {
      const explained: Explained = await client.query(`explain (analyze, format json) ${text}`, [...values])
      const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
      assert.ok(plan)
      assert.ok(touched(plan) < 100 * 100, `${mode}: to ${step} touched ${touched(plan)} rows`)
    }
    const written = await client.query(`select 1 from reminder where id = any($1) and state = 'sent'`, [ids])
    assert.equal(written.rows.length, 100)
    await client.query('rollback to before_it')
  }
})

test('G9 opt-outs are looked up by their keys, also by a plan that was made while there were few', async (t) => {
  const database = await testDatabase()
  const [holder] = await createHolders(database.url, 1)
  assert.ok(holder)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  t.after(() => client.end())
  const seed = { holderId: holder.id, series: 1, spanSeconds: 3_600, steps: [promptStep] }
  const firstStartsAt = Temporal.Now.instant().add({ hours: 48 })
  await seedAppointments(database.url, { ...seed, firstStartsAt, count: 2_000 })
  await client.query('analyze')
  const claimed = await client.query<{ id: string }>(
    `update reminder set state = 'claimed' where appointment_id <= $1 returning id`,
    [seededId(1, 100)],
  )
  assert.equal(claimed.rows.length, 100)
  const ids = claimed.rows.map((row) => `'${row.id}'`).join(', ')
  const look = `explain (analyze, format json) execute look(array_fill('${holder.id}'::uuid, array[100]), array[${ids}]::uuid[])`
  const act = `set role tijdig_worker; set enable_seqscan = off; set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan`
  await client.query(act)
  await client.query(`select set_config('app.holder', $1, false)`, [holder.id])
  await client.query(`prepare look as ${selectSendRows.text}`)
  await client.query(look)

  await client.query('reset role')
  const keys = `select decode(md5(n::text), 'hex') as key, c.channel from generate_series(1, 20000) n, unnest(array['sms', 'email']) as c(channel)`
  await client.query(
    `insert into suppression (platform_holder_id, channel, contact_key, is_active, source) select $1, channel, key, true, 'staff' from (${keys}) k`,
    [holder.id],
  )
  await client.query(
    `insert into suppression_everywhere (channel, contact_key, is_active, source) select channel, key, true, 'staff' from (${keys}) k`,
  )
  await client.query('set role tijdig_worker')
  const explained: Explained = await client.query(look)
  const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
  assert.ok(plan)
  assert.ok(touched(plan) < 100 * 100, `touched ${touched(plan)} rows`)
})
