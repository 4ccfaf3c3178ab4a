import { statement } from '#/kernel/postgres/db.ts'

// What PostgreSQL tells everybody who asks, as tijdig_operator or as the owner.

/** How many standbys follow, and whether commits wait for one. */
export const selectReplication = statement<{ standbys: number; isSynchronous: boolean }>(
  'select_replication',
  `select (select count(*) from pg_stat_replication)::int as standbys,
     current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') <> 'local' as is_synchronous`,
)

/** How the WAL is archived; ages in seconds, null where there was none. */
export const selectArchiving = statement<{
  isOn: boolean
  archivedSeconds: number | null
  failedSeconds: number | null
  failures: number
}>(
  'select_archiving',
  `select current_setting('archive_mode') <> 'off' as is_on, extract(epoch from now() - last_archived_time)::int as archived_seconds,
     extract(epoch from now() - last_failed_time)::int as failed_seconds, failed_count::int as failures
   from pg_stat_archiver`,
)

/** The clock of the database, in milliseconds: real time, whatever the test clock says. */
export const selectDatabaseTime = statement<{ databaseMs: number }>(
  'select_database_time',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as database_ms',
)
