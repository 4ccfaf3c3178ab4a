import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, type QueryResult } from 'pg'
import { selectDispatchRows } from '#/slices/reminders/dispatch-store.ts'
import { createHolders } from '../../bench/holder.ts'
import { promptStep, seedAppointments, seededId } from '../../bench/seed.ts'
import { testDatabase } from '../postgres.ts'

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

test('G18 of a holder who is new since the last statistics, due rows are looked at by their keys', async (t) => {
  const database = await testDatabase()
  const [known, fresh] = await createHolders(database.url, 2)
  assert.ok(known && fresh)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  t.after(() => client.end())
  const firstStartsAt = Temporal.Now.instant().add({ hours: 48 })
  const seed = { firstStartsAt, spanSeconds: 3_600, steps: [promptStep] }
  await seedAppointments(database.url, { ...seed, holderId: known.id, series: 1, count: 10_000 })
  await client.query('analyze')
  await seedAppointments(database.url, { ...seed, holderId: fresh.id, series: 2, count: 2_000 })
  const claimed = await client.query<{ id: string }>(
    `update reminder set state = 'claimed' where platform_holder_id = $1 and appointment_id <= $2 returning id`,
    [fresh.id, seededId(2, 100)],
  )
  assert.equal(claimed.rows.length, 100)

  await client.query('begin')
  await client.query('set local role tijdig_worker; set local enable_seqscan = off; set local enable_bitmapscan = off')
  await client.query(`select set_config('app.holder', $1, true)`, [fresh.id])
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set local plan_cache_mode = ${mode}`)
    const explained: QueryResult<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }> = await client.query(
      `explain (analyze, format json) ${selectDispatchRows.text}`,
      [fresh.id, claimed.rows.map((row) => row.id)],
    )
    const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
    assert.ok(plan)
    assert.equal(plan['Actual Rows'], 100)
    assert.ok(touched(plan) < 100 * 100, `${mode} touched ${touched(plan)} rows`)
  }
})
