import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { replanEmail, replanPhone } from '#/slices/reminders/opt-outs/opt-out-store.ts'
import { createHolders } from '../../../bench/seeding/holder.ts'
import { promptStep, seedAppointments, seededId } from '../../../bench/seeding/seed.ts'
import { testDatabase } from '../../postgres.ts'

/** Buffers (8 kB pages) that a statement touched. */
async function pagesOf(client: Client, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values])
  const plan = rows[0]['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

test('G9 what an opt-out asks of a holder does not grow with how many appointments it has', async (t) => {
  const database = await testDatabase()
  const [known, fresh] = await createHolders(database.url, 2)
  assert.ok(known && fresh)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  t.after(() => client.end())
  const seed = { firstStartsAt: Temporal.Now.instant().add({ hours: 48 }), spanSeconds: 3_600, steps: [promptStep] }
  await seedAppointments(database.url, { ...seed, holderId: known.id, series: 1, count: 10_000 })
  await client.query('analyze')
  // New since the last statistics: the planner believes that it has next to no rows.
  await seedAppointments(database.url, { ...seed, holderId: fresh.id, series: 2, count: 10_000 })

  const [email, phone] = [randomBytes(32), randomBytes(32)]
  for (const [holder, series] of [
    [known, 1],
    [fresh, 2],
  ] as const)
    await client.query(
      `update appointment set recipient_email_key = case when id = $2 then $3 else sha256(id::text::bytea) end,
         recipient_phone_key = case when id = $2 then $4 else recipient_phone_key end where platform_holder_id = $1`,
      [holder.id, seededId(series, 7), email, phone],
    )
  for (const [holder, series] of [
    [known, 1],
    [fresh, 2],
  ] as const)
    for (const mode of ['force_custom_plan', 'force_generic_plan'])
      for (const [{ name, text }, key] of [
        [replanEmail, email],
        [replanPhone, phone],
      ] as const) {
        await client.query(`begin; set local role tijdig_api; set local plan_cache_mode = ${mode}`)
        await client.query(`select set_config('app.holder', $1, true)`, [holder.id])
        assert.deepEqual(
          (await client.query(text, [holder.id, key])).rows.map((row) => row.id),
          [seededId(series, 7)],
        )
        const pages = await pagesOf(client, text, [holder.id, key])
        assert.ok(pages < 200, `${name} of series ${series}, ${mode}: ${pages} pages`)
        t.diagnostic(`${name} of series ${series}, ${mode}: ${pages} pages`)
        await client.query('rollback')
      }
})
