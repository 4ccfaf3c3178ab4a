import type pg from 'pg'
import { inTransaction, runOnce, statement } from '#/kernel/postgres/db.ts'
import { tzdbVersion } from '#/slices/reminders/rows/planning.ts'

/** Records that a worker is alive, and which time-zone data it plans by. */
export async function beat(pool: pg.Pool, workerId: string): Promise<void> {
  // Losing one in a crash is harmless, so it waits for no disk and no standby.
  await inTransaction(pool, { holder: null, commitWithoutWaiting: true }, async (tx) =>
    tx.send(upsertHeartbeat, [workerId, tzdbVersion]),
  )
}

/** Deletes the heartbeat of a worker that stops. */
export async function signOff(pool: pg.Pool, workerId: string): Promise<void> {
  await runOnce(pool, deleteHeartbeat, [workerId])
}

/** A worker beats every five seconds; on an overloaded machine some beats come late or not at all. */
export const isAliveSql = `seen_at > now() - interval '30 seconds'`

/** True when some worker is alive. */
export async function isAnyWorkerAlive(pool: pg.Pool): Promise<boolean> {
  const [row] = await runOnce(pool, selectAlive)
  return row?.isAlive ?? false
}

/** Deletes workers that ended without signing off. @param pool acts as tijdig_operator */
export async function forgetWorkers(pool: pg.Pool): Promise<void> {
  await runOnce(pool, deleteSilent)
}

const upsertHeartbeat = statement(
  'worker_heartbeat',
  `insert into worker_heartbeat (worker_id, tzdb_version)
   values ($1, $2)
   on conflict (worker_id) do update set seen_at = now()`,
)
const deleteHeartbeat = statement('delete_worker_heartbeat', 'delete from worker_heartbeat where worker_id = $1')
const selectAlive = statement<{ isAlive: boolean }>(
  'select_worker_alive',
  `select exists (select 1 from worker_heartbeat where ${isAliveSql}) as is_alive`,
)
const deleteSilent = statement(
  'forget_workers',
  `delete from worker_heartbeat where seen_at < now() - interval '1 day'`,
)
