import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, inTransaction, openPool, statement } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { listAppointmentViews } from '#/slices/appointments/reading/read-store.ts'
import { createHolders } from '../../../bench/seeding/holder.ts'
import { promptStep, seedAppointments, seededId } from '../../../bench/seeding/seed.ts'
import { testDatabase } from '../../postgres.ts'

/** Rows that were read of appointments in this transaction, in whichever way. */
const rowsRead = statement<{ rows: string }>(
  'count_rows_read',
  `select sum(pg_stat_get_xact_tuples_returned(oid)) as rows from pg_class
   where oid = 'appointment'::regclass or oid in (select indexrelid from pg_index where indrelid = 'appointment'::regclass)`,
)

test('a list of one type reads that type, and not all that lies in between', async (t) => {
  const database = await testDatabase()
  const [holder] = await createHolders(database.url, 1)
  assert.ok(holder)
  const onIdleError = (error: Error) => assert.fail(error)
  const pool = openPool({ databaseUrl: database.url, role: 'tijdig_api', size: 1, onIdleError })
  t.after(() => pool.end())
  const seed = { firstStartsAt: Temporal.Now.instant().add({ hours: 48 }), spanSeconds: 86_400, steps: [promptStep] }
  await seedAppointments(database.url, { ...seed, holderId: holder.id, series: 1, count: 10_000 })
  const [rare, usual] = [newId(), newId()]
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    `insert into appointment_type (platform_holder_id, id, name, duration_minutes, recipient_actions, color)
     select $1, id, '{"nl": "Controle"}', 30, '{}', '#336699' from unnest($2::uuid[]) as id`,
    [holder.id, [rare, usual]],
  )
  const ids = [9_000, 9_500, 9_999].map((number) => seededId(1, number))
  await owner.query('update appointment set appointment_type_id = case when id = any($3) then $1 else $2 end::uuid', [
    rare,
    usual,
    ids,
  ])
  await owner.query('vacuum analyze appointment')
  await owner.end()

  const list = (appointmentTypeId: string) =>
    inTransaction(pool, { holder: holder.id }, async (tx) => {
      const { rows } = await listAppointmentViews(tx, { appointmentTypeId }, { after: null, size: 25 })
      const [read] = await tx.rows(rowsRead)
      return { found: rows.length, read: Number(read?.rows) }
    })
  const { found, read } = await list(rare)
  assert.equal(found, 3)
  t.diagnostic(`${read} rows read`)
  assert.ok(read < 100, `${read} rows read`)
  for (const unknown of [newId(), 'no-id']) assert.equal((await list(unknown)).found, 0)
})
