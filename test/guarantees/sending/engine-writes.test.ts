import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import type pg from 'pg'
import { turns } from '#/kernel/flow/turns.ts'
import { inTransaction, openPool, runOnce, statement } from '#/kernel/postgres/db.ts'
import { followUp } from '#/slices/reminders/afterwards/follow-up.ts'
import { claimDue } from '#/slices/reminders/send/claim/claim-store.ts'
import { recordDepartures } from '#/slices/reminders/send/claim/departures.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import { recordAttempts, type Attempt } from '#/slices/reminders/send/prepare/attempt-store.ts'
import type { Outcome } from '#/slices/reminders/send/outcome.ts'
import { writeOutcomes } from '#/slices/reminders/send/outcome-store.ts'
import { runSql } from '../../../bench/seeding/database.ts'
import { createHolders } from '../../../bench/seeding/holder.ts'
import { promptStep, seedAppointments } from '../../../bench/seeding/seed.ts'
import { testDatabase } from '../../postgres.ts'
import { attempting, taken } from './engine-records.ts'

const flushStatistics = statement('flush_statistics', 'select pg_stat_force_next_flush()')
const countHotUpdates = statement<{ rows: number; attempts: number }>(
  'count_hot_updates',
  `select pg_stat_get_tuples_hot_updated('reminder'::regclass) as rows, pg_stat_get_tuples_hot_updated('reminder_attempt'::regclass) as attempts`,
)

const hours = (count: number) => Temporal.Now.instant().add({ hours: count })

/**
 * A worker's connection to a database with due text messages. Pages have room for every version that a test writes, as
 * old versions are not pruned while others may read them.
 */
async function startWith(
  t: TestContext,
  ...dueAt: readonly { readonly at: Temporal.Instant; readonly count: number }[]
) {
  const database = await testDatabase()
  for (const table of ['reminder', 'reminder_attempt']) {
    await runSql(database.url, `alter table ${table} set (fillfactor = 10)`)
  }
  const [holder] = await createHolders(database.url, 1)
  assert.ok(holder)
  const seeds = dueAt.map(({ at, count }, index) => ({
    holderId: holder.id,
    series: index + 1,
    count,
    firstStartsAt: at.add({ hours: 24 }),
    spanSeconds: 1,
    steps: [promptStep],
  }))
  await seedAppointments(database.url, ...seeds)
  const onIdleError = (error: Error) => assert.fail(error)
  const pool = openPool({ databaseUrl: database.url, role: 'tijdig_worker', size: 1, onIdleError })
  t.after(() => pool.end())
  return { pool, holder, url: database.url }
}

/** Counts how often the only connection of a pool writes to its socket. */
async function countWrites(pool: pg.Pool): Promise<() => number> {
  const client = await pool.connect()
  const socket = client.connection.stream as Socket
  client.release()
  let writes = 0
  for (const method of ['_write', '_writev'] as const) {
    const write = socket[method]?.bind(socket) as (...given: unknown[]) => void
    socket[method] = (...given: unknown[]) => {
      writes += 1
      write(...given)
    }
  }
  return () => writes
}

test('G18 a claim, and the record that a text message was taken, touch no index; a share takes five writes', async (t) => {
  const { pool, holder } = await startWith(t, { at: hours(-1), count: 50 })
  const hotUpdates = async () => {
    await runOnce(pool, flushStatistics)
    return (await runOnce(pool, countHotUpdates))[0]
  }

  const writes = await countWrites(pool)
  const claims = await claimDue(pool, 'sms', 100, false)
  assert.equal(claims.length, 50)
  // Begin with the claim, commit.
  assert.equal(writes(), 2)
  assert.equal((await hotUpdates())?.rows, 50)
  const before = writes()
  await inTransaction(pool, { holder: holder.id }, async (tx) => {
    const gone = await recordAttempts(tx, Temporal.Now.instant(), claims.map(attempting), {})
    assert.equal(gone.size, 50)
  })
  await inTransaction(pool, { holder: holder.id }, async (tx) => writeOutcomes(tx, claims.map(taken)))
  // Begin with the record, commit; the outcomes, between their begin and commit, in one.
  assert.equal(writes() - before, 3)
  const { rows, attempts } = (await hotUpdates()) ?? { rows: 0, attempts: 0 }
  // The record of the hand-over, between the two, does touch indexes.
  assert.deepEqual({ rows, attempts }, { rows: 50 + 50, attempts: 50 })
})

