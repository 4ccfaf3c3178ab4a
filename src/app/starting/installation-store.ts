import { statement } from '#/kernel/postgres/db.ts'

// The first run on a plain connection, before a pool is trusted.

export type InstallationRow = { readonly environment: string; readonly secretFingerprint: Buffer }

/** A database of before this table has none. */
export const selectTable = `select to_regclass('public.installation')::text as name`

export const selectInstallation = 'select environment, secret_fingerprint from installation'

export const claim = 'insert into installation (environment, secret_fingerprint) values ($1, $2) on conflict do nothing'

/** Of the sign-in that is kept in the same database; of one elsewhere its own start tells. */
export const selectBoundEnvironment = 'select environment from login.binding'

/** When a request last came through a proxy that is not named. */
export const noteUnlistedProxy = statement(
  'note_unlisted_proxy',
  'update installation set unlisted_proxy_seen_at = now()',
)

export const selectUnlistedProxy = `select to_char(unlisted_proxy_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as seen_at, unlisted_proxy_seen_at > now() - interval '1 day' as is_recent
  from installation`
