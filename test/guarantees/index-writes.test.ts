import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction, openPool, runOnce, statement } from '#/kernel/db.ts'
import { claimDue } from '#/slices/reminders/claim-store.ts'
import { recordDepartures } from '#/slices/reminders/dispatch-store.ts'
import { writeSettlements } from '#/slices/reminders/settle-store.ts'
import { createHolders } from '../../bench/holder.ts'
import { promptStep, seedAppointments } from '../../bench/seed.ts'
import { testDatabase } from '../postgres.ts'
import { departing, taken } from './engine-records.ts'

const flushStatistics = statement('flush_statistics', 'select pg_stat_force_next_flush()')
const countHotUpdates = statement<{ rows: number; attempts: number }>(
  'count_hot_updates',
  `select pg_stat_get_tuples_hot_updated('reminder'::regclass) as rows, pg_stat_get_tuples_hot_updated('reminder_attempt'::regclass) as attempts`,
)

test('G18 a claim, and the record that a text message was taken, touch no index', async (t) => {
  const database = await testDatabase()
  const [holder] = await createHolders(database.url, 1)
  assert.ok(holder)
  const dueAt = Temporal.Now.instant().subtract({ seconds: 5 })
  await seedAppointments(database.url, {
    holderId: holder.id,
    series: 1,
    count: 50,
    firstStartsAt: dueAt.add({ hours: 24 }),
    spanSeconds: 1,
    steps: [promptStep],
  })
  const pool = openPool({
    databaseUrl: database.url,
    role: 'tijdig_worker',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  t.after(() => pool.end())

  const hotUpdates = async () => {
    await runOnce(pool, flushStatistics)
    return (await runOnce(pool, countHotUpdates))[0]
  }

  const claims = await claimDue(pool, 100, false)
  assert.equal(claims.length, 50)
  assert.equal((await hotUpdates())?.rows, 50)
  await inTransaction(pool, { holder: holder.id }, async (tx) => {
    const gone = await recordDepartures(tx, holder.id, Temporal.Now.instant(), claims.map(departing))
    assert.equal(gone.size, 50)
  })
  await inTransaction(pool, { holder: holder.id }, (tx) => writeSettlements(tx, holder.id, claims.map(taken)))
  const { rows, attempts } = (await hotUpdates()) ?? { rows: 0, attempts: 0 }
  // The record that they go does touch indexes, and fills some pages, where there is no room then.
  assert.ok(rows >= 50 + 40 && attempts >= 40, `${rows} writes of rows and ${attempts} of attempts`)
})
