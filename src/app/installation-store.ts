// Statements on a plain connection, because they run before a pool is trusted.

export type InstallationRow = { readonly environment: string; readonly secretFingerprint: Buffer }

/** A database of before this table has none. */
export const selectTable = `select to_regclass('public.installation')::text as name`

export const selectInstallation = 'select environment, secret_fingerprint from installation'

export const claim = 'insert into installation (environment, secret_fingerprint) values ($1, $2) on conflict do nothing'

/** Of the sign-in that is kept in the same database; of one elsewhere its own start tells. */
export const selectBoundEnvironment = 'select environment from login.binding'
