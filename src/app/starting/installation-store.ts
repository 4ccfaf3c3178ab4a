import { statement } from '#/kernel/postgres/db.ts'

// The first run on a plain connection, before a pool is trusted.

export type InstallationRow = { readonly environment: string; readonly secretFingerprint: Buffer }

/** A database of before this table has none. */
export const selectTable = `select to_regclass('public.installation')::text as name`

export const selectInstallation = 'select environment, secret_fingerprint from installation'

export const claim =
  'insert into installation (environment, secret_fingerprint) values ($1, $2) on conflict do nothing returning environment'

/** Of the sign-in that is kept in the same database; of one elsewhere its own start tells. */
export const selectBoundEnvironment = 'select environment from login.binding'

/** When a request last came through a proxy that is not named. */
export const noteUnlistedProxy = statement(
  'note_unlisted_proxy',
  'update installation set unlisted_proxy_seen_at = now()',
)

export const selectUnlistedProxy = `select to_char(unlisted_proxy_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as seen_at, unlisted_proxy_seen_at > now() - interval '1 day' as is_recent from installation`

/** When the last base backup ended; null when nobody told of one. */
export const selectBaseBackup = statement<{ takenAt: Temporal.Instant | null; ageSeconds: number | null }>(
  'select_base_backup',
  `select base_backup_at as taken_at, extract(epoch from now() - base_backup_at)::float8 as age_seconds from installation`,
)

export const noteBaseBackup = statement(
  'note_base_backup',
  'update installation set base_backup_at = greatest(base_backup_at, $1)',
)