test('G17 an outcome that comes when the row is unknown already is still the outcome of that attempt', async (t) => {
  const { pool, holder, url } = await startWith(t, { at: hours(-1), count: 3 })
  const claims = await claimDue(pool, 'sms', 100, false)
  const [late, tried, other] = claims
  assert.ok(late && tried && other)
  const settle = (...settlements: Outcome[]) =>
    inTransaction(pool, { holder: holder.id }, async (tx) => writeOutcomes(tx, settlements))
  await inTransaction(pool, { holder: holder.id }, (tx) =>
    recordAttempts(tx, Temporal.Now.instant(), claims.map(attempting), {}),
  )
  await settle(taken(other))
  // The state after the follow-up gave up on the worker, or after the message was sent again.
  await runSql(
    url,
    `update reminder set state = 'unknown', reason_code = 'outcome_unknown', claim_no = claim_no + 1 where state = 'handed_over'`,
  )
  await runSql(url, `update reminder set attempts = 2 where id = '${tried.id}'`)
  await settle(taken(late), taken(tried), {
    ...taken(other),
    state: 'failed',
    reasonCode: 'provider_refused',
    attemptState: 'failed',
  })
  const rows = await runSql(url, 'select id, state from reminder')
  assert.deepEqual(
    new Map(rows.map((row) => [row['id'], row['state']])),
    new Map([
      [late.id, 'sent'],
      [tried.id, 'unknown'],
      [other.id, 'sent'],
    ]),
  )
})

test('G24 a refusal that is recorded twice is taken off the hour once', async (t) => {
  const { pool, holder, url } = await startWith(t, { at: hours(-1), count: 3 })
  const claims = await claimDue(pool, 'sms', 100, false)
  await inTransaction(pool, { holder: holder.id }, (tx) =>
    recordAttempts(tx, Temporal.Now.instant(), claims.map(attempting), {}),
  )
  const [refused] = claims
  assert.ok(refused)
  const outcome: Outcome = {
    ...taken(refused),
    state: 'failed',
    reasonCode: 'provider_refused',
    attemptState: 'failed',
  }
  const settle = () => inTransaction(pool, { holder: holder.id }, async (tx) => writeOutcomes(tx, [outcome]))
  await settle()
  // As when the answer to the first commit was lost.
  await settle()
  assert.deepEqual(await runSql(url, 'select handed_over from reminder_volume'), [{ handedOver: 2 }])
})

test('G17 a mail that is leaving while it is taken for one that has not either goes now or goes again, never both', async (t) => {
  const { pool, holder, url } = await startWith(t, { at: hours(-1), count: 400 })
  const onIdleError = (error: Error) => assert.fail(error)
  const worker = openPool({ databaseUrl: url, role: 'tijdig_worker', size: 4, onIdleError })
  t.after(() => worker.end())
  const recordDeparture = recordDepartures(worker, turns({ atOnce: 2 }))
  const seen = { left: 0, goingAgain: 0 }
  for (let round = 0; round < 20 && Math.min(seen.left, seen.goingAgain) < 40; round += 1) {
    const claims = await claimDue(pool, 'sms', 40, false)
    await inTransaction(pool, { holder: holder.id }, (tx) =>
      recordAttempts(tx, Temporal.Now.instant(), claims.map(leaving), {}),
    )
    // Their worker took longer than its lease, so another one looks at them now.
    await runSql(url, `update reminder set run_at = now() - interval '1 second' where state = 'handed_over'`)
    const followed = followUp({ pool: worker })
    const departures: [string, boolean][] = []
    // One after the other, as servers get to the end of a mail.
    for (const claim of claims) departures.push([claim.id, await recordDeparture([claim])])
    await followed
    // What had left already is of unknown fate, like after the end of any lease.
    await followUp({ pool: worker })
    const rows = await runSql(
      url,
      `select r.id, r.state, count(a.*)::int as attempts from reminder r
       left join reminder_attempt a on a.reminder_id = r.id group by r.id, r.state`,
    )
    const states = new Map(rows.map((row) => [row['id'], `${row['state']} ${row['attempts']}`]))
    for (const [id, hasLeft] of departures) {
      assert.equal(states.get(id), hasLeft ? 'unknown 1' : 'planned 0')
      seen[hasLeft ? 'left' : 'goingAgain'] += 1
    }
  }
  t.diagnostic(`${seen.left} left, ${seen.goingAgain} go again`)
  assert.ok(seen.left > 0 && seen.goingAgain > 0, 'both came first at times')
})

/** The record of a mail, whose departure is told. */
function leaving(claim: Claim, messageNo: number): Attempt {
  return { ...attempting(claim, messageNo), channel: 'email', tellsDeparture: true }
}

test('G18 a worker that is behind takes what is of use before it ends what is lost', async (t) => {
  const { pool } = await startWith(t, { at: hours(-30), count: 2 }, { at: hours(-1), count: 2 })
  const useful = await claimDue(pool, 'sms', 10, true)
  assert.equal(useful.length, 2)
  const lost = await claimDue(pool, 'sms', 10, true)
  assert.equal(lost.length, 2)
  assert.ok(Math.min(...useful.map(seriesOf)) === 2 && Math.max(...lost.map(seriesOf)) === 1)
})

/** The series of an id; see `seededId`. */
function seriesOf({ id }: { readonly id: string }): number {
  return Number.parseInt(id.slice(9, 13), 16)
}
