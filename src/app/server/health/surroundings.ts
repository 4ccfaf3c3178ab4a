import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { runOnce, type Statement } from '#/kernel/postgres/db.ts'
import { selectBaseBackup } from '#/app/starting/installation-store.ts'
import { freeBytes, type Disk } from './disks.ts'
import { countKeysEnding } from '#/slices/access/api-keys/ending-store.ts'
import { countWorkers } from '#/slices/reminders/worker/heartbeat-store.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { selectArchiving, selectDatabaseTime, selectReplication } from './surroundings-store.ts'

/** What the product stands on: what stops here burns no objective, so each has an alert of its own. */
export type Surroundings = ReturnType<typeof registerSurroundings>

export function registerSurroundings(registry: Registry) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  return {
    workers: gauge('tijdig_workers', 'Workers that are alive, of all machines'),
    standbys: gauge('tijdig_standbys', 'Standbys that follow the database'),
    commitsWait: gauge('tijdig_commits_wait_for_standby', '1 when commits wait for a standby, else 0'),
    archiveFailing: gauge('tijdig_wal_archive_failing', '1 when the last try to archive WAL failed, else 0'),
    archivedAt: gauge('tijdig_wal_archived_timestamp_seconds', 'When WAL was last archived; 0 when it never was'),
    baseBackupAt: gauge(
      'tijdig_base_backup_timestamp_seconds',
      'When the last base backup ended, as `tijdig backup taken` was told; 0 when it never was',
    ),
    clockSkew: gauge('tijdig_clock_skew_seconds', 'How far the clock of this process is ahead of that of the database'),
    testClock: gauge('tijdig_test_clock_offset_seconds', 'How far the test clock is from real time'),
    diskFree: gauge('tijdig_disk_free_bytes', 'Room for the erasure journal, and for an embedded database', ['of']),
    keysEnding: gauge('tijdig_api_keys_ending', 'API keys of organizations that end within so long', ['within']),
  }
}

/** @param pool acts as tijdig_operator */
export async function readSurroundings(gauges: Surroundings, pool: pg.Pool, disks: readonly Disk[]): Promise<void> {
  const { databaseMs, aheadMs } = await compareClocks(pool)
  const [replication, archiving, workers, keys, clock] = await Promise.all([
    one(pool, selectReplication),
    one(pool, selectArchiving),
    one(pool, countWorkers),
    one(pool, countKeysEnding),
    readClock(pool),
  ])
  const { archivedSeconds } = archiving
  gauges.workers.set(workers.workers)
  gauges.standbys.set(replication.standbys)
  gauges.commitsWait.set(replication.isSynchronous ? 1 : 0)
  gauges.archiveFailing.set(isArchiveFailing(archiving) ? 1 : 0)
  gauges.archivedAt.set(archivedSeconds === null ? 0 : databaseMs / 1_000 - archivedSeconds)
  const [backup] = await runOnce(pool, selectBaseBackup)
  gauges.baseBackupAt.set(backup?.takenAt ? backup.takenAt.epochMilliseconds / 1_000 : 0)
  gauges.clockSkew.set(aheadMs / 1_000)
  gauges.testClock.set(clock.offsetMs / 1_000)
  gauges.keysEnding.set({ within: '7d' }, keys.in7Days)
  gauges.keysEnding.set({ within: '30d' }, keys.in30Days)
  for (const { of, folder } of disks) gauges.diskFree.set({ of }, await freeBytes(folder))
}

/** The clock of the database, and how far that of this process is ahead of it. @param pool in any role */
export async function compareClocks(pool: pg.Pool): Promise<{ databaseMs: number; aheadMs: number }> {
  const askedMs = Date.now()
  const { databaseMs } = await one(pool, selectDatabaseTime)
  // The answer is as old as half of what it took.
  return { databaseMs, aheadMs: (askedMs + Date.now()) / 2 - databaseMs }
}

/** Values of an earlier scrape say nothing when the database does not answer. */
export function forgetSurroundings(gauges: Surroundings): void {
  const { diskFree, keysEnding, ...unlabelled } = gauges
  diskFree.reset()
  keysEnding.reset()
  for (const gauge of Object.values(unlabelled)) gauge.remove()
}

/** Whether the last try failed. */
export function isArchiveFailing({
  isOn,
  archivedSeconds,
  failedSeconds,
}: {
  readonly isOn: boolean
  readonly archivedSeconds: number | null
  readonly failedSeconds: number | null
}): boolean {
  return isOn && failedSeconds !== null && (archivedSeconds === null || failedSeconds < archivedSeconds)
}

async function one<Row>(pool: pg.Pool, query: Statement<Row>): Promise<Row> {
  const [row] = await runOnce(pool, query)
  if (row === undefined) throw new Error(`${query.name} gave no row`)
  return row
}
